/** Counts that mean the same for every search: whoever says less about where it goes enters no fewer nodes. */

import { test } from "node:test";
import "./support/page.js";
import { branching, measured, stepWithin } from "../../static/js/lab/race.js";
import { equal } from "./support/expect.js";

const trace = (steps, size = 4) => ({ steps: steps.length, size, kind: steps.map(([kind]) => kind), node: steps.map(([, node]) => node), column: { values: new Map(steps.flatMap(([kind, , looked], at) => (kind === "children" ? [[at, Array(looked ?? 0)]] : []))), child: new Map(steps.flatMap(([, , child], at) => (child === undefined ? [] : [[at, child]]))) } });
const counted = (steps) => {
  const { nodes, leaves } = measured(trace(steps));
  return [nodes.at(-1), leaves.at(-1)];
};

test("a search that enters its leaves and one that only values them count the same", () => {
  const plain = [["enter", 0], ["enter", 1], ["leaf", 1], ["best", 0, 1], ["enter", 2], ["leaf", 2], ["worse", 0], ["value", 0]];
  equal(counted(plain), [3, 2]);
  equal(counted(plain.filter(([kind, node]) => kind !== "enter" || !node)), [3, 2], "deepening values leaves without a step for entering");
  equal(counted([...plain, ...plain]), [6, 4], "the same nodes again are entered again");
});

test("a search that walks by choosing counts each node that it goes through, and an end that it comes to again", () => {
  const first = [["enter", 0], ["playout", 0], ["backup", 0]];
  equal(counted(first), [1, 1]);
  const second = [["select", 0, 1], ["enter", 1], ["playout", 1], ["backup", 1]];
  equal(counted([...first, ...second]), [2, 2]);
  equal(counted([...first, ...second, ["select", 0, 1], ["select", 1, 2], ["enter", 2], ["leaf", 2], ["select", 0, 1], ["select", 1, 2], ["leaf", 2]]), [6, 4]);
});

test("values that are looked at for the order are entered and valued too", () => {
  const { nodes, leaves } = measured(trace([["children", 0, 3], ["enter", 0], ["children", 0, 0], ["enter", 1], ["leaf", 1]]));
  equal([nodes.at(-1), leaves.at(-1)], [5, 4]);
});

test("a place on the time line is the last step within what is counted, and b the moves of a node on average", () => {
  const { nodes } = measured(trace([["enter", 0], ["children", 0], ["enter", 1], ["leaf", 1], ["enter", 2], ["leaf", 2]]));
  equal([0, 1, 2, 3, 99].map((most) => stepWithin(nodes, most)), [0, 2, 4, 6, 6]);
  equal(branching({ family: new Map([[0, ["a", "b", "c"]], [1, ["d"]]]) }), 2);
  equal(branching({ family: new Map() }), 0);
});
