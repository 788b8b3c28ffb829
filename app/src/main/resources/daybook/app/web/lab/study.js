/** The crash study: one run at a time on the server, with a bar and, at the end, its figure. */

import { byId, setText } from "../js/dom.js";

/**
 * @typedef {import("../js/api.js").Ask} Ask
 * @typedef {{id: number, state: string, days: number, daysDone: number, message: string, result: any}} Run
 */

const PATH = "/api/v1/lab/crashes";
const AGAIN_MS = 500;

export class Study {
  #ask;
  #run = 0;
  /** @type {any} */
  #again = null;

  /** @param {Ask} ask */
  constructor(ask) {
    this.#ask = ask;
    byId("study").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#start();
    });
    byId("study-cancel").addEventListener("click", () => this.#ask("DELETE", `${PATH}/${this.#run}`));
    for (const name of ["days", "crashes", "seed"]) byId(name).addEventListener("input", () => this.#showCommand());
  }

  /** Shows the last run, of whoever it was. */
  async resume() {
    const last = await this.#ask("GET", PATH);
    if (last.status === 200 && last.body.runs.length > 0) this.#show(last.body.runs[0]);
  }

  async #start() {
    const begun = await this.#ask("POST", PATH, { days: value("days"), crashes: value("crashes"), seed: value("seed") });
    if (begun.status === 409) {
      setText(byId("study-words"), "A run is under way; there is one at a time.");
      await this.resume();
    } else if (begun.status !== 202) {
      setText(byId("study-words"), String(begun.body?.message ?? "The venue does not answer."));
    } else {
      this.#show(begun.body);
    }
  }

  async #look() {
    const run = await this.#ask("GET", `${PATH}/${this.#run}`);
    if (run.status === 200) this.#show(run.body);
    else if (run.status === 404) this.#gone();
    else this.#lookIn(4 * AGAIN_MS);
  }

  /** @param {number} ms */
  #lookIn(ms) {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#look(), ms);
  }

  /** The venue keeps the last run only, and none over a restart. */
  #gone() {
    byId("study-run", HTMLButtonElement).disabled = false;
    byId("study-cancel", HTMLButtonElement).disabled = true;
    byId("study-progress", HTMLProgressElement).value = 0;
    setText(byId("study-words"), "The venue does not know this run any more; it was started again, or there has been another run.");
  }

  /** @param {Run} run */
  #show(run) {
    this.#run = run.id;
    const bar = byId("study-progress", HTMLProgressElement);
    bar.max = run.days;
    bar.value = run.daysDone;
    const running = run.state === "running";
    byId("study-run", HTMLButtonElement).disabled = running;
    byId("study-cancel", HTMLButtonElement).disabled = !running;
    setText(byId("study-words"), words(run));
    if (run.state !== "done") byId("study-figure").hidden = true; // it is of a run before
    if (running) {
      this.#lookIn(AGAIN_MS);
    } else if (run.state === "done") {
      const image = byId("study-image", HTMLImageElement);
      image.alt = `What ${run.result.days * run.result.crashesPerDay} crashes cost, by delivery mode. ` + sentence(run.result);
      image.src = `${PATH}/${run.id}/figure.svg`;
      byId("study-figure").hidden = false;
    }
  }

  #showCommand() {
    setText(byId("study-command"), `./daybook lab crashes --days ${value("days")} --crashes ${value("crashes")} --seed ${value("seed")}`);
  }
}

/** @param {Run} run */
function words(run) {
  switch (run.state) {
    case "running":
      return `Day ${Math.min(run.daysDone + 1, run.days)} of ${run.days}. The run rests as long as it works, for the sake of the venue beside it.`;
    case "done":
      return (run.result.pass ? "As computed beforehand. " : "Not as computed beforehand! ") + sentence(run.result);
    case "cancelled":
      return `Stopped after day ${run.daysDone}.`;
    default:
      return run.message;
  }
}

/** @param {any} result */
function sentence(result) {
  return result.modes.map((/** @type {any} */ mode) => `${mode.mode}: ${mode.lost} lost, ${mode.duplicated} counted twice`).join("; ") + ".";
}

/** @param {string} id */
function value(id) {
  return byId(id, HTMLInputElement).valueAsNumber;
}
