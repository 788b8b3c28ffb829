import { ask } from "./api.js";
import { group, isDecimal, isMultiple, isZero, multiply, scaleOf, step, trim } from "./decimal.js";
import { byId, make, setAttribute, setText } from "./dom.js";
import { submit } from "./outcome.js";
import { Repeats } from "./repeats.js";
import { instrument } from "./state.js";

/**
 * @typedef {import("./state.js").TerminalStore} TerminalStore
 * @typedef {import("./outcome.js").NewOrder} NewOrder
 * @typedef {import("./outcome.js").Outcome} Outcome
 */

const MARKS = { done: "\u2713", resting: "\u25f7", refused: "\u2715", later: "\u21bb", unknown: "?", signedOut: "\u2192" };
const OUTCOMES_SHOWN = 2;
const ASKED_BACK_MS = 6_000;
/** @type {import("./api.js").Answer} */
const SOMEBODY_ELSE = { status: 401, body: {}, retryAfterS: 0 };

/** The order ticket. What it checks is only to help; the venue decides. */
export class Ticket {
  #store;
  #form = byId("ticket-form", HTMLFormElement);
  #price = byId("price", HTMLInputElement);
  #quantity = byId("quantity", HTMLInputElement);
  #tif = byId("tif", HTMLSelectElement);
  #button = byId("submit", HTMLButtonElement);
  #outcomes = byId("outcomes");
  #restingTif = "";
  #isBusy = false;
  #repeats = new Repeats();
  /** @type {{order: NewOrder, line: HTMLElement, again: HTMLButtonElement | null}[]} the newest first */
  #lines = [];
  #askedBackUntil = 0;
  #changed;
  #signIn;

  /**
   * @param {TerminalStore} store
   * @param {{changed: () => void, signIn: () => void}} told `changed`: an order may have changed something of the account
   */
  constructor(store, told) {
    this.#store = store;
    this.#changed = told.changed;
    this.#signIn = told.signIn;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.#form.addEventListener("input", () => {
      this.#askedBackUntil = 0;
      this.#draw();
    });
    this.#form.addEventListener("keydown", (event) => this.#nudge(event));
    for (const [id, count] of /** @type {[string, number][]} */ ([["price-down", -1], ["price-up", 1]])) {
      byId(id).addEventListener("click", () => this.#stepPrice(count));
    }
    for (const [id, count] of /** @type {[string, number][]} */ ([["quantity-down", -1], ["quantity-up", 1]])) {
      byId(id).addEventListener("click", () => this.#stepQuantity(count));
    }
    byId("best-bid").addEventListener("click", () => this.#take("bids"));
    byId("best-ask").addEventListener("click", () => this.#take("asks"));
    store.view(["symbol", "instruments", "who"], () => {
      this.#repeats.belongTo(store.get("who").account);
      this.#draw();
    });
    store.view(["book", "symbol"], () => this.#drawBest());
  }

  /** Puts a price into the ticket, as a limit. @param {string} price */
  fill(price) {
    this.#choose("type", "LIMIT");
    this.#price.value = price;
    this.#draw();
  }

  /** A new symbol: the old one's price means nothing here. */
  clearPrice() {
    this.#price.value = "";
    this.#draw();
  }

  /** @param {"BUY" | "SELL"} side */
  begin(side) {
    this.#choose("side", side);
    this.#draw();
    this.#quantity.focus();
    this.#quantity.select();
  }

  /** @param {"LIMIT" | "MARKET"} type */
  chooseType(type) {
    this.#choose("type", type);
    this.#draw();
    (type === "LIMIT" ? this.#price : this.#quantity).focus();
  }

  /** @param {"bids" | "asks"} side */
  #take(side) {
    const best = this.#store.get("book")[side][0];
    if (best) this.fill(best.price);
  }

  /** @param {string} name @param {string} value */
  #choose(name, value) {
    const radios = /** @type {RadioNodeList} */ (this.#form.elements.namedItem(name));
    radios.value = value;
  }

  /** @param {string} name */
  #chosen(name) {
    return /** @type {RadioNodeList} */ (this.#form.elements.namedItem(name)).value;
  }

  /** @param {KeyboardEvent} event */
  #nudge(event) {
    const count = (event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0) * (event.shiftKey ? 10 : 1);
    if (count === 0) return;
    if (event.target === this.#price) this.#stepPrice(count);
    else if (event.target === this.#quantity) this.#stepQuantity(count);
    else return;
    event.preventDefault();
  }

  /** @param {number} count */
  #stepPrice(count) {
    const listed = instrument(this.#store);
    if (!listed) return;
    const book = this.#store.get("book");
    const start = book.bids[0]?.price ?? book.asks[0]?.price ?? listed.referencePrice;
    const now = this.#price.value.trim();
    this.#price.value = isDecimal(now) ? step(now, listed.tick, count) : start;
    this.#draw();
  }

  /** @param {number} count */
  #stepQuantity(count) {
    const listed = instrument(this.#store);
    if (!listed) return;
    const now = this.#quantity.value.trim();
    this.#quantity.value = isDecimal(now) ? step(now, listed.lot, count) : listed.lot;
    this.#draw();
  }

  #drawBest() {
    const book = this.#store.get("book");
    setText(byId("best-bid"), "bid " + (book.bids[0] ? group(book.bids[0].price) : "\u2014"));
    setText(byId("best-ask"), "ask " + (book.asks[0] ? group(book.asks[0].price) : "\u2014"));
  }

  #draw() {
    const listed = instrument(this.#store);
    const side = this.#chosen("side"), isMarket = this.#chosen("type") === "MARKET";
    const price = this.#price.value.trim(), quantity = this.#quantity.value.trim();
    this.#form.dataset.side = side;
    this.#price.disabled = isMarket;
    byId("price-row").hidden = isMarket;
    this.#fitTif(isMarket);
    setText(byId("tif-help"), HELP[this.#tif.value] ?? "");
    const priceFault = isMarket || !listed ? "" : faultOf("price", price, listed.tick, "tick");
    const quantityFault = listed ? faultOf("quantity", quantity, listed.lot, "lot") : "";
    showFault(this.#price, "price-fault", priceFault);
    showFault(this.#quantity, "quantity-fault", quantityFault);
    const isWhole = isDecimal(quantity) && (isMarket || isDecimal(price));
    setText(
      byId("notional"),
      isWhole && !isMarket && listed ? `${group(trim(multiply(price, quantity), scaleOf(listed.referencePrice)))} ${listed.currency}` : "\u2014",
    );
    const verb = side === "BUY" ? "Buy" : "Sell";
    const what = `${verb} ${isDecimal(quantity) ? group(quantity) : ""} ${listed?.symbol ?? ""}`.replace(/ +/g, " ").trim();
    setText(this.#button, this.#isBusy ? "Sending\u2026" : this.#isAskedBack() ? "One is unknown. A new one? Press again" : this.#offer(what, isMarket, price));
    const who = this.#store.get("who");
    const isAccountless = who.role !== "nobody" && who.account === "";
    setText(byId("ticket-note"), isAccountless ? "This token has no account; use alice\u2019s from data/tokens.json." : "");
    this.#drawLines();
    this.#button.disabled = this.#isBusy;
  }

  /** What the button does. @param {string} what @param {boolean} isMarket @param {string} price */
  #offer(what, isMarket, price) {
    const who = this.#store.get("who");
    if (who.account === "") return who.role === "nobody" ? "Sign in to trade" : "Sign in with an account";
    return isMarket ? what + " at market" : isDecimal(price) ? `${what} at ${group(price)}` : what;
  }

  #isAskedBack() {
    return performance.now() < this.#askedBackUntil;
  }

  /** "Send again" is there for the account whose order it is, and while nothing else is on its way. */
  #drawLines() {
    const account = this.#store.get("who").account;
    for (const { order, again } of this.#lines) {
      if (!again) continue;
      again.disabled = this.#isBusy || !this.#repeats.may(order, account);
      again.hidden = this.#repeats.isDropped(order);
    }
  }

  /** A market order never rests; a limit order gets back what it had before. @param {boolean} isMarket */
  #fitTif(isMarket) {
    for (const option of this.#tif.options) option.disabled = isMarket && !["IOC", "FOK"].includes(option.value);
    if (isMarket && this.#tif.selectedOptions[0]?.disabled) {
      this.#restingTif = this.#tif.value;
      this.#tif.value = "IOC";
    } else if (!isMarket && this.#restingTif) {
      this.#tif.value = this.#restingTif;
      this.#restingTif = "";
    }
  }

  async #send() {
    if (this.#store.get("who").account === "") {
      this.#signIn();
      return;
    }
    const listed = instrument(this.#store);
    if (!listed || this.#isBusy) return;
    const isMarket = this.#chosen("type") === "MARKET";
    const price = this.#price.value.trim(), quantity = this.#quantity.value.trim();
    const wrong = !isDecimal(quantity) ? this.#quantity : !isMarket && !isDecimal(price) ? this.#price : null;
    if (wrong) {
      showFault(wrong, wrong.id + "-fault", `a ${wrong.id}, like ${wrong === this.#price ? listed.referencePrice : "10"}`);
      wrong.focus();
      return;
    }
    /** @type {NewOrder} */
    const order = {
      clientOrderId: newId(),
      symbol: listed.symbol,
      side: this.#chosen("side") === "SELL" ? "SELL" : "BUY",
      type: isMarket ? "MARKET" : "LIMIT",
      timeInForce: this.#tif.value,
      quantity,
      ...(isMarket ? {} : { price }),
    };
    if (this.#repeats.hasUnknown() && !this.#isAskedBack()) {
      this.#askBack();
      return;
    }
    this.#askedBackUntil = 0;
    await this.#submit(order);
  }

  /** Somebody who presses the button while the last order's fate is unknown may well mean that order. */
  #askBack() {
    this.#askedBackUntil = performance.now() + ASKED_BACK_MS;
    setTimeout(() => this.#draw(), ASKED_BACK_MS);
    this.#draw();
    setText(byId("announce"), "What became of an order is not known. Only Send again is safe; press the button once more to enter a new one.");
  }

  /** @param {NewOrder} order */
  async #submit(order) {
    const account = this.#store.get("who").account;
    const isRepeat = this.#repeats.isUnknown(order);
    this.#isBusy = true;
    this.#draw();
    const line = make("li", { class: "outcome" });
    this.#outcomes.prepend(line);
    this.#lines.unshift({ order, line, again: null });
    this.#trimLines();
    /** The same account for as long as it lasts: what another one is told of this order means nothing. @type {import("./api.js").Ask} */
    const askAsAccount = (method, path, body) =>
      this.#store.get("who").account === account ? ask(method, path, body) : Promise.resolve(SOMEBODY_ELSE);
    const show = (/** @type {Outcome} */ outcome) => {
      this.#repeats.heard(order, account, outcome);
      this.#repeats.belongTo(this.#store.get("who").account);
      this.#show(line, outcome, order);
    };
    const outcome = await submit(askAsAccount, order, { told: show, pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)), isRepeat });
    this.#isBusy = false;
    show(outcome);
    this.#draw();
    this.#changed();
  }

  /** The last few are kept, and each one that nobody knows the end of. */
  #trimLines() {
    this.#lines = this.#lines.filter(({ order, line }, i) => {
      const isKept = i < OUTCOMES_SHOWN || this.#repeats.isUnknown(order);
      if (!isKept) line.remove();
      return isKept;
    });
  }

  /** @param {HTMLElement} line @param {Outcome} outcome @param {NewOrder} order */
  #show(line, outcome, order) {
    line.dataset.kind = outcome.kind;
    const again = make("button", { type: "button", class: "small" }, "Send again");
    again.addEventListener("click", () => this.#sendAgain(line, order));
    line.replaceChildren(
      make("span", { class: "mark", "aria-hidden": "true" }, MARKS[outcome.kind]),
      make("span", { class: "words" }, make("strong", {}, outcome.text), make("span", {}, outcome.detail)),
      ...(outcome.mayRepeat ? [again] : []),
    );
    const known = this.#lines.find((l) => l.line === line);
    if (known) known.again = outcome.mayRepeat ? again : null;
    this.#drawLines();
  }

  /** @param {HTMLElement} line @param {NewOrder} order */
  #sendAgain(line, order) {
    if (this.#isBusy || !this.#repeats.may(order, this.#store.get("who").account)) return;
    line.remove();
    this.#lines = this.#lines.filter((l) => l.line !== line);
    this.#submit(order);
    this.#button.focus();
  }
}

/** @type {Record<string, string>} */
const HELP = {
  GTC: "Rests until it trades or you cancel it.",
  DAY: "Rests until the end of the venue's day.",
  IOC: "Trades what it can now; the rest is cancelled.",
  FOK: "Trades whole and now, or not at all.",
  POST_ONLY: "Rests or is refused: never takes from the book.",
};

/** @param {string} name @param {string} text @param {string} unit @param {string} unitName */
function faultOf(name, text, unit, unitName) {
  if (text === "") return "";
  if (!isDecimal(text)) return `not a ${name} (digits and a point, like 10.5)`;
  if (text.startsWith("-") || isZero(text)) return "must be above 0";
  if (!isMultiple(text, unit)) return `not a multiple of the ${unitName} ${unit}`;
  return "";
}

/** @param {HTMLInputElement} input @param {string} id @param {string} fault */
function showFault(input, id, fault) {
  setText(byId(id), fault);
  setAttribute(input, "aria-invalid", fault ? "true" : null);
}

/** An id that nobody else chooses; with it an order can be asked about, and sent again without being entered twice. */
function newId() {
  const random = crypto.getRandomValues(new Uint32Array(3));
  return "web-" + [...random].map((n) => n.toString(36).padStart(7, "0")).join("");
}
