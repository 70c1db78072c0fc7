import assert from "node:assert/strict";
import { test } from "node:test";
import { added, beside, deleted, EMPTY, leaves, linesOf, lost, mainFrom, MOST, movesTo, pathTo, promoted, remarked, treeOf } from "../../static/js/analysis/tree.js";

/** @param {string[][]} lines */
function grown(...lines) {
  let tree = EMPTY;
  let at = 0;
  for (const line of lines) {
    at = 0;
    for (const text of line) {
      const found = added(tree, at, text);
      assert.ok(found);
      ({ tree, at } = found);
    }
  }
  return { tree, at };
}
const texts = (/** @type {import("../../static/js/analysis/tree.js").Tree} */ tree) => mainFrom(tree, 0).map((at) => tree[at].text);

test("a move that was made before is no new branch", () => {
  const { tree } = grown(["a", "b"], ["a", "b"]);
  assert.equal(tree.length, 3);
  const { tree: more, at } = grown(["a", "b", "c"], ["a", "x", "y"]);
  assert.deepEqual(movesTo(more, at), ["a", "x", "y"]);
  assert.deepEqual(texts(more), ["a", "b", "c"]);
});

test("a branch is promoted from where it left, and no further", () => {
  const { tree, at } = grown(["a", "b", "c"], ["a", "x", "y"], ["a", "x", "z"]);
  assert.equal(tree[leaves(tree, at)].text, "z");
  const once = promoted(tree, at);
  assert.deepEqual(texts(once), ["a", "b", "c"]);
  assert.deepEqual(texts(promoted(once, at)), ["a", "x", "z"]);
  assert.equal(leaves(promoted(once, at), at), -1);
  assert.equal(promoted(EMPTY, 0), EMPTY);
});

test("what is deleted is gone with all that follows, and the beginning stays", () => {
  const { tree } = grown(["a", "b", "c"], ["a", "x"]);
  const [a, b] = pathTo(tree, 3);
  const less = deleted(tree, b);
  assert.equal(less.at, a);
  assert.deepEqual(texts(less.tree), ["a", "x"]);
  assert.deepEqual(texts(tree), ["a", "b", "c"], "the tree before is as it was");
  assert.deepEqual(deleted(tree, 0), { tree, at: 0 });
});

test("one goes round the branches of a place", () => {
  const { tree, at } = grown(["a"], ["b"], ["c"]);
  assert.equal(tree[beside(tree, at)].text, "a");
  assert.equal(tree[beside(tree, at, -1)].text, "b");
  assert.equal(beside(tree, 0), 0);
});

test("a tree becomes a record and is the same tree again", () => {
  const { tree } = grown(["a", "b", "c", "d"], ["a", "x", "y"], ["a", "x", "z", "w"], ["a", "b", "e"], ["q"]);
  let said = remarked(tree, pathTo(tree, 4)[1], { marks: "!?", words: "well" });
  said = remarked(said, pathTo(tree, tree.length - 1)[0], { words: "another beginning" });
  said = remarked(said, 0, { words: "before the first move" });
  const record = linesOf(said);
  assert.deepEqual(record.moves.map(({ text }) => text), ["a", "b", "c", "d"]);
  for (const [at, { parent, ply, moves }] of record.branches.entries()) {
    assert.ok(parent <= at, "a branch leaves a line before it");
    assert.ok(moves.length && ply >= 0);
  }
  const again = linesOf(treeOf(record));
  assert.deepEqual(again, record);
  assert.deepEqual(record.remarks.map(({ words }) => words?.[0]).sort(), ["another beginning", "before the first move", "well"]);
});

test("any tree comes back from its record", () => {
  let seed = 7;
  const random = (/** @type {number} */ below) => ((seed = (seed * 16807) % 2147483647), seed % below);
  for (let round = 0; round < 60; round++) {
    let tree = EMPTY;
    for (let count = 0; count < 40; count++) {
      const found = added(tree, random(tree.length), "abcd"[random(4)]);
      assert.ok(found);
      tree = found.tree;
      if (random(9) === 0) tree = promoted(tree, random(tree.length));
      if (random(9) === 0) tree = remarked(tree, random(tree.length), { marks: "!", words: String(count) });
    }
    const record = linesOf(tree);
    assert.deepEqual(linesOf(treeOf(record)), record);
  }
});

test("a full tree takes no more, and a record of more is cut", () => {
  const tree = treeOf({ moves: Array.from({ length: MOST + 50 }, (_, at) => String(at)) });
  assert.equal(tree.length, MOST + 1);
  assert.equal(added(tree, 0, "x"), null);
  const less = deleted(tree, MOST - 1);
  assert.equal(less.tree.length, MOST - 1);
  assert.equal(added(less.tree, less.at, "x")?.tree.length, MOST, "there is room again where a branch was deleted");
});

test("a deleted branch leaves the others as they were", () => {
  const { tree } = grown(["a", "b", "c"], ["a", "x", "y"], ["q", "r"]);
  const less = deleted(tree, pathTo(tree, 3)[1]);
  assert.deepEqual(linesOf(less.tree), linesOf(grown(["a", "x", "y"], ["q", "r"]).tree));
  assert.equal(less.tree[less.at].text, "a");
});

test("two remarks on a move keep the sign of the one that has one", () => {
  const tree = treeOf({ moves: ["a"], remarks: [{ line: 0, ply: 1, marks: "!" }, { line: 0, ply: 1, words: ["x"] }] });
  assert.deepEqual(linesOf(tree).remarks, [{ line: 0, ply: 1, marks: "!", words: ["x"] }]);
});

test("what a record says of lines that it has not is left aside", () => {
  const tree = treeOf({ moves: ["a"], remarks: [{ line: 4, ply: 1, words: ["x"] }, { line: 0, ply: 9, marks: "!" }] });
  assert.deepEqual(linesOf(tree).remarks, []);
});

test("what is drawn goes along with the tree, and what a file loses is counted", () => {
  const { tree } = grown(["a", "b", "c"], ["a", "x"], ["q"]);
  let told = remarked(tree, 2, { shapes: ["green 3 12", "red 4"] });
  told = remarked(told, 1, { words: "so", marks: "!" });
  const record = linesOf(told);
  assert.deepEqual(treeOf(record)[pathTo(tree, 2)[1]].shapes, ["green 3 12", "red 4"]);
  assert.deepEqual(lost(told, treeOf(record)), { branches: 0, comments: 0, signs: 0, drawings: 0 });
  assert.deepEqual(lost(told, treeOf({ moves: record.moves })), { branches: 2, comments: 1, signs: 1, drawings: 2 });
});
