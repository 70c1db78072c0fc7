/** Where a move of Tak points: the square a piece is placed on, or from a stack to the square of its last drop. */

import { middle } from "./drawing.js";
import { along, readMove } from "./notation.js";

/** @param {any} view @param {string} text @param {boolean} flip */
export function arrow(view, text, flip) {
  const move = readMove(text, view.size);
  if (!move) return null;
  if (!move.direction) return { from: null, to: middle(move.cell, view.size, flip) };
  const end = along(move.cell, move.direction, move.drops?.length ?? 1, view.size);
  return { from: middle(move.cell, view.size, flip), to: middle(end, view.size, flip) };
}
