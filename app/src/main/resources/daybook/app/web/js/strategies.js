/** The strategies page: who evaluates what, how far behind it is, and what became of its orders; asked for every two seconds. */

import { ask, get } from "./api.js";
import { Rows, byId, make, setAttribute, setText } from "./dom.js";
import { STATUSES, accountWords, age, count, fateTone, fateWords, look, mayCancel, moveWords, moving, orderWords, ownerWords, parameterWords, parseParameters,
  pathWords, percentWords, ranges, seriesWords, shardWords, some, statusWords } from "./shards.js";
import { Shell, nothing } from "./shell.js";

/**
 * @typedef {import("./shards.js").Cutover} Cutover
 * @typedef {import("./shards.js").Shard} Shard
 * @typedef {{id: number, kind: string, parameters: Record<string, number>, account: string, series: string[], status: string, reason: string,
 *   shard: number, path: string, owner: string, lag: number, lastBar: {series: string, token: number, end: string} | null,
 *   evaluations: number, intents: number}} Strategy
 * @typedef {{intentId: string, strategyId: number, series: string, barToken: number, account: string, symbol: string, side: string,
 *   orderType: string, price: string, quantity: string, status: string, filledQuantity: string, reason: string, venueOrderId: string,
 *   ageMs: number}} Intent
 * @typedef {{percent: number, draining: number, kinds: {kind: string, summary: string}[], totals: Record<string, number>,
 *   strategies: Strategy[], next: number | null}} Page
 */

const PERIOD_MS = 2_000;
/** A page that has heard nothing for so long shows what was. */
const STALE_MS = 7_000;
const PAGE = 100, INTENTS = 100;
const COLUMNS = 12, INTENT_COLUMNS = 9;

const slider = byId("slider", HTMLInputElement);
const statusFilter = byId("status", HTMLSelectElement);
const fateFilter = byId("fate", HTMLSelectElement);
const confirming = byId("confirm", HTMLDialogElement);
const adding = byId("adding", HTMLDialogElement);

/** What is shown of all there is; -1 and 0: all. */
const wish = { after: 0, shard: -1, strategy: 0 };
/** @type {Cutover | null} */
let cutover = null;
/** @type {Page | null} */
let page = null;
let heardAt = -Infinity;
let selected = 0;
let isSliderHeld = false;
let isOperator = false;
/** @type {any} */
let timer = null;
/** Rises with each question, so that a late answer to an older one is not shown. */
let round = 0;

const shell = new Shell((who) => {
  isOperator = who.role === "operator";
  for (const id of ["cutover", "add"]) byId(id).hidden = !isOperator;
  byId("cutover-viewer").hidden = isOperator;
  askNow();
});
shell.feed.subscribe("ops", { frame: (frame) => shell.showVenue(frame.data), refused: () => {} });

const cells = new Rows(
  byId("map"),
  (/** @type {Shard} */ s) => String(s.shard),
  (s) => make("li", { id: "shard-" + s.shard, role: "option", onmouseenter: () => select(s.shard), onclick: () => showShard(s.shard) }),
  (cell, s) => {
    setAttribute(cell, "data-look", look(s));
    setAttribute(cell, "data-empty", s.strategies === 0 ? "" : null);
    setAttribute(cell, "aria-selected", String(s.shard === selected));
    setAttribute(cell, "aria-label", shardWords(s));
  },
);
const rangeRows = new Rows(
  byId("ranges"),
  (/** @type {import("./shards.js").Range} */ r) => String(r.from),
  () => row(["text", "text", "text", "", ""]),
  (line, r) => fill(line, [
    r.from === r.to ? String(r.from) : `${r.from}\u2013${r.to}`,
    r.look === "draining" ? "moving" : pathWords(r.path) + (r.look === "late" ? ", late" : ""),
    ownerWords(r.owner), count(r.strategies), count(r.lag)]),
);
const strategyRows = new Rows(byId("strategies"), (/** @type {Strategy} */ s) => String(s.id), makeStrategy, showStrategy);
const intentRows = new Rows(byId("intents"), (/** @type {Intent} */ i) => i.intentId, makeIntent, showIntent);

for (const status of STATUSES) fateFilter.append(make("option", { value: status }, statusWords(status)));
wire();
shell.start();
setInterval(showAge, 1_000);

function wire() {
  statusFilter.addEventListener("change", () => turnTo(0));
  fateFilter.addEventListener("change", askNow);
  byId("next").addEventListener("click", () => page?.next && turnTo(page.next));
  byId("first").addEventListener("click", () => turnTo(0));
  byId("all-shards").addEventListener("click", () => showShard(-1));
  byId("all-strategies").addEventListener("click", () => showIntentsOf(0));
  byId("map").addEventListener("keydown", (event) => walk(event));
  slider.addEventListener("input", () => {
    isSliderHeld = true;
    showCutover();
  });
  byId("cutover").addEventListener("submit", (event) => {
    event.preventDefault();
    if (cutover) {
      setText(byId("confirm-title"), `Move to ${slider.value} %?`);
      setText(byId("confirm-words"), moveWords(cutover.shards, Number(slider.value)));
      setText(byId("confirm-error"), "");
      confirming.showModal();
    }
  });
  byId("confirm-form").addEventListener("submit", (event) => {
    event.preventDefault();
    move();
  });
  byId("confirm-cancel").addEventListener("click", () => confirming.close());
  byId("add").addEventListener("click", () => {
    setText(byId("adding-error"), "");
    adding.showModal();
  });
  byId("kind").addEventListener("change", showKind);
  byId("adding-form").addEventListener("submit", (event) => {
    event.preventDefault();
    add();
  });
  byId("adding-cancel").addEventListener("click", () => adding.close());
  document.addEventListener("visibilitychange", () => document.hidden || askNow());
}

/** Asks at once, and then again and again while the page is looked at. */
async function askNow() {
  clearTimeout(timer);
  const mine = ++round;
  const strategies = new URLSearchParams({ limit: String(PAGE), after: String(wish.after) });
  if (statusFilter.value) strategies.set("status", statusFilter.value);
  if (wish.shard >= 0) strategies.set("shard", String(wish.shard));
  const intents = new URLSearchParams({ limit: String(INTENTS) });
  if (fateFilter.value) intents.set("status", fateFilter.value);
  if (wish.strategy > 0) intents.set("strategy", String(wish.strategy));
  const answers = await Promise.all([
    get("/api/v1/strategies?" + strategies), get("/api/v1/cutover"), get("/api/v1/intents?" + intents)]);
  if (mine !== round) return;
  const failed = answers.find((answer) => answer.status !== 200);
  if (failed) showFailure(failed);
  else show(answers[0].body, answers[1].body, answers[2].body);
  const retryAfterMs = Math.max(...answers.map((answer) => answer.retryAfterS * 1_000));
  timer = setTimeout(() => document.hidden || askNow(), Math.max(PERIOD_MS, retryAfterMs));
}

/** @param {import("./api.js").Answer} failed */
function showFailure(failed) {
  if (failed.status === 401) {
    setText(byId("verdict-title"), "Sign in to see the strategies of this venue");
    setText(byId("verdict-detail"), "");
  } else if (heardAt === -Infinity) {
    setText(byId("verdict-title"), "The strategies cannot be shown now");
    setText(byId("verdict-detail"), failed.body?.message ?? "");
  }
  showAge();
}

/** @param {Page} nowPage @param {Cutover} nowCutover @param {Intent[]} nowIntents */
function show(nowPage, nowCutover, nowIntents) {
  heardAt = performance.now();
  page = nowPage;
  cutover = nowCutover;
  showVerdict();
  showCutover();
  showMap();
  showPage();
  if (nowIntents.length === 0) byId("intents").replaceChildren(nothing("No such intent yet.", INTENT_COLUMNS));
  else byId("intents").querySelector(".nothing")?.remove();
  intentRows.show(nowIntents);
  byId("all-strategies").hidden = wish.strategy === 0;
  setText(byId("all-strategies"), `Only of strategy ${wish.strategy} \u00d7`);
  showAge();
}

function showVerdict() {
  if (!page || !cutover) return;
  const lag = cutover.shards.reduce((sum, shard) => sum + shard.lag, 0);
  const late = cutover.shards.filter((shard) => look(shard) === "late").length;
  const orphans = cutover.shards.filter((shard) => shard.strategies > 0 && !shard.owner).length;
  const { running = 0, failed = 0 } = page.totals;
  const detail = [];
  if (orphans > 0) detail.push(`${some(orphans, "shard")} with running strategies ${orphans === 1 ? "has" : "have"} no owner`);
  if (late > 0) detail.push(`${some(late, "shard")} ${late === 1 ? "is" : "are"} late`);
  if (failed > 0) detail.push(`${some(failed, "strategy", "strategies")} failed and ${failed === 1 ? "is" : "are"} stopped by that`);
  if (cutover.draining.length > 0) detail.push(`${some(cutover.draining.length, "shard")} ${cutover.draining.length === 1 ? "is" : "are"} moving`);
  setAttribute(byId("verdict"), "data-tone", orphans > 0 ? "bad" : late + failed > 0 ? "warn" : "good");
  setText(byId("verdict-title"), running === 0 ? "No strategy runs" : `${some(running, "strategy runs", "strategies run")}`);
  setText(byId("verdict-detail"), detail.length > 0 ? detail.join(" \u00b7 ") : lag === 0 ? "Every closed bar has been evaluated by all who listen." : "");
  for (const status of ["running", "stopped", "failed"]) setText(byId(status), count(page.totals[status] ?? 0));
  setText(byId("lag"), count(lag));
}

function showCutover() {
  if (!cutover) return;
  const { percent, draining, shards } = cutover;
  const isMoving = draining.length > 0;
  setText(byId("percent"), `${percent} %`);
  setText(byId("percent-words"), percentWords(shards, percent));
  setText(byId("draining"), isMoving ? `${some(draining.length, "shard")} to drain` : "");
  if (!isSliderHeld) slider.value = String(percent);
  slider.disabled = isMoving;
  const wanted = Number(slider.value);
  setText(byId("wanted"), `${wanted} %`);
  setText(byId("wanted-words"), isMoving ? "The move before is not over: the next one waits until all shards have drained."
    : wanted === percent ? "Choose another percentage; what would move is said before it does." : percentWords(shards, wanted));
  byId("move", HTMLButtonElement).disabled = isMoving || moving(shards, wanted).moves.length === 0;
}

function showMap() {
  if (!cutover) return;
  cells.show(cutover.shards);
  rangeRows.show(ranges(cutover.shards));
  setAttribute(byId("map"), "aria-activedescendant", "shard-" + selected);
  const shard = cutover.shards[selected];
  if (shard && byId("map").matches(":focus, :hover")) setText(byId("cell"), shardWords(shard));
}

/** @param {number} shard */
function select(shard) {
  selected = shard;
  showMap();
  const found = cutover?.shards[shard];
  if (found) setText(byId("cell"), shardWords(found));
}

/** @param {KeyboardEvent} event */
function walk(event) {
  if (!cutover) return;
  const map = byId("map");
  const columns = Math.max(1, getComputedStyle(map).gridTemplateColumns.split(" ").length);
  const steps = new Map([["ArrowRight", 1], ["ArrowLeft", -1], ["ArrowDown", columns], ["ArrowUp", -columns]]);
  const last = cutover.shards.length - 1;
  const step = steps.get(event.key);
  if (event.key === "Enter" || event.key === " ") showShard(selected);
  else if (event.key === "Home") select(0);
  else if (event.key === "End") select(last);
  else if (step !== undefined) select(Math.min(last, Math.max(0, selected + step)));
  else return;
  event.preventDefault();
}

/** Only the strategies of a shard; -1: all. @param {number} shard */
function showShard(shard) {
  wish.shard = shard;
  turnTo(0);
}

/** Only the intents of a strategy; 0: all. @param {number} strategy */
function showIntentsOf(strategy) {
  wish.strategy = strategy;
  askNow();
}

/** @param {number} after */
function turnTo(after) {
  wish.after = after;
  askNow();
}

function showPage() {
  if (!page) return;
  const { strategies, next, totals, kinds } = page;
  const all = Object.values(totals).reduce((sum, n) => sum + n, 0);
  const body = byId("strategies");
  if (strategies.length === 0) {
    body.replaceChildren(nothing(all === 0 ? "No strategy yet. An operator adds one here, or with ./daybook strategy add." : "No such strategy.", COLUMNS));
  } else body.querySelector(".nothing")?.remove();
  strategyRows.show(strategies);
  setText(byId("page-words"), strategies.length > 0 ? `${count(strategies.length)} of ${count(all)} shown, from id ${strategies[0].id}` : "");
  byId("next").hidden = next === null;
  byId("first").hidden = wish.after === 0;
  byId("all-shards").hidden = wish.shard < 0;
  setText(byId("all-shards"), `Only shard ${wish.shard} \u00d7`);
  const kind = byId("kind", HTMLSelectElement);
  if (kind.options.length !== kinds.length) {
    kind.replaceChildren(...kinds.map((each) => make("option", {}, each.kind)));
    showKind();
  }
}

function showKind() {
  const name = byId("kind", HTMLSelectElement).value;
  setText(byId("kind-words"), page?.kinds.find((each) => each.kind === name)?.summary ?? "");
}

/** @param {Strategy} strategy */
function makeStrategy(strategy) {
  const line = row(["", "text", "text", "text", "text", "", "text", "", "text", "", "", "text"]);
  const change = make("button", { type: "button", class: "small", onclick: () => changeStatus(strategy.id, line.dataset.next ?? "") });
  line.children[11].append(change);
  line.children[10].append(make("button", { type: "button", class: "plain", onclick: () => showIntentsOf(strategy.id) }));
  return line;
}

/** @param {HTMLTableRowElement} line @param {Strategy} s */
function showStrategy(line, s) {
  const cell = line.children;
  fill(line, [String(s.id), `${s.kind} ${parameterWords(s.parameters)}`, s.series.map(seriesWords).join(", "), accountWords(s.account), s.status,
    String(s.shard), ownerWords(s.owner), count(s.lag), s.lastBar ? `${seriesWords(s.lastBar.series)} #${s.lastBar.token}` : "\u2014",
    count(s.evaluations)]);
  setText(cell[10].children[0], count(s.intents));
  setAttribute(cell[10].children[0], "aria-label", `${some(s.intents, "intent")} of strategy ${s.id}: show them`);
  setAttribute(cell[4], "data-tone", s.status === "failed" ? "bad" : s.status === "running" ? "good" : null);
  setAttribute(cell[4], "title", s.reason || null);
  setAttribute(cell[5], "title", `evaluated ${pathWords(s.path)}`);
  setAttribute(cell[6], "title", s.owner || null);
  setAttribute(cell[8], "title", s.lastBar ? `ended ${s.lastBar.end}` : null);
  const next = s.status === "running" ? "stop" : "start";
  line.dataset.next = next;
  const button = /** @type {HTMLElement} */ (cell[11].children[0]);
  button.hidden = !isOperator;
  setText(button, next === "stop" ? "Stop" : "Start");
  setAttribute(button, "aria-label", `${next === "stop" ? "Stop" : "Start"} strategy ${s.id}`);
}

/** @param {Intent} intent */
function makeIntent(intent) {
  const line = row(["", "", "text", "text", "text", "text", "", "text", "text"]);
  line.children[8].append(make("button", { type: "button", class: "small", onclick: () => cancel(intent.intentId) }, "Cancel"));
  return line;
}

/** @param {HTMLTableRowElement} line @param {Intent} i */
function showIntent(line, i) {
  fill(line, [age(i.ageMs), i.strategyId === 0 ? "by hand" : String(i.strategyId), i.series ? `${seriesWords(i.series)} #${i.barToken}` : "\u2014",
    orderWords(i), accountWords(i.account), statusWords(i.status), `${i.filledQuantity} of ${i.quantity}`, i.reason]);
  setAttribute(line.children[5], "data-tone", fateTone(i.status));
  setAttribute(line.children[5], "title", fateWords(i.status, i.reason));
  setAttribute(line, "title", `client order id ${i.intentId}` + (i.venueOrderId ? `, at the venue ${i.venueOrderId}` : ""));
  line.children[3].className = "text " + (i.side === "BUY" ? "buy" : "sell");
  const button = /** @type {HTMLElement} */ (line.children[8].children[0]);
  button.hidden = !isOperator || !mayCancel(i.status);
  setAttribute(button, "aria-label", `Cancel ${orderWords(i)} of strategy ${i.strategyId}`);
}

/** @param {number} id @param {string} to */
async function changeStatus(id, to) {
  const answer = await ask("POST", `/api/v1/strategies/${id}/${to}`);
  setText(byId("announce"), answer.status === 200 ? `Strategy ${id} is ${answer.body.status}` : fault(answer));
  askNow();
}

/** @param {string} intentId */
async function cancel(intentId) {
  const answer = await ask("POST", `/api/v1/intents/${intentId}/cancel`);
  setText(byId("announce"), answer.status === 200 ? "The order-gateway is asked to cancel it" : fault(answer));
  askNow();
}

async function move() {
  const percent = Number(slider.value);
  const answer = await ask("PUT", "/api/v1/cutover", { percent });
  if (answer.status !== 200) {
    setText(byId("confirm-error"), fault(answer));
    return;
  }
  isSliderHeld = false;
  confirming.close();
  setText(byId("announce"), `Shards are moving: ${percent} % on the log`);
  askNow();
}

async function add() {
  const parameters = parseParameters(byId("parameters", HTMLInputElement).value);
  if (typeof parameters === "string") {
    setText(byId("adding-error"), parameters);
    return;
  }
  const answer = await ask("POST", "/api/v1/strategies", {
    kind: byId("kind", HTMLSelectElement).value,
    parameters,
    account: byId("to-account", HTMLInputElement).value.trim(),
    series: byId("series", HTMLInputElement).value.trim().split(/\s+/),
  });
  if (answer.status !== 201) {
    setText(byId("adding-error"), fault(answer));
    return;
  }
  adding.close();
  setText(byId("announce"), `Strategy ${answer.body.id} is added, and stopped`);
  askNow();
}

/** @param {import("./api.js").Answer} answer */
function fault(answer) {
  if (answer.status === 0) return "The venue does not answer: it may have been done or not. Look before you try again.";
  if (answer.status === 401 || answer.status === 403) return "Only an operator may do this. Sign in with an operator\u2019s token.";
  return answer.body?.message ?? "The venue says no, and not why.";
}

/** Grey is what was, and no longer known to be. */
function showAge() {
  const isStale = performance.now() - heardAt > STALE_MS && !document.hidden;
  setAttribute(document.body, "data-stale", isStale && heardAt > 0 ? "" : null);
  if (isStale && heardAt > 0) setText(byId("verdict-title"), `How it was ${age(performance.now() - heardAt)} ago`);
}

/** A row with cells of these classes. @param {string[]} classes */
function row(classes) {
  return make("tr", {}, ...classes.map((name) => make("td", { class: name || null })));
}

/** @param {HTMLElement} line @param {string[]} texts */
function fill(line, texts) {
  texts.forEach((text, i) => setText(line.children[i], text));
}
