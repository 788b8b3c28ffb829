import assert from "node:assert/strict";
import { test } from "node:test";
import { Bars } from "../../../main/resources/daybook/app/web/js/bars.js";
import { newestOnly } from "../../../main/resources/daybook/app/web/js/frames.js";
import { recall, remember } from "../../../main/resources/daybook/app/web/js/memory.js";
import { Store } from "../../../main/resources/daybook/app/web/js/store.js";

test("a page that is not looked at keeps the newest report and one frame", () => {
  /** @type {(() => void)[]} */
  const frames = [];
  /** @type {number[]} */
  const shown = [];
  const show = newestOnly((draw) => frames.push(draw), (/** @type {number} */ report) => shown.push(report));
  for (let i = 1; i <= 3_600; i++) show(i);
  assert.equal(frames.length, 1);
  frames.shift()?.();
  assert.deepEqual(shown, [3_600]);

  show(3_601);
  frames.shift()?.();
  assert.deepEqual(shown, [3_600, 3_601]);
});

test("a view that throws is told of, and does not keep the others from drawing", () => {
  /** @type {(() => void)[]} */
  const frames = [];
  /** @type {unknown[]} */
  const failed = [];
  let drawn = 0;
  const store = new Store({ a: 1 }, (draw) => frames.push(draw), (broken) => failed.push(broken));
  store.view(["a"], () => {
    throw new Error("broken");
  });
  store.view(["a"], () => drawn++);
  frames.shift()?.();
  store.set("a", 2);
  frames.shift()?.();
  assert.deepEqual([drawn, failed.length], [2, 2]);
});

const bar = (/** @type {number} */ i, close = "1") =>
  /** @type {any} */ ({ start: new Date(i * 1_000).toISOString(), close });

test("candles that nobody draws do not grow without end", () => {
  const bars = new Bars();
  bars.snap([bar(0)]);
  bars.take();
  for (let i = 1; i <= 5_000; i++) bars.change(bar(i));
  const { isAll, bars: drawn } = bars.take();
  assert.ok(isAll);
  assert.equal(drawn.length, 2_000);
  assert.equal(drawn[0].start, bar(3_001).start, "the oldest have gone");

  bars.change(bar(10)); // later than anybody can show
  assert.deepEqual(bars.take(), { isAll: false, bars: [] });
});

test("a candle that changed often is drawn once", () => {
  const bars = new Bars();
  bars.snap([bar(0)]);
  bars.take();
  for (let i = 0; i < 1_000; i++) bars.change(bar(0, String(i)));
  const { isAll, bars: drawn } = bars.take();
  assert.deepEqual([isAll, drawn.map((b) => b.close)], [false, ["999"]]);
});

test("a browser without a memory costs the memory alone", () => {
  assert.equal(recall("theme"), null); // node has none
  remember("theme", "dark");
});
