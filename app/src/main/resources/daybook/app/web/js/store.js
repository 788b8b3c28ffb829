/**
 * What the page knows, and who draws which part of it. However much changes between two frames, each view draws once.
 * @template {Record<string, any>} State
 */
export class Store {
  /** @type {State} */
  #state;
  /** @type {Set<keyof State>} */
  #changed = new Set();
  /** @type {{keys: (keyof State)[], draw: () => void}[]} */
  #views = [];
  #isScheduled = false;
  #requestFrame;
  #failed;

  /**
   * @param {State} initial
   * @param {(draw: () => void) => unknown} requestFrame
   * @param {(broken: unknown) => void} [failed] hears of a view that throws
   */
  constructor(initial, requestFrame, failed = (broken) => console.error(broken)) {
    this.#failed = failed;
    this.#state = initial;
    this.#requestFrame = requestFrame;
  }

  /** @template {keyof State} K @param {K} name @returns {State[K]} */
  get(name) {
    return this.#state[name];
  }

  /** @template {keyof State} K @param {K} name @param {State[K]} value */
  set(name, value) {
    if (Object.is(this.#state[name], value)) return;
    this.#state[name] = value;
    this.touch(name);
  }

  /** Says that a value has changed within itself. @param {keyof State} name */
  touch(name) {
    this.#changed.add(name);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#requestFrame(() => this.#draw());
  }

  /**
   * Draws at the next frame, and again at each frame before which one of the names has changed.
   * @param {(keyof State)[]} keys
   * @param {() => void} draw
   */
  view(keys, draw) {
    this.#views.push({ keys, draw });
    this.touch(keys[0]);
  }

  #draw() {
    const changed = this.#changed;
    this.#changed = new Set();
    this.#isScheduled = false;
    for (const view of this.#views) {
      if (!view.keys.some((name) => changed.has(name))) continue;
      try {
        view.draw();
      } catch (broken) { // of one view: the others go on, and the browser's console says which
        this.#failed(broken);
      }
    }
  }
}
