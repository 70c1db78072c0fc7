/** Hides on the board of a decision tree what a question must not give away: values that the search has not seen yet. */

import { childrenOf, nodeAt } from "boards/tree/model.js";

/** Whether a view is a tree that can be changed. @param {any} view */
export const changeable = (view) => Array.isArray(view?.nodes) && Array.isArray(view?.path);

/** Which row of the drawn tree each node of the trace is. @param {Lab.Trace} trace @param {Protocol.View} view @param {number[]} path */
function rowsOf(trace, view, path) {
  const children = childrenOf(view.nodes);
  const rows = [nodeAt(children, path) ?? 0];
  for (let row = 1; row < trace.size; row++) rows.push(children[rows[trace.parent[row]]]?.[trace.index[row]] ?? -1);
  return rows;
}

export class Veil {
  /** @param {import("./trace.js").Trace} trace @param {Protocol.View | undefined} view of the root, where it is known */
  constructor(trace, view) {
    this.trace = trace;
    this.root = view;
    /** @type {number[] | null} */
    this.rows = null;
  }

  /** A node's view without the values that are not known yet. @param {Protocol.View} view @param {import("./replay.js").Replay} replay */
  over(view, replay) {
    const { root } = this;
    if (!changeable(view)) return view;
    if (!root || !changeable(root)) return { ...view, nodes: view.nodes.map((/** @type {any[]} */ [parent, side]) => [parent, side, "?"]) };
    const rows = (this.rows ??= rowsOf(this.trace, view, root.path));
    const inner = new Set(view.nodes.map((/** @type {any[]} */ [parent]) => parent));
    const seen = new Set();
    for (const [row, known] of replay.nodes) if (known.status === "done" && !inner.has(rows[row])) seen.add(rows[row]);
    const nodes = view.nodes.map((/** @type {any[]} */ [parent, side, value], /** @type {number} */ row) => [parent, side, seen.has(row) ? value : inner.has(row) ? "" : "?"]);
    return { ...view, nodes };
  }
}
