import { fromUnits } from "../../../main/resources/daybook/app/web/js/decimal.js";

/**
 * A venue with one symbol, as INTERFACES describes it: every change of a level has a seq, a subscription is a cursor, and what follows a
 * cursor is each level that changed with what it is now, or a snapshot if the cursor is too old.
 */
export class Venue {
  seq = 100;
  /** @type {{seq: number, side: string, price: string, quantity: string}[]} */
  changes = [];
  /** @type {Map<string, string>} */
  levels = new Map();
  #random;
  #remembered;

  /** @param {(below: number) => number} random @param {number} remembered how many changes it can go back */
  constructor(random, remembered) {
    this.#random = random;
    this.#remembered = remembered;
  }

  change() {
    this.seq += 1 + this.#random(3);
    const side = this.#random(2) ? "bids" : "asks";
    const price = fromUnits(BigInt(side === "bids" ? 100 - this.#random(12) : 101 + this.#random(12)) * 5n, 2);
    const quantity = String(this.#random(4) === 0 ? 0 : 1 + this.#random(50));
    this.changes.push({ seq: this.seq, side, price, quantity });
    if (quantity === "0") this.levels.delete(side + price);
    else this.levels.set(side + price, quantity);
  }

  /** The book in words, to compare with. */
  book() {
    return [...this.levels].sort().map(([place, quantity]) => place + "=" + quantity).join(" ");
  }

  /** @param {number | undefined} from */
  follows(from) {
    const oldest = this.changes.length > this.#remembered ? this.changes[this.changes.length - this.#remembered].seq : 0;
    const data = { bids: /** @type {any[]} */ ([]), asks: /** @type {any[]} */ ([]) };
    if (from === undefined || from < oldest || from > this.seq) {
      for (const [place, quantity] of this.levels) data[sideOf(place)].push({ price: place.slice(4), quantity, orders: 1 });
      return { ch: "book.X", type: "snap", seq: this.seq, prev: 0, data };
    }
    const changed = new Set(this.changes.filter((c) => c.seq > from).map((c) => c.side + c.price));
    if (changed.size === 0) return null;
    for (const place of changed) data[sideOf(place)].push({ price: place.slice(4), quantity: this.levels.get(place) ?? "0", orders: 1 });
    return { ch: "book.X", type: "diff", seq: this.seq, prev: from, data };
  }
}

/** @param {string} place @returns {"bids" | "asks"} */
function sideOf(place) {
  return place.startsWith("bids") ? "bids" : "asks";
}

/** Timers and sockets that a test moves by hand. */
export class World {
  now = 0;
  /** @type {{at: number, run: () => void}[]} */
  timers = [];
  /** @type {TestSocket[]} */
  sockets = [];

  outside() {
    return {
      open: () => {
        const socket = new TestSocket();
        this.sockets.push(socket);
        return socket;
      },
      now: () => this.now,
      random: () => 0.5,
      after: (/** @type {number} */ ms, /** @type {() => void} */ run) => {
        const timer = { at: this.now + ms, run };
        this.timers.push(timer);
        return timer;
      },
      cancel: (/** @type {any} */ timer) => {
        this.timers = this.timers.filter((t) => t !== timer);
      },
    };
  }

  /** Lets time pass. @param {number} ms */
  pass(ms) {
    const end = this.now + ms;
    for (;;) {
      const next = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((t) => t !== next);
      this.now = Math.max(this.now, next.at);
      next.run();
    }
    this.now = end;
  }

  /** The connection that was made last. */
  socket() {
    return this.sockets[this.sockets.length - 1];
  }
}

export class TestSocket {
  /** @type {any[]} */
  sent = [];
  isClosed = false;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: {data: any}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number, reason: string}) => void) | null} */
  onclose = null;

  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.isClosed = true;
  }

  /** @param {object | null} frame */
  tell(frame) {
    if (frame) this.onmessage?.({ data: JSON.stringify(frame) });
  }

  /** @param {number} [code] */
  lose(code = 1006) {
    this.onclose?.({ code, reason: "" });
  }
}
