/** Where a move of Crazy Camel points: from the master to the tile it steps to, or to the slot a camel takes. */

import { Layout } from "./geometry.js";

/** @type {Record<string, number[]>} */
const STEPS = { Up: [0, -1], Down: [0, 1], Left: [-1, 0], Right: [1, 0] };

/** @param {any} view @param {string} text @param {boolean} flip */
export function arrow(view, text, flip) {
  const layout = new Layout(view.width, view.height, flip);
  const camel = /^([HV]) (\d) (\d)$/.exec(text);
  if (camel) return { from: null, to: layout.slot({ x: Number(camel[2]), y: Number(camel[3]) }) };
  const master = view.masters[view.to_move];
  const listed = (view.moves ?? []).find((/** @type {any} */ move) => move.text === text);
  const step = /^(Up|Down)?(Left|Right)?$/.exec(text);
  if (!master || !step || !text) return null;
  const [x, y] = listed?.to ?? target(view, master, text, step[1], step[2]);
  return { from: layout.tile(master), to: layout.tile({ x, y }) };
}

/** The tile that a step leads to, a jump over the other master included. @param {any} view @param {{x: number, y: number}} master @param {string} text @param {string} up @param {string} side */
function target(view, master, text, up, side) {
  const [a, b] = [STEPS[up] ?? [0, 0], STEPS[side] ?? [0, 0]];
  const next = [master.x + a[0] + b[0], master.y + a[1] + b[1]];
  const other = view.masters[1 - view.to_move];
  const jumps = (!up || !side) && text && other.x === next[0] && other.y === next[1];
  return jumps ? [next[0] + a[0] + b[0], next[1] + a[1] + b[1]] : next;
}
