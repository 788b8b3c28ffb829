import assert from "node:assert/strict";
import { test } from "node:test";
import { PollingSocket } from "../../../main/resources/daybook/app/web/js/polling.js";

/** A socket on invented answers, whose time a test moves. @param {(path: string) => {status: number, body?: any, retryAfterS?: number}} answer */
async function polling(answer) {
  /** @type {{ms: number, run: () => void}[]} */
  let timers = [];
  /** @type {any[]} */
  const frames = [];
  /** @type {string[]} */
  const closed = [];
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  const socket = new PollingSocket(async (path) => ({ body: {}, retryAfterS: 0, ...answer(path) }), (ms, run) => timers.push({ ms, run }));
  socket.onmessage = (event) => frames.push(JSON.parse(event.data));
  socket.onclose = ({ reason }) => closed.push(reason);
  socket.onopen = () => socket.send(JSON.stringify({ op: "sub", ch: "leaderboard" }));
  /** @type {number[]} */
  const pauses = [];
  const tick = async () => {
    const now = timers;
    timers = [];
    for (const timer of now) {
      pauses.push(timer.ms);
      timer.run();
    }
    await settle();
  };
  await tick();
  return { socket, frames, closed, pauses, tick };
}

test("polling slows down when it is too much, and gives the connection up after a while", async () => {
  const { frames, closed, pauses, tick } = await polling((path) => (path.startsWith("/health") ? { status: 200 } : { status: 429, retryAfterS: 5 }));
  for (let i = 0; i < 4; i++) await tick();
  assert.deepEqual(pauses, [0, 5_000, 5_000]);
  assert.deepEqual(closed, ["too many requests"]);
  assert.ok(frames.every((frame) => frame.type === "error" && frame.data.code === "BUSY"));
});

test("a venue that is busy for once is asked again, and is not said to be there meanwhile", async () => {
  let isBusy = true;
  const { socket, frames, closed, pauses, tick } = await polling((path) =>
    path.startsWith("/health") || !isBusy ? { status: 200, body: [] } : { status: 503 });
  socket.send(JSON.stringify({ op: "ping" }));
  assert.ok(!frames.some((frame) => frame.type === "pong"));
  isBusy = false;
  await tick();
  socket.send(JSON.stringify({ op: "ping" }));
  assert.deepEqual(frames.slice(-2).map((frame) => frame.type), ["snap", "pong"]);
  await tick();
  assert.deepEqual([pauses, closed], [[0, 2_000, 1_000], []]);
});

test("what is refused is not asked for again", async () => {
  let asked = 0;
  const { frames, tick } = await polling((path) => (path.startsWith("/health") ? { status: 200 } : (asked++, { status: 401 })));
  const first = asked;
  await tick();
  await tick();
  assert.equal(asked, first);
  assert.equal(frames[0].data.code, "REFUSED");
});
