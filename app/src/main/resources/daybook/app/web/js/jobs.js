/** The jobs page: what waits, runs and has failed, and what has become of it; asked for every two seconds. */

import { ask, get } from "./api.js";
import { Rows, byId, make, setAttribute, setText } from "./dom.js";
import { age, count } from "./shards.js";
import { Shell, nothing } from "./shell.js";
import { by, jsonFault, outcomeTone, sums, took, venueTime, verdict, why } from "./work.js";

/**
 * @typedef {import("./work.js").Overview} Overview
 * @typedef {import("./work.js").Run} Run
 * @typedef {import("./work.js").Failed} Failed
 */

const PERIOD_MS = 2_000;
/** A page that has heard nothing for so long shows what was. */
const STALE_MS = 7_000;
const FAILED = 100, HISTORY = 100;

const pushing = byId("pushing", HTMLDialogElement);
const repairing = byId("repairing", HTMLDialogElement);
const discarding = byId("discarding", HTMLDialogElement);
/** @type {Failed | null} */
let repaired = null;
/** @type {Failed | null} */
let discarded = null;
let isOperator = false;
let heardAt = -Infinity;
/** @type {any} */
let timer = null;
/** Rises with each question, so that a late answer to an older one is not shown. */
let round = 0;

const shell = new Shell((who) => {
  isOperator = who.role === "operator";
  byId("push").hidden = !isOperator;
  askNow();
});
shell.feed.subscribe("ops", { frame: (frame) => shell.showVenue(frame.data), refused: () => {} });

const queueRows = new Rows(
  byId("queues"),
  (/** @type {import("./work.js").Queue} */ q) => q.queue,
  () => row(["text", "", "", ""]),
  (line, q) => fill(line, [q.queue, count(q.size), count(q.due), count(q.inFlight)]),
);
const runningRows = new Rows(
  byId("running"),
  (/** @type {Run} */ r) => `${r.id} ${r.attempt} ${r.startedAt}`,
  () => {
    const line = row(["text", "text", "", "text", "text", "", "text"]);
    named(line.children[0]);
    line.children[3].append(make("progress", { max: 1, "aria-label": "progress" }), make("span", {}));
    return line;
  },
  showRunning,
);
const failedRows = new Rows(byId("failed"), (/** @type {Failed} */ f) => `${f.queue} ${f.id}`, makeFailed, showFailed);
const scheduleRows = new Rows(
  byId("schedules"),
  (/** @type {import("./work.js").Schedule} */ s) => s.name,
  () => row(["text", "text", "text", "text"]),
  (line, s) => fill(line, [s.name, s.when, s.job, venueTime(s.nextDue, s.zone)]),
);
const historyRows = new Rows(
  byId("history"),
  (/** @type {Run} */ r) => `${r.id} ${r.attempt} ${r.startedAt} ${r.outcome}`,
  () => {
    const line = row(["", "text", "text", "", "text", "text reason", "", "text"]);
    named(line.children[1]);
    return line;
  },
  (line, r) => {
    fill(line, [since(r.endedAt ?? r.startedAt), null, r.queue, r.attempt > 0 ? String(r.attempt) : "\u2014", r.words, why(r), took(r), by(r.owner)]);
    showName(line.children[1], r.name || "\u2014", r.id);
    setAttribute(line.children[4], "data-tone", outcomeTone(r.outcome));
  },
);

wire();
shell.start();
setInterval(showAge, 1_000);

function wire() {
  byId("push").addEventListener("click", () => {
    setText(byId("pushing-error"), "");
    pushing.showModal();
  });
  byId("pushing-cancel").addEventListener("click", () => pushing.close());
  byId("pushing-form").addEventListener("submit", (event) => {
    event.preventDefault();
    push();
  });
  byId("repairing-cancel").addEventListener("click", () => repairing.close());
  byId("repairing-form").addEventListener("submit", (event) => {
    event.preventDefault();
    repair();
  });
  byId("discarding-cancel").addEventListener("click", () => discarding.close());
  byId("discarding-form").addEventListener("submit", (event) => {
    event.preventDefault();
    discarding.close();
    if (discarded) change(discarded, "discard", "is forgotten");
  });
  document.addEventListener("visibilitychange", () => document.hidden || askNow());
}

/** Asks at once, and then again and again while the page is looked at. */
async function askNow() {
  clearTimeout(timer);
  const mine = ++round;
  const overview = await get("/api/v1/jobs");
  const queues = overview.status === 200 ? overview.body.queues.map((/** @type {{queue: string}} */ q) => q.queue) : [];
  const answers = await Promise.all([
    get("/api/v1/job-history?limit=" + HISTORY),
    ...queues.map((/** @type {string} */ queue) => get(`/api/v1/jobs/${encodeURIComponent(queue)}/failed?limit=${FAILED}`))]);
  if (mine !== round) return;
  const all = [overview, ...answers];
  const refused = all.find((answer) => answer.status !== 200);
  if (refused) showFailure(refused);
  else show(overview.body, answers[0].body, answers.slice(1).flatMap((answer) => answer.body));
  const retryAfterMs = Math.max(...all.map((answer) => answer.retryAfterS * 1_000));
  timer = setTimeout(() => document.hidden || askNow(), Math.max(PERIOD_MS, retryAfterMs));
}

/** @param {import("./api.js").Answer} refused */
function showFailure(refused) {
  if (refused.status === 401) {
    setText(byId("verdict-title"), "Sign in to see the jobs of this venue");
    setText(byId("verdict-detail"), "");
  } else if (heardAt === -Infinity) {
    setText(byId("verdict-title"), "The jobs cannot be shown now");
    setText(byId("verdict-detail"), refused.body?.message ?? "");
  }
  showAge();
}

/** @param {Overview} overview @param {Run[]} history @param {Failed[]} failed */
function show(overview, history, failed) {
  heardAt = performance.now();
  const said = verdict(overview.queues, failed.length);
  setAttribute(byId("verdict"), "data-tone", said.tone);
  setText(byId("verdict-title"), said.title);
  setText(byId("verdict-detail"), "");
  const all = sums(overview.queues);
  setText(byId("waiting"), count(all.waiting));
  setText(byId("due"), count(all.due));
  setText(byId("in-flight"), count(all.inFlight));
  setText(byId("failed-count"), count(failed.length));
  setText(byId("driver"), `carried by: ${overview.driver}`);
  queueRows.show(overview.queues);
  showAll("running", runningRows, overview.running, "Nothing runs.", 7);
  showAll("failed", failedRows, failed, "No failed job.", 7);
  showAll("schedules", scheduleRows, overview.schedules, "The clock pushes nothing here (queue.schedules).", 4);
  showAll("history", historyRows, history, "Nothing has ended yet.", 8);
  options("kind", overview.kinds);
  options("queue", overview.queues.map((queue) => queue.queue));
  showAge();
}

/**
 * @template Item
 * @param {string} id @param {Rows<Item, any>} rows @param {Item[]} items @param {string} otherwise @param {number} columns
 */
function showAll(id, rows, items, otherwise, columns) {
  if (items.length === 0) {
    rows.show([]);
    if (!byId(id).querySelector(".nothing")) byId(id).replaceChildren(nothing(otherwise, columns));
    return;
  }
  byId(id).querySelector(".nothing")?.remove();
  rows.show(items);
}

/** @param {string} id @param {string[]} names */
function options(id, names) {
  const select = byId(id, HTMLSelectElement);
  if (select.options.length === names.length) return;
  select.replaceChildren(...names.map((name) => make("option", {}, name)));
}

/** @param {HTMLElement} line @param {Run} r */
function showRunning(line, r) {
  const cells = line.children;
  const bar = /** @type {HTMLProgressElement} */ (cells[3].children[0]);
  bar.hidden = r.total === 0;
  bar.value = r.total === 0 ? 0 : Math.min(1, r.done / r.total);
  setText(cells[3].children[1], r.total === 0 ? (r.done > 0 ? count(r.done) : "\u2014") : ` ${count(r.done)} of ${count(r.total)}`);
  showName(cells[0], r.name, r.id);
  setText(cells[1], r.queue);
  setText(cells[2], String(r.attempt));
  setText(cells[4], r.what);
  setText(cells[5], since(r.startedAt));
  setText(cells[6], by(r.owner));
}

/** @param {Failed} failed */
function makeFailed(failed) {
  const line = row(["text", "text", "text reason", "", "", "text payload", "text"]);
  named(line.children[0]);
  const button = (/** @type {string} */ text, /** @type {() => void} */ pressed) =>
    make("button", { type: "button", class: "small", "aria-label": `${text} job ${failed.name} ${failed.id}`, onclick: pressed }, text);
  line.children[6].append(
    button("Retry", () => change(failed, "retry", "is put in again")),
    button("Repair", () => openRepair(failed)),
    button("Discard", () => askWhetherToDiscard(failed)));
  return line;
}

/** @param {HTMLElement} line @param {Failed} f */
function showFailed(line, f) {
  fill(line, [null, f.queue, f.reason, count(f.attempts), since(f.failedAt), f.payload]);
  showName(line.children[0], f.name, f.id);
  setAttribute(line, "title", f.history.join("\n") || null);
  setAttribute(line.children[2], "data-tone", "bad");
  for (const button of line.children[6].children) /** @type {HTMLElement} */ (button).hidden = !isOperator;
}

/** @param {Failed} failed @param {string} verb @param {string} done */
async function change(failed, verb, done) {
  const answer = await ask("POST", path(failed) + "/" + verb, {});
  setText(byId("announce"), answer.status === 200 ? `Job ${failed.name} ${done}` : fault(answer));
  askNow();
}

/** @param {Failed} failed */
function openRepair(failed) {
  repaired = failed;
  byId("repaired", HTMLInputElement).value = failed.payload;
  setText(byId("repairing-words"), `${failed.name} failed: ${failed.reason}. It is put in again with this payload, under its id.`);
  setText(byId("repairing-error"), "");
  repairing.showModal();
}

/** @param {Failed} failed */
function askWhetherToDiscard(failed) {
  discarded = failed;
  setText(byId("discarding-words"), `${failed.name}, job ${failed.id}, failed: ${failed.reason}. Once it is forgotten nobody can put it in again.`);
  discarding.showModal();
}

async function repair() {
  if (!repaired) return;
  const payload = byId("repaired", HTMLInputElement).value;
  const wrong = jsonFault(payload);
  const answer = wrong ? null : await ask("POST", path(repaired) + "/repair", { payload });
  if (!answer || answer.status !== 200) {
    setText(byId("repairing-error"), answer ? fault(answer) : wrong);
    return;
  }
  repairing.close();
  setText(byId("announce"), `Job ${repaired.name} is put in again`);
  askNow();
}

async function push() {
  const payload = byId("payload", HTMLInputElement).value;
  const wrong = jsonFault(payload);
  const queue = byId("queue", HTMLSelectElement).value;
  const name = byId("kind", HTMLSelectElement).value;
  const answer = wrong ? null : await ask("POST", "/api/v1/jobs/" + encodeURIComponent(queue), { name, payload });
  if (!answer || answer.status !== 201) {
    setText(byId("pushing-error"), answer ? fault(answer) : wrong);
    return;
  }
  pushing.close();
  setText(byId("announce"), `Job ${name} is put in`);
  askNow();
}

/** @param {Failed} failed */
function path(failed) {
  return `/api/v1/jobs/${encodeURIComponent(failed.queue)}/failed/${encodeURIComponent(failed.id)}`;
}

/** @param {import("./api.js").Answer} answer */
function fault(answer) {
  if (answer.status === 0) return "The venue does not answer: it may have been done or not. Look before you try again.";
  if (answer.status === 401 || answer.status === 403) return "Only an operator may do this. Sign in with an operator\u2019s token.";
  return answer.body?.message ?? "The venue says no, and not why.";
}

/** @param {string} instant */
function since(instant) {
  return age(Math.max(0, Date.now() - Date.parse(instant)));
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

/** @param {HTMLElement} line @param {(string | null)[]} texts null: somebody else's cell */
function fill(line, texts) {
  texts.forEach((text, i) => text !== null && setText(line.children[i], text));
}

/** A cell for a job's name with its id below, to be read and copied: one click selects all of it. @param {Element} cell */
function named(cell) {
  cell.append(make("span", {}), make("code", { class: "id" }));
}

/** @param {Element} cell @param {string} name @param {string} id */
function showName(cell, name, id) {
  setText(cell.children[0], name);
  setText(cell.children[1], id);
}
