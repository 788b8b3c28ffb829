import { byId, make } from "./dom.js";
import { recall, remember } from "./memory.js";

const KEY = "shortcuts";

/**
 * @typedef {{keys: string[], shown: string, does: string, run: (key: string) => void}} Shortcut `shown`: how the help writes it
 */

/** Single keys that work while nobody is typing. They can be switched off, for those whose software types by itself. @param {Shortcut[]} shortcuts */
export function listen(shortcuts) {
  const dialog = byId("help", HTMLDialogElement);
  const toggle = byId("shortcuts-on", HTMLInputElement);
  toggle.checked = recall(KEY) !== "off";
  toggle.addEventListener("change", () => remember(KEY, toggle.checked ? "on" : "off"));
  byId("shortcut-list").replaceChildren(
    ...shortcuts.map((s) => make("div", {}, make("dt", {}, ...keys(s.shown)), make("dd", {}, s.does))),
  );
  byId("keys").addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !toggle.checked || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const shortcut = shortcuts.find((s) => s.keys.includes(event.key));
    if (!shortcut) return;
    event.preventDefault();
    shortcut.run(event.key);
  });
}

/** @param {string} shown */
function keys(shown) {
  return shown.split(" ").map((key) => (key === "\u2026" ? make("span", {}, "\u2026 ") : make("kbd", {}, key)));
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["radio", "checkbox", "button"].includes(target.type);
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement || target.isContentEditable;
}
