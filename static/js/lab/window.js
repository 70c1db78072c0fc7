/**
 * Which nodes of a trace are drawn, and where: all of a small one; of a large one those around the current node, the rest
 * folded into counted triangles. The choice stays until the current node leaves it, so nodes keep their places.
 */

import { hierarchy, tree } from "d3";
import { LONGEST } from "./items.js";
import { number, vectorText } from "./labels.js";
import { wayTo } from "./trace.js";

/** A tree of so many nodes is drawn whole, unless it is wider than so many units. */
export const MOST = 400;
const WIDEST = 2400;
/** Of a larger one so many are drawn, those around the current node: more cannot be read side by side. */
const FOCUS = 60;

/** Units between neighbouring nodes, at least and where their labels are long. */
const NARROW = 48;
const ACROSS = 62;
/** A letter of what stands above and under a node, and the room for visits and a bound. */
const LETTER = 7.6;
const VISITS = 96;
const VISITED = ["mcts", "puct"];
/** Where the labels under a node end: none, one line, two lines. And what an edge and the child's name take below that. */
const FEET = [22, 42, 58];
const EDGES = 74;
/** Of what is seen from far the letters are larger, and the edges shorter. */
const LARGER = 1.25;
const FAR_FEET = [22, 46, 66];
const FAR_EDGES = 64;
const EDGE = 32;

/** @typedef {{row: number, x: number, y: number, parent: Place | null, hidden: number}} Place */
/** @typedef {{places: Place[], at: Map<number, Place>, across: number, width: number, height: number, foot: number}} Window */

/** So many moves of a node that were cut stand each for itself; more of them share one place. */
const STUBS = 4;

/**
 * Moves that were cut and never met: each has a place of its own beside its siblings, and a number behind those of the
 * nodes.
 *
 * @param {import("./trace.js").Trace} trace
 * @returns {{of: Map<number, number[]>, about: Lab.Cut[]}}
 */
export function stubs({ size, kind = [], node, column, children, index }) {
  const cut = new Map();
  kind.forEach((each, at) => {
    if (each !== "cut") return;
    const row = node[at];
    if (!cut.has(row)) cut.set(row, new Set());
    for (const item of column.items.get(at) ?? []) cut.get(row).add(item);
  });
  const of = new Map();
  const about = [];
  for (const [parent, items] of cut) {
    for (const child of children[parent]) items.delete(index[child]);
    const each = [...items].sort((a, b) => a - b);
    const groups = each.length > STUBS ? [each] : each.map((item) => [item]);
    if (!groups.length) continue;
    of.set(parent, groups.map((__, place) => size + about.length + place));
    about.push(...groups.map((indices) => ({ parent, indices })));
  }
  return { of, about };
}

/** Units between neighbours: as many as the longest label of a node takes. @param {import("./trace.js").Trace} trace */
function acrossOf({ head, column, kind, move = [] }) {
  if (head?.view !== "each") {
    let most = 0;
    for (const text of move) most = Math.max(most, Math.min(LONGEST, text.length));
    for (const bounds of [column?.alpha, column?.beta]) for (const bound of bounds?.values() ?? []) most = Math.max(most, number(bound).length + 2);
    return Math.min(ACROSS, Math.max(NARROW, Math.ceil(most * LETTER) + 4));
  }
  let letters = 0;
  for (const [at, values] of column.values) if (kind?.[at] !== "select") letters = Math.max(letters, vectorText(values).length);
  return Math.max(ACROSS, VISITED.includes(head.search) ? VISITS : 0, Math.ceil(letters * LETTER) + 10);
}

/** How many lines of labels stand under a node. @param {import("./trace.js").Trace} trace */
function linesOf({ head, column }) {
  if (head?.view === "each") return VISITED.includes(head.search) ? 2 : 1;
  return column?.alpha.size ? 2 : 0;
}

/** How many nodes lie below each node. @param {import("./trace.js").Trace} trace */
function weights(trace) {
  const found = new Array(trace.size).fill(0);
  for (let row = trace.size - 1; row > 0; row--) found[trace.parent[row]] += found[row] + 1;
  return found;
}

/**
 * The nodes whose children are drawn: first the way to the current node, then what the reader opened, then from the
 * current node and from the root downwards as far as there is room.
 *
 * @param {import("./trace.js").Trace} trace @param {number} current @param {Set<number>} opened @param {number} [most]
 * @param {Map<number, number[]>} [cut] the stubs of each node
 */
export function unfolded(trace, current, opened, most = MOST, cut = new Map()) {
  const { children } = trace;
  const open = new Set();
  let count = 1;
  const broad = (/** @type {number} */ row) => children[row].length + (cut.get(row)?.length ?? 0);
  const unfold = (/** @type {number} */ row) => {
    if (open.has(row) || !children[row].length) return;
    open.add(row);
    count += broad(row);
  };
  for (const row of wayTo(trace, current).slice(0, -1)) unfold(row);
  for (const row of opened) unfold(row);
  for (const from of [current, 0]) {
    const waiting = [from];
    for (let next = 0; next < waiting.length && count < most; next++) {
      const row = waiting[next];
      if (!open.has(row) && count + broad(row) > most) continue;
      unfold(row);
      waiting.push(...children[row]);
    }
  }
  return open;
}

/**
 * Lay out the nodes whose parents are unfolded; a parent that is not in `open` hides what is below it.
 * @param {import("./trace.js").Trace} trace @param {Set<number>} open @param {number[]} below what `weights` gives
 * @param {Map<number, number[]>} [cut] the stubs of each node @param {number} [across] units between neighbours @param {number} [foot] units under a node @param {number} [edges] units of an edge and the name below it
 * @returns {Window}
 */
export function laidOut(trace, open, below, cut = new Map(), across = ACROSS, foot = FEET[2], edges = EDGES) {
  // What is folded below a node takes the place of a child, so that nothing of a neighbour stands over its triangle.
  const root = hierarchy(0, (/** @type {number} */ row) => (row < 0 ? null : open.has(row) ? [...trace.children[row], ...(cut.get(row) ?? [])] : below[row] ? [-1 - row] : null));
  const down = foot + edges;
  tree()
    .nodeSize([across, down])
    .separation((/** @type {any} */ a, /** @type {any} */ b) => (a.parent === b.parent ? 1 : 1.25))(root);
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
    if (row < 0) return;
    const place = {
      row,
      x: node.x - left + EDGE,
      y: node.y + EDGE,
      parent: node.parent ? at.get(node.parent.data) : null,
      hidden: open.has(row) ? 0 : (below[row] ?? 0),
    };
    at.set(row, place);
    places.push(place);
  });
  return { places, at, across, width: right - left + 2 * EDGE, height: root.height * down + EDGE + foot + 10, foot };
}

export class Fold {
  /** @param {import("./trace.js").Trace} trace @param {boolean} [far] whether it is seen from far: then less of a large tree is drawn, and larger */
  constructor(trace, far = false) {
    this.trace = trace;
    this.below = weights(trace);
    this.stubs = stubs(trace);
    this.across = acrossOf(trace) * (far ? LARGER : 1);
    this.foot = (far ? FAR_FEET : FEET)[linesOf(trace)];
    this.edges = far ? FAR_EDGES : EDGES;
    this.most = trace.size > MOST ? (far ? FOCUS / 3 : FOCUS) : MOST;
    /** What the reader opened or closed by hand. @type {Set<number>} */
    this.opened = new Set();
    this.window = this.arranged(0);
    const focus = far ? FOCUS / 3 : FOCUS;
    if (this.window.width > (far ? WIDEST / 2 : WIDEST) && this.most > focus) {
      this.most = focus;
      this.window = this.arranged(0);
    }
  }

  /** What is to be drawn. @param {number} row the node around which */
  arranged(row) {
    const open = unfolded(this.trace, row, this.opened, this.most, this.stubs.of);
    return laidOut(this.trace, open, this.below, this.stubs.of, this.across, this.foot, this.edges);
  }

  /** See that a node is drawn; true if the choice of nodes had to change. @param {number} row */
  show(row) {
    if (this.window.at.has(row)) return false;
    this.opened.clear();
    this.window = this.arranged(row);
    return true;
  }

  /** Unfold a node that hides something, around it. @param {number} row */
  open(row) {
    this.opened.add(row);
    this.window = this.arranged(row);
  }
}
