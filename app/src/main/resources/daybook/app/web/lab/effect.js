/** What the group has made of the records: positions and profit beside what would be right, and the sandbox's log. */

import { byId, make, setAttribute, setText } from "../js/dom.js";

/**
 * @typedef {import("./sandbox.js").State} State
 * @typedef {import("./sandbox.js").Position} Position
 * @typedef {import("./sandbox.js").Line} Line
 */

/** @param {State} state */
export function showEffect(state) {
  for (const name of /** @type {const} */ (["sent", "waiting", "lost", "twice"])) {
    const total = byId("total-" + name);
    setText(total, String(state.totals[name]));
    const bad = name === "lost" || name === "twice";
    setAttribute(total, "data-tone", bad && state.totals[name] > 0 ? "bad" : null);
  }
  byId("symbols").replaceChildren(...state.symbols.map(row));
}

/** @param {Position} position */
function row(position) {
  const wrongQuantity = position.quantity !== position.rightQuantity;
  const wrongMoney = position.pnl !== position.rightPnl;
  return make(
    "tr",
    { "data-wrong": wrongQuantity || wrongMoney },
    make("th", { scope: "row", class: "text" }, position.symbol),
    make("td", {}, position.partition === position.of3 ? String(position.of3) : `${position.of3} \u2192 ${position.of4}`),
    cell(signed(position.quantity), wrongQuantity),
    make("td", { class: "quiet" }, signed(position.rightQuantity)),
    cell(money(position.pnl), wrongMoney),
    make("td", { class: "quiet" }, money(position.rightPnl)),
  );
}

/** @param {string} text @param {boolean} wrong */
function cell(text, wrong) {
  return wrong ? make("td", { class: "wrong" }, text, make("span", { class: "unseen" }, ", wrong")) : make("td", {}, text);
}

/** @param {number} quantity */
function signed(quantity) {
  return quantity < 0 ? "\u2212" + -quantity : String(quantity);
}

/** Groups of three digits, and a minus sign in place of a hyphen. @param {string} rupees */
export function money(rupees) {
  const grouped = rupees.replace("-", "").replace(/\B(?=(\d{3})+(?!\d))/g, (_, __, at, all) => (at < all.indexOf(".") ? "\u202f" : ""));
  return rupees.startsWith("-") ? "\u2212" + grouped : grouped;
}

/** @param {State} state @param {Set<number>} fresh numbers of the lines of the last step */
export function showDiary(state, fresh) {
  byId("diary").replaceChildren(...state.log.toReversed().map((line) => diaryRow(line, fresh.has(line.n))));
}

/** @param {Line} line @param {boolean} fresh */
function diaryRow(line, fresh) {
  return make(
    "tr",
    { "data-kind": line.kind, "data-fresh": fresh },
    make("td", {}, line.eventId === null ? "" : String(line.eventId)),
    make("td", {}, line.partition === null ? "" : String(line.partition)),
    make("td", {}, line.offset === null ? "" : String(line.offset)),
    make("td", { class: "text" }, line.text.replace(/ \(partition \d+, offset \d+\)|: partition \d+, offset \d+$/, "")),
  );
}
