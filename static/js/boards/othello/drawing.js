/**
 * Draws Othello: the felt, the discs and the marks, as svg templates from a view. Used by the board, the editor and the
 * small pictures alike. Square (0, 0) is a1, the upper left.
 */

import { nothing, svg } from "lit";
import { markPath } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { stillPicture } from "../lib/signs.js";
import * as squares from "../lib/squares.js";

const CLASSES = ["dark", "light"];

/** What the seats' colours are called, by the game's option `colours`. @param {Record<string, any>} [options] */
export function names(options) {
  return options?.colours === "red-blue" ? [_("red"), _("blue")] : [_("dark"), _("light")];
}

/** The class that gives a drawing its colours. @param {Record<string, any>} [options] */
export function coloursClass(options) {
  return options?.colours === "red-blue" ? "red-blue" : "";
}

/** What stands on a square, in a word. @param {string} held @param {string[]} colours */
export function contents(held, colours) {
  return held === "-" ? _("empty") : colours["XO".indexOf(held)];
}

/** Frame, felt, lines, and the four dots of a real board. @param {number} size @param {{flip?: boolean, named?: boolean}} [how] */
export function ground(size, how) {
  const places = size >= 6 ? [200, (size - 2) * squares.SQUARE] : [];
  const dots = places.flatMap((x) => places.map((y) => svg`<circle class="star" cx=${x} cy=${y} r="7" />`));
  return squares.ground(size, { ...how, surface: "felt", dots });
}

/** The middle of a square. @param {number} at its index @param {number} size @param {boolean} [flip] */
export function middle(at, size, flip = false) {
  const place = (/** @type {number} */ one) => (flip ? size - 1 - one : one) * squares.SQUARE + 50;
  return { x: place(at % size), y: place(Math.floor(at / size)) };
}

/**
 * One disc around (0, 0): shadow, rim, face, and its seat's shape engraved, so that colour is not the only sign.
 * @param {string} disc `X` or `O` @param {string} [more] further classes
 */
export function disc(disc, more = "") {
  const seat = "XO".indexOf(disc);
  return svg`<g class=${`disc ${CLASSES[seat]} ${more}`}>
    <circle class="shade wide" cx="2" cy="5" r="45" /><circle class="shade" cx="1" cy="3" r="44" />
    <circle class="rim" r="42" /><circle class="face" cy="-1.5" r="37.5" />
    <path class="shape" d=${markPath(seat, "othello")} transform="scale(1.5)" /></g>`;
}

/** The ring that marks the disc just played. */
export function lastMark() {
  return svg`<g class="last"><circle class="halo" r="21" /><circle class="ring" r="21" /></g>`;
}

/** A still picture of a position. @param {any} view @param {Boards.About} [about] */
export function picture({ size, cells }, { last = null, label, options, named = false } = {}) {
  const discs = [...cells].map((held, at) => {
    if (held === "-") return nothing;
    const { x, y } = middle(at, size);
    return svg`<g class=${`disc ${CLASSES["XO".indexOf(held)]}`} transform=${`translate(${x} ${y})`}>
      <circle class="rim" r="42" /><circle class="face" cy="-1.5" r="37.5" />${at === last?.cell ? lastMark() : nothing}</g>`;
  });
  return stillPicture(`othello ${coloursClass(options)}`, squares.box(size, { named }), label, [ground(size, { named }), discs]);
}

/** Where a move points: the square it is played on. @type {Boards.FindArrow} */
export function arrow({ size }, text, flip) {
  const found = /^([a-h])([1-8])$/i.exec(text);
  if (!found) return null;
  const [x, y] = [found[1].toLowerCase().charCodeAt(0) - 97, Number(found[2]) - 1];
  return x < size && y < size ? { from: null, to: middle(y * size + x, size, flip) } : null;
}
