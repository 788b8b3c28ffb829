import { average, group } from "./decimal.js";

/**
 * What became of an order, in words. Every answer of the venue has one, and so has no answer at all: then the venue is asked by the
 * client's own order id, which also makes it safe to send the same order once more.
 *
 * @typedef {{clientOrderId: string, symbol: string, side: "BUY" | "SELL", type: "LIMIT" | "MARKET", timeInForce: string,
 *   price?: string, quantity: string}} NewOrder
 * @typedef {{
 *   kind: "done" | "resting" | "refused" | "later" | "unknown" | "signedOut",
 *   text: string,
 *   detail: string,
 *   mayRepeat: boolean,
 *   orderId?: number,
 * }} Outcome `mayRepeat`: the same order, with the same id, can be sent again
 */

const LOOKS = 4;
const BETWEEN_LOOKS_MS = 1_500;

/**
 * Sends an order and does not rest before it knows what became of it, or that it cannot.
 * @param {import("./api.js").Ask} ask
 * @param {NewOrder} order
 * @param {(outcome: Outcome) => void} told hears of what is known so far
 * @param {(ms: number) => Promise<void>} pause
 * @returns {Promise<Outcome>}
 */
export async function submit(ask, order, told, pause) {
  const answer = await ask("POST", "/api/v1/orders", order);
  if (answer.status !== 504 && answer.status !== 0) return outcomeOf(answer, order);
  told({
    kind: "unknown",
    text: "No answer. Asking what became of it",
    detail: named(order),
    mayRepeat: false,
  });
  for (let look = 0; look < LOOKS; look++) {
    await pause(BETWEEN_LOOKS_MS);
    const found = await ask("GET", "/api/v1/orders?clientOrderId=" + encodeURIComponent(order.clientOrderId));
    if (found.status === 200) return standing(found.body, order);
    if (found.status === 401 || found.status === 403) return outcomeOf(found, order);
  }
  return {
    kind: "unknown",
    text: "The venue does not know this order (yet)",
    detail: "Sending it again is safe: it has the same id, so it can only be entered once.",
    mayRepeat: true,
  };
}

/** @param {import("./api.js").Answer} answer @param {NewOrder} order @returns {Outcome} */
export function outcomeOf(answer, order) {
  const message = String(answer.body?.message ?? "");
  switch (answer.status) {
    case 200:
      return entered(answer.body, order);
    case 401:
      return { kind: "signedOut", text: "You are signed out", detail: "Sign in and send it again.", mayRepeat: true };
    case 403:
      return { kind: "refused", text: "This token may not trade", detail: message, mayRepeat: false };
    case 409:
      return duplicate(answer.body, order);
    case 422:
      return { kind: "refused", text: "Refused: " + reason(answer.body), detail: message, mayRepeat: false };
    case 429:
      return {
        kind: "later",
        text: "Too many orders at once. Nothing was entered",
        detail: `Try again in ${answer.retryAfterS || 1} s.`,
        mayRepeat: true,
      };
    case 503:
      return {
        kind: "later",
        text: "The venue is busy. Nothing was entered",
        detail: message || `Try again in ${answer.retryAfterS || 1} s.`,
        mayRepeat: true,
      };
    default:
      return { kind: "refused", text: "Not accepted", detail: message, mayRepeat: false };
  }
}

/** @param {any} body @param {NewOrder} order @returns {Outcome} */
function entered(body, order) {
  const trades = body.trades ?? [];
  const at = trades.length > 0 ? " at " + group(average(trades)) : "";
  const filled = `${group(body.filledQuantity)} of ${group(order.quantity)}`;
  switch (body.status) {
    case "FILLED":
      return done(body, `Filled: ${verb(order)} ${group(order.quantity)} ${order.symbol}${at}`, fills(trades));
    case "PARTIALLY_FILLED":
      return resting(body, `Filled ${filled}${at}, the rest is in the book`, fills(trades));
    case "CANCELLED":
      return trades.length > 0
        ? done(body, `Filled ${filled}${at}, the rest was cancelled`, fills(trades))
        : done(body, "Nothing to trade with: cancelled unfilled", named(order));
    default:
      return resting(body, `In the book: ${named(order)}`, "Order " + body.orderId);
  }
}

/** @param {any} body @param {NewOrder} order @returns {Outcome} */
function standing(body, order) {
  const found = entered({ ...body, trades: body.trades ?? [] }, order);
  return { ...found, text: "It was entered. " + found.text };
}

/** @param {any} body @param {NewOrder} order @returns {Outcome} */
function duplicate(body, order) {
  return body.status
    ? { ...standing(body, order), detail: "It had been entered before; it was not entered twice." }
    : { kind: "refused", text: "This id was used before", detail: String(body.message ?? ""), mayRepeat: false };
}

/** @param {any} body @param {string} text @param {string} detail @returns {Outcome} */
function done(body, text, detail) {
  return { kind: "done", text, detail, mayRepeat: false, orderId: body.orderId };
}

/** @param {any} body @param {string} text @param {string} detail @returns {Outcome} */
function resting(body, text, detail) {
  return { kind: "resting", text, detail, mayRepeat: false, orderId: body.orderId };
}

/** @param {{price: string, quantity: string}[]} trades */
function fills(trades) {
  const shown = trades.slice(0, 4).map((t) => `${group(t.quantity)} @ ${group(t.price)}`);
  return shown.join(", ") + (trades.length > 4 ? ` and ${trades.length - 4} more` : "");
}

/** @param {NewOrder} order */
function named(order) {
  const price = order.type === "LIMIT" ? " at " + group(order.price ?? "") : " at market";
  return `${verb(order)} ${group(order.quantity)} ${order.symbol}${price}`;
}

/** @param {NewOrder} order */
function verb(order) {
  return order.side === "BUY" ? "buy" : "sell";
}

/** @param {any} body */
export function reason(body) {
  return String(body?.reason ?? body?.code ?? "").toLowerCase().replaceAll("_", " ");
}
