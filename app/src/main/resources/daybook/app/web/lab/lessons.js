/** Questions with a foreseeable answer, each a script of buttons. */

import { make, setAttribute, setText } from "../js/dom.js";

/**
 * @typedef {import("./sandbox.js").State} State
 * @typedef {import("./sandbox.js").Action} Action
 * @typedef {{id: string, page: string, title: string, question: string, answers: string[], steps: Action[],
 *   found: (state: State) => string, why: string}} Lesson
 * @typedef {{act: (action: Action) => Promise<string>, state: () => State | null, pause: () => Promise<void>,
 *   look: () => void, busy: (isBusy: boolean) => void}} Bench
 */

/** @param {string} symbol @param {number} times @returns {Action[]} */
const trades = (symbol, times) => Array.from({ length: times }, () => ({ action: "trade", symbol }));

/** @param {State} state */
const infy = (state) => String(state.symbols[0].quantity);

/** @type {Lesson[]} */
export const LESSONS = [
  {
    id: "delivery-modes",
    page: "delivery-modes",
    title: "A death before the commit",
    question: "Three trades of INFY, 10 shares each. The consumer works on all three and dies before it commits. Another goes on. What is the position?",
    answers: ["0", "30", "60"],
    steps: [
      { action: "reset" }, { action: "members", members: 2 }, { action: "mode", mode: "at-least-once" },
      ...trades("INFY", 3), { action: "crash" }, { action: "consume" },
    ],
    found: infy,
    why: "The work was done and the bookmark was not moved, so the work was done again. The log has kept its promise, at least once, and the position is double.",
  },
  {
    id: "at-most-once",
    page: "delivery-modes",
    title: "The other order",
    question: "The same three trades. This time the consumer commits first, and dies before the work. What is the position?",
    answers: ["0", "30", "60"],
    steps: [
      { action: "reset" }, { action: "members", members: 2 }, { action: "mode", mode: "at-most-once" },
      ...trades("INFY", 3), { action: "crash" }, { action: "consume" },
    ],
    found: infy,
    why: "The bookmark stands behind records that nobody has worked on. They are not read again: three trades are lost, and nothing is red.",
  },
  {
    id: "known",
    page: "identity",
    title: "Work that knows what it has seen",
    question: "Work first, then commit, and each event counts only if its id has not counted before. Three trades, a death before the commit. The position?",
    answers: ["0", "30", "60"],
    steps: [
      { action: "reset" }, { action: "members", members: 2 }, { action: "mode", mode: "idempotent" },
      ...trades("INFY", 3), { action: "crash" }, { action: "consume" },
    ],
    found: infy,
    why: "The same three came again and were recognised. The death cost nothing but the time to skip them.",
  },
  {
    id: "identity",
    page: "identity",
    title: "The cheap guard",
    question: "The guard remembers only the highest event id. 101 and 102 arrive; the send of 103 fails; 104 arrives; 103 is sent again. 10 shares each. The position?",
    answers: ["20", "30", "40"],
    steps: [
      { action: "reset" }, { action: "members", members: 2 }, { action: "mode", mode: "at-least-once" }, { action: "guard", guard: "watermark" },
      { action: "fail-one-send" }, { action: "consume" }, { action: "consume" },
    ],
    found: infy,
    why: "The watermark stood at 104 when 103 came, so it took news for a copy. It lies on the topic, it was read, and it will never count.",
  },
  {
    id: "groups",
    page: "groups",
    title: "One consumer too many",
    question: "Three partitions and four consumers. How many partitions has the fourth?",
    answers: ["none", "one", "it shares one"],
    steps: [{ action: "reset" }, { action: "members", members: 4 }, { action: "random" }, { action: "consume" }],
    found: (state) => (state.consumers[3]?.partitions.length ? "one" : "none"),
    why: "A partition belongs to exactly one member, or its order would be lost. More members than partitions is no help: somebody idles.",
  },
  {
    id: "take-over",
    page: "groups",
    title: "Who comes after",
    question: "Five trades of INFY. Offsets 0 to 2 are read and committed; the consumer works on 3 and 4 and dies. Where does the other one begin?",
    answers: ["at 0", "at 3", "at 5"],
    steps: [
      { action: "reset" }, { action: "members", members: 2 }, { action: "mode", mode: "idempotent" },
      ...trades("INFY", 5), { action: "consume" }, { action: "crash" }, { action: "consume" },
    ],
    found: (state) => "at " + (state.log.find((line) => line.n > (state.log.findLast((other) => other.kind === "crashed")?.n ?? 0) && line.offset !== null)?.offset ?? "?"),
    why: "At the group's bookmark, which is all that the log knows of the dead one. What it did behind the bookmark it has taken with it.",
  },
  {
    id: "partition-keys",
    page: "partition-keys",
    title: "A fourth partition",
    question: "Four trades of INFY lie unread in a partition. A partition is added, and INFY is traded once more. Which of the five counts first?",
    answers: ["the oldest, as always", "the newest may overtake"],
    steps: [
      { action: "reset" }, { action: "members", members: 1 }, { action: "mode", mode: "idempotent" },
      ...trades("INFY", 4), { action: "grow" }, ...trades("INFY", 1), { action: "consume" }, { action: "consume" },
    ],
    found: (state) => (state.log.some((line) => line.text.includes("order is lost")) ? "the newest may overtake" : "the oldest, as always"),
    why: "INFY's hash modulo 4 is another partition than modulo 3. Its old records lie in one and its new ones in the other, and between partitions there is no order.",
  },
  {
    id: "the-log",
    page: "the-log",
    title: "Reading it all again",
    question: "Ten trades, all read and committed. A second group comes that has never read. How many does it get?",
    answers: ["0", "10", "it takes the first group's"],
    steps: [
      { action: "reset" }, { action: "members", members: 2 }, { action: "mode", mode: "idempotent" }, { action: "random" },
      { action: "consume" }, { action: "consume" }, { action: "consume" }, { action: "second-group" },
    ],
    found: (state) => String(state.secondGroup.records),
    why: "A log keeps its records whoever has read them, and each group has bookmarks of its own. A queue would have been empty.",
  },
];

/** @param {HTMLElement} parent @param {Bench} bench */
export function showLessons(parent, bench) {
  parent.append(...LESSONS.map((lesson, place) => card(lesson, place + 1, bench)));
}

/** @param {Lesson} lesson @param {number} number @param {Bench} bench */
function card(lesson, number, bench) {
  const name = `answer-${lesson.id}`;
  const verdict = make("p", { class: "verdict", role: "status" });
  const why = make("p", { class: "why", hidden: true }, lesson.why + " ", make("a", { href: `/learn/${lesson.page}` }, "More"));
  const button = make("button", { type: "submit", class: "primary" }, "Press");
  const form = make(
    "form",
    { class: "panel lesson", id: lesson.id, "aria-labelledby": `${lesson.id}-title` },
    make("h3", { id: `${lesson.id}-title` }, make("span", { class: "step" }, String(number)), " " + lesson.title),
    make(
      "fieldset",
      {},
      make("legend", {}, lesson.question),
      ...lesson.answers.map((answer) => make("label", {}, make("input", { type: "radio", name, value: answer, required: true }), " " + answer)),
    ),
    make("p", { class: "buttons" }, button),
    verdict,
    why,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const predicted = String(new FormData(form).get(name));
    why.hidden = true;
    setAttribute(form, "data-verdict", null);
    setText(verdict, "Look above.");
    bench.look();
    bench.busy(true);
    const refused = await run(lesson.steps, bench).finally(() => bench.busy(false));
    const state = bench.state();
    if (refused || !state) {
      setText(verdict, refused);
      return;
    }
    const found = lesson.found(state);
    setAttribute(form, "data-verdict", predicted === found ? "right" : "wrong");
    setText(verdict, predicted === found ? `As you said: ${found}.` : `You said ${predicted}. It is ${found}.`);
    why.hidden = false;
  });
  return form;
}

/** One step after the other, with time to look. @param {Action[]} steps @param {Bench} bench @returns {Promise<string>} why it stopped; "" if it did not */
export async function run(steps, bench) {
  for (const step of steps) {
    const refused = await bench.act(step);
    if (refused) return refused;
    if (step.action !== "reset" && step.action !== "mode" && step.action !== "members") await bench.pause();
  }
  return "";
}
