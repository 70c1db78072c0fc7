/**
 * The tree of an analysis: a game with the branches beside it, what is written there, and the way to and from a record. Nothing here touches the
 * page, and nothing is changed in place: each function gives another tree, so that what was before can be taken back.
 */

/** @typedef {{text: string, up: number, ways: number[], marks: string, words: string, shapes: string[]}} Node a move; the first of its `ways` on is the main one */
/** @typedef {readonly Node[]} Tree nodes by number; 0 is where it began */
/** @typedef {{text: string}} Told */
/** @typedef {{name: string, parent: number, ply: number, moves: (string | Told)[]}} Branch `moves` after the first `ply` of line `parent` */
/** @typedef {{line: number, ply: number, marks?: string, words?: string[], shapes?: string[]}} Remark */
/** @typedef {{moves: (string | Told)[], branches?: Branch[], remarks?: Remark[]}} Lines the part of a record that is a tree */

/** So many moves are kept at the most. */
export const MOST = 5000;
export const MARKS = ["!", "?", "!!", "??", "!?", "?!"];

/** @returns {Node} */
const node = (text = "", up = -1) => ({ text, up, ways: [], marks: "", words: "", shapes: [] });

/** @type {Tree} */
export const EMPTY = [node()];

/** The tree with some nodes changed. @param {Tree} tree @param {Record<number, Partial<Node>>} changes @returns {Tree} */
const changed = (tree, changes) => tree.map((each, at) => (at in changes ? { ...each, ...changes[at] } : each));

/** A move made at a node, a new branch unless it was made there before; null if the tree is full. @param {Tree} tree @param {number} at @param {string} text @returns {{tree: Tree, at: number} | null} */
export function added(tree, at, text) {
  const known = tree[at].ways.find((way) => tree[way].text === text);
  if (known !== undefined) return { tree, at: known };
  if (tree.length > MOST) return null;
  return { tree: [...changed(tree, { [at]: { ways: [...tree[at].ways, tree.length] } }), node(text, at)], at: tree.length };
}

/** Without a move and all that follows it; the nodes that stay have other numbers. @param {Tree} tree @param {number} at @returns {{tree: Tree, at: number}} */
export function deleted(tree, at) {
  const { up } = tree[at];
  if (up < 0) return { tree, at };
  const gone = new Set([at]);
  for (const one of gone) for (const way of tree[one].ways) gone.add(way);
  /** @type {Map<number, number>} */
  const numbers = new Map([[-1, -1]]);
  for (const one of tree.keys()) if (!gone.has(one)) numbers.set(one, numbers.size - 1);
  const number = (/** @type {number} */ one) => /** @type {number} */ (numbers.get(one));
  const left = tree.filter((_, one) => !gone.has(one));
  return { tree: left.map((each) => ({ ...each, up: number(each.up), ways: each.ways.filter((way) => !gone.has(way)).map(number) })), at: number(up) };
}

/** With the branch of a move as the main way from where it left. @param {Tree} tree @param {number} at @returns {Tree} */
export function promoted(tree, at) {
  const leaving = leaves(tree, at);
  if (leaving < 0) return tree;
  const { up } = tree[leaving];
  return changed(tree, { [up]: { ways: [leaving, ...tree[up].ways.filter((way) => way !== leaving)] } });
}

/** The last move on the way to a node that is not the main one; -1 on the main line. @param {Tree} tree @param {number} at */
export function leaves(tree, at) {
  for (let one = at; tree[one].up >= 0; one = tree[one].up) if (tree[tree[one].up].ways[0] !== one) return one;
  return -1;
}

/** With this beside a move. @param {Tree} tree @param {number} at @param {{marks?: string, words?: string, shapes?: string[]}} remark @returns {Tree} */
export const remarked = (tree, at, remark) => changed(tree, { [at]: remark });

/** The nodes that lead to one, from the first move. @param {Tree} tree @param {number} at @returns {number[]} */
export function pathTo(tree, at) {
  const path = [];
  for (let one = at; tree[one].up >= 0; one = tree[one].up) path.push(one);
  return path.reverse();
}

/** The moves that lead to a node. @param {Tree} tree @param {number} at */
export const movesTo = (tree, at) => pathTo(tree, at).map((one) => tree[one].text);

/** The nodes that follow one by main ways. @param {Tree} tree @param {number} at @returns {number[]} */
export function mainFrom(tree, at) {
  const found = [];
  for (let one = tree[at].ways[0]; one !== undefined; one = tree[one].ways[0]) found.push(one);
  return found;
}

/** The next branch at a node's place, round again at the last. @param {Tree} tree @param {number} at */
export function beside(tree, at, step = 1) {
  const { up } = tree[at];
  if (up < 0) return at;
  const { ways } = tree[up];
  return ways[(ways.indexOf(at) + step + ways.length) % ways.length];
}

/** The tree of a record; moves beyond `MOST` are left out. @param {Lines} record @returns {Tree} */
export function treeOf({ moves, branches = [], remarks = [] }) {
  const tree = [node()];
  /** The nodes of each line from the beginning. @type {number[][]} */
  const paths = [];
  for (const { parent, ply, moves: made } of [{ parent: -1, ply: 0, moves }, ...branches]) {
    const path = parent < 0 ? [0] : paths[parent].slice(0, ply + 1);
    for (const move of made) {
      const text = typeof move === "string" ? move : move.text;
      const up = path[path.length - 1];
      let at = tree[up].ways.find((way) => tree[way].text === text);
      if (at === undefined) {
        if (tree.length > MOST) break;
        at = tree.push(node(text, up)) - 1;
        tree[up].ways.push(at);
      }
      path.push(at);
    }
    paths.push(path);
  }
  for (const { line, ply, marks = "", words = [], shapes = [] } of remarks) {
    const at = paths[line]?.[ply];
    if (at !== undefined) Object.assign(tree[at], { marks: marks || tree[at].marks, words: [tree[at].words, ...words].filter(Boolean).join("\n"), shapes: [...tree[at].shapes, ...shapes] });
  }
  return tree;
}

/** The tree as a record has it: each branch after the line that it leaves. @param {Tree} tree @returns {Lines & {moves: Told[], branches: Branch[], remarks: Remark[]}} */
export function linesOf(tree) {
  /** @type {Branch[]} */
  const branches = [];
  /** @type {Remark[]} */
  const remarks = [];
  const waiting = [{ first: 0, parent: -1, ply: 0 }];
  for (let line = 0; line < waiting.length; line++) {
    const { first, parent, ply } = waiting[line];
    const along = first ? [first, ...mainFrom(tree, first)] : [0, ...mainFrom(tree, 0)];
    const before = first ? ply + 1 : 0; // moves that were made at the first node of the line
    for (const [step, at] of along.entries()) {
      const { marks, words, shapes, ways } = tree[at];
      if (marks || words || shapes.length) remarks.push({ line, ply: before + step, marks, words: words ? [words] : [], ...(shapes.length ? { shapes } : {}) });
      for (const way of ways.slice(1)) waiting.push({ first: way, parent: line, ply: before + step });
    }
    const moves = along.filter(Boolean).map((at) => ({ text: tree[at].text }));
    if (parent < 0) branches.unshift({ name: "", parent, ply, moves });
    else branches.push({ name: "", parent, ply, moves });
  }
  const [main, ...others] = branches;
  return { moves: /** @type {Told[]} */ (main.moves), branches: others, remarks };
}

/**
 * What of a tree is not there any more after it was written and read again: how many branches, comments, signs and drawn things.
 * @param {Tree} tree @param {Tree} again
 */
export function lost(tree, again) {
  const counts = (/** @type {Tree} */ each) => [
    each.reduce((sum, { ways }) => sum + Math.max(0, ways.length - 1), 0),
    each.filter(({ words }) => words).length,
    each.filter(({ marks }) => marks).length,
    each.reduce((sum, { shapes }) => sum + shapes.length, 0),
  ];
  const left = counts(again);
  const [branches, comments, signs, drawings] = counts(tree).map((count, at) => Math.max(0, count - left[at]));
  return { branches, comments, signs, drawings };
}
