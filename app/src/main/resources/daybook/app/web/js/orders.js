import { ask } from "./api.js";
import { cancelEach, change } from "./changes.js";
import { group, isDecimal } from "./decimal.js";
import { Rows, byId, make, setAttribute, setText } from "./dom.js";
import { nothing } from "./shell.js";
import { endOf } from "./outcome.js";
import { isOpen, timeOfDay } from "./state.js";

/**
 * @typedef {import("./state.js").TerminalStore} TerminalStore
 * @typedef {import("./state.js").Order} Order
 * @typedef {import("./state.js").Fill} Fill
 */

const ARMED_MS = 4_000;
const HOW_TO_CHANGE = "Choose a price or a quantity to change it";

/** One's open orders: price and quantity are changed where they stand, a key or a button cancels. */
export class OrderTable {
  #store;
  #changed;
  #cancelAll = byId("cancel-all", HTMLButtonElement);
  #note = byId("cancel-note");
  /** @type {number[]} what a second press cancels; empty: it has not been pressed */
  #armed = [];
  /** @type {any} */
  #disarming = null;
  #isCancelling = false;
  #none = nothing("", 8);
  /** @type {Order[]} those that were open when last looked at */
  #before = [];
  #account = "";

  /** @param {TerminalStore} store @param {() => void} changed */
  constructor(store, changed) {
    this.#store = store;
    this.#changed = changed;
    const body = byId("orders");
    const rows = new Rows(body, (/** @type {Order} */ o) => String(o.orderId), (o) => this.#row(o), update);
    store.view(["orders", "who"], () => {
      const open = store.get("orders").filter(isOpen);
      this.#tellOfEnded(open);
      const place = placeOfFocus(body);
      rows.show(open);
      if (place >= 0) focusNear(body, place);
      setText(byId("order-count"), open.length > 0 ? String(open.length) : "");
      this.#cancelAll.hidden = open.length === 0;
      setText(this.#none.cells[0], store.get("who").account ? "No open orders. Press B to buy, S to sell." : "Sign in with an account to see its orders.");
      if (open.length === 0) body.append(this.#none);
      else this.#none.remove();
    });
    store.view(["who"], () => this.#disarm());
    this.#cancelAll.addEventListener("click", () => this.cancelAll());
  }

  /** An order that is not open any more leaves the list: what became of it is said, because nobody may have been looking. @param {Order[]} open */
  async #tellOfEnded(open) {
    const account = this.#store.get("who").account;
    const gone = account === this.#account ? this.#before.filter((order) => !open.some((still) => still.orderId === order.orderId)) : [];
    this.#before = open;
    this.#account = account;
    if (gone.length === 0) {
      if (open.length > 0 && this.#note.textContent === "") setText(this.#note, HOW_TO_CHANGE);
      return;
    }
    const answer = await ask("GET", "/api/v1/orders/" + gone[gone.length - 1].orderId);
    if (answer.status === 200 && this.#store.get("who").account === account && !this.#isCancelling) setText(this.#note, endOf(answer.body));
  }

  /** Asks back once, then cancels the orders that were open when it asked. */
  async cancelAll() {
    if (this.#isCancelling) return;
    const open = this.#store.get("orders").filter(isOpen).map((order) => order.orderId);
    const ids = this.#armed;
    this.#disarm();
    if (ids.length === 0) {
      if (open.length > 0) this.#arm(open);
      return;
    }
    this.#isCancelling = true;
    this.#cancelAll.disabled = true;
    const account = this.#store.get("who").account;
    /** @type {import("./api.js").Ask} */
    const askAsAccount = (method, path, body) =>
      this.#store.get("who").account === account ? ask(method, path, body) : Promise.resolve({ status: 401, body: {}, retryAfterS: 0 });
    const words = await cancelEach(askAsAccount, ids, (done) => setText(this.#note, `Cancelling: ${done} of ${ids.length}`), pause);
    setText(this.#note, words);
    this.#isCancelling = false;
    this.#cancelAll.disabled = false;
    this.#changed();
  }

  /** @param {number[]} ids */
  #arm(ids) {
    this.#armed = ids;
    setText(this.#note, "");
    setText(this.#cancelAll, `Cancel all ${ids.length}? Press again`);
    this.#cancelAll.classList.add("armed");
    this.#disarming = setTimeout(() => this.#disarm(), ARMED_MS);
  }

  #disarm() {
    clearTimeout(this.#disarming);
    this.#armed = [];
    setText(this.#cancelAll, "Cancel all");
    this.#cancelAll.classList.remove("armed");
  }

  /** @param {Order} order */
  #row(order) {
    const isBuy = order.side === "BUY";
    const note = make("span", { class: "note", role: "status" });
    const cancel = make("button", { type: "button", class: "small", "aria-label": "Cancel order " + order.orderId }, "Cancel");
    cancel.addEventListener("click", () => this.#act(order, note, null));
    const price = this.#editable(order, "price", note);
    const quantity = this.#editable(order, "quantity", note);
    return make(
      "tr",
      { "data-order": order.orderId },
      make("td", { class: "text" }, order.symbol),
      make("td", { class: "text " + (isBuy ? "buy" : "sell") }, isBuy ? "Buy" : "Sell"),
      make("td", {}, price),
      make("td", {}, quantity),
      make("td", {}),
      make("td", { class: "text quiet" }, order.timeInForce.replace("_", " ").toLowerCase()),
      make("td", { class: "text quiet" }, String(order.orderId)),
      make("td", { class: "actions" }, note, cancel),
    );
  }

  /** A number that becomes an input when it is chosen. @param {Order} order @param {"price" | "quantity"} field @param {HTMLElement} note */
  #editable(order, field, note) {
    const button = make("button", { type: "button", class: "edit", title: "Change the " + field });
    button.addEventListener("click", () => {
      const input = make("input", { class: "amend", inputmode: "decimal", value: button.value, "aria-label": `New ${field} of order ${order.orderId}` });
      let isLeft = false;
      const leave = (/** @type {boolean} */ isByKey) => {
        if (isLeft) return;
        isLeft = true;
        input.replaceWith(button);
        if (isByKey) button.focus(); // else the focus is already where somebody has put it
      };
      input.addEventListener("keydown", (event) => {
        if (event.key === "Escape") leave(true);
        if (event.key !== "Enter") return;
        event.preventDefault();
        const text = input.value.trim();
        leave(true);
        if (!isDecimal(text)) setText(note, `not a ${field}`);
        else if (text !== button.value) this.#act(order, note, { [field]: text });
      });
      input.addEventListener("blur", () => leave(false));
      button.replaceWith(input);
      input.focus();
      input.select();
    });
    return button;
  }

  /** @param {Order} order @param {HTMLElement} note @param {import("./changes.js").Wanted | null} wanted null: to be cancelled */
  async #act(order, note, wanted) {
    setText(note, "\u2026");
    const said = await change(ask, order.orderId, wanted, pause);
    setText(note, said.text);
    setAttribute(note, "title", said.title || null);
    this.#changed();
  }
}

/** @param {number} ms @returns {Promise<void>} */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The row that the focus is in; -1 if in none. @param {HTMLElement} body */
function placeOfFocus(body) {
  return [...body.children].findIndex((row) => row.contains(document.activeElement));
}

/** A row that has gone takes the focus with it: then the one in its place gets it, or the list. @param {HTMLElement} body @param {number} place */
function focusNear(body, place) {
  if (body.contains(document.activeElement)) return;
  const row = body.children[Math.min(place, body.children.length - 1)];
  const next = row?.querySelector(".actions button") ?? byId("orders-part");
  /** @type {HTMLElement} */ (next).focus();
}

/** @param {HTMLElement} row @param {Order} order */
function update(row, order) {
  const cells = /** @type {HTMLTableRowElement} */ (row).cells;
  edit(cells[2], order.price ?? "");
  edit(cells[3], order.quantity);
  setText(cells[4], group(order.filledQuantity));
}

/** @param {HTMLElement} cell @param {string} value */
function edit(cell, value) {
  const button = cell.querySelector("button");
  if (!button) return; // somebody is typing
  button.value = value;
  setText(button, value === "" ? "market" : group(value));
  button.disabled = value === "";
}

/** One's fills, newest first. @param {TerminalStore} store */
export function showFills(store) {
  const body = byId("fills");
  const none = nothing("No fills yet.", 6);
  const rows = new Rows(body, (/** @type {Fill} */ f) => f.fillId, fillRow, () => {});
  store.view(["fills"], () => {
    rows.show(store.get("fills"));
    if (store.get("fills").length === 0) body.append(none);
    else none.remove();
  });
}

/** @param {Fill} fill */
function fillRow(fill) {
  const isBuy = fill.side === "BUY";
  return make(
    "tr",
    {},
    make("td", { class: "text time" }, timeOfDay(fill.time)),
    make("td", { class: "text" }, fill.symbol),
    make("td", { class: "text " + (isBuy ? "buy" : "sell") }, isBuy ? "Bought" : "Sold"),
    make("td", {}, group(fill.quantity)),
    make("td", {}, group(fill.price)),
    make("td", { class: "text quiet" }, fill.liquidity.toLowerCase()),
  );
}
