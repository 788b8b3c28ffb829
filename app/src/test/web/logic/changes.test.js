import assert from "node:assert/strict";
import { test } from "node:test";
import { cancelEach, change } from "../../../main/resources/daybook/app/web/js/changes.js";

/** @typedef {[number, any, number?]} Reply */

/**
 * A venue that answers each request of a kind with the next of its answers, the last one for ever.
 * @param {Record<string, Reply[]>} answers by method, or by method and path
 */
function venue(answers) {
  /** @type {string[]} */
  const asked = [];
  /** @type {number[]} */
  const pauses = [];
  return {
    asked,
    pauses,
    pause: async (/** @type {number} */ ms) => void pauses.push(ms),
    /** @type {import("../../../main/resources/daybook/app/web/js/api.js").Ask} */
    ask: async (method, path) => {
      const short = method + " " + path.split("/").at(-1);
      asked.push(short);
      const of = answers[short] ?? answers[method] ?? [];
      const [status, body, retryAfterS = 0] = (of.length > 1 ? of.shift() : of[0]) ?? [0, {}];
      return { status, body, retryAfterS };
    },
  };
}

const OPEN = { status: "OPEN", price: "10.00", quantity: "5" };

test("a cancel without a clear answer is not said to be one before the order has been asked for", async () => {
  for (const unclear of /** @type {Reply[]} */ ([[0, {}], [500, {}], [503, {}], [503, { code: "BUSY" }], [504, {}]])) {
    const done = venue({ DELETE: [unclear], GET: [[200, { status: "CANCELLED" }]] });
    assert.equal((await change(done.ask, 7, null, done.pause)).text, "");
    const filled = venue({ DELETE: [unclear], GET: [[200, { status: "FILLED" }]] });
    assert.equal((await change(filled.ask, 7, null, filled.pause)).text, "it had filled");
    const open = venue({ DELETE: [unclear], GET: [[200, OPEN]] });
    assert.equal((await change(open.ask, 7, null, open.pause)).text, "not cancelled (yet)");
    const silent = venue({ DELETE: [unclear], GET: [[503, {}]] });
    assert.equal((await change(silent.ask, 7, null, silent.pause)).text, "not known whether it was cancelled");
  }
});

test("what has proven to change nothing is said at once", async () => {
  const stopped = venue({ DELETE: [[503, { code: "STOPPED" }]] });
  assert.match((await change(stopped.ask, 7, null, stopped.pause)).text, /nothing was changed/);
  const refused = venue({ PATCH: [[422, { reason: "INVALID_QUANTITY" }]] });
  assert.equal((await change(refused.ask, 7, { quantity: "9.5" }, refused.pause)).text, "invalid quantity");
  assert.deepEqual([...stopped.asked, ...refused.asked], ["DELETE 7", "PATCH 7"]);
});

test("a change without an answer is looked for in the order, by value and not by its digits", async () => {
  const changed = venue({ PATCH: [[504, {}]], GET: [[200, OPEN], [200, { ...OPEN, price: "10.50" }]] });
  assert.equal((await change(changed.ask, 7, { price: "10.5" }, changed.pause)).text, "");
  const not = venue({ PATCH: [[504, {}]], GET: [[200, OPEN]] });
  assert.equal((await change(not.ask, 7, { price: "10.5" }, not.pause)).text, "not changed (yet)");
});

test("cancel all waits as long as it is told to, and goes on", async () => {
  const limited = venue({ "DELETE 1": [[200, {}]], "DELETE 2": [[429, {}, 3], [200, {}]], "DELETE 3": [[0, {}], [504, {}], [200, {}]] });
  /** @type {number[]} */
  const told = [];
  const words = await cancelEach(limited.ask, [1, 2, 3], (done) => told.push(done), limited.pause);
  assert.equal(words, "3 of 3 cancelled");
  assert.deepEqual(limited.asked, ["DELETE 1", "DELETE 2", "DELETE 2", "DELETE 3", "DELETE 3", "DELETE 3"]);
  assert.deepEqual(limited.pauses, [3_000, 1_000, 1_000]);
  assert.deepEqual(told, [1, 2, 3]);
});

test("cancel all tells what it has cancelled from what had ended, been refused, or is not known", async () => {
  const mixed = venue({
    "DELETE 1": [[504, {}], [422, {}]], "GET 1": [[200, { status: "CANCELLED" }]],
    "DELETE 2": [[422, {}]], "GET 2": [[200, { status: "FILLED" }]],
    "DELETE 3": [[422, { reason: "SESSION_CLOSED" }]], "GET 3": [[200, OPEN]],
    "DELETE 4": [[404, {}]], "GET 4": [[404, {}]],
  });
  assert.equal(await cancelEach(mixed.ask, [1, 2, 3, 4], () => {}, mixed.pause), "1 of 4 cancelled, 2 had ended before: session closed");

  const gone = venue({ "DELETE 1": [[200, {}]], DELETE: [[0, {}]] });
  assert.equal(await cancelEach(gone.ask, [1, 2, 3], () => {}, gone.pause), "1 of 3 cancelled: the venue does not answer; see what is left");
  assert.ok(!gone.asked.includes("DELETE 3"));
});
