/**
 * The Crazy Camel board: what the game's page draws and clicks. It shows the view that it is given, draws an own move at
 * once from the effects that the view lists, and reports it; it knows no rules.
 * The editor of positions is a module beside it, `camel/editor.js`, which only the setup page loads.
 */

export { Board } from "./camel/board.js";
export { picture } from "./camel/drawing.js";

export const id = "camel";

/** Where each seat begins when the board is not turned, so that the players stand on their own sides of it. */
export const homes = ["top", "bottom"];

/** Switches that the page offers, in the order shown. */
export const settings = [
  { name: "targets", title: "Show legal steps", default: true },
  { name: "paths", title: "Show shortest paths", default: false },
];

/** The board's own keys, for the page's list of keys. */
export const keys = "C begins to place a camel, R turns it.";

/** What each seat has left, always in sight. @param {any} view */
export function counters(view) {
  return view.masters.map((/** @type {any} */ one, /** @type {number} */ seat) => ({
    seat,
    value: one.camels,
    title: "camels",
  }));
}

/** Where a move points, for arrows over the board; loaded only when it is asked for. */
export const arrow = () => import("./camel/arrow.js");
