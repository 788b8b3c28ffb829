/** The lab page: buttons to steps, steps to what is seen. */

import { ask } from "../js/api.js";
import { byId, setAttribute, setText } from "../js/dom.js";
import { showDiary, showEffect } from "./effect.js";
import { showGuarantees } from "./guarantees.js";
import { showLessons } from "./lessons.js";
import { Partitions } from "./partitions.js";
import { Sandbox } from "./sandbox.js";
import { Study } from "./study.js";
import { news, said } from "./words.js";

/** @typedef {import("./sandbox.js").Action} Action @typedef {import("./sandbox.js").State} State */

const LOOK_MS = 650;

const partitions = new Partitions(byId("partitions"), byId("consumers"));
const sandbox = new Sandbox(ask, sessionStorage, show);
const study = new Study(ask);

/** @type {import("./lessons.js").Bench} */
const bench = {
  act: (action) => sandbox.act(action),
  state: () => sandbox.state,
  pause: () => new Promise((done) => setTimeout(done, LOOK_MS)),
  look: () => byId("happened").scrollIntoView({ block: "start", behavior: isStill() ? "auto" : "smooth" }),
  busy: (isBusy) => setAttribute(document.body, "data-busy", isBusy ? "" : null),
};

/** @param {State} state @param {Action | null} action @param {State | null} before */
function show(state, action, before) {
  const was = action?.action === "reset" ? null : before;
  partitions.show(state, was);
  showEffect(state);
  showDiary(state, new Set(action ? news(state, was).map((line) => line.n) : []));
  check("members", String(state.members));
  check("order", state.mode === "at-most-once" ? "at-most-once" : "at-least-once");
  check("guard", state.guard);
  byId("restart", HTMLButtonElement).disabled = state.consumers.every((consumer) => consumer.alive);
  if (action) tell(said(action, state, was));
}

/** @param {import("./words.js").Said} what */
function tell(what) {
  setText(byId("happened-text"), what.text);
  setAttribute(byId("happened"), "data-tone", what.tone);
  setText(byId("announce"), what.text);
}

/** @param {string} name @param {string} value */
function check(name, value) {
  for (const input of document.getElementsByName(name)) {
    if (input instanceof HTMLInputElement) input.checked = input.value === value;
  }
}

/** @param {Action} action */
async function act(action) {
  const refused = await sandbox.act(action);
  if (refused) tell({ text: refused, tone: "warn" });
}

function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

for (const button of document.querySelectorAll("button[data-action]")) {
  button.addEventListener("click", () => {
    const action = /** @type {HTMLButtonElement} */ (button).dataset;
    act(action.symbol ? { action: action.action ?? "", symbol: action.symbol } : { action: action.action ?? "" });
  });
}
byId("members").addEventListener("change", (event) => act({ action: "members", members: Number(chosen(event)) }));
byId("guard").addEventListener("change", (event) => act({ action: "guard", guard: chosen(event) }));
byId("mode").addEventListener("change", async (event) => {
  const guard = sandbox.state?.guard ?? "none";
  await act({ action: "mode", mode: chosen(event) });
  if (sandbox.state?.guard !== guard) await act({ action: "guard", guard }); // the order was switched, not the guard
});
byId("theme").addEventListener("click", () => window.dispatchEvent(new Event("daybook-theme")));
byId("banner-retry").addEventListener("click", start);

/** @param {Event} event */
function chosen(event) {
  return /** @type {HTMLInputElement} */ (event.target).value;
}

async function start() {
  const refused = await sandbox.open();
  byId("banner").hidden = !refused;
  setText(byId("banner-text"), refused);
  setAttribute(document.body, "data-closed", refused ? "" : null);
  for (const control of document.querySelectorAll("main button, main input")) {
    if (control.id !== "restart" && control.id !== "study-cancel") {
      /** @type {HTMLButtonElement | HTMLInputElement} */ (control).disabled = refused !== "";
    }
  }
  if (!refused) await study.resume();
}

showLessons(byId("lessons"), bench);
showGuarantees(byId("guarantees"), bench);
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
start();
