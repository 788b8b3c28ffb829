/**
 * What the terminal knows. Numbers that mean money or amounts are decimal text, as they came.
 *
 * @typedef {{symbol: string, priceScale: number, quantityScale: number, tick: string, lot: string, referencePrice: string,
 *   bandPercent: number, currency: string}} Instrument
 * @typedef {{tradeId: number, seq: number, time: string, price: string, quantity: string, aggressorSide: string}} Trade
 * @typedef {{start: string, end: string, open: string, high: string, low: string, close: string, volume: string, vwap?: string,
 *   count: number, closed: boolean}} Bar
 * @typedef {{orderId: number, clientOrderId: string, symbol: string, side: "BUY" | "SELL", type: string, timeInForce: string,
 *   price?: string, quantity: string, filledQuantity: string, cancelledQuantity: string, status: string}} Order
 * @typedef {{fillId: string, tradeId: number, time: string, symbol: string, side: "BUY" | "SELL", price: string, quantity: string,
 *   liquidity: string}} Fill
 * @typedef {{symbol: string, currency: string, quantity: string, averagePrice?: string, mark: string, realised: string,
 *   unrealised: string, net: string, pending: boolean}} Position
 * @typedef {{currency: string, realised: string, unrealised: string, charges: string, net: string, cash: string, pending: boolean}} Profit
 * @typedef {{rank: number, account: string, currency: string, net: string, pending: boolean}} Rank
 * @typedef {{price: string, direction: number}} Last A symbol's last price; 1 = above the one before it, -1 = below
 *
 * @typedef {{
 *   instruments: Instrument[],
 *   symbol: string,
 *   book: import("./book.js").Book,
 *   trades: Trade[],
 *   lasts: Map<string, Last>,
 *   bars: import("./bars.js").Bars,
 *   timeframe: string,
 *   who: import("./shell.js").Who,
 *   orders: Order[],
 *   fills: Fill[],
 *   positions: Position[],
 *   profits: Profit[],
 *   ranks: Rank[],
 * }} State
 * @typedef {import("./store.js").Store<State>} TerminalStore
 */

import { subtract } from "./decimal.js";

/** The instrument that is shown; undefined before the venue has said what it lists. @param {TerminalStore} store */
export function instrument(store) {
  return store.get("instruments").find((i) => i.symbol === store.get("symbol"));
}

/** What of an order can still trade. @param {Order} order */
export function openQuantity(order) {
  return subtract(subtract(order.quantity, order.filledQuantity), order.cancelledQuantity);
}

/** @param {Order} order */
export function isOpen(order) {
  return order.status === "OPEN" || order.status === "PARTIALLY_FILLED";
}

/** The time of day of an instant, UTC, as the venue writes it. @param {string} instant */
export function timeOfDay(instant) {
  return instant.slice(11, 19);
}
