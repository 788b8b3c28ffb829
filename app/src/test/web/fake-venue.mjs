/**
 * A venue that is not one: serves the pages and speaks the same HTTP and WebSocket with invented numbers, so that somebody who works on
 * the pages needs neither Java nor a build. `node app/src/test/web/fake-venue.mjs [PORT]`, then any token signs in as alice,
 * and `operator` as the operator.
 */

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

const WEB = fileURLToPath(new URL("../../main/resources/daybook/app/web/", import.meta.url));
const PORT = Number(process.argv[2] ?? 8099);
const TYPES = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8", mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8", svg: "image/svg+xml", txt: "text/plain; charset=utf-8", json: "application/json" };
const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'";

let seq = 120_000, tradeId = 40_000, random = 7;
const chance = () => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647;
const text = (ticks) => (ticks / 100).toFixed(2);
const symbols = [["INFY", 150_000], ["TCS", 400_000], ["HDFCBANK", 165_000], ["RELIANCE", 290_000], ["SBIN", 80_000]].map(([symbol, reference]) => ({
  symbol, reference, mid: reference + Math.round(chance() * 400 - 200) * 5, bids: new Map(), asks: new Map(), trades: [], bars: new Map(),
}));
const instrument = (s) => ({ symbol: s.symbol, priceScale: 2, quantityScale: 0, moneyScale: 2, tick: "0.05", lot: "1",
  referencePrice: text(s.reference), bandPercent: 10, maxQuantity: "1000000", maxNotional: "1000000000.00", currency: "INR" });

const FRAMES = { "1s": 1, "1m": 60, "5m": 300, "15m": 900, "1h": 3_600, "1d": 86_400 };
const start = Date.UTC(2026, 0, 5, 3, 45);
let now = start + 5 * 3_600_000;

for (const s of symbols) {
  let at = s.mid;
  for (const [name, seconds] of Object.entries(FRAMES)) {
    const bars = [];
    at = s.mid;
    const last = Math.floor(now / 1_000 / seconds) * seconds;
    for (let i = 1; i < 260; i++) {
      const close = at, open = at + Math.round((chance() - 0.5) * 60) * 5;
      bars.unshift({ start: iso((last - i * seconds) * 1_000), end: iso((last - (i - 1) * seconds) * 1_000), open: text(open),
        high: text(Math.max(open, close) + Math.round(chance() * 20) * 5), low: text(Math.min(open, close) - Math.round(chance() * 20) * 5),
        close: text(close), volume: String(Math.round(200 + chance() * 4_000)), vwap: text((open + close) / 2), count: 20, closed: true });
      at = open;
    }
    s.bars.set(name, bars);
  }
  for (let i = 0; i < 30; i++) refill(s, i);
}

function iso(ms) {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

function refill(s, i) {
  s.bids.set(s.mid - 5 - i * 5, { quantity: Math.ceil(chance() * (60 + i * 14)), orders: 1 + Math.floor(chance() * 5) });
  s.asks.set(s.mid + 5 + i * 5, { quantity: Math.ceil(chance() * (60 + i * 14)), orders: 1 + Math.floor(chance() * 5) });
}

const level = ([ticks, l]) => ({ price: text(ticks), quantity: String(l.quantity), orders: l.orders });
const side = (levels, direction, depth = 50) => [...levels].sort((a, b) => direction * (a[0] - b[0])).slice(0, depth).map(level);
const book = (s, depth) => ({ symbol: s.symbol, seq, state: "OPEN", bids: side(s.bids, -1, depth), asks: side(s.asks, 1, depth) });

function trade(s) {
  const isBuy = chance() < 0.5;
  s.mid += (isBuy ? 1 : -1) * (chance() < 0.4 ? 5 : 0);
  const price = s.mid + (isBuy ? 5 : -5), quantity = Math.ceil(chance() * 80);
  seq += 3;
  const t = { tradeId: ++tradeId, seq, time: new Date(now).toISOString(), symbol: s.symbol, price: text(price), quantity: String(quantity),
    aggressorSide: isBuy ? "BUY" : "SELL" };
  s.trades.unshift(t);
  s.trades.length = Math.min(s.trades.length, 200);
  const changed = { bids: [], asks: [] };
  for (const [name, levels] of [["bids", s.bids], ["asks", s.asks]]) {
    for (const ticks of [...levels.keys()]) {
      if (name === "bids" ? ticks >= s.mid : ticks <= s.mid) {
        levels.delete(ticks);
        changed[name].push({ price: text(ticks), quantity: "0", orders: 0 });
      }
    }
  }
  for (let i = 0; i < 4; i++) refill(s, Math.floor(chance() * 24));
  changed.bids.push(...side(s.bids, -1, 25));
  changed.asks.push(...side(s.asks, 1, 25));
  tell("trades." + s.symbol, "event", t);
  tell("book." + s.symbol, "diff", changed);
  for (const [name, seconds] of Object.entries(FRAMES)) {
    const bars = s.bars.get(name), begins = iso(Math.floor(now / 1_000 / seconds) * seconds * 1_000);
    let bar = bars.at(-1);
    if (!bar || bar.start !== begins) {
      bar = { start: begins, end: "", open: t.price, high: t.price, low: t.price, close: t.price, volume: "0", vwap: t.price, count: 0, closed: false };
      bars.push(bar);
    }
    Object.assign(bar, { close: t.price, high: +t.price > +bar.high ? t.price : bar.high, low: +t.price < +bar.low ? t.price : bar.low,
      volume: String(+bar.volume + quantity), count: bar.count + 1 });
    tell(`bars.${s.symbol}.${name}`, "diff", bar);
  }
}

let orders = [], nextOrder = 9_000;
const ranks = () => ["bot-2", "alice", "bot-1", "carol", "bot-4", "bob", "dave", "bot-3", "erin", "frank"].map((account, i) => ({ rank: i + 1,
  account, currency: "INR", net: text(Math.round((5 - i) * 431_250 + chance() * 9_000)), pending: account === "dave" }));
const positions = [
  { symbol: "INFY", currency: "INR", quantity: "150", averagePrice: "1498.2350", mark: "1502.10", realised: "1250.00", unrealised: "579.75", net: "1829.75", pending: false },
  { symbol: "TCS", currency: "INR", quantity: "-40", averagePrice: "4010.00", mark: "4003.50", realised: "0.00", unrealised: "260.00", net: "260.00", pending: false },
  { symbol: "SBIN", currency: "INR", quantity: "1200", averagePrice: "803.10", mark: "801.00", realised: "-310.50", unrealised: "-2520.00", net: "-2830.50", pending: true }];
const partition = (n, end, lag) => ({ partition: n, committed: end - lag, end, lag });
function backbone() {
  const lag = Math.floor(chance() * 4);
  const topic = (name, n, share) => ({ topic: name, partitions: Array.from({ length: n }, (_, p) => ({ partition: p, start: 0, end: Math.floor((seq * share) / n) + p * 900 })) });
  const group = (name, of, n, share) => ({ group: name, topic: of, lag, partitions: Array.from({ length: n }, (_, p) => partition(p, Math.floor((seq * share) / n) + p * 900, p === 0 ? lag : 0)) });
  return { seq, state: "green", reasons: [], session: "OPEN", exchange: { durableSeq: seq, publishedSeq: seq - lag, lag, connected: true },
    topics: [topic("exchange.events.v1", 3, 1), topic("fills.v1", 4, 0.3), topic("broadcasts", 1, 0.01), topic("exchange.events.v1.dlq", 1, 0)],
    groups: [group("capture", "exchange.events.v1", 3, 1), group("market", "exchange.events.v1", 3, 1), group("audit", "exchange.events.v1", 3, 1), group("ledger", "fills.v1", 4, 0.3)],
    outboxes: [{ service: "capture", waiting: lag, oldestAgeMs: lag * 2 }], deadLetters: [{ service: "capture", open: 0, held: 0 }, { service: "ledger", open: 1, held: 2 }],
    leases: [{ service: "capture", owner: "venue-7d1f", token: 12, remainingMs: 8_400 }, { service: "ledger", owner: "venue-7d1f", token: 12, remainingMs: 8_120 }],
    audit: { state: "green", reasons: [], counters: { read: seq, mismatches: 0, missing: 0 } },
    reconciliation: { state: "green", reasons: [], counters: { checks: 311, differences: 0 } },
    roles: ["exchange", "capture", "ledger", "board", "market", "audit", "web"].map((role) => ({ role, state: "green", reasons: [], address: "127.0.0.1:" + PORT, ageMs: Math.floor(chance() * 2_000) })) };
}

/** Strategies on two paths, and a cutover that takes a few seconds. */
const strategies = Array.from({ length: 60 }, (_, i) => ({ id: i + 1, kind: ["momentum", "mean-reversion", "market-maker"][i % 3],
  parameters: { fast: 5, slow: 20 + i }, account: "account:daybook:" + (i % 2 ? "alice" : "demo") + ":spot",
  series: [`bar:daybook:cash:spot:${symbols[i % 5].symbol.toLowerCase()}:1m`], status: i % 9 === 8 ? "stopped" : i === 20 ? "failed" : "running",
  reason: i === 20 ? "ArithmeticException: / by zero" : "", shard: (i + 1) % 128 }));
const cutover = { percent: 25, drainedAt: 0 };
const SHARDS = 128;
const routeOf = (shard) => ({ path: shard < Math.floor((SHARDS * cutover.percent) / 100) ? "log" : "local", drained: Date.now() > cutover.drainedAt + shard * 60 });
const token = () => Math.floor(now / 60_000) % 100_000;
function showCutover() {
  const shards = Array.from({ length: SHARDS + 1 }, (_, shard) => {
    const { path, drained } = routeOf(shard), mine = strategies.filter((s) => s.shard === shard && s.status === "running").length;
    return { shard, path: shard === SHARDS ? "local" : path, previous: path === "log" ? "local" : "log", boundary: cutover.drainedAt ? iso(now) : null,
      drained: drained || shard === SHARDS, fixed: shard === SHARDS, owner: path === "log" ? "evaluator-2f" : "venue-7d1f", token: 12, remainingMs: 8_000,
      strategies: mine, lag: shard === 40 ? 310 : mine && chance() < 0.2 ? mine : 0 };
  });
  return { percent: cutover.percent, draining: shards.filter((s) => !s.drained).map((s) => s.shard), shards };
}
function showStrategies(_, __, query) {
  const wanted = strategies.filter((s) => s.id > Number(query.get("after") ?? 0) && (!query.get("status") || s.status === query.get("status")) &&
    (!query.get("shard") || s.shard === Number(query.get("shard"))));
  const limit = Number(query.get("limit") ?? 200), shown = wanted.slice(0, limit);
  const totals = { failed: 0, running: 0, stopped: 0 };
  for (const s of strategies) totals[s.status]++;
  return { shards: SHARDS, percent: cutover.percent, draining: showCutover().draining.length, totals, kinds: [
    { kind: "momentum", summary: "fast=5 (1..199) slow=20 (2..200, above fast)" }, { kind: "mean-reversion", summary: "window=20 (2..200)" }, { kind: "market-maker", summary: "spread=4 (1..100)" }],
    strategies: shown.map((s) => ({ ...s, path: routeOf(s.shard).path, owner: "venue-7d1f", lag: 0, lastBar: { series: s.series[0], token: token(), end: iso(now) },
      evaluations: token() % 1_000, intents: s.id % 7 })), next: wanted.length > limit ? shown.at(-1).id : null };
}
function showIntents(_, __, query) {
  const fates = ["WAITING", "QUEUED", "ACCEPTED", "FILLED", "FILLED", "PARTIALLY_FILLED", "CANCELLED", "UNKNOWN", "FAILED", "REJECTED"];
  return Array.from({ length: 40 }, (_, i) => ({ intentId: "00000000-0000-5000-8000-" + String(token() * 100 - i).padStart(12, "0"), strategyId: (i % 60) + 1,
    series: strategies[i % 60].series[0], barToken: token() - i, account: strategies[i % 60].account, symbol: symbols[i % 5].symbol, side: i % 2 ? "SELL" : "BUY",
    orderType: i % 4 ? "LIMIT" : "MARKET", price: i % 4 ? text(symbols[i % 5].mid) : "", quantity: "10", status: fates[i % 10],
    filledQuantity: { FILLED: "10", PARTIALLY_FILLED: "4" }[fates[i % 10]] ?? "0", venueOrderId: "x-" + i, ageMs: i * 61_000,
    reason: fates[i % 10] === "FAILED" ? "staleFencingToken" : fates[i % 10] === "REJECTED" ? "PRICE_BAND" : "" }))
    .filter((row) => (!query.get("status") || row.status === query.get("status")) && (!query.get("strategy") || row.strategyId === Number(query.get("strategy"))));
}
function change(id, status) {
  const found = strategies.find((s) => s.id === Number(id));
  return Object.assign(found, { status, reason: "" });
}

let who = { role: "nobody", account: "" };
const routes = [
  ["GET", /^\/health\/live$/, () => ({ status: "ok" })],
  ["GET", /^\/api\/v1\/session$/, () => who],
  ["POST", /^\/api\/v1\/session$/, (body) => (who = body.token === "operator" ? { role: "operator", account: "" } : { role: "trader", account: "alice" })],
  ["DELETE", /^\/api\/v1\/session$/, () => ((who = { role: "nobody", account: "" }), { ended: true })],
  ["GET", /^\/api\/v1\/symbols$/, () => symbols.map(instrument)],
  ["GET", /^\/api\/v1\/orders$/, () => orders],
  ["GET", /^\/api\/v1\/positions$/, () => positions],
  ["GET", /^\/api\/v1\/pnl$/, () => [{ account: "alice", currency: "INR", realised: "939.50", unrealised: "-1680.25", charges: "0.00", net: "-740.75", cash: "0", pending: true }]],
  ["GET", /^\/api\/v1\/fills$/, () => symbols[0].trades.slice(0, 12).map((t) => ({ ...t, fillId: t.tradeId + "B", side: t.aggressorSide, liquidity: "TAKER" }))],
  ["GET", /^\/api\/v1\/ops\/backbone$/, backbone],
  ["GET", /^\/api\/v1\/strategies$/, showStrategies],
  ["POST", /^\/api\/v1\/strategies$/, (body) => {
    const id = strategies.length + 1;
    strategies.push({ ...body, id, status: "stopped", reason: "", shard: id % SHARDS });
    return strategies.at(-1);
  }, 201],
  ["POST", /^\/api\/v1\/strategies\/(\d+)\/start$/, (_, [, id]) => change(id, "running")],
  ["POST", /^\/api\/v1\/strategies\/(\d+)\/stop$/, (_, [, id]) => change(id, "stopped")],
  ["GET", /^\/api\/v1\/cutover$/, showCutover],
  ["PUT", /^\/api\/v1\/cutover$/, (body) => Object.assign(cutover, { percent: body.percent, drainedAt: Date.now() }) && showCutover()],
  ["GET", /^\/api\/v1\/intents$/, showIntents],
  ["POST", /^\/api\/v1\/intents\/([0-9a-f-]+)\/cancel$/, (_, [, intentId]) => ({ intentId, asked: true })],
  ["POST", /^\/api\/v1\/orders$/, (body) => {
    const order = { ...body, orderId: ++nextOrder, seq: ++seq, filledQuantity: "0", cancelledQuantity: "0", status: "OPEN", trades: [] };
    orders.push(order);
    tell("private-account.alice", "event", { kind: "order", symbol: body.symbol, orderId: order.orderId });
    return order;
  }],
  ["PATCH", /^\/api\/v1\/orders\/(\d+)$/, (body, [, id]) => Object.assign(orders.find((o) => o.orderId === +id), body)],
  ["DELETE", /^\/api\/v1\/orders\/(\d+)$/, (_, [, id]) => {
    orders = orders.filter((o) => o.orderId !== +id);
    return {};
  }],
];

const server = createServer(async (request, response) => {
  const { pathname: path, searchParams: query } = new URL(request.url, "http://x");
  response.setHeader("Content-Security-Policy", CSP);
  for (const [method, pattern, answer, status] of routes) {
    const match = pattern.exec(path);
    if (!match || method !== request.method) continue;
    let body = "";
    for await (const chunk of request) body += chunk;
    response.setHeader("Content-Type", "application/json");
    response.statusCode = status ?? 200;
    response.end(JSON.stringify(answer(body ? JSON.parse(body) : undefined, match, query)));
    return;
  }
  const file = path === "/" ? "index.html" : path.includes(".") ? path.slice(1) : path.slice(1) + ".html";
  try {
    const content = await readFile(WEB + file);
    response.setHeader("Content-Type", TYPES[file.split(".").at(-1)]);
    response.end(content);
  } catch {
    response.statusCode = 404;
    response.end("{}");
  }
});

/** @type {Set<{send: (o: object) => void, subscriptions: Map<string, number>}>} */
const clients = new Set();

function tell(channel, type, data) {
  for (const client of clients) {
    const prev = client.subscriptions.get(channel);
    if (prev === undefined) continue;
    client.subscriptions.set(channel, seq);
    client.send({ ch: channel, type, seq, prev, data });
  }
}

function snapshot(channel) {
  const s = symbols.find((x) => channel.split(".")[1] === x.symbol);
  if (channel.startsWith("book.")) return book(s, 50);
  if (channel.startsWith("trades.")) return { trades: s.trades.slice(0, 60).reverse() };
  if (channel.startsWith("bars.")) return { bars: s.bars.get(channel.split(".")[2]) };
  if (channel === "leaderboard") return { rows: ranks() };
  if (channel === "ops") return backbone();
  return null;
}

server.on("upgrade", (request, socket) => {
  const accept = createHash("sha1").update(request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest("base64");
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
  const client = { subscriptions: new Map(), send: (message) => socket.write(frame(JSON.stringify(message))) };
  clients.add(client);
  let buffered = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    for (let message = unframe(buffered); message; message = unframe(buffered)) {
      buffered = buffered.subarray(message.length);
      if (message.opcode === 8) return socket.end();
      heard(client, JSON.parse(message.text));
    }
  });
  socket.on("close", () => clients.delete(client));
  socket.on("error", () => clients.delete(client));
});

function heard(client, { op, ch }) {
  if (op === "ping") client.send({ type: "pong" });
  if (op === "unsub") client.subscriptions.delete(ch);
  if (op !== "sub") return;
  client.subscriptions.set(ch, seq);
  const data = snapshot(ch);
  if (data) client.send({ ch, type: "snap", seq, prev: 0, data });
}

function frame(content) {
  const payload = Buffer.from(content);
  const head = payload.length < 126 ? Buffer.from([0x81, payload.length])
    : payload.length < 65_536 ? Buffer.from([0x81, 126, payload.length >> 8, payload.length & 255])
    : Buffer.concat([Buffer.from([0x81, 127, 0, 0, 0, 0]), Buffer.from([payload.length >>> 24, (payload.length >> 16) & 255, (payload.length >> 8) & 255, payload.length & 255])]);
  return Buffer.concat([head, payload]);
}

/** One frame of a client, masked and short. */
function unframe(bytes) {
  if (bytes.length < 6) return null;
  let size = bytes[1] & 127, at = 2;
  if (size === 126) [size, at] = [bytes.readUInt16BE(2), 4];
  if (bytes.length < at + 4 + size) return null;
  const mask = bytes.subarray(at, at + 4);
  const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + size)).map((b, i) => b ^ mask[i % 4]);
  return { opcode: bytes[0] & 15, text: payload.toString(), length: at + 4 + size };
}

setInterval(() => {
  now += 250;
  if (chance() < 0.9) trade(symbols[0]);
  trade(symbols[Math.floor(chance() * symbols.length)]);
}, 250);
setInterval(() => {
  tell("ops", "snap", backbone());
  tell("leaderboard", "snap", { rows: ranks() });
}, 1_000);
for (let i = 0; i < 80; i++) for (const s of symbols) trade(s);
server.listen(PORT, "127.0.0.1", () => console.log(`http://127.0.0.1:${PORT}/`));
