/**
 * Orders that may be sent again under their id, and whose they are. An id is known within its account only: under another one the same
 * order would be entered a second time.
 *
 * @typedef {import("./outcome.js").NewOrder} NewOrder
 * @typedef {import("./outcome.js").Outcome} Outcome
 */
export class Repeats {
  /** @type {Map<string, {account: string, isUnknown: boolean}>} */
  #orders = new Map();

  /** What has become of an order so far. @param {NewOrder} order @param {string} account @param {Outcome} outcome */
  heard(order, account, outcome) {
    if (outcome.kind === "unknown") this.#orders.set(order.clientOrderId, { account, isUnknown: true });
    else if (outcome.mayRepeat) this.#orders.set(order.clientOrderId, { account, isUnknown: false });
    else this.#orders.delete(order.clientOrderId);
  }

  /** Somebody has signed in or out: another account's orders are dropped; who is signed out may come back. @param {string} account */
  belongTo(account) {
    if (account === "") return;
    for (const [id, order] of this.#orders) {
      if (order.account !== account) this.#orders.delete(id);
    }
  }

  /** Whether it can be sent again by whoever is signed in. @param {NewOrder} order @param {string} account */
  may(order, account) {
    return this.#orders.get(order.clientOrderId)?.account === account;
  }

  /** Whether somebody else's sign-in has ended it. @param {NewOrder} order */
  isDropped(order) {
    return !this.#orders.has(order.clientOrderId);
  }

  /** @param {NewOrder} order */
  isUnknown(order) {
    return this.#orders.get(order.clientOrderId)?.isUnknown ?? false;
  }

  /** Whether of any order it is not known what became of it. */
  hasUnknown() {
    return [...this.#orders.values()].some((order) => order.isUnknown);
  }
}
