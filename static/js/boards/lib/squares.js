/**
 * What boards of squares share: the frame with its names, and the squares as cells that can be walked over and named.
 * One square is 100 units wide.
 */

import { nothing, repeat, svg } from "lit";
import { order } from "./cursor.js";

export const SQUARE = 100;
/** Units of the frame: at the two sides where the coordinates stand, and at the others. */
const NAMED = 56;
const PLAIN = 22;

/** Width, and height, of the whole drawing in units. @param {number} size @param {boolean} [named] with coordinates */
export const span = (size, named = true) => size * SQUARE + PLAIN + (named ? NAMED : PLAIN);

/** Where the frame begins. @param {boolean} named @param {boolean} below whether the columns' names stand below the board */
const corner = (named, below) => [named ? -NAMED : -PLAIN, named && !below ? -NAMED : -PLAIN];

/** The drawing's `viewBox`. @param {number} size @param {{named?: boolean, below?: boolean}} [how] */
export const box = (size, { named = true, below = false } = {}) =>
  [...corner(named, below), span(size, named), span(size, named)].join(" ");

/** A square's name: its column's letter, and its row's number counted from 0. @param {number} column @param {number} row */
export const squareName = (column, row) => `${String.fromCharCode(97 + column)}${row + 1}`;

/**
 * Frame, surface, lines and, unless `named` is false, the names of columns and rows.
 * @param {number} size @param {{flip?: boolean, named?: boolean, below?: boolean, surface: string, grain?: unknown,
 * dots?: unknown}} how `below`: rows are counted from below, and the columns' names stand there; `surface` is its
 * class; `grain` lies under the lines, `dots` over them
 */
export function ground(size, { flip = false, named = true, below = false, surface, grain = nothing, dots = nothing }) {
  const width = size * SQUARE;
  const [x, y] = corner(named, below);
  const lines = Array.from({ length: size - 1 }, (_, i) => (i + 1) * SQUARE);
  const name = (/** @type {number} */ one, /** @type {number} */ at) => {
    const middle = at * SQUARE + SQUARE / 2;
    return svg`<text class="coordinate" x=${middle} y=${below ? width + NAMED / 2 - 8 : -NAMED / 2}>${squareName(one, 0)[0]}</text>
      <text class="coordinate" x=${-NAMED / 2} y=${below ? width - middle : middle}>${one + 1}</text>`;
  };
  return svg`<g class="ground" aria-hidden="true">
    <rect class="edge" x=${x} y=${y} width=${span(size, named)} height=${span(size, named)} rx="22" />
    <rect class=${surface} width=${width} height=${width} rx="4" />${grain}
    <path class="lines" d=${lines.map((at) => `M0 ${at}H${width}M${at} 0V${width}`).join("")} />${dots}
    ${named ? order(size, flip).map(name) : nothing}</g>`;
}

/** The rows of cells, in the order in which a reader meets them. @param {number} size @param {boolean} flip @param {(x: number, y: number) => unknown} cell */
export function rows(size, flip, cell) {
  const all = order(size, flip);
  const row = (/** @type {number} */ y) => svg`<g role="row">${repeat(all, (x) => x, (x) => cell(x, y))}</g>`;
  return repeat(all, (y) => y, row);
}

/**
 * One square.
 * @param {import("./cursor.js").Cell} cell @param {{at: import("./cursor.js").Cell, cursor: import("./cursor.js").Cell,
 * label: string, classes?: string}} about `at` is its middle in units @param {unknown} inside
 */
export function square({ x, y }, { at, cursor, label, classes = "" }, inside) {
  const current = cursor.x === x && cursor.y === y;
  return svg`<g role="gridcell" class="square ${classes}" data-x=${x} data-y=${y} transform=${`translate(${at.x} ${at.y})`}
      tabindex=${current ? 0 : -1} aria-label=${label}>
    <rect class="hit" x="-50" y="-50" width="100" height="100" />${inside}
    ${current ? svg`<rect class="focus-ring" x="-46" y="-46" width="92" height="92" rx="8" />` : nothing}</g>`;
}
