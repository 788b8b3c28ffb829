import assert from "node:assert/strict";
import { test } from "node:test";
import { Book } from "../../../main/resources/daybook/app/web/js/book.js";
import { Feed, recoveryWords } from "../../../main/resources/daybook/app/web/js/feed.js";
import { seeded } from "./seeded.js";
import { Venue, World } from "./venue.js";

/** @param {{needsSnapshot?: boolean}} [options] */
function listening(options = {}) {
  const world = new World();
  /** @type {string[]} */
  const states = [];
  const feed = new Feed(world.outside(), (link) => states.at(-1) === link.state || states.push(link.state));
  /** @type {any[]} */
  const heard = [];
  feed.start();
  feed.subscribe("trades.X", { ...options, frame: (frame) => heard.push(frame.seq), refused: (code) => heard.push(code) });
  world.socket().onopen?.();
  return { world, feed, heard, states, socket: world.socket() };
}

/** @param {number} prev @param {number} seq */
const event = (prev, seq) => ({ ch: "trades.X", type: "event", seq, prev, data: {} });

test("a frame that does not follow the last one is not shown, and what is missing is asked for", () => {
  const { socket, heard, feed } = listening();
  socket.tell(event(0, 5));
  socket.tell(event(7, 9));

  assert.deepEqual(heard, [5]);
  assert.deepEqual(socket.sent.filter((m) => m.op === "sub").at(-1), { op: "sub", ch: "trades.X", from: 5 });
  assert.equal(feed.link.gaps, 1);

  socket.tell(event(5, 7));
  socket.tell(event(7, 9));
  assert.deepEqual(heard, [5, 7, 9]);
});

test("a frame that was heard before is left out", () => {
  const { socket, heard, feed } = listening();
  socket.tell(event(0, 5));
  socket.tell(event(5, 7));
  socket.tell(event(3, 5));

  assert.deepEqual(heard, [5, 7]);
  assert.equal(feed.link.gaps, 0);
});

test("several frames may speak up to the same seq", () => {
  const { socket, heard } = listening();
  socket.tell(event(0, 5));
  socket.tell(event(5, 8));
  socket.tell(event(8, 8));

  assert.deepEqual(heard, [5, 8, 8]);
});

test("changes before a snapshot mean nothing to who needs one", () => {
  const { socket, heard } = listening({ needsSnapshot: true });
  socket.tell(event(3, 5));
  assert.deepEqual(heard, []);

  socket.tell({ ...event(0, 6), type: "snap" });
  socket.tell(event(6, 8));
  assert.deepEqual(heard, [6, 8]);
});

test("after a loss it connects again with growing pauses, and goes on from its last number", () => {
  const { world, socket, heard, states } = listening();
  socket.tell(event(0, 5));
  socket.lose();
  assert.equal(states.at(-1), "lost");

  const pauses = [];
  for (let i = 0; i < 8; i++) {
    const before = world.sockets.length, began = world.now;
    while (world.sockets.length === before) world.pass(10);
    pauses.push(world.now - began);
    world.socket().lose();
  }
  assert.deepEqual([...pauses].sort((a, b) => a - b), pauses, "pauses grow");
  assert.ok(pauses[pauses.length - 1] <= 10_000);

  world.pass(10_000);
  world.socket().onopen?.();
  assert.deepEqual(world.socket().sent[0], { op: "sub", ch: "trades.X", from: 5 });
  world.socket().tell(event(5, 6));
  assert.deepEqual(heard, [5, 6]);
  assert.equal(states.at(-1), "live");
});

test("a connection on which nothing answers is said to be silent, and then given up", () => {
  const { world, socket, states } = listening();
  world.pass(8_000);
  assert.ok(socket.sent.some((m) => m.op === "ping"));
  world.pass(3_000);
  assert.equal(states.at(-1), "silent");
  world.pass(10_000);
  assert.ok(socket.isClosed);
  assert.ok(world.sockets.length > 1);
});

test("a pong says how long the way is, and keeps the connection", () => {
  const { world, socket, feed, states } = listening();
  for (let i = 0; i < 20; i++) {
    world.pass(3);
    socket.tell({ type: "pong" });
    world.pass(4_997);
  }
  assert.equal(states.at(-1), "live");
  assert.equal(feed.link.roundTripMs, 3);
});

test("a refusal reaches the listener and nobody else", () => {
  const { socket, heard } = listening();
  socket.tell({ ch: "trades.X", type: "error", seq: 0, prev: 0, data: { code: "FORBIDDEN", message: "" } });
  socket.tell({ ch: "trades.Y", type: "error", seq: 0, prev: 0, data: { code: "OTHER", message: "" } });
  assert.deepEqual(heard, ["FORBIDDEN"]);
});

test("silence is seen within a second of having become one", () => {
  const { world, socket, states } = listening();
  world.pass(5_000);
  socket.tell({ type: "pong" });
  world.pass(6_900);
  assert.equal(states.at(-1), "live");
  world.pass(1_200);
  assert.equal(states.at(-1), "silent");
});

test("a connection that nobody takes is given up, and tried again", () => {
  const world = new World();
  const feed = new Feed(world.outside(), () => {});
  feed.start();
  world.pass(9_900);
  assert.deepEqual([feed.link.state, world.sockets.length], ["connecting", 1]);
  world.pass(1_000);
  assert.ok(world.sockets[0].isClosed);
  assert.equal(world.sockets.length, 2);
  world.socket().onopen?.();
  world.pass(4_000);
  assert.equal(feed.link.state, "live", "an open one is not");
});

test("a restart is not live before it is", () => {
  const { world, feed } = listening();
  feed.restart();
  assert.equal(feed.link.state, "connecting");
  world.socket().onopen?.();
  assert.equal(feed.link.state, "live");
});

test("to try at once does not say that the connection is back", () => {
  const { world, socket, feed } = listening();
  socket.lose();
  feed.retryNow();
  assert.equal(feed.link.state, "lost");
  world.socket().onopen?.();
  assert.equal(feed.link.state, "live");
});

test("nothing is missing only when every channel has answered, and none said that something is", () => {
  const { world, socket, feed } = listening();
  feed.subscribe("news", { frame: () => {} });
  socket.tell(event(0, 5));
  socket.tell({ ch: "news", type: "snap", seq: 3, prev: 0, data: {} });
  socket.lose();
  world.pass(1_000);
  world.socket().onopen?.();
  assert.match(recoveryWords(feed.recovery(), false), /0 of 2 channels/);

  world.socket().tell(event(5, 6));
  assert.match(recoveryWords(feed.recovery(), false), /1 of 2 channels/);
  world.socket().tell({ ch: "news", type: "event", seq: 4, prev: 3, data: {} });
  assert.match(recoveryWords(feed.recovery(), false), /nothing is missing/);
  assert.equal(recoveryWords(feed.recovery(), true), "Connected again.", "polling claims nothing");

  world.socket().lose();
  world.pass(1_000);
  world.socket().onopen?.();
  world.socket().tell({ ch: "trades.X", type: "snap", seq: 900, prev: 0, data: { trades: [], gap: true } });
  world.socket().tell({ ch: "news", type: "event", seq: 5, prev: 4, data: {} });
  assert.match(recoveryWords(feed.recovery(), false), /was missed, on trades\.X\./);
  assert.equal(feed.link.missed, 1);
});

test("what an old connection still says is not heard", () => {
  const { world, socket, heard } = listening();
  socket.lose();
  world.pass(1_000);
  world.socket().onopen?.();
  socket.tell(event(0, 5));
  assert.deepEqual(heard, []);
});

/**
 * Whatever is left out on the way, however often the connection is lost, at whichever cursor the venue has forgotten: what the page holds
 * is the venue's book, and at no moment a book that never was.
 */
function anyConflationAndAnyReconnectGivesTheSameBook(/** @type {number} */ seed, /** @type {boolean} */ isPlanted) {
  const random = seeded(seed);
  const venue = new Venue(random, 5 + random(60));
  const world = new World();
  const feed = new Feed(world.outside(), () => {});
  const book = new Book();
  /** @type {Map<number, string>} */
  const truth = new Map();
  let bad = "";
  feed.start();
  feed.subscribe("book.X", {
    needsSnapshot: true,
    frame: (frame) => {
      if (frame.type === "snap") book.snap(frame.data, frame.seq);
      else if (!isPlanted || random(20) > 0) book.diff(frame.data, frame.seq); // planted: a change that is lost in the page itself
      const held = words(book);
      if (held !== truth.get(book.seq)) bad ||= `seq ${book.seq}: ${held} (expected: ${truth.get(book.seq)})`;
    },
  });
  /** @type {number | undefined} */
  let cursor;
  let isOpen = false, isAsked = false, seen = 0;
  const serve = () => {
    for (const message of world.socket().sent.slice(seen)) {
      if (message.op === "sub") [cursor, isAsked] = [message.from, true];
      if (message.op === "ping") world.socket().tell({ type: "pong" });
    }
    seen = world.socket().sent.length;
    const frame = isAsked ? venue.follows(cursor) : null;
    if (!frame) return;
    cursor = frame.seq;
    if (frame.type === "snap" || random(8) > 0) world.socket().tell(frame); // else lost on the way, which the next one shows
  };
  const connect = () => {
    while (world.socket().isClosed || world.sockets.length === 1) {
      if (!world.socket().isClosed) break;
      world.pass(500);
    }
    [isOpen, isAsked, seen] = [true, false, 0];
    world.socket().onopen?.();
  };
  for (let step = 0; step < 400; step++) {
    if (!isOpen) connect();
    for (let i = random(6); i > 0; i--) {
      venue.change();
      truth.set(venue.seq, venue.book());
    }
    truth.set(venue.seq, venue.book());
    if (random(3) > 0) serve(); // else conflated into the next
    if (random(40) === 0) {
      world.socket().lose();
      isOpen = false;
    }
    world.pass(100);
  }
  if (!isOpen) connect();
  for (let i = 0; i < 200 && book.seq !== venue.seq; i++) {
    venue.change();
    truth.set(venue.seq, venue.book());
    serve();
    serve();
  }
  return { bad, held: words(book), wanted: venue.book() };
}

/** @param {Book} book */
function words(book) {
  const all = [...book.bids.map((l) => `bids${l.price}=${l.quantity}`), ...book.asks.map((l) => `asks${l.price}=${l.quantity}`)];
  return all.sort().join(" ");
}

test("any conflation and any reconnect give the same book", () => {
  for (let seed = 1; seed <= 100; seed++) {
    const { bad, held, wanted } = anyConflationAndAnyReconnectGivesTheSameBook(seed, false);
    assert.equal(bad, "", "seed " + seed);
    assert.equal(held, wanted, "seed " + seed);
  }
});

test("a page that loses one change in twenty is found out", () => {
  let found = 0;
  for (let seed = 1; seed <= 20; seed++) {
    if (anyConflationAndAnyReconnectGivesTheSameBook(seed, true).bad !== "") found++;
  }
  assert.equal(found, 20);
});
