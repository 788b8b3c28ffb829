/** What the jobs page says of jobs, in words. Nothing here touches the page. */

/**
 * @typedef {{queue: string, size: number, due: number, inFlight: number}} Queue
 * @typedef {{id: string, queue: string, name: string, attempt: number, outcome: string, words: string, reason: string, owner: string, startedAt: string,
 *   endedAt: string | null, done: number, total: number, what: string}} Run
 * @typedef {{id: string, queue: string, name: string, reason: string, attempts: number, failedAt: string, pushedAt: string, payload: string,
 *   uniqueKey: string, from: string, history: string[]}} Failed
 * @typedef {{name: string, when: string, zone: string, job: string, nextDue: string | null}} Schedule
 * @typedef {{driver: string, queues: Queue[], kinds: string[], running: Run[], schedules: Schedule[]}} Overview
 */

/** @param {string} outcome */
export function outcomeTone(outcome) {
  if (outcome === "DONE") return "good";
  if (outcome === "FAILED" || outcome === "DIED") return "bad";
  return outcome === "AGAIN" || outcome === "LOST" ? "warn" : null;
}

/** What is in all queues together. @param {Queue[]} queues */
export function sums(queues) {
  const add = (/** @type {(queue: Queue) => number} */ part) => queues.reduce((sum, queue) => sum + part(queue), 0);
  return { waiting: add((q) => q.size - q.inFlight), due: add((q) => q.due), inFlight: add((q) => q.inFlight) };
}

/** The one sentence on top. @param {Queue[]} queues @param {number} failed */
export function verdict(queues, failed) {
  const { waiting, due, inFlight } = sums(queues);
  if (failed > 0) return { tone: "warn", title: `${failed} failed ${failed === 1 ? "job waits" : "jobs wait"} for a decision` };
  if (inFlight > 0) return { tone: "good", title: `${inFlight} ${inFlight === 1 ? "job runs" : "jobs run"}` };
  if (due > 0) return { tone: "good", title: `${due} ${due === 1 ? "job is" : "jobs are"} due` };
  return { tone: "good", title: waiting > 0 ? "Jobs wait for their time" : "No job waits" };
}

/** How long something took. @param {Run} run */
export function took(run) {
  if (!run.endedAt || run.attempt === 0) return "\u2014";
  const ms = Date.parse(run.endedAt) - Date.parse(run.startedAt);
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** Why it ended so, or what it said last. @param {Run} run */
export function why(run) {
  return run.reason || run.what;
}

/** Who did it, without the part that is new with each start. @param {string} owner */
export function by(owner) {
  const parts = owner.split(":");
  return parts.length >= 3 ? `${parts[0]}, process ${parts[1]}` : owner;
}

/** Venue time as people write it. @param {string | null} instant @param {string} zone an offset such as +05:30 */
export function venueTime(instant, zone) {
  if (!instant) return "never";
  const offset = /^([+-])(\d\d):(\d\d)$/.exec(zone);
  const minutes = offset ? (offset[1] === "-" ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) : 0;
  return new Date(Date.parse(instant) + minutes * 60_000).toISOString().slice(0, 16).replace("T", " ");
}

/** Whether a text is JSON; what is wrong with it otherwise. @param {string} text */
export function jsonFault(text) {
  try {
    JSON.parse(text);
    return "";
  } catch {
    return "This is no JSON. For instance: {\"name\":\"INFY\"}";
  }
}
