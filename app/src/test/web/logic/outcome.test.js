import assert from "node:assert/strict";
import { test } from "node:test";
import { submit } from "../../../main/resources/daybook/app/web/js/outcome.js";

/** @type {import("../../../main/resources/daybook/app/web/js/outcome.js").NewOrder} */
const ORDER = { clientOrderId: "web-1", symbol: "INFY", side: "BUY", type: "LIMIT", timeInForce: "GTC", price: "1510.00", quantity: "10" };

/** Submits against the answers, one after the other, the last one for ever. @param {[number, any, number?][]} answers */
async function submitted(...answers) {
  /** @type {string[]} */
  const asked = [];
  const outcome = await submit(
    async (method, path) => {
      asked.push(method + " " + path);
      const [status, body, retryAfterS = 0] = (answers.length > 1 ? answers.shift() : answers[0]) ?? [0, {}];
      return { status, body, retryAfterS };
    },
    ORDER,
    () => {},
    async () => {},
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
  const limited = await submitted([429, {}, 2]);
  assert.match(limited.detail, /2 s/);
  const out = await submitted([401, {}]);
  assert.equal(out.kind, "signedOut");
});

test("no answer is not believed to be a no: the venue is asked by the order's own id", async () => {
  for (const silence of [0, 504]) {
    const found = await submitted([silence, {}], [404, {}], [200, { status: "OPEN", orderId: 9, filledQuantity: "0" }]);
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
