/**
 * Draws Othello: the felt, the discs and the marks, as svg templates from a view. Used by the board, the editor and the
 * small pictures alike. One square is 100 units wide; square (0, 0) is a1, the upper left.
 */

import { html, nothing, svg } from "lit";
import { markPath } from "lib/marks.js";
import { order } from "../lib/cursor.js";

/** Units of the frame: at the left and on top, where the coordinates stand, and at the other two sides. */
const NAMED = 56;
const PLAIN = 22;
const SQUARE = 100;
const CLASSES = ["dark", "light"];

/** What the seats' colours are called, by the game's option `colours`. @param {Record<string, any>} [options] */
export function names(options) {
  return options?.colours === "red-blue" ? ["red", "blue"] : ["dark", "light"];
}

/** The class that gives a drawing its colours. @param {Record<string, any>} [options] */
export function coloursClass(options) {
  return options?.colours === "red-blue" ? "red-blue" : "";
}

/** What stands on a square, in a word. @param {string} held @param {string[]} colours */
export function contents(held, colours) {
  return held === "-" ? "empty" : colours["XO".indexOf(held)];
}

/** A square's name: a1 upper left. @param {number} x @param {number} y */
export function squareName(x, y) {
  return `${String.fromCharCode(97 + x)}${y + 1}`;
}

/** Width, and height, of the whole drawing in units. @param {number} size @param {boolean} [named] */
export function span(size, named = true) {
  return size * SQUARE + PLAIN + (named ? NAMED : PLAIN);
}

/** The drawing's `viewBox`. @param {number} size @param {boolean} [named] with coordinates */
export function box(size, named = true) {
  const from = named ? -NAMED : -PLAIN;
  return `${from} ${from} ${span(size, named)} ${span(size, named)}`;
}

/**
 * Frame, felt, lines, the four dots of a real board, and, unless `named` is false, the coordinates.
 *
 * @param {number} size
 * @param {{flip?: boolean, named?: boolean}} [how]
 */
export function ground(size, { flip = false, named = true } = {}) {
  const width = size * SQUARE;
  const from = named ? -NAMED : -PLAIN;
  const whole = span(size, named);
  const lines = Array.from({ length: size - 1 }, (_, i) => (i + 1) * SQUARE);
  const dots = size >= 6 ? [200, width - 200] : [];
  return svg`<g class="ground" aria-hidden="true">
    <rect class="edge" x=${from} y=${from} width=${whole} height=${whole} rx="22" />
    <rect class="felt" width=${width} height=${width} rx="4" />
    <path class="lines" d=${lines.map((at) => `M0 ${at}H${width}M${at} 0V${width}`).join("")} />
    ${dots.flatMap((x) => dots.map((y) => svg`<circle class="star" cx=${x} cy=${y} r="7" />`))}
    ${named ? order(size, flip).map((name, at) => coordinates(name, at)) : nothing}
  </g>`;
}

/** @param {number} name @param {number} at */
function coordinates(name, at) {
  const middle = at * SQUARE + SQUARE / 2;
  return svg`<text class="coordinate" x=${middle} y=${-NAMED / 2}>${squareName(name, 0)[0]}</text>
    <text class="coordinate" x=${-NAMED / 2} y=${middle}>${name + 1}</text>`;
}

/**
 * One disc around (0, 0): shadow, rim, face, and its seat's shape engraved, so that colour is not the only sign.
 *
 * @param {string} disc `X` or `O`
 * @param {string} [more] further classes
 */
export function disc(disc, more = "") {
  const shape = svg`<path class="shape" d=${markPath(disc === "X" ? 0 : 1)} transform="scale(1.5)" />`;
  return svg`<g class=${`disc ${CLASSES["XO".indexOf(disc)]} ${more}`}>
    <circle class="shade wide" cx="2" cy="5" r="45" /><circle class="shade" cx="1" cy="3" r="44" />
    <circle class="rim" r="42" /><circle class="face" cy="-1.5" r="37.5" />${shape}</g>`;
}

/** The ring that marks the disc just played. */
export function lastMark() {
  return svg`<g class="last"><circle class="halo" r="21" /><circle class="ring" r="21" /></g>`;
}

/**
 * A complete, still picture of a position, light enough for a page full of them.
 *
 * @param {any} view
 * @param {{last?: any, label?: string, options?: Record<string, any>}} [about] without a label the picture is decoration
 */
export function picture(view, { last = null, label = "", options = {} } = {}) {
  const { size, cells } = view;
  const played = last?.cell ?? -1;
  return html`<svg
    class=${`drawing othello picture ${coloursClass(options)}`}
    viewBox=${box(size, false)}
    role=${label ? "img" : nothing}
    aria-label=${label || nothing}
    aria-hidden=${label ? nothing : "true"}
  >
    ${ground(size, { named: false })}
    ${[...cells].map((held, at) => {
      if (held === "-") return nothing;
      const place = `translate(${(at % size) * SQUARE + 50} ${Math.floor(at / size) * SQUARE + 50})`;
      return svg`<g class=${`disc ${CLASSES["XO".indexOf(held)]}`} transform=${place}>
        <circle class="rim" r="42" /><circle class="face" cy="-1.5" r="37.5" />${at === played ? lastMark() : nothing}</g>`;
    })}
  </svg>`;
}
