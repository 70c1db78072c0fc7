/** Moves stones from one position to the next: placed ones settle, spread ones slide from where they were lifted. */

import { BEAT, animate } from "../lib/motion.js";
import { along, readMove } from "./notation.js";
import { middle } from "./drawing.js";

/** @param {SVGSVGElement} drawing already shows the new position @param {string} text the move that led there @param {number} size @param {boolean} flip */
export function showMove(drawing, text, size, flip) {
  const move = readMove(text, size);
  if (!move) return;
  const { cell, direction, drops = [] } = move;
  if (!direction) {
    const settling = [{ transform: "scale(1.25)", opacity: 0 }, { transform: "none", opacity: 1 }];
    return void animate(bodies(drawing, cell, size).at(-1), settling, { duration: 140 });
  }
  const from = middle(cell, size, flip);
  drops.forEach((drop, step) => {
    const to = along(cell, direction, step + 1, size);
    const here = middle(to, size, flip);
    const past = { transform: `translate(${from.x - here.x}px, ${from.y - here.y}px)` };
    for (const body of bodies(drawing, to, size).slice(-drop)) {
      animate(body, [past, { transform: "none" }], { duration: Math.min(320, BEAT + 40 * step) });
    }
  });
}

/** The stones on a cell from bottom to top. @param {SVGSVGElement} drawing @param {number} cell @param {number} size */
function bodies(drawing, cell, size) {
  return [...drawing.querySelectorAll(`[data-x="${cell % size}"][data-y="${size - 1 - Math.floor(cell / size)}"] .stack .body`)];
}
