import { add, average, compare, group, isZero } from "./decimal.js";

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
/** With these the venue says that it has recorded nothing of a new order. Any other 5xx leaves open what became of it. */
const PROVE_NOT_ENTERED = ["BUSY", "STOPPED", "NOT_ACCEPTED", "EXCHANGE_UNREACHABLE"];

/**
 * What a way out into the world is made of.
 * @typedef {{
 *   told: (outcome: Outcome) => void,
 *   pause: (ms: number) => Promise<void>,
 *   isRepeat?: boolean,
 * }} Sending `told` hears of what is known so far; `isRepeat`: the order was sent before, and nobody knows what became of it
 */

/**
 * Sends an order and does not rest before it knows what became of it, or that it cannot.
 * @param {import("./api.js").Ask} ask
 * @param {NewOrder} order
 * @param {Sending} sending
 * @returns {Promise<Outcome>}
 */
export async function submit(ask, order, { told, pause, isRepeat = false }) {
  const answer = await ask("POST", "/api/v1/orders", order);
  if (!isUnknown(answer)) {
    const outcome = outcomeOf(answer, order);
    return isRepeat && !isAboutTheOrder(answer) ? stillUnknown(outcome) : outcome;
  }
  told({
    kind: "unknown",
    text: "No clear answer. Asking what became of it",
    detail: named(order),
    mayRepeat: false,
  });
  let found = answer;
  for (let look = 0; look < LOOKS; look++) {
    await pause(Math.max(BETWEEN_LOOKS_MS, found.retryAfterS * 1_000));
    found = await ask("GET", "/api/v1/orders?clientOrderId=" + encodeURIComponent(order.clientOrderId));
    if (isOrder(found)) return standing(found.body, order);
    if (found.status === 401 || found.status === 403) break;
  }
  return notFound(found);
}

/** Whether an answer leaves open if the order was entered. @param {import("./api.js").Answer} answer */
function isUnknown(answer) {
  if (answer.status === 503) return !PROVE_NOT_ENTERED.includes(String(answer.body?.code));
  return answer.status >= 500 || answer.status < 200 || (answer.status < 400 && !isOrder(answer));
}

/** @param {import("./api.js").Answer} answer */
function isOrder(answer) {
  return answer.status === 200 && typeof answer.body?.status === "string";
}

/** Whether an answer says what the exchange makes of the order, and not only that this message did not get there. @param {import("./api.js").Answer} answer */
function isAboutTheOrder(answer) {
  return ![401, 403, 429, 503].includes(answer.status);
}

/** This message entered nothing; the one before it may have. @param {Outcome} outcome @returns {Outcome} */
function stillUnknown(outcome) {
  return {
    kind: "unknown",
    text: "Not sent again. What became of it before is still unknown",
    detail: (outcome.kind === "later" ? "The venue is busy. " : outcome.text + ". ") + SAFE,
    mayRepeat: true,
  };
}

const SAFE = "Sending it again is safe: it has the same id, so it can only be entered once.";

/** What is said when nobody could say what became of the order. @param {import("./api.js").Answer} last @returns {Outcome} */
function notFound(last) {
  const text =
    last.status === 404
      ? "The venue does not know this order (yet)"
      : last.status === 401
        ? "You are signed out; whether it was entered is not known"
        : "Whether it was entered is not known: the venue does not say";
  return { kind: "unknown", text, detail: SAFE, mayRepeat: true };
}

/** The outcome of an answer that is one. @param {import("./api.js").Answer} answer @param {NewOrder} order @returns {Outcome} */
function outcomeOf(answer, order) {
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
        text: "The venue takes no order now. Nothing was entered",
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
  const amount = String(body.filledQuantity ?? "0"), whole = String(body.quantity ?? order.quantity);
  const at = isAllOf(trades, amount) ? " at " + group(average(trades)) : "";
  const filled = `${group(amount)} of ${group(whole)}`;
  switch (body.status) {
    case "FILLED":
      return done(body, `Filled: ${verb(order)} ${group(whole)} ${order.symbol}${at}`, fills(trades));
    case "PARTIALLY_FILLED":
      return resting(body, `Filled ${filled}${at}, the rest is in the book`, fills(trades));
    case "CANCELLED":
      if (!isZero(amount)) return done(body, `Filled ${filled}${at}, the rest was cancelled`, fills(trades));
      return done(body, body.trades ? "Nothing to trade with: cancelled unfilled" : "It was cancelled unfilled", named(order));
    default:
      return resting(body, `In the book: ${named(order)}`, "Order " + body.orderId);
  }
}

/** Whether the trades are all there were: an order that is asked for later has none with it, or only those booked so far. @param {any[]} trades @param {string} amount */
function isAllOf(trades, amount) {
  return trades.length > 0 && compare(trades.reduce((sum, t) => add(sum, t.quantity), "0"), amount) === 0;
}

/** @param {any} body @param {NewOrder} order @returns {Outcome} */
function standing(body, order) {
  const found = entered(body, order);
  return { ...found, text: "It was entered. " + found.text };
}

/** @param {any} body @param {NewOrder} order @returns {Outcome} */
function duplicate(body, order) {
  if (body?.status) return { ...standing(body, order), detail: "It had been entered before; it was not entered twice." };
  if (body?.orderId) return done(body, `It was entered as order ${body.orderId}`, "What became of it is under Fills.");
  return { kind: "refused", text: "This id was used before", detail: String(body?.message ?? ""), mayRepeat: false };
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

/** What became of an order that was open and is not any more, in a line. @param {import("./state.js").Order} order */
export function endOf(order) {
  const whole = `${verb(/** @type {any} */ (order))} ${group(order.quantity)} ${order.symbol}`;
  if (order.status === "FILLED") return `Order ${order.orderId} is filled: ${whole}`;
  if (isZero(order.filledQuantity)) return `Order ${order.orderId} is cancelled: ${whole}`;
  return `Order ${order.orderId}: ${group(order.filledQuantity)} filled, the rest cancelled: ${whole}`;
}

/** @param {any} body */
export function reason(body) {
  return String(body?.reason ?? body?.code ?? "").toLowerCase().replaceAll("_", " ");
}
