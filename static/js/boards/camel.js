/**
 * The Crazy Camel board: what the game's page draws and clicks. It shows the view that it is given, draws an own move at
 * once from the effects that the view lists, and reports it; it knows no rules.
 * The editor of positions is a module beside it, `camel/editor.js`, which only the setup page loads.
 */

import { positionText } from "./camel/text.js";

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

/** What each seat has left, always in sight. @param {any} view */
export function counters(view) {
  return view.masters.map((/** @type {any} */ one, /** @type {number} */ seat) => ({
    seat,
    value: one.camels,
    title: "camels",
  }));
}

/** Views for pictures where no server's view is at hand. */
export const shelf = {
  start: view([3, 0, 8], [3, 6, 8], []),
  middle: view([4, 2, 5], [2, 4, 6], ["H 1 2", "H 3 2", "V 4 3", "H 2 4", "V 1 0"]),
};

/** @param {number[]} first @param {number[]} second each x, y and camels in hand @param {string[]} camels */
function view(first, second, camels) {
  const masters = [first, second].map(([x, y, held], seat) => ({
    x,
    y,
    camels: held,
    goal: seat ? 0 : 6,
    distance: 0,
  }));
  const lying = camels.map((text) => {
    const [axis, x, y] = text.split(" ");
    return { text, axis: /** @type {"H" | "V"} */ (axis), x: Number(x), y: Number(y) };
  });
  const still = { to_move: camels.length % 2, returns: null, ending: null, moves: [], refusals: [], paths: [[], []] };
  const text = positionText({ width: 7, height: 7, masters, camels: lying, next: still.to_move });
  return { game: id, text, width: 7, height: 7, masters, camels: lying, ply: camels.length, max_plies: 200, ...still };
}
