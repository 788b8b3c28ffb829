/**
 * One WebSocket, many channels, and no number missing without somebody noticing.
 *
 * Every frame says the `seq` it speaks up to and the `prev` before it on this subscription. Where `prev` is not what was heard last,
 * something is missing: the channel is asked for again from there, and the venue answers with what follows or with a snapshot. After
 * a lost connection every channel is asked for again in the same way, at whichever replica answers.
 */

/**
 * @typedef {{ch: string, type: string, seq: number, prev: number, data: any}} Frame
 * @typedef {{
 *   needsSnapshot?: boolean,
 *   frame: (frame: Frame) => void,
 *   refused?: (code: string, message: string) => void,
 * }} Listener What a channel's frames go to; `needsSnapshot`: changes mean nothing without one
 * @typedef {{last: number | null, isAsked: boolean, isAnswered: boolean, hasMissed: boolean, misfits: number, listener: Listener}}
 *   Subscription `isAnswered`: something has come on this connection; `hasMissed`: the venue said that something is lost for it
 * @typedef {{
 *   send: (text: string) => void,
 *   close: () => void,
 *   onopen: (() => void) | null,
 *   onmessage: ((event: {data: any}) => void) | null,
 *   onclose: ((event: {code: number, reason: string}) => void) | null,
 * }} Socket
 * @typedef {{
 *   state: "connecting" | "live" | "silent" | "lost",
 *   since: number,
 *   retryAt: number,
 *   reason: string,
 *   roundTripMs: number,
 *   frames: number,
 *   gaps: number,
 *   missed: number,
 *   connections: number,
 * }} Link How the connection is; times in milliseconds of `now`; `missed`: gaps that the venue could not fill
 * @typedef {{
 *   open: () => Socket,
 *   now: () => number,
 *   random: () => number,
 *   after: (ms: number, run: () => void) => unknown,
 *   cancel: (timer: any) => void,
 * }} Outside
 */

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const PING_MS = 5_000;
/** So often it is looked whether anything is heard. */
const LOOK_MS = 1_000;
/** A connection that is not there by then is given up. */
const HANDSHAKE_MS = 10_000;
/** No answer to a ping for so long, and the connection is given up. */
const SILENCE_MS = 12_000;
/** A venue that goes on with frames that do not fit is asked for a snapshot after so many. */
const MISFITS = 50;

export class Feed {
  /** @type {Map<string, Subscription>} */
  #subscriptions = new Map();
  /** @type {Socket | null} */
  #socket = null;
  #isOpen = false;
  #attempts = 0;
  #pingedAt = 0;
  #heardAt = 0;
  /** @type {any} */
  #retry = null;
  /** @type {any} */
  #handshake = null;
  /** @type {any} */
  #pulse = null;
  #outside;
  #told;
  /** @type {Link} */
  link = {
    state: "connecting", since: 0, retryAt: 0, reason: "", roundTripMs: -1, frames: 0, gaps: 0, missed: 0, connections: 0,
  };

  /**
   * @param {Outside} outside
   * @param {(link: Link) => void} told hears of every change of the connection
   */
  constructor(outside, told) {
    this.#outside = outside;
    this.#told = told;
  }

  start() {
    this.link.since = this.#outside.now();
    this.#connect();
  }

  /** Ends the connection and makes another, for instance because somebody else has signed in. */
  restart() {
    this.#drop();
    this.#attempts = 0;
    this.#set({ state: "connecting", since: this.#outside.now(), reason: "", roundTripMs: -1 });
    this.#connect();
  }

  /** Does not wait for the pause to end. What was lost stays lost until there is a connection. */
  retryNow() {
    if (this.link.state !== "lost" || this.#isOpen) return;
    this.#drop();
    this.#attempts = 0;
    this.#connect();
  }

  /** How far the channels have come on this connection. */
  recovery() {
    const all = [...this.#subscriptions];
    return {
      all: all.length,
      answered: all.filter(([, s]) => s.isAnswered).length,
      missed: all.filter(([, s]) => s.hasMissed).map(([channel]) => channel),
    };
  }

  stop() {
    this.#drop();
    this.#set({ state: "lost", reason: "stopped" });
  }

  /**
   * Listens to a channel until the answered function is called. One listener per channel.
   * @param {string} channel
   * @param {Listener} listener
   */
  subscribe(channel, listener) {
    if (this.#subscriptions.has(channel)) throw new Error("channel: " + channel + " (expected: one listener)");
    const subscription = { last: null, isAsked: false, isAnswered: false, hasMissed: false, misfits: 0, listener };
    this.#subscriptions.set(channel, subscription);
    this.#ask(channel, subscription);
    return () => {
      if (this.#subscriptions.get(channel) !== subscription) return;
      this.#subscriptions.delete(channel);
      this.#send({ op: "unsub", ch: channel });
    };
  }

  #connect() {
    this.#outside.cancel(this.#retry);
    this.#outside.cancel(this.#handshake);
    const socket = this.#outside.open();
    this.#socket = socket;
    this.#handshake = this.#outside.after(HANDSHAKE_MS, () => this.#closed(0, "nobody took the connection"));
    this.#set({});
    socket.onopen = () => socket === this.#socket && this.#opened();
    socket.onmessage = (event) => socket === this.#socket && this.#heard(event.data);
    socket.onclose = (event) => socket === this.#socket && this.#closed(event.code, event.reason);
  }

  #opened() {
    this.#isOpen = true;
    this.#outside.cancel(this.#handshake);
    this.#heardAt = this.#outside.now();
    this.#set({ state: "live", since: this.#heardAt, reason: "", connections: this.link.connections + 1 });
    for (const [channel, subscription] of this.#subscriptions) {
      subscription.isAnswered = subscription.hasMissed = false;
      this.#ask(channel, subscription);
    }
    this.#ping();
    this.#listen();
  }

  /** @param {number} code @param {string} reason */
  #closed(code, reason) {
    this.#drop();
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#attempts);
    const pause = longest * (0.5 + this.#outside.random() / 2); // not all at once, after a restart
    this.#attempts++;
    const now = this.#outside.now();
    this.#set({
      state: "lost",
      since: this.link.state === "lost" ? this.link.since : now,
      retryAt: now + pause,
      reason: reason || (code > 1006 ? "closed with code " + code : ""),
      roundTripMs: -1,
    });
    this.#retry = this.#outside.after(pause, () => this.#connect());
  }

  #drop() {
    this.#outside.cancel(this.#retry);
    this.#outside.cancel(this.#handshake);
    this.#outside.cancel(this.#pulse);
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    socket?.close();
  }

  /** Looks once a second, so that a silence is seen soon after it has become one. */
  #listen() {
    const now = this.#outside.now();
    const quiet = now - this.#heardAt;
    if (quiet > SILENCE_MS) {
      this.#closed(0, "silent for " + Math.round(quiet / 1_000) + " s");
      return;
    }
    if (quiet > PING_MS + 2_000 && this.link.state === "live") this.#set({ state: "silent", since: this.#heardAt });
    if (now - this.#pingedAt >= PING_MS) this.#ping();
    this.#pulse = this.#outside.after(LOOK_MS, () => this.#listen());
  }

  #ping() {
    this.#pingedAt = this.#outside.now();
    this.#send({ op: "ping" });
  }

  /** @param {string} text */
  #heard(text) {
    const now = this.#outside.now();
    this.#heardAt = now;
    if (this.link.state === "silent") this.#set({ state: "live", since: now });
    const frame = JSON.parse(text);
    if (frame.type === "pong") {
      this.#attempts = 0;
      this.#set({ roundTripMs: now - this.#pingedAt });
      return;
    }
    this.link.frames++;
    const subscription = this.#subscriptions.get(frame.ch);
    if (subscription) this.#take(frame, subscription);
  }

  /** @param {Frame} frame @param {Subscription} subscription */
  #take(frame, subscription) {
    if (frame.type === "error") {
      subscription.isAnswered = true;
      subscription.listener.refused?.(frame.data?.code ?? "", frame.data?.message ?? "");
      return;
    }
    if (frame.type !== "snap" && !this.#fits(frame, subscription)) return;
    this.#attempts = 0;
    subscription.isAnswered = true;
    if (frame.type === "snap" && frame.data?.gap === true && subscription.last !== null) {
      subscription.hasMissed = true;
      this.#set({ missed: this.link.missed + 1 });
    }
    subscription.last = frame.seq;
    subscription.isAsked = false;
    subscription.misfits = 0;
    subscription.listener.frame(frame);
  }

  /** @param {Frame} frame @param {Subscription} subscription */
  #fits(frame, subscription) {
    if (subscription.last === null && !subscription.listener.needsSnapshot) return true;
    if (frame.prev === subscription.last) return true;
    if (subscription.last !== null && frame.seq <= subscription.last) return false; // heard before
    if (!subscription.isAsked) {
      this.link.gaps++;
      this.#set({});
      this.#ask(frame.ch, subscription);
    } else if (++subscription.misfits >= MISFITS) {
      subscription.last = null;
      subscription.misfits = 0;
      this.#ask(frame.ch, subscription);
    }
    return false;
  }

  /** @param {string} channel @param {Subscription} subscription */
  #ask(channel, subscription) {
    if (!this.#isOpen) return;
    subscription.isAsked = true;
    this.#send(subscription.last === null ? { op: "sub", ch: channel } : { op: "sub", ch: channel, from: subscription.last });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#isOpen) this.#socket?.send(JSON.stringify(message));
  }

  /** @param {Partial<Link>} change */
  #set(change) {
    this.link = { ...this.link, ...change };
    this.#told(this.link);
  }
}

/**
 * What can be said after a connection was lost and made again, and no more than that.
 * @param {{all: number, answered: number, missed: string[]}} recovery
 * @param {boolean} isPolling only the newest numbers are asked for: nothing can be said of those between
 */
export function recoveryWords({ all, answered, missed }, isPolling) {
  if (isPolling) return "Connected again.";
  if (missed.length > 0) {
    const more = missed.length > 3 ? ` and ${missed.length - 3} more` : "";
    return `Connected again. Some of what happened meanwhile was missed, on ${missed.slice(0, 3).join(", ")}${more}.`;
  }
  if (answered < all) return `Connected again. ${answered} of ${all} channels have gone on so far; nothing was heard on the others yet.`;
  return "Connected again. Every channel went on from the number it had last; nothing is missing.";
}
