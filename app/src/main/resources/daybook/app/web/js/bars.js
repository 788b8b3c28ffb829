/** @typedef {import("./state.js").Bar} Bar */

const MOST = 2_000;
/** A page that does not draw, because nobody looks at it, keeps no more changes than that: then it draws everything. */
const MOST_CHANGED = 100;

/** The candles of one symbol and timeframe by their start, and which of them have changed since they were drawn. */
export class Bars {
  /** @type {Map<string, Bar>} */
  #bars = new Map();
  /** @type {Map<string, Bar>} */
  #changed = new Map();
  #isNew = true;
  #newest = "";

  /** @param {Bar[]} bars */
  snap(bars) {
    this.#bars = new Map(bars.slice(-MOST).map((bar) => [bar.start, bar]));
    this.#newest = bars.length > 0 ? bars[bars.length - 1].start : "";
    this.#changed.clear();
    this.#isNew = true;
  }

  /** @param {Bar} bar */
  change(bar) {
    if (bar.start < this.#newest) {
      const isOlderThanAll = this.#bars.size >= MOST && !this.#bars.has(bar.start) && bar.start < this.#oldest();
      if (isOlderThanAll) return;
      this.#isNew = true; // a late tick: an older candle has changed
    } else {
      this.#newest = bar.start;
    }
    this.#bars.set(bar.start, bar);
    if (this.#bars.size > MOST) this.#bars.delete(this.#oldest());
    if (!this.#isNew) this.#changed.set(bar.start, bar);
    if (this.#changed.size > MOST_CHANGED) this.#isNew = true;
    if (this.#isNew) this.#changed.clear();
  }

  #oldest() {
    let oldest = this.#newest;
    for (const start of this.#bars.keys()) if (start < oldest) oldest = start;
    return oldest;
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
    const bars = isAll ? [...this.#bars.values()].sort((a, b) => (a.start < b.start ? -1 : 1)) : [...this.#changed.values()];
    this.#changed.clear();
    this.#isNew = false;
    return { isAll, bars };
  }
}
