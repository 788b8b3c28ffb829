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
const sandbox = new Sandbox(ask, tabMemory(), show);
const study = new Study(ask);

/** @type {import("./lessons.js").Bench} */
const bench = {
  act,
  state: () => sandbox.state,
  pause: () => new Promise((done) => setTimeout(done, LOOK_MS)),
  look: () => byId("happened").scrollIntoView({ block: "start", behavior: isStill() ? "auto" : "smooth" }),
  busy,
};

/** @type {(HTMLButtonElement | HTMLInputElement)[]} what a script has switched off while it runs */
let switchedOff = [];
/** @type {Element | null} */
let focusBefore = null;

/** While a script runs, nobody and no other script does steps in between. @param {boolean} isBusy */
function busy(isBusy) {
  setAttribute(document.body, "data-busy", isBusy ? "" : null);
  if (isBusy) {
    focusBefore = document.activeElement;
    const controls = /** @type {NodeListOf<HTMLButtonElement | HTMLInputElement>} */ (document.querySelectorAll("main button, main input"));
    switchedOff = [...controls].filter((control) => !control.closest("#study") && !control.disabled);
    for (const control of switchedOff) control.disabled = true;
    return;
  }
  for (const control of switchedOff) control.disabled = false;
  switchedOff = [];
  if (sandbox.state) showRestart(sandbox.state);
  if (document.activeElement === document.body && focusBefore instanceof HTMLElement) focusBefore.focus({ preventScroll: true });
}

/** The tab's own memory; a browser that forbids it costs the sandbox at the next visit. */
function tabMemory() {
  return {
    getItem: (/** @type {string} */ key) => {
      try {
        return sessionStorage.getItem(key);
      } catch {
        return null;
      }
    },
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => {
      try {
        sessionStorage.setItem(key, value);
      } catch {
        // it is another sandbox then
      }
    },
  };
}

/** @param {State} state @param {Action | null} action @param {State | null} before */
function show(state, action, before) {
  const was = action?.action === "reset" ? null : before;
  partitions.show(state, was);
  showEffect(state);
  showDiary(state, new Set(action ? news(state, was).map((line) => line.n) : []));
  check("members", String(state.members));
  check("order", state.mode === "at-most-once" ? "at-most-once" : "at-least-once");
  check("guard", state.guard);
  showRestart(state);
  if (action) tell(said(action, state, was));
}

/** @param {State} state */
function showRestart(state) {
  const isBusy = document.body.hasAttribute("data-busy");
  byId("restart", HTMLButtonElement).disabled = isBusy || state.consumers.every((consumer) => consumer.alive);
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

/** @param {Action} action @returns {Promise<string>} why it was not done, which is shown too; "" if it was */
async function act(action) {
  const refused = await sandbox.act(action).catch((/** @type {Error} */ broken) => broken.message);
  if (refused) tell({ text: refused, tone: "warn" });
  return refused;
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
  const refused = await sandbox.open().catch((/** @type {Error} */ broken) => broken.message);
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
