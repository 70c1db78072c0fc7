/**
 * The Othello board: what the game's page draws and clicks. It shows the view that it is given, draws an own move at once
 * from the effects that the view lists, and reports it; it knows no rules.
 * The editor of positions is a module beside it, `othello/editor.js`, which only the setup page loads.
 */

import { names } from "./othello/drawing.js";

export { Board } from "./othello/board.js";
export { picture } from "./othello/drawing.js";

export const id = "othello";

/** Switches that the page offers, in the order shown. */
export const settings = [{ name: "targets", title: "Show legal moves", default: true }];

/** The board's own keys, for the page's list of keys. */
export const keys = "P passes when there is no legal move.";

/** What a move does, for the page to say after its name. @param {{flips?: number[]}} effect */
export function describe({ flips }) {
  return flips ? `flipping ${flips.length}` : "";
}

/** What the seats are called on the board. @param {Record<string, any>} options */
export function seatNames(options) {
  return names(options).map((name) => name[0].toUpperCase() + name.slice(1));
}

/** What each seat has, always in sight. @param {any} view */
export function counters(view) {
  return view.scores.map((/** @type {number} */ value, /** @type {number} */ seat) => ({
    seat,
    value,
    title: "discs",
  }));
}

/** Where a move points, for arrows over the board; loaded only when it is asked for. */
export const arrow = () => import("./othello/arrow.js");
