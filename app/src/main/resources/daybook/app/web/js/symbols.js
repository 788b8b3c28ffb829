import { group, percent, sign } from "./decimal.js";
import { Rows, byId, make, setAttribute, setText } from "./dom.js";
import { instrument } from "./state.js";

/**
 * @typedef {import("./state.js").TerminalStore} TerminalStore
 * @typedef {import("./state.js").Instrument} Instrument
 */

/** The strip of symbols with last price and change, and the line above the candles. @param {TerminalStore} store @param {(symbol: string) => void} choose */
export function showSymbols(store, choose) {
  const strip = byId("symbols");
  const rows = new Rows(strip, (/** @type {Instrument} */ i) => i.symbol, (i) => tab(i, choose), (row, i) => update(row, i, store));
  store.view(["instruments", "symbol", "lasts"], () => {
    rows.show(store.get("instruments"));
    headline(store);
  });
  strip.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      choose(neighbour(store, step));
      requestAnimationFrame(() => /** @type {HTMLElement | null} */ (strip.querySelector("[aria-checked=true]"))?.focus());
    }
  });
}

/** The symbol so many places on, round and round. @param {TerminalStore} store @param {number} step */
export function neighbour(store, step) {
  const symbols = store.get("instruments").map((i) => i.symbol);
  const at = symbols.indexOf(store.get("symbol"));
  return symbols[(at + step + symbols.length) % symbols.length] ?? "";
}

/** @param {Instrument} listed @param {(symbol: string) => void} choose */
function tab(listed, choose) {
  return make(
    "button",
    { type: "button", role: "radio", class: "symbol", onclick: () => choose(listed.symbol) },
    make("span", { class: "name" }, listed.symbol),
    make("span", { class: "last" }),
    make("span", { class: "change" }),
  );
}

/** @param {HTMLElement} row @param {Instrument} listed @param {TerminalStore} store */
function update(row, listed, store) {
  const last = store.get("lasts").get(listed.symbol);
  const isShown = listed.symbol === store.get("symbol");
  setAttribute(row, "aria-checked", String(isShown));
  row.tabIndex = isShown ? 0 : -1;
  setText(row.children[1], group(last?.price ?? listed.referencePrice));
  showChange(row.children[2], listed.referencePrice, last?.price);
}

/** @param {TerminalStore} store */
function headline(store) {
  const listed = instrument(store);
  const last = listed && store.get("lasts").get(listed.symbol);
  setText(byId("symbol-name"), listed?.symbol ?? "\u2014");
  setText(byId("symbol-last"), last ? group(last.price) : listed ? group(listed.referencePrice) : "");
  setText(byId("symbol-currency"), listed?.currency ?? "");
  showChange(byId("symbol-change"), listed?.referencePrice ?? "0", last?.price);
  document.title = listed ? `${listed.symbol}${last ? " " + group(last.price) : ""} \u00b7 Daybook` : "Daybook";
}

/** @param {Element} element @param {string} from @param {string | undefined} to */
function showChange(element, from, to) {
  const change = to ? percent(from, to) : "";
  const direction = change ? sign(change.replace("+", "")) : 0;
  setText(element, change ? change.replace("-", "\u2212") + " %" : "");
  setAttribute(element, "data-direction", String(direction));
}
