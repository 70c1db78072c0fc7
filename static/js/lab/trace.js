/**
 * A trace as the server sends it, spread out for quick looking up: the walked tree as columns, one row a node, and the
 * events as columns, one row a step. `game/search/teaching/columns.py` has the format.
 *
 * @typedef {{head: Lab.Head, cutShort: string | null, size: number, steps: number, parent: number[], index: number[],
 *   move: string[], mover: number[], met: number[], family: Map<number, string[]>, children: number[][],
 *   kind: string[], node: number[], column: Record<string, Map<number, any>>}} Trace
 */

import { _ } from "lib/messages.js";

const VERSION = 1;
const SPARSE = ["child", "alpha", "beta", "value", "sure", "closed", "number", "reason", "values", "items"];

/** Infinite numbers travel as texts. @param {any} value */
const plain = (value) => (value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);

/** The steps that have a value in a column, by step. @param {{at: number[], is: unknown[]}} column @param {(value: any) => unknown} read @param {number} from the step that the column begins at */
function spread({ at, is }, read, from) {
  const found = new Map();
  let step = from;
  for (let row = 0; row < at.length; row++) {
    step += at[row];
    found.set(step, read(is[row]));
  }
  return found;
}

/**
 * Read a trace; throws if it is of another version.
 * @param {any} data @param {Trace | null} [before] what it goes on from, where it is the later part of one
 * @returns {Trace}
 */
export function readTrace(data, before = null) {
  if (data.version !== VERSION) throw new Error(`This page reads traces of version ${VERSION}, not ${data.version}.`);
  const { nodes, steps, families, texts } = data;
  const family = new Map(before?.family);
  families.node.forEach((/** @type {number} */ row, /** @type {number} */ place) => {
    family.set(row, families.moves.slice(families.start[place], families.start[place + 1]).map((/** @type {number} */ text) => texts[text]));
  });
  /** @type {Record<string, (value: any) => unknown>} */
  const readers = {
    sure: (value) => data.sures[value],
    closed: Boolean,
    reason: (value) => texts[value],
    values: (list) => list.map(plain),
    items: (list) => list.map(plain),
  };
  const from = before?.steps ?? 0;
  const parent = [...(before?.parent ?? []), ...nodes.parent];
  const children = parent.map(() => /** @type {number[]} */ ([]));
  for (let row = 1; row < parent.length; row++) children[parent[row]].push(row);
  const column = (/** @type {string} */ name) => new Map([...(before?.column[name] ?? []), ...spread(steps[name], readers[name] ?? plain, from)]);
  return {
    head: { ...data.head, seats: data.head.seats.map((/** @type {string} */ name) => _(name)) }, // a search is recorded in English
    cutShort: data.cut_short,
    size: parent.length,
    steps: from + steps.kind.length,
    parent,
    index: [...(before?.index ?? []), ...nodes.index],
    move: [...(before?.move ?? []), ...nodes.move.map((/** @type {number} */ text) => texts[text])],
    mover: [...(before?.mover ?? []), ...nodes.mover],
    met: [...(before?.met ?? []), ...nodes.met],
    family,
    children,
    kind: [...(before?.kind ?? []), ...steps.kind.map((/** @type {number} */ kind) => data.kinds[kind])],
    node: [...(before?.node ?? []), ...steps.node],
    column: Object.fromEntries(SPARSE.map((name) => [name, column(name)])),
  };
}

/** One step with all its fields. @param {Trace} trace @param {number} at @returns {Lab.Step} */
export function stepAt({ kind, node, column }, at) {
  return {
    kind: kind[at],
    node: node[at],
    child: column.child.get(at) ?? -1,
    alpha: column.alpha.get(at) ?? null,
    beta: column.beta.get(at) ?? null,
    value: column.value.get(at) ?? null,
    sure: column.sure.get(at) ?? "",
    closed: column.closed.get(at) ?? false,
    number: column.number.get(at) ?? null,
    reason: column.reason.get(at) ?? "",
    values: column.values.get(at) ?? [],
    items: column.items.get(at) ?? [],
  };
}

/** The nodes from the root to a node, both included. @param {Trace} trace @param {number} row */
export function wayTo(trace, row) {
  const way = [];
  for (let here = row; here >= 0; here = trace.parent[here]) way.push(here);
  return way.reverse();
}

/** The child indices from the root to a node. @param {Trace} trace @param {number} row */
export const pathTo = (trace, row) => wayTo(trace, row).slice(1).map((each) => trace.index[each]);

/* Places of a trace that stay what they are when a later version tells more steps, or fewer. */

/** What the step that was taken last is called: its kind, the path to its node, and the how many-eth of that kind there; "" at the start. @param {Trace} trace @param {number} at */
export function stepName(trace, at) {
  if (at <= 0) return "";
  if (at >= trace.steps) return "end";
  const [kind, node] = [trace.kind[at - 1], trace.node[at - 1]];
  let count = 0;
  for (let each = 0; each < at; each++) if (trace.node[each] === node && trace.kind[each] === kind) count++;
  return `${kind}-${pathTo(trace, node).join(".")}-${count}`;
}

/** How many steps were taken at a place of that name; the last place before it that there is, where there is none so far. @param {Trace} trace @param {string} name @param {number} [step] where no name is given */
export function stepNamed(trace, name, step = 0) {
  if (name === "end") return trace.steps;
  const [, kind, path, number] = /^(.+)-([\d.]*)-(\d+)$/.exec(name) ?? [];
  if (!kind) return step;
  let row = 0;
  for (const index of path ? path.split(".").map(Number) : []) {
    const child = trace.children[row].find((each) => trace.index[each] === index);
    if (child === undefined) break;
    row = child;
  }
  let [count, last] = [0, 0];
  for (let at = 0; at < trace.steps; at++) {
    if (trace.node[at] !== row) continue;
    if (trace.kind[at] === kind) last = at + 1;
    if (trace.kind[at] === kind && ++count === Number(number)) break;
  }
  return last || (row ? trace.met[row] + 1 : step);
}
