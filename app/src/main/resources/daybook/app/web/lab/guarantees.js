/** The table of guarantees, each row of which can be run. */

import { make, setAttribute, setText } from "../js/dom.js";
import { run } from "./lessons.js";

/** @typedef {import("./lessons.js").Bench} Bench @typedef {import("./sandbox.js").Action} Action */

const ROWS = [
  { mode: "at-most-once", name: "At most once", how: "move the bookmark, then work", death: "loses what was committed and not worked on" },
  { mode: "at-least-once", name: "At least once", how: "work, then move the bookmark", death: "repeats what was worked on and not committed" },
  { mode: "idempotent", name: "Effectively once", how: "at least once, and work that knows each event", death: "nothing" },
];

/** @type {Action[]} */
const SCRIPT = [
  { action: "random" },
  { action: "random" },
  { action: "crash" },
  { action: "restart" },
  { action: "consume" },
  { action: "crash" },
  { action: "restart" },
  { action: "consume" },
  { action: "consume" },
  { action: "consume" },
];

/** @param {HTMLElement} body @param {Bench} bench */
export function showGuarantees(body, bench) {
  body.append(...ROWS.map((row) => rowOf(row, bench)));
}

/** @param {typeof ROWS[number]} row @param {Bench} bench */
function rowOf(row, bench) {
  const lost = make("td", { class: "figure" }, "\u2013");
  const twice = make("td", { class: "figure" }, "\u2013");
  const button = make("button", { type: "button", class: "small", "aria-label": `Run ${row.name}` }, "Run");
  button.addEventListener("click", async () => {
    bench.busy(true);
    const refused = await run([{ action: "reset" }, { action: "members", members: 2 }, { action: "mode", mode: row.mode }, ...SCRIPT], bench).finally(() => bench.busy(false));
    const totals = bench.state()?.totals;
    if (refused || !totals) return;
    show(lost, totals.lost);
    show(twice, totals.twice);
  });
  return make(
    "tr",
    { "data-mode": row.mode },
    make("th", { scope: "row", class: "text" }, row.name),
    make("td", { class: "text" }, row.how),
    make("td", { class: "text" }, row.death),
    lost,
    twice,
    make("td", {}, button),
  );
}

/** @param {HTMLElement} cell @param {number} figure */
function show(cell, figure) {
  setText(cell, String(figure));
  setAttribute(cell, "data-tone", figure > 0 ? "bad" : "good");
}
