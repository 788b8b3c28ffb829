import { ask } from "./api.js";
import { group, isDecimal } from "./decimal.js";
import { Rows, byId, make, setAttribute, setText } from "./dom.js";
import { reason } from "./outcome.js";
import { nothing } from "./shell.js";
import { isOpen, timeOfDay } from "./state.js";

/**
 * @typedef {import("./state.js").TerminalStore} TerminalStore
 * @typedef {import("./state.js").Order} Order
 * @typedef {import("./state.js").Fill} Fill
 */

const ARMED_MS = 4_000;

/** One's open orders: price and quantity are changed where they stand, a key or a button cancels. */
export class OrderTable {
  #store;
  #changed;
  #cancelAll = byId("cancel-all", HTMLButtonElement);
  #armedUntil = 0;
  #none = nothing("", 8);

  /** @param {TerminalStore} store @param {() => void} changed */
  constructor(store, changed) {
    this.#store = store;
    this.#changed = changed;
    const body = byId("orders");
    const rows = new Rows(body, (/** @type {Order} */ o) => String(o.orderId), (o) => this.#row(o), update);
    store.view(["orders", "who"], () => {
      const open = store.get("orders").filter(isOpen);
      rows.show(open);
      setText(byId("order-count"), open.length > 0 ? String(open.length) : "");
      this.#cancelAll.hidden = open.length === 0;
      setText(this.#none.cells[0], store.get("who").account ? "No open orders. Press B to buy, S to sell." : "Sign in to see your orders.");
      if (open.length === 0) body.append(this.#none);
      else this.#none.remove();
    });
    this.#cancelAll.addEventListener("click", () => this.cancelAll());
  }

  /** Asks back once, then cancels every open order. */
  async cancelAll() {
    const open = this.#store.get("orders").filter(isOpen);
    if (open.length === 0) return;
    if (performance.now() > this.#armedUntil) {
      this.#armedUntil = performance.now() + ARMED_MS;
      setText(this.#cancelAll, `Cancel all ${open.length}? Press again`);
      this.#cancelAll.classList.add("armed");
      setTimeout(() => this.#disarm(), ARMED_MS);
      return;
    }
    this.#disarm();
    for (const order of open) await ask("DELETE", "/api/v1/orders/" + order.orderId); // one by one, within the account's rate
    this.#changed();
  }

  #disarm() {
    this.#armedUntil = 0;
    setText(this.#cancelAll, "Cancel all");
    this.#cancelAll.classList.remove("armed");
  }

  /** @param {Order} order */
  #row(order) {
    const isBuy = order.side === "BUY";
    const note = make("span", { class: "note", role: "status" });
    const cancel = make("button", { type: "button", class: "small", "aria-label": "Cancel order " + order.orderId }, "Cancel");
    cancel.addEventListener("click", () => this.#act(order, note, "DELETE"));
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
      const leave = () => {
        if (isLeft) return;
        isLeft = true;
        input.replaceWith(button);
        button.focus();
      };
      input.addEventListener("keydown", (event) => {
        if (event.key === "Escape") leave();
        if (event.key !== "Enter") return;
        event.preventDefault();
        const text = input.value.trim();
        leave();
        if (!isDecimal(text)) setText(note, `not a ${field}`);
        else if (text !== button.value) this.#act(order, note, "PATCH", { [field]: text });
      });
      input.addEventListener("blur", () => !isLeft && leave());
      button.replaceWith(input);
      input.focus();
      input.select();
    });
    return button;
  }

  /** @param {Order} order @param {HTMLElement} note @param {string} method @param {object} [body] */
  async #act(order, note, method, body) {
    setText(note, "\u2026");
    const answer = await ask(method, "/api/v1/orders/" + order.orderId, body);
    const unknown = answer.status === 0 || answer.status === 504;
    setText(note, answer.status === 200 ? "" : unknown ? "no answer: see what it became" : reason(answer.body) || "not accepted");
    setAttribute(note, "title", answer.status === 200 ? null : String(answer.body?.message ?? ""));
    this.#changed();
  }
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
