/**
 * The venue over HTTP. An answer of any status is a value, and so is none: `status` 0.
 * @typedef {{status: number, body: any, retryAfterS: number}} Answer
 * @typedef {(method: string, path: string, body?: object) => Promise<Answer>} Ask
 */

const DEADLINE_MS = 15_000;

/** Asks once. @type {Ask} */
export async function ask(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (body) headers["Content-Type"] = "application/json";
  try {
    const answer = await fetch(path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : undefined,
      credentials: "same-origin",
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const text = await answer.text();
    return { status: answer.status, body: parsed(text), retryAfterS: Number(answer.headers.get("Retry-After")) || 0 };
  } catch {
    return { status: 0, body: { message: "no answer" }, retryAfterS: 0 };
  }
}

/** @param {string} path */
export function get(path) {
  return ask("GET", path);
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { message: "an answer that is no JSON" };
  }
}
