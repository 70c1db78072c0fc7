import assert from "node:assert/strict";
import { test } from "node:test";
import { nodeWords } from "../../static/js/lab/labels.js";
import { Replay } from "../../static/js/lab/replay.js";

test("a position that cannot be won has an endless proof number, and nobody calls it a win", () => {
  const at = (/** @type {unknown[]} */ list) => new Map(list.map((value, step) => [step, value]));
  const none = new Map();
  const trace = /** @type {any} */ ({
    head: { search: "proof", seat: 1, seats: ["White", "Black"] }, steps: 1, parent: [-1], index: [-1], move: [""], mover: [1], children: [[]], family: new Map(),
    kind: ["leaf"], node: [0],
    column: { child: none, alpha: none, beta: none, number: none, items: none, value: at([Infinity]), sure: at(["exact"]), closed: at([true]), reason: at(["lost"]), values: at([[0, Infinity]]) },
  });
  const replay = new Replay(trace);
  replay.forward();
  assert.equal(nodeWords(trace, replay, 0), "root, Black to move, proof number ∞, disproof number 0, settled");
});
