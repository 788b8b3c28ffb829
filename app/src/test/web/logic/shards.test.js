import assert from "node:assert/strict";
import { test } from "node:test";
import { STATUSES, accountWords, fateTone, fateWords, look, mayCancel, moveWords, moving, orderWords, ownerWords, parseParameters, percentWords, ranges, seriesWords,
  shardWords, statusWords } from "../../../main/resources/daybook/app/web/js/shards.js";

/** @param {number} shard @param {any} [of] @returns {any} */
const shard = (shard, of = {}) => ({ shard, path: "local", previous: "local", boundary: null, drained: true, fixed: false, owner: "venue", token: 3,
  remainingMs: 8_000, strategies: 2, lag: 0, ...of });

/** 128 shards of which the first are on the log, and the one that stays. @param {number} [onTheLog] */
const map = (onTheLog = 0) => [
  ...Array.from({ length: 128 }, (_, n) => shard(n, n < onTheLog ? { path: "log", previous: "local" } : {})),
  shard(128, { fixed: true, strategies: 5 }),
];

test("25 % are the first 32 of 128 shards, whatever else there is", () => {
  const to25 = moving(map(), 25);
  assert.equal(to25.onTheLog, 32);
  assert.deepEqual(to25.moves.map((s) => s.shard), Array.from({ length: 32 }, (_, n) => n));
  assert.equal(to25.strategies, 64);
  assert.equal(moving(map(32), 25).moves.length, 0);
  assert.equal(moving(map(32), 1).onTheLog, 1, "rounded down");
});

test("the confirmation says which shards go where, and with how many strategies", () => {
  assert.match(moveWords(map(), 25), /^Shards 0 to 31 move to the log, with 64 running strategies\./);
  assert.match(moveWords(map(32), 0), /^Shards 0 to 31 move back to the clock\u2019s process/);
  assert.match(moveWords(map(32), 26), /^Shard 32 moves to the log, with 2 running strategies\./);
  assert.match(moveWords(map(32), 25), /^Nothing has to move/);
  assert.match(percentWords(map(), 25), /the first 32 of 128 shards .* the other 96 /);
  assert.match(percentWords(map(), 0), /shadow/);
  assert.match(percentWords(map(128), 100), /all 128 shards are evaluated from the log/);
});

test("a shard looks like what matters most about it", () => {
  assert.equal(look(shard(1)), "local");
  assert.equal(look(shard(1, { path: "log" })), "log");
  assert.equal(look(shard(1, { path: "log", drained: false, lag: 9_000 })), "draining");
  assert.equal(look(shard(1, { lag: 9_000 })), "late");
  assert.equal(look(shard(1, { lag: 150, strategies: 100 })), "local", "a bar of all its strategies may be on its way");
});

test("the map as text has one line for neighbours that are alike", () => {
  const shards = map(32);
  shards[5].drained = false;
  assert.deepEqual(ranges(shards).map((r) => [r.from, r.to, r.look, r.strategies]),
    [[0, 4, "log", 10], [5, 5, "draining", 2], [6, 31, "log", 52], [32, 127, "local", 192], [128, 128, "local", 5]]);
  assert.match(shardWords(shards[5]), /^Shard 5: moving: in the clock\u2019s process until .* then from the log, owned by venue \(token 3\), 2 strategies, nothing waits\.$/);
  assert.match(shardWords(shard(128, { fixed: true, owner: "" })), /may not move: .* owned by nobody now/);
});

test("every fate has words and a tone, and a deposed owner's is explained", () => {
  for (const status of STATUSES) {
    assert.ok(fateWords(status, "").length > 5, status);
    assert.ok(["good", "warn", "bad", "unknown"].includes(fateTone(status)));
  }
  assert.match(fateWords("FAILED", "staleFencingToken"), /owner that had been deposed/);
  assert.deepEqual(STATUSES.filter(mayCancel), ["QUEUED", "PROCESSING", "UNKNOWN", "ACCEPTED", "PARTIALLY_FILLED"]);
  assert.equal(statusWords("PARTIALLY_FILLED"), "partially filled");
  assert.equal(fateWords("SOMETHING_NEW", ""), "SOMETHING_NEW");
});

test("names of this venue are short, others are whole", () => {
  assert.equal(seriesWords("bar:daybook:cash:spot:infy:1m"), "INFY 1m");
  assert.equal(seriesWords("bar:binance:crypto:perp:btcusdt:5m"), "BTCUSDT 5m (binance perp)");
  assert.equal(accountWords("account:daybook:alice:spot"), "alice");
  assert.equal(accountWords("account:binance:main:spot"), "main (binance)");
  assert.equal(ownerWords("vm:/srv/data:venue:d82a-1:(dev=1,ino=2)/local-scheduler"), "local-scheduler on vm");
  assert.equal(ownerWords("venue-7"), "venue-7");
  assert.equal(ownerWords(""), "nobody");
  assert.equal(orderWords({ side: "BUY", quantity: "7", symbol: "infy", orderType: "MARKET", price: "" }), "BUY 7 INFY at market");
});

test("parameters are typed as name=number", () => {
  assert.deepEqual(parseParameters(" fast=5  slow=-20 "), { fast: 5, slow: -20 });
  assert.deepEqual(parseParameters(""), {});
  assert.match(String(parseParameters("fast")), /not NAME=NUMBER/);
  assert.match(String(parseParameters("fast=1 fast=2")), /twice/);
});
