/** A sandbox on the server: one action at a time, each answered with all there is to see. */

/**
 * @typedef {{offset: number, symbol: string, eventId: number, quantity: number, counts: number}} Entry
 * @typedef {{partition: number, owner: number | null, committed: number, end: number, records: Entry[]}} Partition
 * @typedef {{consumer: number, alive: boolean, partitions: number[]}} Consumer
 * @typedef {{symbol: string, partition: number, of3: number, of4: number, quantity: number, rightQuantity: number, pnl: string, rightPnl: string}} Position
 * @typedef {{n: number, kind: string, consumer: number | null, eventId: number | null, partition: number | null, offset: number | null, text: string}} Line
 * @typedef {{id: string, members: number, mode: string, guard: string, generation: number, nextEvent: number, partitions: Partition[],
 *   consumers: Consumer[], symbols: Position[], secondGroup: {runs: number, records: number},
 *   totals: {sent: number, waiting: number, lost: number, twice: number}, log: Line[]}} State
 * @typedef {{action: string, symbol?: string, members?: number, consumer?: number, guard?: string, mode?: string}} Action
 * @typedef {import("../js/api.js").Ask} Ask
 */

const PATH = "/api/v1/lab/sandboxes";
const KEY = "daybook.sandbox";

export class Sandbox {
  /** @type {State | null} */
  state = null;
  #ask;
  #store;
  #changed;
  /** @type {Promise<void>} */
  #last = Promise.resolve();

  /**
   * @param {Ask} ask
   * @param {Pick<Storage, "getItem" | "setItem">} store keeps the id for as long as the tab is open
   * @param {(state: State, action: Action | null, before: State | null) => void} changed
   */
  constructor(ask, store, changed) {
    this.#ask = ask;
    this.#store = store;
    this.#changed = changed;
  }

  /** The tab's own, or a new one. @returns {Promise<string>} why there is none; "" if there is one */
  async open() {
    const offered = await this.#ask("GET", "/api/openapi.json");
    if (offered.status === 200 && !offered.body.paths?.[PATH]) return reason(404, null);
    const known = this.#store.getItem(KEY);
    if (known) {
      const found = await this.#ask("GET", `${PATH}/${known}`);
      if (found.status === 200) {
        this.#take(found.body, null);
        return "";
      }
    }
    const made = await this.#ask("POST", PATH, { seed: 1 });
    if (made.status !== 201) return reason(made.status, made.body);
    this.#store.setItem(KEY, made.body.id);
    this.#take(made.body, null);
    return "";
  }

  /** Does one step, behind those that wait. @param {Action} action @returns {Promise<string>} why not; "" if it was done */
  act(action) {
    const done = this.#last.then(() => this.#act(action));
    this.#last = done.then(() => {}, () => {}); // a step that could not be shown does not keep those behind it
    return done;
  }

  /** @param {Action} action */
  async #act(action) {
    let answer = await this.#ask("POST", `${PATH}/${this.state?.id}/actions`, action);
    if (answer.status === 404) { // not used for long, or the venue was started again
      const refused = await this.open();
      if (refused) return refused;
      answer = await this.#ask("POST", `${PATH}/${this.state?.id}/actions`, action);
    }
    if (answer.status !== 200) return reason(answer.status, answer.body);
    this.#take(answer.body, action);
    return "";
  }

  /** @param {State} state @param {Action | null} action */
  #take(state, action) {
    const before = this.state;
    this.state = state;
    try {
      this.#changed(state, action, before && before.id === state.id ? before : null);
    } catch (broken) {
      console.error(broken);
      throw new Error("The step was done, but this page could not show it. Load it again.", { cause: broken });
    }
  }
}

/** @param {number} status @param {any} body */
function reason(status, body) {
  if (status === 0) return "The venue does not answer.";
  if (status === 404) return "This venue has no sandbox. Start it with ./daybook up --demo to play here.";
  if (status === 401 || status === 403) return "The lab is for those on this machine, or signed in at the terminal.";
  if (status === 429) return "Too quick: the venue takes only so many requests a second.";
  return String(body?.message ?? "The venue refused, with status " + status + ".");
}
