/**
 * What searches of any kind cost, in counts that mean the same for each: nodes entered, leaves valued, seconds. A node is entered whenever
 * the search comes to it, whether it says so, goes through it on its way or only looks at its value for the order; a leaf is valued by a score, by
 * a table or by a game played out.
 */

/** @typedef {"nodes" | "leaves" | "seconds"} Measure */

const VALUED = new Set(["leaf", "table", "playout"]);

/** What was counted after each number of steps. @typedef {{nodes: Uint32Array, leaves: Uint32Array}} Measured */
/** @type {WeakMap<object, Measured>} */
const known = new WeakMap();

/** @param {Pick<Lab.Trace, "steps" | "kind" | "node" | "size" | "column">} trace @returns {Measured} */
export function measured(trace) {
  const before = known.get(trace);
  if (before) return before;
  const { steps, kind, node, size, column } = trace;
  const nodes = new Uint32Array(steps + 1);
  const leaves = new Uint32Array(steps + 1);
  const open = new Uint8Array(size);
  let come = -1; // the node that the search has just gone to, and not yet told anything of
  for (let at = 0; at < steps; at++) {
    const [what, row] = [kind[at], node[at]];
    let [entered, valued, looked] = [0, 0, 0];
    if (what === "select") {
      come = column.child.get(at) ?? -1;
      entered = come >= 0 ? 1 : 0;
    } else if (what === "enter") {
      entered = come === row ? 0 : 1;
      open[row] = 1;
      come = -1;
    } else if (VALUED.has(what)) {
      valued = 1;
      entered = open[row] || come === row ? 0 : 1;
      open[row] = 0;
      come = -1;
    } else if (what === "value") open[row] = 0;
    else if (what === "children") {
      looked = column.values.get(at)?.length ?? 0;
      if (!open[row] && come !== row) [entered, come] = [1, row]; // it comes here and says first what there is
    }
    nodes[at + 1] = nodes[at] + entered + looked;
    leaves[at + 1] = leaves[at] + valued + looked;
  }
  const found = { nodes, leaves };
  known.set(trace, found);
  return found;
}

/** The last number of steps after which no more was counted than so much. @param {Uint32Array} counts @param {number} most */
export function stepWithin(counts, most) {
  let [low, high] = [0, counts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (counts[middle] <= most) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The moves that a node has on average, of those nodes whose moves the search listed; 0 if of none. @param {Pick<Lab.Trace, "family">} trace */
export function branching({ family }) {
  let sum = 0;
  for (const moves of family.values()) sum += moves.length;
  return family.size ? sum / family.size : 0;
}
