import { compare } from "./decimal.js";
import { reason } from "./outcome.js";

/**
 * Orders that are cancelled or changed. Nothing is said of an order before the venue has said it: where an answer leaves open what
 * became of a request, the order itself is asked for.
 *
 * @typedef {import("./api.js").Ask} Ask
 * @typedef {import("./api.js").Answer} Answer
 * @typedef {(ms: number) => Promise<void>} Pause
 * @typedef {{price?: string, quantity?: string}} Wanted What an order is to become
 * @typedef {{text: string, title: string}} Said `text`: "" if what was wanted has happened
 */

const LOOKS = 4;
const BETWEEN_LOOKS_MS = 1_500;
/** So often an order of many is tried before the rest is left alone. */
const TRIES = 10;
const AGAIN_MS = 1_000;
/**
 * With these the venue says that it has recorded nothing. BUSY is not among them: it is also what a venue says that has recorded the
 * change and cannot read the order afterwards.
 */
const PROVE_NOT_RECORDED = ["STOPPED", "NOT_ACCEPTED", "EXCHANGE_UNREACHABLE"];

/**
 * Cancels an order, or changes it.
 * @param {Ask} ask
 * @param {number} orderId
 * @param {Wanted | null} wanted null: to be cancelled
 * @param {Pause} pause
 * @returns {Promise<Said>}
 */
export async function change(ask, orderId, wanted, pause) {
  const path = "/api/v1/orders/" + orderId;
  const answer = wanted ? await ask("PATCH", path, wanted) : await ask("DELETE", path);
  if (answer.status === 200) return { text: "", title: "" };
  if (!isUnknown(answer)) return refused(answer);
  let found = answer;
  for (let look = 0; look < LOOKS; look++) {
    await pause(Math.max(BETWEEN_LOOKS_MS, found.retryAfterS * 1_000));
    found = await ask("GET", path);
    if (found.status === 401 || found.status === 403) break;
    if (found.status !== 200) continue;
    if (isReached(found.body, wanted)) return { text: "", title: "" };
    if (!isOpen(found.body)) return { text: ended(found.body), title: "" };
  }
  const what = wanted ? "changed" : "cancelled";
  return found.status === 200
    ? { text: `not ${what} (yet)`, title: "The venue did not answer, and the order is as it was. To do it once more is safe." }
    : { text: `not known whether it was ${what}`, title: "The venue does not answer." };
}

/**
 * Cancels orders one by one, within the account's rate; an order that nothing is known of is cancelled once more, which is safe.
 * @param {Ask} ask
 * @param {number[]} orderIds exactly these
 * @param {(done: number) => void} told hears how many are settled
 * @param {Pause} pause
 * @returns {Promise<string>} what came out, in words
 */
export async function cancelEach(ask, orderIds, told, pause) {
  let cancelled = 0, ended = 0, why = "";
  for (const orderId of orderIds) {
    const came = await cancelOne(ask, orderId, pause);
    if (came.end === "cancelled") cancelled++;
    if (came.end === "ended") ended++;
    if (came.why) why = came.why;
    if (came.end === "stuck") break; // the next one would wait as long
    told(cancelled + ended);
  }
  const others = ended > 0 ? `, ${ended} had ended before` : "";
  return `${cancelled} of ${orderIds.length} cancelled${others}${why ? ": " + why : ""}`;
}

/**
 * @param {Ask} ask
 * @param {number} orderId
 * @param {Pause} pause
 * @returns {Promise<{end: "cancelled" | "ended" | "refused" | "stuck", why: string}>}
 */
async function cancelOne(ask, orderId, pause) {
  const path = "/api/v1/orders/" + orderId;
  let why = "", mayBeDone = false;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    let answer = await ask("DELETE", path);
    if (answer.status === 200) return { end: "cancelled", why: "" };
    if (answer.status >= 400 && answer.status < 500 && ![401, 403, 429].includes(answer.status)) {
      const refusal = answer;
      answer = await ask("GET", path);
      if (answer.status === 404) return { end: "ended", why: "" };
      if (answer.status === 200 && isOpen(answer.body)) return { end: "refused", why: reason(refusal.body) || "not accepted" };
      if (answer.status === 200) return { end: mayBeDone && answer.body.status === "CANCELLED" ? "cancelled" : "ended", why: "" };
    } else if (isUnknown(answer)) {
      mayBeDone = true;
    }
    if (answer.status === 401 || answer.status === 403) return { end: "stuck", why: "you are signed out" };
    why = answer.status === 429 ? "too many at once" : "the venue does not answer";
    await pause(Math.max(AGAIN_MS, answer.retryAfterS * 1_000));
  }
  return { end: "stuck", why: why + "; see what is left" };
}

/** @param {Answer} answer */
function isUnknown(answer) {
  if (answer.status === 503) return !PROVE_NOT_RECORDED.includes(String(answer.body?.code));
  return answer.status >= 500 || answer.status < 400;
}

/** @param {Answer} answer @returns {Said} */
function refused(answer) {
  const title = String(answer.body?.message ?? "");
  if (answer.status === 429) return { text: `too many at once; again in ${answer.retryAfterS || 1} s`, title };
  if (answer.status === 503) return { text: "nothing was changed; try again", title };
  if (answer.status === 401) return { text: "you are signed out", title };
  return { text: reason(answer.body) || "not accepted", title };
}

/** @param {any} order @param {Wanted | null} wanted */
function isReached(order, wanted) {
  if (!wanted) return order.status === "CANCELLED";
  return (
    isOpen(order) &&
    (wanted.price === undefined || compare(wanted.price, order.price ?? "0") === 0) &&
    (wanted.quantity === undefined || compare(wanted.quantity, order.quantity) === 0)
  );
}

/** @param {any} order */
function ended(order) {
  return order.status === "FILLED" ? "it had filled" : "it had ended";
}

/** @param {any} order */
function isOpen(order) {
  return order.status === "OPEN" || order.status === "PARTIALLY_FILLED";
}
