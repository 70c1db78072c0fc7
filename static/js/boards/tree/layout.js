/**
 * Where the nodes of a tree are drawn, and which of them: of a large tree only about two hundred, those near the walked
 * path first; the rest are folded into their parents, which say how many they hide.
 */

import { hierarchy, tree } from "d3";
import { below, childrenOf, wayTo } from "./model.js";

/** Nodes that are drawn at once. */
export const MOST = 200;

/** Units between neighbouring nodes, and between a node and its children. */
const ACROSS = 54;
const DOWN = 86;
const EDGE = 36;

/** @typedef {{row: number, x: number, y: number, parent: Place | null, hidden: number}} Place */
/** @typedef {{places: Place[], width: number, height: number, at: Map<number, Place>}} Layout */

/**
 * The nodes whose children are drawn.
 * @param {number[][]} children @param {number[]} way the walked path
 * @param {Set<number>} opened nodes that the reader opened @param {number} most
 */
export function unfolded(children, way, opened, most = MOST) {
  const shown = new Set();
  let count = 1;
  const open = (/** @type {number} */ row) => {
    if (shown.has(row) || !children[row].length) return;
    shown.add(row);
    count += children[row].length;
  };
  for (const row of way) open(row);
  for (const row of opened) open(row);
  for (const from of [way[way.length - 1], 0]) {
    const waiting = [from];
    for (let next = 0; next < waiting.length; next++) {
      const row = waiting[next];
      if (!shown.has(row) && count + children[row].length > most) continue;
      open(row);
      waiting.push(...children[row]);
    }
  }
  return shown;
}

/**
 * @param {import("./model.js").Row[]} nodes @param {number} here the node that was reached
 * @param {Set<number>} [opened]
 * @param {number} [room] in units: so much is folded that the children of the node that was reached lie no wider apart
 * @returns {Layout}
 */
export function layOut(nodes, here, opened = new Set(), room = Infinity) {
  const children = childrenOf(nodes);
  for (let most = MOST; ; most *= 0.7) {
    const layout = laidOut(children, unfolded(children, wayTo(nodes, here), opened, most));
    if (most < children[here].length || span(layout, children[here]) <= room) return layout;
  }
}

/** How far apart the outer two of these nodes are drawn. @param {Layout} layout @param {number[]} rows */
function span({ at }, rows) {
  const places = rows.map((row) => at.get(row)?.x ?? 0);
  return places.length ? Math.max(...places) - Math.min(...places) + EDGE * 2 : 0;
}

/** @param {number[][]} children @param {Set<number>} open @returns {Layout} */
function laidOut(children, open) {
  const root = hierarchy(0, (/** @type {number} */ row) => (open.has(row) ? children[row] : null));
  tree().nodeSize([ACROSS, DOWN]).separation((/** @type {any} */ a, /** @type {any} */ b) => (a.parent === b.parent ? 1 : 1.2))(root);
  let left = Infinity;
  let right = -Infinity;
  root.each((/** @type {any} */ node) => {
    left = Math.min(left, node.x);
    right = Math.max(right, node.x);
  });
  const at = new Map();
  /** @type {Place[]} */
  const places = [];
  root.eachBefore((/** @type {any} */ node) => {
    const row = node.data;
    const hidden = open.has(row) ? 0 : below(children, row).length - 1;
    const place = { row, x: node.x - left + EDGE, y: node.y + EDGE, parent: node.parent ? at.get(node.parent.data) : null, hidden };
    at.set(row, place);
    places.push(place);
  });
  const tail = places.some((place) => place.hidden) ? 26 : 0;
  return { places, at, width: right - left + 2 * EDGE, height: root.height * DOWN + 2 * EDGE + tail };
}
