/**
 * Draws Tak: the wood, the stones, the stacks, the road, as svg templates. Used by the board, the editor and the small
 * pictures alike. One square is 100 units wide; a1 is the lower left one.
 */

import { html, nothing, svg } from "lit";
import { markPath } from "lib/marks.js";
import { order } from "../lib/cursor.js";
import { along, height, pieces, readMove, squareName } from "./notation.js";

/** @typedef {import("./notation.js").Piece} Piece */

/** Units of the frame: at the left and below, where the coordinates stand, and at the other two sides. */
const NAMED = 56;
const PLAIN = 22;
/** How far each piece of a stack stands above the one below it. */
const RISE = 7;
const CLASSES = ["white", "black"];

/** Width, and height, of the whole drawing in units. @param {number} size @param {boolean} [named] */
export function span(size, named = true) {
  return size * 100 + PLAIN + (named ? NAMED : PLAIN);
}

/** The drawing's `viewBox`. @param {number} size @param {boolean} [named] with coordinates */
export function box(size, named = true) {
  return `${named ? -NAMED : -PLAIN} ${-PLAIN} ${span(size, named)} ${span(size, named)}`;
}

/** The middle of a cell in units. @param {number} cell @param {number} size @param {boolean} [flip] */
export function middle(cell, size, flip = false) {
  const across = cell % size;
  const down = size - 1 - Math.floor(cell / size);
  return { x: (flip ? size - 1 - across : across) * 100 + 50, y: (flip ? size - 1 - down : down) * 100 + 50 };
}

/** @param {{x: number, y: number}} point */
export const at = ({ x, y }) => `translate(${x} ${y})`;

/**
 * Frame, wood, lines and, unless `named` is false, the coordinates at the left and the lower edge.
 *
 * @param {number} size
 * @param {{flip?: boolean, named?: boolean}} [how]
 */
export function ground(size, { flip = false, named = true } = {}) {
  const width = size * 100;
  const whole = span(size, named);
  const lines = Array.from({ length: size - 1 }, (_, i) => (i + 1) * 100);
  const name = (/** @type {number} */ one, /** @type {number} */ place) =>
    svg`<text class="coordinate" x=${place * 100 + 50} y=${width + NAMED / 2 - 8}>${squareName(one, size)[0]}</text>
      <text class="coordinate" x=${-NAMED / 2} y=${width - place * 100 - 50}>${one + 1}</text>`;
  return svg`<g class="ground" aria-hidden="true">
    <rect class="edge" x=${named ? -NAMED : -PLAIN} y=${-PLAIN} width=${whole} height=${whole} rx="22" />
    <rect class="wood" width=${width} height=${width} rx="4" />
    <path class="grain" d=${grain(width)} />
    <path class="lines" d=${lines.map((line) => `M0 ${line}H${width}M${line} 0V${width}`).join("")} />
    ${named ? order(size, flip).map(name) : nothing}
  </g>`;
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
 *
 * @param {Piece} piece
 * @param {{y?: number, signed?: boolean, more?: string}} [how] `y` units below the middle
 */
export function stone(piece, { y = 0, signed = true, more = "" } = {}) {
  const sign = svg`<path class="sign" d=${markPath(piece.seat)} transform=${`scale(${piece.kind === "S" ? 0.6 : 1.15})`} />`;
  return svg`<g class=${`piece ${CLASSES[piece.seat]} ${more}`} transform=${`translate(0 ${y})`}><g class="body">
    ${outline(piece, "face")}${signed ? sign : nothing}</g></g>`;
}

/**
 * A stack around (0, 0): each piece a little above the one below it; those that no move could lift as a thin pile at the
 * side; the height as a number.
 *
 * @param {string} text as TPS writes it
 * @param {number} carry the most pieces that a move lifts
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
  const path = road.map((cell) => {
    const { x, y } = middle(cell, size, flip);
    return `${x} ${y}`;
  });
  const d = `M${path.join("L")}`;
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

/**
 * A complete, still picture of a position, light enough for a page full of them.
 *
 * @param {any} view
 * @param {{last?: any, label?: string}} [about] without a label the picture is decoration
 */
export function picture(view, { last = null, label = "" } = {}) {
  const { size, cells, carry, road } = view;
  const marks = last ? touched(last.text, size) : [];
  return html`<svg
    class="drawing tak picture"
    viewBox=${box(size, false)}
    role=${label ? "img" : nothing}
    aria-label=${label || nothing}
    aria-hidden=${label ? nothing : "true"}
  >
    ${ground(size, { named: false })} ${roadBand(road, size)}
    ${order(size * size, false).map((one) => {
      const cell = (size - 1 - Math.floor(one / size)) * size + (one % size);
      const order = marks.indexOf(cell);
      if (!cells[cell] && order < 0) return nothing;
      return svg`<g class=${road?.includes(cell) ? "on-road" : ""} transform=${at(middle(cell, size))}>
        ${order >= 0 ? lastMark(marks.length > 1 && order === 0) : nothing}
        ${cells[cell] ? stack(cells[cell], carry) : nothing}</g>`;
    })}
  </svg>`;
}
