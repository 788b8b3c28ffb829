import { add, compare, group, key, share, subtract } from "./decimal.js";
import { byId, make, setAttribute, setBar, setText } from "./dom.js";
import { instrument, isOpen, openQuantity } from "./state.js";

/** @typedef {import("./book.js").Level} Level */

const MOST_ROWS = 40;
const LEAST_ROWS = 5;

/**
 * The depth ladder: asks above, bids below, the best of both around the last price. The strong bar is the size of a level, the faint one
 * all that has to trade before the price goes beyond it. One's own orders are marked at their price.
 */
export class Ladder {
  #store;
  #pick;
  #body = byId("ladder");
  #frame = byId("ladder-frame");
  #rowCount = 10;
  /** @type {Row[]} */
  #asks = [];
  /** @type {Row[]} */
  #bids = [];
  #middle = new Middle();

  /**
   * @param {import("./state.js").TerminalStore} store
   * @param {(price: string) => void} pick is told the price that somebody has chosen
   */
  constructor(store, pick) {
    this.#store = store;
    this.#pick = pick;
    this.#build();
    new ResizeObserver(() => this.#fit()).observe(this.#frame);
    this.#body.addEventListener("keydown", (event) => this.#move(event));
    store.view(["book", "orders", "lasts", "symbol", "instruments"], () => this.#draw());
  }

  /** Puts the focus on the best price. */
  focus() {
    this.#best()?.focus();
  }

  #fit() {
    const rowHeight = this.#bids[0].element.getBoundingClientRect().height || 22;
    const middleHeight = this.#middle.element.getBoundingClientRect().height || 40;
    const rows = Math.floor((this.#frame.clientHeight - middleHeight) / rowHeight / 2);
    const wanted = Math.max(LEAST_ROWS, Math.min(MOST_ROWS, rows));
    if (wanted === this.#rowCount) return;
    this.#rowCount = wanted;
    this.#build();
    this.#draw();
  }

  #build() {
    const row = (/** @type {"ask" | "bid"} */ side) => new Row(side, (price) => this.#pick(price));
    this.#asks = Array.from({ length: this.#rowCount }, () => row("ask"));
    this.#bids = Array.from({ length: this.#rowCount }, () => row("bid"));
    this.#body.replaceChildren(
      ...this.#asks.map((r) => r.element),
      this.#middle.element,
      ...this.#bids.map((r) => r.element),
    );
  }

  #draw() {
    const book = this.#store.get("book");
    const asks = book.asks.slice(0, this.#rowCount);
    const bids = book.bids.slice(0, this.#rowCount);
    const mine = this.#mine();
    const scale = { largest: largest([...asks, ...bids]), deepest: max(total(asks), total(bids)) };
    drawSide(this.#asks.slice().reverse(), asks, mine, scale);
    drawSide(this.#bids, bids, mine, scale);
    this.#keepReachable();
    this.#middle.draw(this.#store.get("lasts").get(this.#store.get("symbol")), bids[0], asks[0]);
    setText(byId("ladder-unit"), book.isPending ? "catching up" : (instrument(this.#store)?.currency ?? ""));
  }

  /** One price can be reached with Tab, and it is one that is there; a focus whose price has gone moves to the best one. */
  #keepReachable() {
    const prices = [...this.#asks, ...this.#bids].map((r) => r.price);
    const before = prices.find((price) => price.tabIndex === 0);
    if (before && !before.disabled) return;
    const hadFocus = before !== undefined && document.activeElement === before;
    if (before) before.tabIndex = -1;
    const best = this.#best();
    if (!best) return;
    best.tabIndex = 0;
    if (hadFocus) best.focus();
  }

  /** The best bid's button, or the best ask's; undefined where the book is empty. */
  #best() {
    return [this.#bids[0].price, this.#asks[this.#rowCount - 1].price].find((price) => !price.disabled);
  }

  /** One's own open quantity by side and price. */
  #mine() {
    /** @type {Map<string, string>} */
    const mine = new Map();
    for (const order of this.#store.get("orders")) {
      if (order.symbol !== this.#store.get("symbol") || !isOpen(order) || !order.price) continue;
      const place = (order.side === "BUY" ? "bid" : "ask") + key(order.price);
      mine.set(place, add(mine.get(place) ?? "0", openQuantity(order)));
    }
    return mine;
  }

  /** @param {KeyboardEvent} event */
  #move(event) {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) return;
    const prices = [...this.#asks, ...this.#bids].map((r) => r.price).filter((p) => !p.disabled);
    const next = prices[prices.indexOf(/** @type {any} */ (document.activeElement)) + step];
    if (!next) return;
    event.preventDefault();
    for (const price of prices) price.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}

/** One price of the ladder; which price it shows changes, the element stays. */
class Row {
  side;
  mine = make("span", { class: "mine" });
  count = make("span", { class: "count" });
  size = make("span", { class: "size" });
  bar = make("span", { class: "bar" });
  depth = make("span", { class: "depth" });
  price = make("button", { type: "button", class: "price", tabindex: -1 });
  element;

  /** @param {"ask" | "bid"} side @param {(price: string) => void} pick */
  constructor(side, pick) {
    this.side = side;
    this.price.addEventListener("click", () => this.price.value && pick(this.price.value));
    const cell = make("td", { class: "amount" }, this.depth, this.bar, this.mine, this.count, this.size);
    const empty = make("td", { class: "amount other" });
    const price = make("td", {}, this.price);
    this.element = make("tr", { class: side }, ...(side === "bid" ? [cell, price, empty] : [empty, price, cell]));
  }

  /**
   * @param {Level | undefined} level
   * @param {Map<string, string>} mine
   * @param {{size: number, depth: number}} shares
   */
  draw(level, mine, shares) {
    const own = level ? mine.get(this.side + level.key) : undefined;
    setText(this.price, level ? group(level.price) : "\u00a0");
    setText(this.size, level ? group(level.quantity) : "");
    setText(this.count, level && level.orders > 1 ? "\u00d7" + level.orders : "");
    setText(this.mine, own ? group(own) : "");
    setBar(this.bar, shares.size);
    setBar(this.depth, shares.depth);
    setAttribute(this.element, "data-mine", own ? "" : null);
    if (this.price.value !== (level?.price ?? "")) this.price.value = level?.price ?? "";
    this.price.disabled = !level;
    setAttribute(
      this.price,
      "aria-label",
      level ? `${this.side} ${level.price}, ${level.quantity} in ${level.orders} orders${own ? ", yours " + own : ""}` : null,
    );
  }
}

/** The line between asks and bids: last price and spread. */
class Middle {
  #last = make("span", { class: "last" });
  #spread = make("span", { class: "spread" });
  element = make("tr", { class: "middle" }, make("td", { colspan: 3 }, make("div", {}, this.#last, this.#spread)));

  /** @param {import("./state.js").Last | undefined} last @param {Level | undefined} bid @param {Level | undefined} ask */
  draw(last, bid, ask) {
    const arrow = !last || last.direction === 0 ? "" : last.direction > 0 ? " \u25b2" : " \u25bc";
    setText(this.#last, last ? group(last.price) + arrow : "no trade yet");
    setAttribute(this.#last, "data-direction", last ? String(last.direction) : null);
    const isCrossed = bid && ask && compare(bid.price, ask.price) >= 0;
    setText(
      this.#spread,
      isCrossed ? "crossed: auction" : bid && ask ? "spread " + subtract(ask.price, bid.price) : bid || ask ? "one side" : "empty",
    );
  }
}

/**
 * @param {Row[]} rows from the best price outwards
 * @param {Level[]} levels
 * @param {Map<string, string>} mine
 * @param {{largest: bigint, deepest: bigint}} scale
 */
function drawSide(rows, levels, mine, scale) {
  let depth = 0n;
  rows.forEach((row, i) => {
    const level = levels[i];
    const size = level ? key(level.quantity) : 0n;
    depth += size;
    row.draw(level, mine, { size: share(size, scale.largest), depth: level ? share(depth, scale.deepest) : 0 });
  });
}

/** @param {Level[]} levels */
function largest(levels) {
  return levels.reduce((most, level) => max(most, key(level.quantity)), 0n);
}

/** @param {Level[]} levels */
function total(levels) {
  return levels.reduce((sum, level) => sum + key(level.quantity), 0n);
}

/** @param {bigint} a @param {bigint} b */
function max(a, b) {
  return a > b ? a : b;
}
