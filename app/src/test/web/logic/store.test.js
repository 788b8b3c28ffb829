import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../../main/resources/daybook/app/web/js/store.js";

test("however much changes between two frames, each view draws once, and only what it shows", () => {
  /** @type {(() => void)[]} */
  const frames = [];
  const store = new Store({ price: 1, name: "a" }, (draw) => frames.push(draw));
  let prices = 0, names = 0;
  store.view(["price"], () => prices++);
  store.view(["name"], () => names++);
  frames.shift()?.();
  assert.deepEqual([prices, names], [1, 1]);

  for (let i = 0; i < 1_000; i++) store.set("price", i);
  assert.equal(frames.length, 1);
  frames.shift()?.();
  assert.deepEqual([prices, names], [2, 1]);

  store.set("price", 999);
  assert.equal(frames.length, 0, "the same value draws nothing");
});

test("what a view changes while it draws is drawn at the next frame", () => {
  /** @type {(() => void)[]} */
  const frames = [];
  const store = new Store({ a: 0, b: 0 }, (draw) => frames.push(draw));
  let drawn = 0;
  store.view(["a"], () => store.set("b", store.get("a")));
  store.view(["b"], () => drawn++);
  frames.shift()?.();
  store.set("a", 1);
  frames.shift()?.();
  frames.shift()?.();
  assert.equal(drawn, 2);
});
