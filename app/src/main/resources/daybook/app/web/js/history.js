/** The last values of a number that only grows, one a second: how much was added in each. */
export class History {
  /** @type {number[]} */
  added = [];
  #length;
  #last = -1;
  #at = 0;

  /** @param {number} length */
  constructor(length) {
    this.#length = length;
  }

  /**
   * @param {number} value
   * @param {number} now milliseconds
   */
  take(value, now) {
    const seconds = (now - this.#at) / 1_000;
    if (this.#last >= 0 && seconds > 0.2) {
      this.added.push(Math.max(0, (value - this.#last) / seconds));
      if (this.added.length > this.#length) this.added.shift();
    } else if (this.#last >= 0) {
      return;
    }
    this.#last = value;
    this.#at = now;
  }

  /** Per second, over the last few values. */
  rate() {
    const recent = this.added.slice(-5);
    return recent.length === 0 ? 0 : recent.reduce((sum, n) => sum + n, 0) / recent.length;
  }

  isMoving() {
    return this.added.slice(-3).some((n) => n > 0);
  }

  /** A line through the values for a box of that size. @param {number} width @param {number} height */
  path(width, height) {
    const most = Math.max(1, ...this.added);
    const step = width / Math.max(1, this.#length - 1);
    const first = this.#length - this.added.length;
    return this.added
      .map((n, i) => `${i === 0 ? "M" : "L"}${((first + i) * step).toFixed(1)} ${(height - 2 - (n / most) * (height - 4)).toFixed(1)}`)
      .join("");
  }
}
