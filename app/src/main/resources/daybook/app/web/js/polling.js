/**
 * Stands in for the WebSocket where none can be had (an old proxy, a role without a hub): asks over HTTP once a second and speaks the
 * same frames, each a snapshot.
 */

const PERIOD_MS = 1_000;
const LONGEST_MS = 15_000;
/** So many rounds in a row that the venue refused as too many, or could not answer, and the connection counts as lost. */
const BAD_ROUNDS = 3;

/** @typedef {import("./feed.js").Socket} Socket */

/** @implements {Socket} */
export class PollingSocket {
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: {data: any}) => void) | null} */
  onmessage = null;
  /** @type {((event: {code: number, reason: string}) => void) | null} */
  onclose = null;
  #get;
  #channels = new Set();
  #isClosed = false;
  #count = 0;
  #badRounds = 0;
  #retryAfterMs = 0;
  #after;

  /**
   * @param {(path: string) => Promise<import("./api.js").Answer>} get
   * @param {(ms: number, run: () => void) => unknown} [after]
   */
  constructor(get, after = (ms, run) => setTimeout(run, ms)) {
    this.#get = get;
    this.#after = after;
    after(0, () => this.#begin());
  }

  /** @param {string} text */
  send(text) {
    const asked = JSON.parse(text);
    if (asked.op === "ping" && this.#badRounds === 0) this.#tell({ type: "pong" });
    if (asked.op === "unsub") this.#channels.delete(asked.ch);
    if (asked.op === "sub") {
      this.#channels.add(asked.ch);
      this.#poll(asked.ch);
    }
  }

  close() {
    this.#isClosed = true;
  }

  async #begin() {
    const answer = await this.#get("/health/live");
    if (this.#isClosed) return;
    if (answer.status !== 200) {
      this.onclose?.({ code: 1006, reason: "" });
      return;
    }
    this.onopen?.();
    this.#tick();
  }

  async #tick() {
    if (this.#isClosed) return;
    const answers = await Promise.all([...this.#channels].map((channel) => this.#poll(channel)));
    if (this.#isClosed) return;
    const isBad = answers.includes(429) || (answers.some((status) => status >= 500) && !answers.includes(200));
    this.#badRounds = isBad ? this.#badRounds + 1 : 0;
    if (answers.includes(0) || this.#badRounds >= BAD_ROUNDS) {
      this.close();
      const reason = answers.includes(429) ? "too many requests" : isBad ? "the venue is busy" : "";
      this.onclose?.({ code: 1006, reason });
      return;
    }
    const pause = Math.max(Math.min(LONGEST_MS, PERIOD_MS * 2 ** this.#badRounds), this.#retryAfterMs);
    this.#retryAfterMs = 0;
    this.#after(pause, () => this.#tick());
  }

  /** @param {string} channel */
  async #poll(channel) {
    const path = pathOf(channel);
    if (!path) {
      if (!channel.startsWith("private-account.")) return -1; // what is only ever said once cannot be asked for
      this.#count++;
      this.#tell({ ch: channel, type: "event", seq: this.#count, prev: this.#count - 1, data: { kind: "poll" } });
      return -1;
    }
    const answer = await this.#get(path);
    this.#retryAfterMs = Math.max(this.#retryAfterMs, Math.min(LONGEST_MS, answer.retryAfterS * 1_000));
    if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
      this.#channels.delete(channel);
      this.#tell({ ch: channel, type: "error", seq: 0, prev: 0, data: { code: "REFUSED", message: answer.body?.message ?? "" } });
    }
    if (answer.status === 429 || answer.status >= 500) { // it stays asked for
      this.#tell({ ch: channel, type: "error", seq: 0, prev: 0, data: { code: "BUSY", message: answer.body?.message ?? "" } });
    }
    if (answer.status === 200 && this.#channels.has(channel)) {
      this.#tell({ ch: channel, type: "snap", seq: answer.body.seq ?? 0, prev: 0, data: dataOf(channel, answer.body) });
    }
    return answer.status;
  }

  /** @param {object} frame */
  #tell(frame) {
    if (!this.#isClosed) this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

/** @param {string} channel */
function pathOf(channel) {
  const book = /^book\.(.+)$/.exec(channel);
  if (book) return `/api/v1/book/${encodeURIComponent(book[1])}?depth=50`;
  const trades = /^trades\.(.+)$/.exec(channel);
  if (trades) return `/api/v1/trades/${encodeURIComponent(trades[1])}?limit=60`;
  const bars = /^bars\.(.+)\.([^.]+)$/.exec(channel);
  if (bars) return `/api/v1/bars/${encodeURIComponent(bars[1])}?timeframe=${bars[2]}`;
  if (channel === "leaderboard") return "/api/v1/leaderboard?limit=20";
  if (channel === "ops") return "/api/v1/ops/backbone";
  return "";
}

/** @param {string} channel @param {any} body */
function dataOf(channel, body) {
  if (channel.startsWith("trades.")) return { trades: [...body].reverse() };
  if (channel.startsWith("bars.")) return Array.isArray(body) ? { bars: body } : body;
  if (channel === "leaderboard") return { rows: body };
  return body;
}
