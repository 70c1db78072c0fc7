/** What a Tak board draws only where it is asked for: the way of a recommended stack move, and the numbers of rows and columns. */

import { nothing, svg } from "lit";
import { hintMark } from "../lib/hint.js";
import { at, middle, touched } from "./drawing.js";
import { top } from "./notation.js";

/** @param {import("./acting.js").ActingBoard} board */
export function hintWay({ hinted, hand, size, state }) {
  const cells = hinted && !hand ? touched(hinted.text, size) : [];
  if (cells.length < 2) return nothing;
  const points = cells.map((cell) => middle(cell, size, state.flip));
  const end = /** @type {{x: number, y: number}} */ (points.at(-1));
  return svg`<path class="hint-way" d=${`M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`} />
    <g transform=${at(end)}>${hintMark()}</g>`;
}

/**
 * The road pieces (flats and capstones on top) of the side to move in a cell's row and in its column, as the tutorial's bot
 * counts them: "2+1".
 *
 * @param {any} view
 * @param {number} cell
 */
export function roadCount({ cells, to_move: mover, size }, cell) {
  const own = (/** @type {number} */ one) => {
    const piece = top(cells[one]);
    return piece !== null && piece.seat === mover && piece.kind !== "S";
  };
  const line = Array.from({ length: size }, (_, one) => one);
  const row = line.filter((one) => own(cell - (cell % size) + one)).length;
  const column = line.filter((one) => own((cell % size) + one * size)).length;
  return `${row}+${column}`;
}

/** @param {any} view @param {number} cell */
export const roadNumbers = (view, cell) => svg`<text class="numbers">${roadCount(view, cell)}</text>`;
