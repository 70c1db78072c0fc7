/**
 * The Tak board: what the game's page draws and clicks. It shows the view that it is given, draws an own move at once, and
 * reports it; it knows no rules: what may be placed and lifted stands in the view.
 * The editor of positions is a module beside it, `tak/editor.js`, which only the setup page loads.
 */

import { _ } from "lib/messages.js";
import { readMove } from "./tak/notation.js";

export { settings } from "./tak/acting.js";
export { Board } from "./tak/board.js";
export { arrow, picture } from "./tak/drawing.js";

export const id = "tak";

/** The board's own keys, for the page's list of keys. */
export const keys =
  _("F, S and C put down a flat, a wall, a capstone; Enter places it. A digit lifts pieces, arrows drop one each, the space bar one more, Enter the rest; Backspace takes back, Escape leaves.");

const PLACED = { F: "", S: _("a wall"), C: _("a capstone") };

/** What a move does, for the page to say after its name. @param {{text: string, flattens?: boolean}} effect */
export function describe({ text, flattens }) {
  const move = readMove(text, 8);
  if (move?.piece) return PLACED[/** @type {"F" | "S" | "C"} */ (move.piece)];
  return flattens ? _("flattening a wall") : "";
}

/** What the seats are called on the board. */
export const seatNames = () => [_("White"), _("Black")];

/** What each seat has, always in sight: top flats with komi, and the reserve. @param {any} view */
export function counters(view) {
  return view.flats.flatMap((/** @type {number} */ flats, /** @type {number} */ seat) => {
    const { stones, capstones } = view.reserves[seat];
    const counted = { seat, value: seat && view.komi ? `${flats} + ${view.komi}` : flats, title: flats === 1 && !(seat && view.komi) ? _("flat") : _("flats") };
    const reserve = [{ seat, value: stones, title: stones === 1 ? _("stone") : _("stones") }];
    if (view.cells.length > 16 || capstones) reserve.push({ seat, value: capstones, title: capstones === 1 ? _("capstone") : _("capstones") });
    return [counted, ...reserve];
  });
}
