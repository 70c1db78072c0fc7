/**
 * Draws Tak: the wood, the stones, the stacks, the road, as svg templates. Used by the board, the editor and the small
 * pictures alike. a1 is the lower left square.
 */

import { nothing, svg } from "lit";
import { markPath } from "lib/marks.js";
import { order } from "../lib/cursor.js";
import { stillPicture } from "../lib/signs.js";
import * as squares from "../lib/squares.js";
import { along, height, pieces, readMove } from "./notation.js";

/** @typedef {import("./notation.js").Piece} Piece */

/** How far each piece of a stack stands above the one below it. */
const RISE = 7;
const CLASSES = ["white", "black"];

/** The drawing's `viewBox`. @param {number} size @param {boolean} [named] with coordinates */
export const box = (size, named = true) => squares.box(size, { named, below: true });

/** The middle of a cell in units. @param {number} cell @param {number} size @param {boolean} [flip] */
export function middle(cell, size, flip = false) {
  const across = cell % size;
  const down = size - 1 - Math.floor(cell / size);
  return { x: (flip ? size - 1 - across : across) * 100 + 50, y: (flip ? size - 1 - down : down) * 100 + 50 };
}

/** @param {{x: number, y: number}} point */
export const at = ({ x, y }) => `translate(${x} ${y})`;

/** Frame, wood and lines. @param {number} size @param {{flip?: boolean, named?: boolean}} [how] */
export function ground(size, how) {
  const wood = svg`<path class="grain" d=${grain(size * squares.SQUARE)} />`;
  return squares.ground(size, { ...how, below: true, surface: "wood", grain: wood });
}

/** Faint lines along the wood. @param {number} width */
function grain(width) {
  const line = (/** @type {number} */ y, /** @type {number} */ one) => {
    const bend = (one % 3) * 5 - 5;
    return `M0 ${y}C${width * 0.3} ${y + bend} ${width * 0.6} ${y - bend} ${width} ${y + bend / 2}`;
  };
  return Array.from({ length: Math.floor(width / 25) }, (_, one) => line(one * 25 + 12, one)).join("");
}

/** What a piece's outline is: a rounded square, a slanted bar, a circle. @param {Piece} piece @param {string} part */
function outline({ seat, kind }, part) {
  if (kind === "C") return svg`<circle class=${part} r="23" />`;
  if (kind === "S") {
    return svg`<rect class=${part} x="-9" y="-35" width="18" height="70" rx=${seat ? 3 : 8} transform=${`rotate(${seat ? 45 : -45})`} />`;
  }
  return svg`<rect class=${part} x="-26" y="-26" width="52" height="52" rx=${seat ? 5 : 14} />`;
}

/**
 * One piece around (0, 0): the outline of its kind, and, unless another lies on it, its seat's shape engraved, so that
 * colour is not the only sign.
 * @param {Piece} piece @param {{y?: number, signed?: boolean, more?: string}} [how] `y` units below the middle
 */
export function stone(piece, { y = 0, signed = true, more = "" } = {}) {
  const sign = svg`<path class="sign" d=${markPath(piece.seat, "tak")} transform=${`scale(${piece.kind === "S" ? 0.6 : 1.15})`} />`;
  return svg`<g class=${`piece ${CLASSES[piece.seat]} ${more}`} transform=${`translate(0 ${y})`}><g class="body">
    ${outline(piece, "face")}${signed ? sign : nothing}</g></g>`;
}

/**
 * A stack around (0, 0): each piece a little above the one below it; those that no move could lift as a thin pile at the
 * side; the height as a number.
 * @param {string} text as TPS writes it @param {number} carry the most pieces that a move lifts
 * @param {boolean} [numbered]
 */
export function stack(text, carry, numbered = true) {
  const all = pieces(text);
  const shown = all.slice(-carry);
  const base = Math.min(18, (shown.length - 1) * (RISE / 2));
  return svg`<g class="stack">${pile(all.slice(0, -carry))}
    ${shown.map((piece, level) => stone(piece, { y: base - level * RISE, signed: level === shown.length - 1 }))}
    ${numbered && all.length > 1 ? svg`<text class="height" x="-46" y="42">${all.length}</text>` : nothing}</g>`;
}

/** How high above the middle the top of a stack lies, in units. @param {string} text @param {number} carry */
export function topOf(text, carry) {
  const shown = Math.min(height(text), carry);
  return shown ? Math.min(18, (shown - 1) * (RISE / 2)) - shown * RISE : 0;
}

/** @param {Piece[]} deep */
function pile(deep) {
  if (!deep.length) return nothing;
  const each = Math.min(7, 84 / deep.length);
  return svg`<g class="pile">${deep.map(
    ({ seat }, level) =>
      svg`<rect class=${CLASSES[seat]} x="33" y=${42 - (level + 1) * each} width="12" height=${each} />`,
  )}</g>`;
}

/** The road that ended the game: a band from edge to edge beneath its stones. @param {number[]} road @param {number} size @param {boolean} [flip] */
export function roadBand(road, size, flip = false) {
  if (!road?.length) return nothing;
  const points = road.map((cell) => middle(cell, size, flip));
  const d = `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;
  return svg`<g class="road" aria-hidden="true"><path class="glow" d=${d} /><path class="band" d=${d} /></g>`;
}

/** The squares that a move touched, its first one first. @param {string} text @param {number} size @returns {number[]} */
export function touched(text, size) {
  const move = readMove(text, size);
  if (!move) return [];
  const { cell, direction, drops = [] } = move;
  return direction ? [cell, ...drops.map((_, step) => along(cell, direction, step + 1, size))] : [cell];
}

/** The frame on a square of the last move: whole where pieces came to lie, dashed where they came from. @param {boolean} left */
export function lastMark(left) {
  return svg`<rect class=${`last ${left ? "left" : ""}`} x="-46" y="-46" width="92" height="92" rx="8" />`;
}

/** A still picture of a position. @param {any} view @param {Boards.About} [about] */
export function picture({ size, cells, carry, road }, { last = null, label, named = false } = {}) {
  const marks = last ? touched(last.text, size) : [];
  const squaresOf = order(size * size, false).map((one) => {
    const cell = (size - 1 - Math.floor(one / size)) * size + (one % size);
    const mark = marks.indexOf(cell);
    if (!cells[cell] && mark < 0) return nothing;
    return svg`<g class=${road?.includes(cell) ? "on-road" : ""} transform=${at(middle(cell, size))}>
      ${mark >= 0 ? lastMark(marks.length > 1 && mark === 0) : nothing}
      ${cells[cell] ? stack(cells[cell], carry) : nothing}</g>`;
  });
  return stillPicture("tak", box(size, named), label, [ground(size, { named }), roadBand(road, size), squaresOf]);
}

/** Where a move points: the square a piece is placed on, or from a stack to the square of its last drop. @type {Boards.FindArrow} */
export function arrow({ size }, text, flip) {
  const cells = touched(text, size);
  if (!cells.length) return null;
  const [from, to] = [cells[0], cells[cells.length - 1]].map((cell) => middle(cell, size, flip));
  return { from: cells.length > 1 ? from : null, to };
}
