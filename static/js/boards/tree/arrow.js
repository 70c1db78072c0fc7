/** Where a move in a decision tree points: from the node that was reached towards its child. */

import { childrenOf } from "./model.js";

/** The arrow begins beyond the node, and its sign stands on the edge, so that no value is covered. */
const [BEGIN, REACH] = [24, 0.66];

/** @param {any} view @param {string} text @param {boolean} flip @param {HTMLElement} host the board, which knows where its nodes are */
export function arrow(view, text, flip, host) {
  const child = childrenOf(view.nodes)[view.node]?.[Number(text)];
  const [from, to] = [view.node, child].map((row) => placeOf(host?.querySelector(`.board-drawing [data-node="${row}"]`)));
  if (!from || !to) return null;
  const begin = Math.min(0.4, BEGIN / (Math.hypot(to.x - from.x, to.y - from.y) || 1));
  return { from: { x: from.x + (to.x - from.x) * begin, y: from.y + (to.y - from.y) * begin }, to: { x: from.x + (to.x - from.x) * REACH, y: from.y + (to.y - from.y) * REACH } };
}

/** @param {Element | null | undefined} spot */
function placeOf(spot) {
  const found = /translate\(([-.\d]+)[ ,]([-.\d]+)\)/.exec(spot?.getAttribute("transform") ?? "");
  return found ? { x: Number(found[1]), y: Number(found[2]) } : null;
}
