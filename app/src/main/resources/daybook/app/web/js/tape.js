import { group } from "./decimal.js";
import { Rows, byId, make } from "./dom.js";
import { nothing } from "./shell.js";
import { timeOfDay } from "./state.js";

/** @typedef {import("./state.js").Trade} Trade */

const SHOWN = 60;

/** The trades of the symbol, newest first; the arrow says which side came to the other. @param {import("./state.js").TerminalStore} store */
export function showTape(store) {
  const body = byId("tape");
  const none = nothing("No trade yet", 3);
  const rows = new Rows(body, (/** @type {Trade} */ trade) => String(trade.tradeId), row, () => {});
  store.view(["trades"], () => {
    const trades = store.get("trades").slice(0, SHOWN);
    rows.show(trades);
    if (trades.length === 0) body.append(none);
    else none.remove();
  });
}

/** @param {Trade} trade */
function row(trade) {
  const isBuy = trade.aggressorSide === "BUY";
  const price = make("td", { class: isBuy ? "buy" : "sell" }, group(trade.price));
  price.append(make("span", { class: "arrow", "aria-label": isBuy ? "bought" : "sold" }, isBuy ? "\u25b2" : "\u25bc"));
  return make("tr", {}, make("td", { class: "time" }, timeOfDay(trade.time)), price, make("td", {}, group(trade.quantity)));
}
