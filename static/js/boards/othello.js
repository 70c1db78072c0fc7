/**
 * The Othello board: what the game's page draws and clicks. It shows the view that it is given, draws an own move at once
 * from the effects that the view lists, and reports it; it knows no rules.
 * The editor of positions is a module beside it, `othello/editor.js`, which only the setup page loads.
 */

import { _ } from "lib/messages.js";
import { capital } from "./lib/signs.js";
import { names } from "./othello/drawing.js";

export { Board, settings } from "./othello/board.js";
export { arrow, picture } from "./othello/drawing.js";

export const id = "othello";

/** The board's own keys, for the page's list of keys. */
export const keys = _("P passes when there is no legal move.");

/** What a move does, for the page to say after its name. @param {Protocol.Effect} effect */
export const describe = ({ flips }) => (flips ? _("flipping {discs}", { discs: flips.length }) : "");

/** What the seats are called on the board. @param {Protocol.Options} options */
export const seatNames = (options) => names(options).map(capital);

/** What each seat has, always in sight. @param {any} view */
export const counters = ({ scores }) =>
  scores.map((/** @type {number} */ value, /** @type {number} */ seat) => ({ seat, value, title: value === 1 ? _("disc") : _("discs") }));
