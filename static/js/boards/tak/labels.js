/** The words of a Tak board: what squares and stacks are called for those who cannot see them, and what was done. */

import { pieces, squareName } from "./notation.js";

/** @typedef {import("./notation.js").Piece} Piece */

export const COLOURS = ["white", "black"];
/** @type {Record<string, string>} */
export const KINDS = { F: "flat", S: "wall", C: "capstone" };
const MOST_NAMED = 12;

/** A piece in words: "black wall". @param {Piece} piece */
export function pieceName({ seat, kind }) {
  return `${COLOURS[seat]} ${KINDS[kind]}`;
}

/** What stands on a square, in words. @param {string} text as TPS writes it */
export function contents(text) {
  const all = pieces(text);
  if (!all.length) return "empty";
  const top = /** @type {Piece} */ (all.at(-1));
  if (all.length === 1) return pieceName(top);
  const below = all.slice(0, -1).reverse();
  const named = below.slice(0, MOST_NAMED).map(({ seat }) => COLOURS[seat]);
  const more = below.length > MOST_NAMED ? ` and ${below.length - MOST_NAMED} more` : "";
  return `stack of ${all.length}, ${pieceName(top)} on top, below it ${named.join(" ")}${more}`;
}

/**
 * A square's name, such as "c3, stack of 4, white wall on top, below it black white white, legal, lifts up to 4".
 *
 * @param {number} cell @param {number} size @param {string} text what stands there
 * @param {(string | false)[]} about what else is to be known of it
 */
export function squareLabel(cell, size, text, about) {
  return [squareName(cell, size), contents(text), ...about.filter(Boolean)].join(", ");
}

/** "1 piece", "3 pieces". @param {number} number */
export function count(number) {
  return number === 1 ? "1 piece" : `${number} pieces`;
}
