import assert from "node:assert/strict";
import { test } from "node:test";
import { Bars } from "../../../main/resources/daybook/app/web/js/bars.js";
import { Book } from "../../../main/resources/daybook/app/web/js/book.js";

/** @param {string} price @param {string} quantity */
const level = (price, quantity) => ({ price, quantity, orders: 1 });
/** @param {{price: string, quantity: string}[]} side */
const words = (side) => side.map((l) => l.quantity + "@" + l.price);

test("a level replaces the one at its price, and quantity 0 removes it", () => {
  const book = new Book();
  book.snap({ bids: [level("10.00", "5"), level("9.95", "7")], asks: [level("10.05", "3")] }, 4);
  book.diff({ bids: [level("10.00", "2"), level("9.90", "1")], asks: [level("10.05", "0"), level("10.10", "8")] }, 9);

  assert.deepEqual(words(book.bids), ["2@10.00", "7@9.95", "1@9.90"]);
  assert.deepEqual(words(book.asks), ["8@10.10"]);
  assert.equal(book.seq, 9);
});

test("the best price is first, by number and not by text", () => {
  const book = new Book();
  book.snap({ bids: [level("9.5", "1"), level("10.25", "2"), level("10.5", "3")], asks: [level("100", "1"), level("11", "2")] }, 1);

  assert.deepEqual(words(book.bids), ["3@10.5", "2@10.25", "1@9.5"]);
  assert.deepEqual(words(book.asks), ["2@11", "1@100"]);
});

test("a level that is removed without having been there changes nothing", () => {
  const book = new Book();
  book.diff({ bids: [level("1", "0.00")], asks: [] }, 2);
  assert.deepEqual(book.bids, []);
});

test("a late candle makes all of them be drawn again, a new one only itself", () => {
  const bar = (/** @type {string} */ start) => ({ start, end: "", open: "1", high: "1", low: "1", close: "1", volume: "1", count: 1, closed: false });
  const bars = new Bars();
  bars.snap([bar("2026-01-05T09:15:00Z"), bar("2026-01-05T09:16:00Z")]);
  assert.deepEqual([bars.take().isAll, bars.take().isAll], [true, false]);

  bars.change(bar("2026-01-05T09:17:00Z"));
  assert.deepEqual(bars.take().bars.map((b) => b.start), ["2026-01-05T09:17:00Z"]);

  bars.change(bar("2026-01-05T09:15:00Z"));
  assert.equal(bars.take().bars.length, 3);
  assert.equal(bars.newest()?.start, "2026-01-05T09:17:00Z");
});
