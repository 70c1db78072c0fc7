/** Hides on the board of a decision tree what a question must not give away: values that the search has not seen yet. */

import { childrenOf, nodeAt } from "boards/tree/model.js";
import { changeable } from "./change.js";

/** Which row of the drawn tree each node of the trace is. */
function rowsOf(trace, view, path) {
  const children = childrenOf(view.nodes);
  const rows = [nodeAt(children, path) ?? 0];
  for (let row = 1; row < trace.size; row++) rows.push(children[rows[trace.parent[row]]]?.[trace.index[row]] ?? -1);
  return rows;
}

export class Veil {
  /** @param {import("./trace.js").Trace} trace @param {any} view of the root */
  constructor(trace, view) {
    this.trace = trace;
    this.root = view;
  }

  /** A node's view without the values that are not known yet. @param {any} view @param {import("./replay.js").Replay} replay */
  over(view, replay) {
    if (!changeable(view) || !changeable(this.root)) return view;
    this.rows ??= rowsOf(this.trace, view, this.root.path);
    const inner = new Set(view.nodes.map(([parent]) => parent));
    const seen = new Set();
    for (const [row, known] of replay.nodes) if (known.status === "done" && !inner.has(this.rows[row])) seen.add(this.rows[row]);
    const nodes = view.nodes.map(([parent, side, value], row) => [parent, side, seen.has(row) ? value : inner.has(row) ? "" : "?"]);
    return { ...view, nodes };
  }
}
