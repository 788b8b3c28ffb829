import { group, isZero, sign, signed, trim } from "./decimal.js";
import { Rows, byId, make, setAttribute, setText } from "./dom.js";
import { nothing } from "./shell.js";

/**
 * @typedef {import("./state.js").TerminalStore} TerminalStore
 * @typedef {import("./state.js").Position} Position
 * @typedef {import("./state.js").Rank} Rank
 */

const PENDING = "Something about this could not be booked and waits for an operator: the number may change";

/** Positions, profit and loss. What is not certain yet says so. @param {TerminalStore} store @param {(symbol: string) => void} choose */
export function showPositions(store, choose) {
  const body = byId("positions");
  const none = nothing("", 4);
  const rows = new Rows(body, (/** @type {Position} */ p) => p.symbol, (p) => positionRow(p, choose), updatePosition);
  store.view(["positions", "who"], () => {
    const positions = store.get("positions");
    rows.show(positions);
    setText(none.cells[0], store.get("who").account ? "No position yet." : "Sign in with an account to see its positions.");
    if (positions.length === 0) body.append(none);
    else none.remove();
  });
  store.view(["profits", "who"], () => {
    const [profit] = store.get("profits");
    byId("profit").hidden = !profit;
    if (!profit) return;
    setText(byId("profit-net"), signed(profit.net));
    setAttribute(byId("profit-net"), "data-direction", String(sign(profit.net)));
    setText(byId("profit-currency"), profit.currency);
    byId("profit-pending").hidden = !profit.pending;
    setText(
      byId("profit-parts"),
      `realised ${signed(profit.realised)} \u00b7 unrealised ${signed(profit.unrealised)}` +
        (isZero(profit.charges) ? "" : ` \u00b7 charges ${group(profit.charges)}`),
    );
  });
}

/** @param {Position} position @param {(symbol: string) => void} choose */
function positionRow(position, choose) {
  const name = make("button", { type: "button", class: "plain", onclick: () => choose(position.symbol) }, position.symbol);
  return make("tr", { "data-symbol": position.symbol }, make("td", { class: "text" }, name), make("td"), make("td"), make("td"));
}

/** @param {HTMLElement} row @param {Position} position */
function updatePosition(row, position) {
  const [, quantity, price, net] = /** @type {HTMLTableRowElement} */ (row).cells;
  setText(quantity, group(position.quantity).replace("-", "\u2212"));
  setAttribute(quantity, "data-direction", String(sign(position.quantity)));
  setText(price, position.averagePrice ? group(trim(position.averagePrice, 2)) : "\u2014");
  setText(net, position.pending ? "pending" : signed(position.net));
  setAttribute(net, "class", position.pending ? "pending" : null);
  setAttribute(net, "title", position.pending ? PENDING : null);
  setAttribute(net, "data-direction", position.pending ? null : String(sign(position.net)));
}

/** Accounts by profit, one's own marked. @param {TerminalStore} store */
export function showRanks(store) {
  const body = byId("ranks");
  const none = nothing("Nobody has traded yet.", 3);
  const rows = new Rows(body, (/** @type {Rank} */ r) => r.account + " " + r.currency, rankRow, (row, rank) => updateRank(row, rank, store));
  store.view(["ranks", "who"], () => {
    rows.show(store.get("ranks"));
    if (store.get("ranks").length === 0) body.append(none);
    else none.remove();
  });
}

/** @param {Rank} rank */
function rankRow(rank) {
  return make("tr", {}, make("td", { class: "rank" }), make("td", { class: "text" }, rank.account), make("td"));
}

/** @param {HTMLElement} row @param {Rank} rank @param {TerminalStore} store */
function updateRank(row, rank, store) {
  const [place, , net] = /** @type {HTMLTableRowElement} */ (row).cells;
  setText(place, String(rank.rank));
  setText(net, rank.pending ? "pending" : signed(rank.net));
  setAttribute(net, "title", rank.pending ? PENDING : null);
  setAttribute(net, "class", rank.pending ? "pending" : null);
  setAttribute(net, "data-direction", rank.pending ? null : String(sign(rank.net)));
  setAttribute(row, "data-mine", rank.account === store.get("who").account ? "" : null);
}
