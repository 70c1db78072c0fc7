/** Squares and moves of Tak as they are written (PTN), stacks as a position's text holds them (TPS), and both in words for those who cannot see them. */

import { _, ngettext } from "lib/messages.js";
/** @typedef {{cell: number, piece?: string, direction?: string, drops?: number[]}} Move a placement has `piece`, else both others */
/** @typedef {{seat: number, kind: string}} Piece `kind` is `F`, `S` (a wall) or `C` */

/** The step of each direction: columns to the right, ranks upward. @type {Record<string, [number, number]>} */
export const STEPS = { "+": [0, 1], "-": [0, -1], ">": [1, 0], "<": [-1, 0] };

/** @param {number} cell @param {number} size */
export function squareName(cell, size) {
  return `${String.fromCharCode(97 + (cell % size))}${Math.floor(cell / size) + 1}`;
}

/** @param {string} text @param {number} size @returns {Move | null} null for what is no move */
export function readMove(text, size) {
  const found = /^(\d?)([FSC]?)([a-h])([1-8])(?:([-+<>])(\d*))?/.exec(text);
  if (!found) return null;
  const [, count, piece, column, rank, direction, drops] = found;
  const cell = (Number(rank) - 1) * size + column.charCodeAt(0) - 97;
  if (!direction) return { cell, piece: piece || "F" };
  return { cell, direction, drops: drops ? [...drops].map(Number) : [Number(count || 1)] };
}

/** @param {number} cell @param {string} direction @param {number[]} drops @param {number} size */
export function spreadText(cell, direction, drops, size) {
  const count = sum(drops);
  return `${count > 1 ? count : ""}${squareName(cell, size)}${direction}${drops.length > 1 ? drops.join("") : ""}`;
}

/** The cell some steps away, which must be on the board. @param {number} cell @param {string} direction @param {number} steps @param {number} size */
export function along(cell, direction, steps, size) {
  const [across, up] = STEPS[direction];
  return cell + steps * (across + up * size);
}

/**
 * The direction and distance from one cell to another in the same row or column, or null.
 * @param {number} from @param {number} to @param {number} size @returns {{direction: string, distance: number} | null}
 */
export function lineTo(from, to, size) {
  const across = (to % size) - (from % size);
  const up = Math.floor(to / size) - Math.floor(from / size);
  if ((across && up) || from === to) return null;
  return { direction: across ? (across > 0 ? ">" : "<") : up > 0 ? "+" : "-", distance: Math.abs(across + up) };
}

/** @param {number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}

/** The pieces of a stack from bottom to top. @param {string} text as TPS writes it @returns {Piece[]} */
export function pieces(text) {
  const last = text.at(-1) ?? "";
  const colours = /\d/.test(last) ? text : text.slice(0, -1);
  return [...colours].map((colour, at) => ({
    seat: Number(colour) - 1,
    kind: at === colours.length - 1 && colours !== text ? last : "F",
  }));
}

/** A stack's height. @param {string} text */
export function height(text) {
  return text.length - (/[SC]$/.test(text) ? 1 : 0);
}

/** The piece on top. @param {string} text @returns {Piece | null} */
export function top(text) {
  return pieces(text).at(-1) ?? null;
}

/** A stack without its top pieces, and those pieces. @param {string} text @param {number} count @returns {[string, string]} */
function split(text, count) {
  const at = height(text) - count;
  return [text.slice(0, at), text.slice(at)];
}

/** Put pieces on a stack, whose wall, if it has one, becomes flat. @param {string} below @param {string} above */
function pile(below, above) {
  return above ? below.replace(/[SC]$/, "") + above : below;
}

/**
 * The cells after pieces are dropped; what is not dropped yet is `held` back.
 * @param {string[]} cells @param {{cell: number, direction: string | null, drops: number[], count: number}} lifted
 * @param {number} size @returns {{cells: string[], held: string}}
 */
export function spread(cells, { cell, direction, drops, count }, size) {
  const after = [...cells];
  let held = "";
  [after[cell], held] = split(cells[cell], count);
  drops.forEach((drop, at) => {
    const to = along(cell, direction ?? "+", at + 1, size);
    // The lowest pieces of the hand fall first; the letter of a wall or capstone falls with its piece.
    const cut = drop === height(held) ? held.length : drop;
    after[to] = pile(after[to], held.slice(0, cut));
    held = held.slice(cut);
  });
  return { cells: after, held };
}

/** Top flats of each seat. @param {string[]} cells */
export function topFlats(cells) {
  return [1, 2].map((colour) => cells.filter((text) => text.endsWith(String(colour))).length);
}

/* In words. */

export const COLOURS = [_("white"), _("black")];
/** @type {Record<string, string>} */
export const KINDS = { F: _("flat"), S: _("wall"), C: _("capstone") };
const MOST_NAMED = 12;

/** A piece in words: "black wall". @param {Piece} piece */
export function pieceName({ seat, kind }) {
  return `${COLOURS[seat]} ${KINDS[kind]}`;
}

/** What stands on a square, in words. @param {string} text as TPS writes it */
export function contents(text) {
  const all = pieces(text);
  if (!all.length) return _("empty");
  const top = /** @type {Piece} */ (all.at(-1));
  if (all.length === 1) return pieceName(top);
  const below = all.slice(0, -1).reverse();
  const named = below.slice(0, MOST_NAMED).map(({ seat }) => COLOURS[seat]);
  const more = below.length > MOST_NAMED ? _(" and {count} more", { count: below.length - MOST_NAMED }) : "";
  return _("stack of {height}, {piece} on top, below it {below}", { height: all.length, piece: pieceName(top), below: named.join(" ") + more });
}

/**
 * A square's name, such as "c3, stack of 4, white wall on top, below it black white white, legal, lifts up to 4".
 * @param {number} cell @param {number} size @param {string} text what stands there
 * @param {(string | false)[]} about what else is to be known of it
 */
export function squareLabel(cell, size, text, about) {
  return [squareName(cell, size), contents(text), ...about.filter(Boolean)].join(", ");
}

/** "1 piece", "3 pieces". @param {number} number */
export function count(number) {
  return ngettext("{count} piece", "{count} pieces", number);
}
