/**
 * The Crazy Camel board: what the game's page draws and clicks. It shows the view that it is given, draws an own move at
 * once from the effects that the view lists, and reports it; it knows no rules.
 * The editor of positions is a module beside it, `camel/editor.js`, which only the setup page loads.
 */

import { _ } from "lib/messages.js";

export { Board, settings } from "./camel/board.js";
export { arrow, picture } from "./camel/drawing.js";
export { stepSeen as seen } from "./camel/scene.js";

export const id = "camel";

/** Where each seat begins when the board is not turned, so that the players stand on their own sides of it. */
export const homes = ["top", "bottom"];

/** The board's own keys, for the page's list of keys. */
export const keys = _("C begins to place a camel, R turns it.");

/** What the marks on the board mean. */
export const legend = _("The row with a player's mark is that player's goal. Blue's camels have one hump, Orange's two. Moves are named as Orange sees the board: on the turned board, Down goes up.");

/** What each seat has left, always in sight. @param {any} view */
export const counters = ({ masters }) =>
  masters.map((/** @type {any} */ { camels: value }, /** @type {number} */ seat) => ({ seat, value, title: value === 1 ? _("camel") : _("camels") }));
