import { setAttribute } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {{from: string, to: string}} Wire ids of two stations
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 */

/** Draws a line from station to station, wherever the page has put them, and lets it run while something flows. */
export class Wires {
  #svg;
  #frame;
  #paths;
  #wires;

  /** @param {SVGSVGElement} svg lies behind the stations @param {HTMLElement} frame holds both @param {Wire[]} wires */
  constructor(svg, frame, wires) {
    this.#svg = svg;
    this.#frame = frame;
    this.#wires = wires;
    this.#paths = wires.map(() => {
      const rail = document.createElementNS(SVG, "path");
      const pulse = document.createElementNS(SVG, "path");
      rail.classList.add("rail");
      pulse.classList.add("pulse");
      svg.append(rail, pulse);
      return { rail, pulse };
    });
    new ResizeObserver(() => this.#draw()).observe(frame);
    this.#draw();
  }

  /** @param {string} from @param {"flowing" | "still" | "broken"} state of the wires that leave this station */
  show(from, state) {
    this.#wires.forEach((wire, i) => {
      if (wire.from === from) for (const path of Object.values(this.#paths[i])) setAttribute(path, "data-flow", state);
    });
  }

  #draw() {
    const frame = this.#frame.getBoundingClientRect();
    this.#svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    this.#wires.forEach((wire, i) => {
      const route = routeBetween(this.#box(wire.from, frame), this.#box(wire.to, frame));
      for (const path of Object.values(this.#paths[i])) path.setAttribute("d", route);
    });
  }

  /** @param {string} id @param {DOMRect} frame @returns {Box} */
  #box(id, frame) {
    const box = document.getElementById(id)?.getBoundingClientRect() ?? frame;
    return { x: box.x - frame.x, y: box.y - frame.y, width: box.width, height: box.height };
  }
}

/** A line along the gaps between the boxes: straight to a neighbour, else down, along, and down again. @param {Box} from @param {Box} to */
export function routeBetween(from, to) {
  const fromMiddle = from.x + from.width / 2, toMiddle = to.x + to.width / 2;
  const isBeside = to.x >= from.x + from.width && to.y < from.y + from.height && from.y < to.y + to.height;
  if (isBeside) {
    const y = Math.max(from.y, to.y) + 26;
    return `M${from.x + from.width} ${y}L${to.x} ${y}`;
  }
  const bottom = from.y + from.height;
  if (Math.abs(fromMiddle - toMiddle) < 2) return `M${fromMiddle} ${bottom}L${toMiddle} ${to.y}`;
  const between = (bottom + to.y) / 2;
  const turn = Math.min(10, Math.abs(to.y - bottom) / 2);
  const direction = toMiddle > fromMiddle ? 1 : -1;
  return (
    `M${fromMiddle} ${bottom}V${between - turn}Q${fromMiddle} ${between} ${fromMiddle + direction * turn} ${between}` +
    `H${toMiddle - direction * turn}Q${toMiddle} ${between} ${toMiddle} ${between + turn}V${to.y}`
  );
}
