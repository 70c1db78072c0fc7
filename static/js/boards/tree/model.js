/**
 * A decision tree as the scripts hold it: rows as the view sends them, nested nodes while one is edited, and its text.
 */

import { _, numeral } from "lib/messages.js";

/**
 * @typedef {[parent: number, side: number, value: number, chance?: string]} Row a node; the children of a node stand side by side. Side 2 is
 *   chance, whose children have their chance as it is written, empty where all are equal
 */
/** @typedef {{side: number, value: number, chance: string, children: Nested[]}} Nested */

/** Parts of one that a value's decimals tell apart. */
const PARTS = 100;

/** The nearest value that can be written. @param {number} value */
export const nearest = (value) => Math.round(value * PARTS) / PARTS;

/** A value as people read it; what hides it stays. @param {number | string} value */
export const readable = (value) => (typeof value === "number" ? numeral(value) : value);

export const LETTERS = "aoc";
export const CHANCE = 2;
export const NAMES = [_("Max"), _("Min"), _("Chance")];

/** The rows of each node's children. @param {Row[]} nodes @returns {number[][]} */
export function childrenOf(nodes) {
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach(([parent], row) => parent >= 0 && children[parent].push(row));
  return children;
}

/** The child indices that lead to a node. @param {Row[]} nodes @param {number[][]} children @param {number} row */
export function pathTo(nodes, children, row) {
  const path = [];
  for (let at = row; at > 0; at = nodes[at][0]) path.unshift(children[nodes[at][0]].indexOf(at));
  return path;
}

/** The node at the end of a path; null if there is none. @param {number[][]} children @param {number[]} path */
export function nodeAt(children, path) {
  let row = 0;
  for (const index of path) {
    row = children[row]?.[index] ?? -1;
    if (row < 0) return null;
  }
  return row;
}

/** The nodes from the root to this one. @param {Row[]} nodes @param {number} row */
export function wayTo(nodes, row) {
  const way = [];
  for (let at = row; at >= 0; at = nodes[at][0]) way.unshift(at);
  return way;
}

/** All nodes below this one, itself included, in written order. @param {number[][]} children @param {number} row */
export function below(children, row) {
  /** @type {number[]} */
  const found = [];
  const waiting = [row];
  while (waiting.length) {
    const at = Number(waiting.pop());
    found.push(at);
    waiting.push(...[...children[at]].reverse());
  }
  return found;
}

/** The nested nodes of a tree, by row; the first is the root. @param {Row[]} nodes @returns {Nested[]} */
export function nested(nodes) {
  /** @type {Nested[]} */
  const found = nodes.map(([, side, value, chance = ""]) => ({ side, value, chance, children: [] }));
  nodes.forEach(([parent], row) => parent >= 0 && found[parent].children.push(found[row]));
  return found;
}

/** The nested nodes in the order of their rows, and the rows. @param {Nested} root */
export function flat(root) {
  const order = [root];
  /** @type {Row[]} */
  const nodes = [[-1, root.side, root.value]];
  for (let row = 0; row < order.length; row++) {
    for (const child of order[row].children) {
      order.push(child);
      nodes.push(order[row].side === CHANCE ? [row, child.side, child.value, child.chance] : [row, child.side, child.value]);
    }
  }
  return { order, nodes };
}

/** A tree on one line, as the server reads it. @param {Nested} node @returns {string} */
export function lineForm(node) {
  const head = nodeText(node);
  return node.children.length ? `${head} ( ${node.children.map(lineForm).join(" ")} )` : head;
}

/** The side that a new child has: the other one. @param {number} side */
export const other = (side) => (side === 0 ? 1 : 0);

/** A node has other children than before: its chances, which would no longer add up, are all equal again. @param {Nested} node */
export function evenOut(node) {
  for (const child of node.children) child.chance = "";
}

/** A node as it is written, with its chance before it. @param {Nested} node */
export const nodeText = ({ side, value, chance }) => `${chance ? `${chance} ` : ""}${LETTERS[side]} ${value}`;
