/**
 * Moves the discs from one position to the next: new ones settle, turned ones roll over their side in the line along
 * which they were enclosed, the nearest first.
 */

import { BEAT, animate } from "../lib/motion.js";

const FILL = { face: "var(--disc-F)", rim: "var(--disc-F-edge)" };

/**
 * @param {SVGSVGElement} drawing already shows the new position @param {string} before the cells that were shown
 * @param {{cells: string, size: number}} shown
 * @param {{text: string, cell?: number} | null} move the move that led here, if known
 */
export function showChange(drawing, before, shown, move) {
  const { cells, size } = shown;
  for (let at = 0; at < cells.length; at++) {
    if (before[at] === cells[at] || cells[at] === "-") continue;
    const x = at % size;
    const y = Math.floor(at / size);
    const disc = drawing.querySelector(`[data-x="${x}"][data-y="${y}"] .disc`);
    if (before[at] === "-") settle(disc);
    else turn(disc, before[at], ...direction(move?.cell, x, y, size));
  }
}

/** @param {Element | null} disc */
function settle(disc) {
  animate(
    disc,
    [
      { transform: "scale(1.18)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ],
    { duration: 140 },
  );
}

/**
 * @param {Element | null} disc @param {string} was its colour before @param {number} angle of the line in degrees
 * @param {number} distance from the disc that was placed, in squares
 */
function turn(disc, was, angle, distance) {
  const side = (/** @type {number} */ width) => ({
    transform: `rotate(${angle}deg) scale(${width}, 1) rotate(${-angle}deg)`,
  });
  const timing = { delay: Math.max(0, distance - 1) * 30 };
  animate(disc, [side(1), side(0.06), side(1)], timing);
  const old = was === "X" ? "dark" : "light";
  for (const [part, fill] of Object.entries(FILL)) {
    const past = { fill: fill.replace("F", old) };
    const half = { ...timing, duration: BEAT / 2, easing: "steps(1)" };
    animate(disc?.querySelector(`.${part}`), [past, past], half);
  }
}

/**
 * The line and distance from the placed disc to (x, y).
 * @param {number | undefined} from @param {number} x @param {number} y @param {number} size @returns {[number, number]}
 */
function direction(from, x, y, size) {
  if (from === undefined) return [0, 1];
  const across = x - (from % size);
  const down = y - Math.floor(from / size);
  return [(Math.atan2(down, across) * 180) / Math.PI, Math.max(Math.abs(across), Math.abs(down))];
}
