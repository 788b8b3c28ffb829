/** What a step has come to, in a sentence or two. */

/**
 * @typedef {import("./sandbox.js").State} State
 * @typedef {import("./sandbox.js").Action} Action
 * @typedef {import("./sandbox.js").Line} Line
 * @typedef {{text: string, tone: "quiet" | "good" | "warn" | "bad"}} Said
 */

/** Lines that were written by the last step. @param {State} state @param {State | null} before */
export function news(state, before) {
  const seen = before?.log.at(-1)?.n ?? 0;
  return state.log.filter((line) => line.n > seen);
}

/** @param {Action} action @param {State} state @param {State | null} before @returns {Said} */
export function said(action, state, before) {
  const lines = news(state, before);
  switch (action.action) {
    case "trade":
    case "random":
    case "fail-one-send":
      return sent(lines);
    case "consume":
      return consumed(lines, state);
    case "crash":
      return crashed(lines, state);
    case "members":
    case "restart":
      return { text: members(state), tone: "quiet" };
    case "guard":
      return { text: GUARDS[state.guard] ?? "", tone: "quiet" };
    case "mode":
      return { text: MODES[state.mode] ?? "", tone: "quiet" };
    case "grow":
      return { text: grown(state), tone: "warn" };
    case "second-group":
      return {
        text: `A second group, which did not exist when the records were written, has read all ${state.secondGroup.records} of them. ` +
          "The first group's bookmarks are where they were. A queue could not do that.",
        tone: "good",
      };
    default:
      return { text: "Everything is empty again. What is switched stayed so.", tone: "quiet" };
  }
}

/** @type {Record<string, string>} */
const GUARDS = {
  none: "From now on every record that is read counts.",
  watermark: "From now on a record counts only if its event id is above the highest one seen in its partition.",
  identity: "From now on a record counts only if this very event has not counted before.",
};

/** @type {Record<string, string>} */
const MODES = {
  "at-most-once": "At most once: a consumer moves the bookmark first and works then. Who dies in between loses the batch.",
  "at-least-once": "At least once: a consumer works first and moves the bookmark then. Who dies in between repeats the batch.",
  idempotent: "Effectively once: a consumer works first, then moves the bookmark, and its work knows each event by its identity.",
};

/** @param {Line[]} lines @returns {Said} */
function sent(lines) {
  const failed = lines.find((line) => line.kind === "failed");
  if (failed) {
    return {
      text: `The send of ${ids(lines, "failed", /trade (\d+)/)} failed and was repeated. It now lies behind a later one: order on the topic is not order of the numbers.`,
      tone: "warn",
    };
  }
  const stored = lines.filter((line) => line.kind === "sent");
  if (stored.length === 1) {
    return { text: `Event ${stored[0].eventId} lies in partition ${stored[0].partition} at offset ${stored[0].offset}, because its key says so.`, tone: "quiet" };
  }
  return { text: `${stored.length} trades are on the topic. Each symbol is always in the same partition.`, tone: "quiet" };
}

/** @param {Line[]} lines @param {State} state @returns {Said} */
function consumed(lines, state) {
  const counted = ids(lines, "applied");
  const twice = ids(lines, "twice");
  const lost = ids(lines, "lost");
  const skipped = ids(lines, "skipped");
  const unordered = lines.filter((line) => line.text.includes("order is lost")).map((line) => line.eventId);
  if (lines.every((line) => line.kind === "note")) return { text: "Nothing to read: every bookmark is at the end of its partition.", tone: "quiet" };
  if (lost) return { text: `${lost} came behind a later one. The watermark took it for a copy and skipped it: it never counts, and nobody is told.`, tone: "bad" };
  if (twice) return { text: `${twice} came again and counted a second time. The positions are wrong, and no component has failed.`, tone: "bad" };
  if (unordered.length > 0) return { text: `${unordered.join(", ")} counted after a later trade of the same symbol: its order is lost.`, tone: "warn" };
  if (skipped) return { text: `${skipped} came again. The guard knew ${skipped.includes(",") ? "them" : "it"} and skipped: the positions are right.`, tone: "good" };
  const left = state.totals.waiting;
  return {
    text: `${counted} counted, and the bookmarks have moved. ` + (left > 0 ? `${left} still to be read.` : "Everything is read."),
    tone: "good",
  };
}

/** @param {Line[]} lines @param {State} state @returns {Said} */
function crashed(lines, state) {
  const dead = lines.find((line) => line.kind === "crashed");
  if (!dead) return { text: "Nobody has a batch in hand to die with. Produce something first.", tone: "quiet" };
  const others = state.consumers.some((consumer) => consumer.alive);
  const heirs = others ? "After its session the others have its partitions." : "It was the only one; it is started again when you consume.";
  const worked = lines
    .filter((line) => line.consumer === dead.consumer && line.eventId)
    .map((line) => line.eventId ?? 0)
    .sort((one, other) => one - other);
  if (worked.length === 0) {
    return { text: `Consumer ${dead.consumer} died after its commit and before the work. Its batch is behind the bookmark: nobody will ever work on it. ${heirs}`, tone: "bad" };
  }
  return {
    text: `Consumer ${dead.consumer} died after the work on ${worked.join(", ")} and before its commit. The bookmark has not moved, so they will come again. ${heirs}`,
    tone: "bad",
  };
}

/** Who has what. @param {State} state */
export function members(state) {
  const parts = state.consumers
    .filter((consumer) => consumer.alive)
    .map((consumer) =>
      `consumer ${consumer.consumer} ` + (consumer.partitions.length > 0 ? "has " + consumer.partitions.join(" and ") : "gets no partition"),
    );
  const text = parts.join("; ");
  return text.charAt(0).toUpperCase() + text.slice(1) + ".";
}

/** @param {State} state */
function grown(state) {
  const moved = state.symbols.filter((symbol) => symbol.of3 !== symbol.of4).map((symbol) => `${symbol.symbol} ${symbol.of3} \u2192 ${symbol.of4}`);
  return `A fourth partition, so another remainder: ${moved.join(", ")}. What lies on the topic stays where it is; new records of these keys go elsewhere.`;
}

/** Ids of the events of a kind of line, in words. @param {Line[]} lines @param {string} kind @param {RegExp} [inText] */
function ids(lines, kind, inText) {
  return lines
    .filter((line) => line.kind === kind)
    .map((line) => (inText ? Number(inText.exec(line.text)?.[1]) : line.eventId ?? 0))
    .sort((one, other) => one - other)
    .join(", ");
}
