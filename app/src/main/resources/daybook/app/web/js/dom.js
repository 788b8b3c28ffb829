/** Elements and text nodes. Whatever a name contains, it stays text: nothing here parses markup. */

/**
 * An element. Attributes that begin with "on" and are functions are listeners; null leaves an attribute out.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean | null | ((event: any) => void)>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== null && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/**
 * The element with an id, which the page has.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} [type]
 * @returns {T}
 */
export function byId(id, type) {
  const element = document.getElementById(id);
  if (!element || (type && !(element instanceof type))) throw new Error("element: #" + id + " (expected: on the page)");
  return /** @type {T} */ (element);
}

/** Writes text, if it differs. @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets an attribute, or removes it for null, if it differs. @param {Element} element @param {string} name @param {string | null} value */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** How long a bar is, 0 to 1. @param {HTMLElement} bar @param {number} share */
export function setBar(bar, share) {
  const scale = `scaleX(${share})`;
  if (bar.style.transform !== scale) bar.style.transform = scale;
}

/**
 * Rows of a table by key: one stays the same element for as long as its key is shown, so that a focus or an open input in it survives.
 * @template Item
 * @template {HTMLElement} Row
 */
export class Rows {
  /** @type {Map<string, Row>} */
  #rows = new Map();
  #body;
  #keyOf;
  #make;
  #update;

  /**
   * @param {HTMLElement} body
   * @param {(item: Item) => string} keyOf
   * @param {(item: Item) => Row} makeRow
   * @param {(row: Row, item: Item) => void} update
   */
  constructor(body, keyOf, makeRow, update) {
    this.#body = body;
    this.#keyOf = keyOf;
    this.#make = makeRow;
    this.#update = update;
  }

  /** @param {Item[]} items */
  show(items) {
    /** @type {Map<string, Row>} */
    const shown = new Map();
    let place = this.#body.firstElementChild;
    for (const item of items) {
      const key = this.#keyOf(item);
      const row = this.#rows.get(key) ?? this.#make(item);
      shown.set(key, row);
      this.#rows.delete(key);
      this.#update(row, item);
      if (row === place) place = row.nextElementSibling;
      else this.#body.insertBefore(row, place);
    }
    for (const gone of this.#rows.values()) gone.remove();
    this.#rows = shown;
  }
}
