/** The backbone page: what each part of the venue says of itself, once a second, where it stands in the flow. */

import { Rows, byId, make, setAttribute, setText } from "./dom.js";
import { Wires } from "./flow.js";
import { newestOnly } from "./frames.js";
import { History } from "./history.js";
import { Shell } from "./shell.js";

/**
 * @typedef {"good" | "warn" | "bad" | "unknown"} Tone
 * @typedef {{partition: number, end: number}} Partition
 * @typedef {{partition: number, committed: number, end: number, lag: number}} Progress
 * @typedef {{group: string, topic: string, lag: number, partitions: Progress[]}} Group
 * @typedef {{state: string, reasons: string[], counters: Record<string, unknown>}} Verdict
 * @typedef {{role: string, state: string, reasons: string[], address: string, ageMs: number}} Role
 * @typedef {{service: string, owner: string, token: number, remainingMs: number}} Lease
 * @typedef {{key: string, name: string, value: string, tone: Tone, title: string}} Line A row of a list
 * @typedef {{
 *   seq: number, state: string, reasons: string[], session: string, silent?: string[],
 *   exchange: {durableSeq: number, publishedSeq: number, lag: number, connected: boolean} | null,
 *   topics: {topic: string, partitions: Partition[]}[],
 *   groups: Group[],
 *   outboxes: {service: string, waiting: number, oldestAgeMs: number}[],
 *   deadLetters: {service: string, open: number, held: number}[],
 *   leases: Lease[],
 *   audit: Verdict | null,
 *   reconciliation: Verdict | null,
 *   roles: Role[],
 * }} Ops
 */

const EVENTS = "exchange.events.v1", FILLS = "fills.v1";
/** So far behind is a reader that only breathes; beyond it somebody should look. */
const BREATHING = 1_000;
const OLD_MS = 5_000;
const MINUTE = 60, LANE = 30;
/** The venue reports every second: a page that has heard nothing for so long shows what was. */
const STALE_MS = 5_000;

const number = new Intl.NumberFormat("en");
const events = new History(MINUTE);
/** @type {Map<string, History>} */
const lanes = new Map();

/** When the venue's last report came; -Infinity: none has. */
let heardAt = -Infinity;
const showNewest = newestOnly((draw) => requestAnimationFrame(draw), show);

const shell = new Shell(() => {});
const wires = new Wires(/** @type {any} */ (document.getElementById("wires")), byId("flow"), [
  { from: "at-entry", to: "at-journal" },
  { from: "at-journal", to: "at-publisher" },
  { from: "at-publisher", to: "at-events" },
  { from: "at-events", to: "at-readers" },
  { from: "at-events", to: "at-capture" },
  { from: "at-capture", to: "at-outbox" },
  { from: "at-outbox", to: "at-fills" },
  { from: "at-fills", to: "at-ledger" },
  { from: "at-ledger", to: "at-board" },
]);

/** @type {Record<string, Rows<Partition & {topic: string}, HTMLLIElement>>} */
const laneRows = { [EVENTS]: laneList("events-lanes"), [FILLS]: laneList("fills-lanes") };
const chipRows = { capture: chipList("capture-partitions"), ledger: chipList("ledger-partitions") };
const lists = Object.fromEntries(
  ["readers", "topics", "letters-rows", "leases", "audit-rows", "reconciliation-rows", "roles"].map((id) => [id, lineList(id)]),
);

shell.feed.subscribe("ops", {
  frame: (frame) => {
    heardAt = performance.now();
    showNewest(frame.data);
  },
  refused: (code) => {
    if (code === "BUSY") return; // it is asked again, and grows old meanwhile
    setText(byId("verdict-title"), "Sign in to see the backbone of this venue");
    setText(byId("verdict-detail"), "");
    heardAt = -Infinity;
    showAge();
  },
});
shell.start();
setInterval(showAge, 1_000);

/** Grey is what was, and no longer known to be. */
function showAge() {
  const isStale = shell.feed.link.state !== "live" || performance.now() - heardAt > STALE_MS;
  setAttribute(document.body, "data-stale", isStale ? "" : null);
  if (isStale && heardAt > 0) setText(byId("verdict-title"), `How it was ${age(performance.now() - heardAt)} ago`);
}

/** @param {Ops} ops */
function show(ops) {
  const now = performance.now();
  if (ops.exchange?.durableSeq === undefined) ops.exchange = null; // it runs elsewhere, and nobody has heard of it
  shell.showVenue(ops);
  showAge();
  events.take(ops.exchange?.durableSeq ?? ops.seq, now);
  for (const topic of ops.topics ?? []) {
    for (const p of topic.partitions) historyOf(topic.topic, p.partition).take(p.end, now);
  }
  showVerdict(ops);
  showExchange(ops);
  showTopic(ops, EVENTS);
  showTopic(ops, FILLS);
  showGroup(ops, "capture", "at-capture");
  showGroup(ops, "ledger", "at-ledger");
  showReaders(ops);
  showOutbox(ops);
  showBoard(ops);
  showLetters(ops);
  showLeases(ops);
  showFindings("audit", ops.audit, "at-audit");
  showFindings("reconciliation", ops.reconciliation, "at-reconciliation");
  showOtherTopics(ops);
  showRoles(ops);
}

/** @param {Ops} ops */
function showVerdict(ops) {
  const behind = Math.max(0, ...(ops.groups ?? []).map((g) => g.lag));
  const verdict = byId("verdict");
  setAttribute(verdict, "data-tone", tone(ops.state));
  setText(
    byId("verdict-title"),
    { green: "All is well", amber: "Working, but look here", red: "Something is wrong" }[ops.state] ?? "The venue does not say how it is",
  );
  setText(
    byId("verdict-detail"),
    ops.state === "green"
      ? linesOf(ops) +
          (behind === 0 ? "Every reader has seen all of them." : `The slowest reader is ${count(behind)} behind.`)
      : (ops.reasons ?? []).join(" \u00b7 "),
  );
  setText(byId("rate"), count(Math.round(events.rate())));
  document.querySelector("#rate-spark path")?.setAttribute("d", events.path(120, 32));
}

/** What is on disk, and what of it is on the log: two lines, and not always the same. @param {Ops} ops */
function linesOf(ops) {
  const exchange = ops.exchange;
  if (!exchange) return `Event ${count(ops.seq)} is the newest that has been seen here. `;
  return exchange.publishedSeq >= exchange.durableSeq
    ? `${count(exchange.durableSeq)} events are on disk and on the log. `
    : `${count(exchange.durableSeq)} events are on disk, ${count(exchange.publishedSeq)} of them on the log. `;
}

/** @param {Ops} ops */
function showExchange(ops) {
  const exchange = ops.exchange;
  const session = ops.session ? ops.session.charAt(0) + ops.session.slice(1).toLowerCase() : "\u2014";
  setText(byId("entry-session"), session);
  station("at-entry", !ops.session ? "unknown" : ops.session === "OPEN" ? "good" : "warn");
  station("at-journal", exchange ? "good" : "unknown");
  setText(byId("durable"), exchange ? count(exchange.durableSeq) : "\u2014");
  setText(byId("published"), exchange ? count(exchange.publishedSeq) : "\u2014");
  setText(
    byId("publisher-lag"),
    !exchange ? "" : !exchange.connected ? "the log does not answer; the journal keeps the events" : exchange.lag === 0 ? "nothing waits" : count(exchange.lag) + " on their way",
  );
  /** @type {Tone} */
  const publisher = !exchange ? "unknown" : !exchange.connected ? "bad" : exchange.lag > BREATHING ? "warn" : "good";
  station("at-publisher", publisher);
  const flow = events.isMoving() ? "flowing" : "still";
  wires.show("at-entry", flow);
  wires.show("at-journal", flow);
  wires.show("at-publisher", publisher === "bad" ? "broken" : flow);
}

/** @param {Ops} ops @param {string} name */
function showTopic(ops, name) {
  const topic = (ops.topics ?? []).find((t) => t.topic.endsWith(name));
  laneRows[name].show((topic?.partitions ?? []).map((p) => ({ ...p, topic: topic?.topic ?? name })));
  station(name === EVENTS ? "at-events" : "at-fills", topic ? "good" : "unknown");
  const isMoving = (topic?.partitions ?? []).some((p) => historyOf(topic?.topic ?? name, p.partition).isMoving());
  wires.show(name === EVENTS ? "at-events" : "at-fills", isMoving ? "flowing" : "still");
  if (name === FILLS) {
    wires.show("at-outbox", isMoving ? "flowing" : "still");
    wires.show("at-ledger", isMoving ? "flowing" : "still");
  } else {
    wires.show("at-capture", isMoving ? "flowing" : "still");
  }
}

/** @param {Ops} ops @param {"capture" | "ledger"} name @param {string} at */
function showGroup(ops, name, at) {
  const group = (ops.groups ?? []).find((g) => g.group.endsWith(name));
  setText(byId(name + "-lag"), group ? count(group.lag) : "\u2014");
  chipRows[name].show(group?.partitions ?? []);
  station(at, worst([group ? lagTone(group.lag) : "unknown", ...roleTones(ops, name)]));
}

/** @param {Ops} ops */
function showReaders(ops) {
  const others = (ops.groups ?? []).filter((g) => !g.group.endsWith("capture") && !g.group.endsWith("ledger"));
  setText(byId("readers-none"), others.length === 0 ? "None in this venue yet." : "");
  lists.readers.show(others.map((g) => line(g.group + g.topic, g.group, count(g.lag) + " behind", lagTone(g.lag), "reads " + g.topic)));
  station("at-readers", ops.groups?.length ? worst(others.map((g) => lagTone(g.lag))) : "unknown");
}

/** @param {Ops} ops */
function showOutbox(ops) {
  const outboxes = ops.outboxes ?? [];
  const waiting = outboxes.reduce((sum, o) => sum + o.waiting, 0);
  const oldest = Math.max(0, ...outboxes.map((o) => o.oldestAgeMs));
  setText(byId("outbox-waiting"), outboxes.length > 0 ? count(waiting) : "\u2014");
  setText(byId("outbox-age"), waiting > 0 ? "the oldest for " + age(oldest) : outboxes.length > 0 ? "all sent" : "");
  station("at-outbox", outboxes.length === 0 ? "unknown" : oldest > OLD_MS ? "warn" : "good");
}

/** @param {Ops} ops */
function showBoard(ops) {
  const board = (ops.roles ?? []).find((r) => r.role === "board");
  setText(byId("board-state"), board ? (board.state === "green" ? "up to date" : board.state) : "\u2014");
  station("at-board", board ? tone(board.state) : "unknown");
}

/** @param {Ops} ops */
function showLetters(ops) {
  const letters = ops.deadLetters ?? [];
  const open = letters.reduce((sum, l) => sum + l.open, 0);
  const held = letters.reduce((sum, l) => sum + l.held, 0);
  setText(byId("letters"), letters.length === 0 ? "\u2014" : open === 0 && held === 0 ? "none" : count(open));
  setText(byId("letters-unit"), open === 0 && held === 0 ? "" : "set aside");
  lists["letters-rows"].show(
    letters
      .filter((l) => l.open > 0 || l.held > 0)
      .map((l) => line(l.service, l.service, `${count(l.open)} set aside, ${count(l.held)} waiting`, "warn", "./daybook dlq list")),
  );
  station("at-letters", letters.length === 0 ? "unknown" : open > 0 || held > 0 ? "warn" : "good");
}

/** @param {Ops} ops */
function showLeases(ops) {
  lists.leases.show(
    (ops.leases ?? []).map((l) =>
      line(l.service, l.service, `token ${count(l.token)} \u00b7 ${age(Math.max(0, l.remainingMs))} left`, l.remainingMs > 0 ? "good" : "bad", "held by " + l.owner),
    ),
  );
  station("at-leases", ops.leases?.length ? worst(ops.leases.map((l) => (l.remainingMs > 0 ? "good" : "bad"))) : "unknown");
}

/** @param {string} name @param {Verdict | null} verdict @param {string} at */
function showFindings(name, verdict, at) {
  setText(byId(name + "-state"), !verdict ? "not run here" : ({ green: "agrees", amber: "behind", red: "differs" }[verdict.state] ?? "unknown"));
  const lines = (verdict?.reasons ?? []).map((reason) => line(reason, reason, "", tone(verdict?.state ?? ""), reason));
  const counters = Object.entries(verdict?.counters ?? {}).sort(([a], [b]) => Number(isBad(b)) - Number(isBad(a)));
  for (const [counter, value] of counters.slice(0, 5)) {
    lines.push(line(counter, words(counter), typeof value === "number" ? count(value) : String(value), "good", ""));
  }
  lists[name + "-rows"].show(lines);
  station(at, verdict ? tone(verdict.state) : "unknown");
}

/** @param {Ops} ops */
function showOtherTopics(ops) {
  const others = (ops.topics ?? []).filter((t) => !t.topic.endsWith(EVENTS) && !t.topic.endsWith(FILLS));
  const records = (/** @type {Ops["topics"][0]} */ t) => t.partitions.reduce((sum, p) => sum + p.end, 0);
  const used = others.filter((t) => records(t) > 0);
  const lines = used.map((t) => line(t.topic, t.topic, count(records(t)), "good", `${t.partitions.length} partitions`));
  const empty = others.filter((t) => records(t) === 0).map((t) => t.topic);
  if (empty.length > 0) lines.push(line("", `${empty.length} more, empty so far`, "", "good", empty.join(", ")));
  lists.topics.show(lines);
  station("at-topics", ops.topics?.length ? "good" : "unknown");
}

/** @param {Ops} ops */
function showRoles(ops) {
  const roles = ops.roles ?? [];
  const silent = (ops.silent ?? []).map((part) => line("silent " + part, part, "no answer", "warn", "it should have answered and did not"));
  lists.roles.show(
    silent.concat(roles.map((r) => line(r.role + r.address, r.role, r.ageMs < 100 ? "now" : age(r.ageMs) + " ago", tone(r.state), [r.address, ...(r.reasons ?? [])].join(" \u00b7 ")))),
  );
  station("at-roles", roles.length + silent.length === 0 ? "unknown" : worst([...silent.map((l) => l.tone), ...roles.map((r) => tone(r.state))]));
}

/** @param {string} id */
function laneList(id) {
  return new Rows(
    byId(id),
    (/** @type {Partition & {topic: string}} */ p) => String(p.partition),
    (p) => {
      const row = make("li", {}, make("span", { class: "lane-name" }, String(p.partition)), make("span", { class: "track" }), make("span", { class: "end" }));
      for (let i = 0; i < LANE; i++) row.children[1].append(make("i"));
      return row;
    },
    (row, p) => {
      setText(row.children[2], count(p.end));
      setAttribute(row, "title", `partition ${p.partition} ends at offset ${p.end}`);
      const added = historyOf(p.topic, p.partition).added;
      const most = Math.max(1, ...added);
      [...row.children[1].children].forEach((tick, i) => {
        const share = (added[added.length - LANE + i] ?? 0) / most;
        /** @type {HTMLElement} */ (tick).style.transform = `scaleY(${share === 0 ? 0.06 : Math.max(0.15, share)})`;
      });
    },
  );
}

/** @param {string} id */
function chipList(id) {
  return new Rows(
    byId(id),
    (/** @type {Progress} */ p) => String(p.partition),
    () => make("li"),
    (row, p) => {
      setText(row, p.lag === 0 ? `${p.partition} \u2713` : `${p.partition}: ${count(p.lag)}`);
      setAttribute(row, "data-tone", p.lag > BREATHING ? "warn" : p.lag > 0 ? "busy" : "good");
      setAttribute(row, "title", `partition ${p.partition}: committed ${p.committed} of ${p.end}`);
    },
  );
}

/** @param {string} id */
function lineList(id) {
  return new Rows(
    byId(id),
    (/** @type {Line} */ l) => l.key,
    () => make("li", {}, make("span", { class: "dot" }), make("span", { class: "name" }), make("span", { class: "value" })),
    (row, l) => {
      setAttribute(row, "data-tone", l.tone);
      setAttribute(row, "title", l.title || null);
      setText(row.children[1], l.name);
      setText(row.children[2], l.value);
    },
  );
}

/** @param {string} key @param {string} name @param {string} value @param {Tone} lineTone @param {string} title @returns {Line} */
function line(key, name, value, lineTone, title) {
  return { key, name, value, tone: lineTone, title };
}

/** @param {string} topic @param {number} partition */
function historyOf(topic, partition) {
  const key = topic + " " + partition;
  let history = lanes.get(key);
  if (!history) lanes.set(key, (history = new History(LANE)));
  return history;
}

/** @param {string} id @param {Tone} stationTone */
function station(id, stationTone) {
  setAttribute(byId(id), "data-tone", stationTone);
}

/** What the role says of itself, if anybody has heard it. @param {Ops} ops @param {string} role */
function roleTones(ops, role) {
  return (ops.roles ?? []).filter((r) => r.role === role).map((r) => tone(r.state));
}

/** @param {number} lag @returns {Tone} */
function lagTone(lag) {
  return lag > BREATHING ? "warn" : "good";
}

/** @param {Tone[]} tones @returns {Tone} */
function worst(tones) {
  return (/** @type {const} */ (["bad", "warn", "unknown"])).find((tone) => tones.includes(tone)) ?? "good";
}

/** @param {string} state @returns {Tone} */
function tone(state) {
  return state === "green" ? "good" : state === "red" ? "bad" : state === "amber" ? "warn" : "unknown";
}

/** @param {number} n */
function count(n) {
  return number.format(n);
}

/** @param {number} ms */
function age(ms) {
  return ms < 1_000 ? Math.round(ms) + " ms" : ms < 90_000 ? (ms / 1_000).toFixed(1) + " s" : Math.round(ms / 60_000) + " min";
}

/** Whether a counter counts what should not be: those come first. @param {string} counter */
function isBad(counter) {
  return /differ|mismatch|missing|phantom|fail|wrong/i.test(counter);
}

/** "camelCase" as words. @param {string} name */
function words(name) {
  return name.replace(/([A-Z])/g, " $1").toLowerCase();
}
