/** What every page has on top: where one is, how the venue and the connection are, who is signed in, and the colours. */

import { ask, get } from "./api.js";
import { byId, make, setAttribute, setText } from "./dom.js";
import { Feed, recoveryWords } from "./feed.js";
import { PollingSocket } from "./polling.js";

/**
 * @typedef {{role: string, account: string}} Who
 * @typedef {import("./feed.js").Link} Link
 */

const NOBODY = { role: "nobody", account: "" };
/** So long it is said that the connection is there again; the venue waits up to five seconds before it says that something is lost. */
const RECOVERED_MS = 8_000;
const MISSED_MS = 20_000;
const WHO_AGAIN_MS = 2_000;
const LOOK_FOR_LAB_MS = 3_000;
/** While the page polls it tries so often whether there is a socket after all. */
const SOCKET_AGAIN_MS = 60_000;
/** So many sockets that never opened, and the page polls. */
const SOCKETS_TRIED = 3;

/** Joins the header's parts to the venue and answers the connection. */
export class Shell {
  /** @type {Who} */
  who = NOBODY;
  feed;
  #changed;
  #hadSocket = false;
  #failedSockets = 0;
  #lostOnce = false;
  #recoveredAt = -Infinity;
  /** @type {any} */
  #whoAgain = null;
  #isShutOut = false;
  #trouble = "";
  #announced = "";

  /** @param {(who: Who) => void} changed hears who is signed in, at first and whenever it changes */
  constructor(changed) {
    this.#changed = changed;
    this.feed = new Feed(
      {
        open: () => this.#open(),
        now: () => performance.now(),
        random: Math.random,
        after: (ms, run) => setTimeout(run, ms),
        cancel: (timer) => clearTimeout(timer),
      },
      (link) => this.#showLink(link),
    );
    this.#wire();
  }

  async start() {
    this.feed.subscribe("news", { frame: (frame) => frame.type === "event" && this.#showNews(frame.data), refused: () => {} });
    await this.#askWho();
    this.feed.start();
    setInterval(() => this.#showLink(this.feed.link), 1_000);
    setInterval(() => this.#trySocket(), SOCKET_AGAIN_MS);
    setTimeout(markLab, LOOK_FOR_LAB_MS); // after all that somebody waits for
  }

  /** Opens the dialog to sign in. */
  signIn() {
    byId("sign-in", HTMLDialogElement).showModal();
    byId("token", HTMLInputElement).focus();
  }

  /** The venue's state, its session and what is wrong with it, from the ops channel. @param {any} ops */
  showVenue(ops) {
    if (ops.session) this.showSession(ops.session);
    const trouble = troubleOf(ops);
    this.#trouble = trouble.length > 0 ? "The venue reports: " + trouble.slice(0, 3).join(" \u00b7 ") : "";
    this.#showBanner(this.feed.link);
  }

  /** @param {string} session CLOSED, AUCTION, OPEN or HALTED */
  showSession(session) {
    const pill = byId("session");
    setText(byId("session-text"), session.charAt(0) + session.slice(1).toLowerCase());
    setAttribute(pill, "data-tone", session === "OPEN" ? "good" : session === "AUCTION" ? "warn" : "bad");
    setAttribute(pill, "title", SESSIONS.get(session) ?? null);
  }

  /** The venue does not know the session any more: it has ended, or the venue was started again. */
  signedOut() {
    this.#is(NOBODY);
    this.feed.restart();
  }

  /** What the venue's operators have to say to everybody, as text. @param {{event?: string, data?: any}} news */
  #showNews(news) {
    const said = typeof news.data === "string" ? news.data : (news.data?.text ?? JSON.stringify(news.data));
    setText(byId("news-text"), String(said));
    byId("news").hidden = false;
  }

  #open() {
    if (this.#isPolling()) return new PollingSocket((path) => this.#getForAll(path));
    const socket = new WebSocket(socketAddress());
    let isOpened = false;
    socket.addEventListener("open", () => {
      this.#hadSocket = true;
      isOpened = true;
    });
    socket.addEventListener("close", () => {
      if (!this.#hadSocket) this.#failedSockets++;
      if (!isOpened) this.#forgetDeadSession();
    });
    return /** @type {any} */ (socket);
  }

  /** What everybody may see, if everybody may. @param {string} path */
  async #getForAll(path) {
    const answer = await get(path);
    if (answer.status === 401) this.#isShutOut = true;
    else if (answer.status === 200 && path.startsWith("/api/")) this.#isShutOut = false;
    return answer;
  }

  /** Whatever stood in the way of a socket may have gone. */
  #trySocket() {
    if (!this.#isPolling() || document.hidden) return;
    const socket = new WebSocket(socketAddress());
    socket.addEventListener("open", () => {
      socket.close();
      this.#hadSocket = true;
      this.feed.restart();
    });
  }

  #isPolling() {
    return this.#failedSockets >= SOCKETS_TRIED && !this.#hadSocket;
  }

  /** A venue that was started again refuses a socket with a session that it does not know; without one it may take it. */
  async #forgetDeadSession() {
    const answer = await get("/api/v1/session");
    if (answer.status !== 200 || answer.body.role !== NOBODY.role) return;
    await ask("DELETE", "/api/v1/session");
    if (this.who.role !== NOBODY.role) this.#is(NOBODY);
  }

  #wire() {
    byId("theme").addEventListener("click", () => {
      window.dispatchEvent(new Event("daybook-theme"));
      window.dispatchEvent(new Event("daybook-colours"));
    });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      window.dispatchEvent(new Event("daybook-colours"));
    });
    byId("account").addEventListener("click", () => (this.who.role === "nobody" ? this.signIn() : this.#signOut()));
    byId("sign-in-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submitToken();
    });
    byId("sign-in-cancel").addEventListener("click", () => byId("sign-in", HTMLDialogElement).close());
    byId("news-close").addEventListener("click", () => (byId("news").hidden = true));
    byId("retry").addEventListener("click", () => this.feed.retryNow());
    window.addEventListener("online", () => this.feed.retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.feed.retryNow());
  }

  /** Only the venue's own word changes who is signed in: one that does not answer has not signed anybody out. */
  async #askWho() {
    clearTimeout(this.#whoAgain);
    const answer = await get("/api/v1/session");
    if (answer.status === 200) this.#is(answer.body);
    else if (answer.status === 401) this.#is(NOBODY);
    else this.#whoAgain = setTimeout(() => this.#askWho(), Math.max(WHO_AGAIN_MS, answer.retryAfterS * 1_000));
  }

  async #submitToken() {
    const input = byId("token", HTMLInputElement);
    const answer = await ask("POST", "/api/v1/session", { token: input.value.trim() });
    input.value = "";
    if (answer.status !== 200) {
      setText(byId("sign-in-error"), signInFault(answer));
      input.focus();
      return;
    }
    setText(byId("sign-in-error"), "");
    byId("sign-in", HTMLDialogElement).close();
    this.#is(answer.body);
    this.#failedSockets = 0; // what was refused to nobody may be given to somebody
    this.#isShutOut = false;
    this.feed.restart(); // the socket is who it was when it was opened
  }

  async #signOut() {
    await ask("DELETE", "/api/v1/session");
    this.signedOut();
  }

  /** @param {Who} who */
  #is(who) {
    this.who = { role: who.role || "nobody", account: who.account || "" };
    const name = this.who.account || (this.who.role === "nobody" ? "" : this.who.role);
    const button = byId("account");
    setText(button, name ? `${name} \u00b7 sign out` : "Sign in");
    setAttribute(button, "data-signed-in", name ? "" : null);
    this.#changed(this.who);
  }

  /** @param {Link} link */
  #showLink(link) {
    const pill = byId("link");
    const isPolling = this.#isPolling();
    document.body.dataset.link = link.state;
    const words = {
      connecting: ["Connecting", "warn"],
      live: this.#isShutOut ? ["Sign in", "warn"] : [isPolling ? "Polling" : "Live", isPolling ? "warn" : "good"],
      silent: ["Silent", "warn"],
      lost: ["Offline", "bad"],
    }[link.state];
    setText(byId("link-text"), words[0] + (link.state === "live" && link.roundTripMs >= 0 ? ` ${Math.round(link.roundTripMs)} ms` : ""));
    setAttribute(pill, "data-tone", words[1]);
    setAttribute(
      pill,
      "title",
      `${link.frames} messages, ${link.gaps} gaps found, ${link.missed} that could not be filled, ${Math.max(0, link.connections - 1)} reconnects`,
    );
    if (link.state === "lost" && !this.#lostOnce && link.connections > 0) {
      this.#lostOnce = true;
      setText(byId("announce"), "Connection to the venue lost");
    }
    if (link.state === "live" && this.#lostOnce && link.connections > 1) {
      setText(byId("announce"), "Connected again");
      this.#lostOnce = false;
      this.#recoveredAt = performance.now();
      this.#askWho(); // a venue that was started again has forgotten its browser sessions
    }
    this.#showBanner(link);
  }

  /** @param {Link} link */
  #showBanner(link) {
    const now = performance.now();
    let text = this.#trouble, tone = "warn", isRetry = false;
    if (link.state === "lost") {
      const wait = Math.max(0, Math.ceil((link.retryAt - now) / 1_000));
      const why = link.reason ? ` (${link.reason})` : "";
      text = `No connection to the venue for ${seconds(now - link.since)}${why}. What you see is from before. ` +
        (wait > 0 ? `Trying again in ${wait} s.` : "Trying again.");
      tone = "bad";
      isRetry = true;
    } else if (link.state === "silent") {
      text = `The venue has been silent for ${seconds(now - link.since)}.`;
    } else if (!text && this.#isShutOut) {
      text = "Sign in to see this venue.";
    } else if (!text) {
      const recovery = this.feed.recovery();
      const hasMissed = recovery.missed.length > 0;
      if (now < this.#recoveredAt + (hasMissed ? MISSED_MS : RECOVERED_MS)) {
        text = recoveryWords(recovery, this.#isPolling());
        tone = hasMissed ? "warn" : "good";
      }
    }
    const banner = byId("banner");
    banner.hidden = !text;
    setAttribute(banner, "data-tone", tone);
    setText(byId("banner-text"), text);
    const kind = link.state === "live" || link.state === "connecting" ? text.replace(/\d+/g, "") : link.state;
    if (text && kind !== this.#announced) setText(byId("announce"), text); // once, and not with every second that it counts
    this.#announced = text ? kind : "";
    byId("retry").hidden = !isRetry;
  }
}

const SESSIONS = new Map([
  ["OPEN", "Continuous trading: orders match as they come"],
  ["AUCTION", "Orders are collected; they match all at once when trading opens"],
  ["HALTED", "Trading is halted"],
  ["CLOSED", "The venue is closed; it takes no orders"],
]);

/** What is red, in the venue's own words; of this process, or of a part that it has heard from. @param {any} ops @returns {string[]} */
function troubleOf(ops) {
  if (ops.state === "red") return ops.reasons ?? [];
  const red = (ops.roles ?? []).filter((/** @type {any} */ r) => r.state === "red");
  if (red.length > 0) return red.flatMap((/** @type {any} */ r) => (r.reasons ?? []).map((/** @type {string} */ why) => r.role + ": " + why));
  return (ops.silent ?? []).includes("log") ? ["the log does not answer; what happens meanwhile is shown once it is back"] : [];
}

/** @param {number} ms */
function seconds(ms) {
  return Math.max(1, Math.round(ms / 1_000)) + " s";
}

/** A line that says there is nothing, in place of an empty table. @param {string} text @param {number} columns */
export function nothing(text, columns) {
  return make("tr", { class: "nothing" }, make("td", { colspan: columns }, text));
}

function socketAddress() {
  return (location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/ws/v1";
}

/** @param {import("./api.js").Answer} answer */
function signInFault(answer) {
  if (answer.status === 401) return "The venue does not know this token.";
  if (answer.status === 429) return `Too many tries. Again in ${answer.retryAfterS || 1} s.`;
  return answer.status === 0 || answer.status >= 500 ? "The venue does not answer." : "The venue does not know this token.";
}

/** A venue without --demo has no sandboxes: the link to them says so before somebody follows it. */
async function markLab() {
  const offered = await get("/api/openapi.json");
  if (offered.status !== 200 || !offered.body.paths || offered.body.paths["/api/v1/lab/sandboxes"]) return;
  const link = document.querySelector('header a[href="/lab"]');
  if (!link) return;
  setAttribute(link, "title", "This venue was started without --demo: there is no sandbox to play in");
  link.append(make("span", { class: "quiet" }, " (--demo)"));
}
