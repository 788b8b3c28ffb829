import { isZero, key } from "./decimal.js";

/**
 * @typedef {{price: string, quantity: string, orders: number}} LevelData
 * @typedef {LevelData & {key: bigint}} Level
 * @typedef {{symbol?: string, state?: string, pending?: boolean, bids: LevelData[], asks: LevelData[]}} BookData
 */

/**
 * One symbol's book, folded from a snapshot and the levels that changed since. A level in a change replaces the level at its price;
 * quantity 0 removes it. So any run of changes may be left out if a later one carries what was in it: that is how the venue
 * slows down for a slow reader.
 */
export class Book {
  /** @type {Level[]} best first */
  bids = [];
  /** @type {Level[]} best first */
  asks = [];
  /** The exchange's seq up to which this book speaks. */
  seq = 0;
  /** State of the session, if the venue said so. */
  state = "";
  /** Whether whoever sent it has not seen everything up to this seq yet. */
  isPending = false;

  /** @param {BookData} data @param {number} seq */
  snap(data, seq) {
    this.isPending = data.pending ?? false;
    this.bids = levels(data.bids, -1);
    this.asks = levels(data.asks, 1);
    this.seq = seq;
    this.state = data.state ?? this.state;
  }

  /** @param {BookData} data @param {number} seq */
  diff(data, seq) {
    for (const level of data.bids ?? []) change(this.bids, level, -1);
    for (const level of data.asks ?? []) change(this.asks, level, 1);
    this.seq = seq;
    this.state = data.state ?? this.state;
  }

  clear() {
    this.bids = [];
    this.asks = [];
    this.seq = 0;
  }
}

/** @param {LevelData[] | undefined} data @param {1 | -1} direction @returns {Level[]} */
function levels(data, direction) {
  return (data ?? [])
    .filter((level) => !isZero(level.quantity))
    .map((level) => ({ ...level, key: key(level.price) }))
    .sort((a, b) => (a.key < b.key ? -direction : a.key > b.key ? direction : 0));
}

/** @param {Level[]} side @param {LevelData} data @param {1 | -1} direction */
function change(side, data, direction) {
  const level = { ...data, key: key(data.price) };
  let low = 0, high = side.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const isBefore = direction > 0 ? side[middle].key < level.key : side[middle].key > level.key;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  const isThere = low < side.length && side[low].key === level.key;
  if (isZero(data.quantity)) {
    if (isThere) side.splice(low, 1);
  } else {
    side.splice(low, isThere ? 1 : 0, level);
  }
}
