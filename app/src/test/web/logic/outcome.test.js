import assert from "node:assert/strict";
import { test } from "node:test";
import { endOf, submit } from "../../../main/resources/daybook/app/web/js/outcome.js";
import { Repeats } from "../../../main/resources/daybook/app/web/js/repeats.js";

/** @type {import("../../../main/resources/daybook/app/web/js/outcome.js").NewOrder} */
const ORDER = { clientOrderId: "web-1", symbol: "INFY", side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "1510.00", quantity: "10" };

/** Submits against the answers, one after the other, the last one for ever. @param {[number, any, number?][]} answers */
const submitted = (...answers) => sent(false, answers);
/** The same for an order that was sent before without an answer. @param {[number, any, number?][]} answers */
const repeated = (...answers) => sent(true, answers);

/** @param {boolean} isRepeat @param {[number, any, number?][]} answers */
async function sent(isRepeat, answers) {
  /** @type {string[]} */
  const asked = [];
  const outcome = await submit(
    async (method, path) => {
      asked.push(method + " " + path);
      const [status, body, retryAfterS = 0] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [0, {}];
      return { status, body, retryAfterS };
    },
    ORDER,
    { told: () => {}, pause: async () => {}, isRepeat },
  );
  return { ...outcome, asked };
}

test("each answer of the venue is said in words", async () => {
  const open = await submitted([200, { status: "OPEN", orderId: 7, filledQuantity: "0", trades: [] }]);
  assert.equal(open.kind, "resting");
  assert.match(open.text, /In the book: buy 10 INFY at 1,510.00/);

  const filled = await submitted([200, { status: "FILLED", filledQuantity: "10", trades: [{ price: "1509.90", quantity: "10" }] }]);
  assert.equal(filled.kind, "done");
  assert.match(filled.text, /Filled: buy 10 INFY at 1,509.90/);

  const unfilled = await submitted([200, { status: "CANCELLED", filledQuantity: "0", trades: [] }]);
  assert.match(unfilled.text, /cancelled unfilled/);

  const refused = await submitted([422, { reason: "PRICE_OUTSIDE_BAND", message: "price: outside the band" }]);
  assert.deepEqual([refused.kind, refused.text, refused.mayRepeat], ["refused", "Refused: price outside band", false]);
});

test("what was not entered may be sent again, and says when", async () => {
  const busy = await submitted([503, { code: "BUSY" }, 1]);
  assert.deepEqual([busy.kind, busy.mayRepeat], ["later", true]);
  for (const code of ["STOPPED", "NOT_ACCEPTED", "EXCHANGE_UNREACHABLE"]) {
    const answer = await submitted([503, { code }]);
    assert.match(answer.text, /Nothing was entered/, code);
    assert.deepEqual(answer.asked, ["POST /api/v1/orders"], code);
  }
  const limited = await submitted([429, {}, 2]);
  assert.match(limited.detail, /2 s/);
  const out = await submitted([401, {}]);
  assert.equal(out.kind, "signedOut");
});

test("no answer is not believed to be a no: the venue is asked by the order's own id", async () => {
  const unclear = /** @type {[number, any][]} */ ([[0, {}], [504, {}], [500, {}], [502, {}], [503, {}], [503, { code: "UNAVAILABLE" }], [200, { message: "no JSON" }]]);
  for (const answer of unclear) {
    const found = await submitted(answer, [404, {}], [200, { status: "OPEN", orderId: 9, filledQuantity: "0" }]);
    assert.match(found.text, /^It was entered\./);
    assert.deepEqual(found.asked, ["POST /api/v1/orders", ...Array(2).fill("GET /api/v1/orders?clientOrderId=web-1")]);
  }
});

test("an order that is never found may be sent again under its id, which cannot double it", async () => {
  const lost = await submitted([504, {}], [404, {}]);
  assert.deepEqual([lost.kind, lost.mayRepeat], ["unknown", true]);
  const twice = await submitted([409, { status: "FILLED", orderId: 9, filledQuantity: "10" }]);
  assert.match(twice.detail, /not entered twice/);
});

test("what a cancelled order has filled is said, also where the answer has no trades", async () => {
  const part = { status: "CANCELLED", orderId: 9, quantity: "10", filledQuantity: "4", cancelledQuantity: "6" };
  const found = await submitted([504, {}], [200, part]);
  assert.equal(found.text, "It was entered. Filled 4 of 10, the rest was cancelled");

  const none = await submitted([504, {}], [200, { ...part, filledQuantity: "0", cancelledQuantity: "10" }]);
  assert.match(none.text, /cancelled unfilled/);

  const at = await submitted([200, { ...part, trades: [{ price: "1509.00", quantity: "4" }] }]);
  assert.equal(at.text, "Filled 4 of 10 at 1,509.00, the rest was cancelled");
});

test("an average of some of the trades is not said to be the price", async () => {
  const some = await submitted([409, { status: "FILLED", orderId: 9, filledQuantity: "10", trades: [{ price: "1509.00", quantity: "4" }] }]);
  assert.equal(some.text, "It was entered. Filled: buy 10 INFY");
});

test("only who was told so says that the venue does not know an order", async () => {
  const unheard = await submitted([504, {}], [503, { code: "BUSY" }]);
  assert.match(unheard.text, /not known/);
  assert.equal(unheard.kind, "unknown");
  const lost = await submitted([504, {}], [404, {}]);
  assert.match(lost.text, /does not know this order \(yet\)/);
  const out = await submitted([504, {}], [401, {}]);
  assert.deepEqual([out.kind, out.mayRepeat, out.asked.length], ["unknown", true, 2]);
  assert.match(out.text, /not known/);
});

test("a repeat that entered nothing says nothing of the order that was sent before", async () => {
  for (const answer of /** @type {[number, any][]} */ ([[503, { code: "STOPPED" }], [429, {}], [401, {}], [403, {}]])) {
    const again = await repeated(answer);
    assert.deepEqual([again.kind, again.mayRepeat], ["unknown", true], String(answer[0]));
    assert.doesNotMatch(again.text + again.detail, /Nothing was entered/);
  }
  assert.equal((await repeated([200, { status: "OPEN", orderId: 7, filledQuantity: "0", trades: [] }])).kind, "resting");
  assert.equal((await repeated([422, { reason: "PRICE_OUTSIDE_BAND" }])).kind, "refused");
});

test("an order that is remembered by its number only was entered all the same", async () => {
  const old = await submitted([409, { orderId: 41 }]);
  assert.deepEqual([old.kind, old.text, old.mayRepeat], ["done", "It was entered as order 41", false]);
  assert.match(old.detail, /under Fills/);
});

test("an order is sent again by its account alone, and its fate is asked back about until it is known", () => {
  const repeats = new Repeats();
  const outcome = (/** @type {any} */ kind, mayRepeat = true) => ({ kind, text: "", detail: "", mayRepeat });
  repeats.heard(ORDER, "alice", outcome("unknown"));
  assert.ok(repeats.hasUnknown() && repeats.may(ORDER, "alice") && !repeats.may(ORDER, "bob"));

  repeats.belongTo("");
  assert.ok(!repeats.may(ORDER, "") && repeats.may(ORDER, "alice"), "who is signed out may come back");
  repeats.belongTo("bob");
  assert.ok(repeats.isDropped(ORDER) && !repeats.hasUnknown() && !repeats.may(ORDER, "alice"));

  repeats.heard(ORDER, "bob", outcome("later"));
  assert.ok(repeats.may(ORDER, "bob") && !repeats.hasUnknown());
  repeats.heard(ORDER, "bob", outcome("done", false));
  assert.ok(!repeats.may(ORDER, "bob"));
});

test("an order that leaves the list says why", () => {
  const order = { orderId: 7, side: "SELL", symbol: "INFY", quantity: "1500", filledQuantity: "0", status: "CANCELLED" };
  const end = (/** @type {object} */ change) => endOf(/** @type {any} */ ({ ...order, ...change }));

  assert.equal(end({ status: "FILLED", filledQuantity: "1500" }), "Order 7 is filled: sell 1,500 INFY");
  assert.equal(end({}), "Order 7 is cancelled: sell 1,500 INFY");
  assert.equal(end({ filledQuantity: "500" }), "Order 7: 500 filled, the rest cancelled: sell 1,500 INFY");
});
