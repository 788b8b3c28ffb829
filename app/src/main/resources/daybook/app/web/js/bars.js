/** @typedef {import("./state.js").Bar} Bar */

const MOST = 2_000;

/** The candles of one symbol and timeframe by their start, and which of them have changed since they were drawn. */
export class Bars {
  /** @type {Map<string, Bar>} */
  #bars = new Map();
  /** @type {Bar[]} */
  #changed = [];
  #isNew = true;
  #newest = "";

  /** @param {Bar[]} bars */
  snap(bars) {
    this.#bars = new Map(bars.slice(-MOST).map((bar) => [bar.start, bar]));
    this.#newest = bars.length > 0 ? bars[bars.length - 1].start : "";
    this.#changed = [];
    this.#isNew = true;
  }

  /** @param {Bar} bar */
  change(bar) {
    this.#bars.set(bar.start, bar);
    if (bar.start < this.#newest) this.#isNew = true; // a late tick: an older candle has changed
    else this.#newest = bar.start;
    this.#changed.push(bar);
  }

  clear() {
    this.snap([]);
  }

  /** Says that everything has to be drawn again. */
  redraw() {
    this.#isNew = true;
  }

  /** @param {string} start */
  at(start) {
    return this.#bars.get(start);
  }

  newest() {
    return this.#bars.get(this.#newest);
  }

  /** What to draw: all candles in order of time, or only those that have changed; the next call begins from there. */
  take() {
    const isAll = this.#isNew;
    const bars = isAll ? [...this.#bars.values()].sort((a, b) => (a.start < b.start ? -1 : 1)) : this.#changed;
    this.#changed = [];
    this.#isNew = false;
    return { isAll, bars };
  }
}
