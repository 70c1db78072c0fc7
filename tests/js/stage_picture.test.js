/** The stage as SVG and TikZ, and names of steps that stay what they are. */

import { test } from "node:test";
import "./support/page.js";
import { taken } from "../../static/js/lab/film.js";
import { pictureOf, svgOf, tikzOf } from "../../static/js/lab/picture.js";
import { Replay } from "../../static/js/lab/replay.js";
import { stepName, stepNamed } from "../../static/js/lab/trace.js";
import { equal, ok } from "./support/expect.js";

const column = (values = []) => new Map(values);

/** A root with two leaves, searched plainly; `more` are steps that a later version tells as well. */
function tree(more = false) {
  const steps = [["enter", 0], ["enter", 1], ["leaf", 1, 3], ...(more ? [["worse", 0]] : []), ["best", 0, 3], ["enter", 2], ["leaf", 2, -2], ["value", 0, 3]];
  const names = ["child", "alpha", "beta", "value", "sure", "closed", "number", "reason", "values", "items"];
  const columns = Object.fromEntries(names.map((name) => [name, column()]));
  steps.forEach(([, , value], at) => value !== undefined && columns.value.set(at, value));
  steps.forEach(([kind], at) => kind === "best" && columns.child.set(at, 1));
  return {
    head: { game: "tree", search: "minimax", view: "seat", seats: ["Max", "Min"] }, size: 3, steps: steps.length, parent: [-1, 0, 0], index: [0, 0, 1],
    move: ["", "a_1", "50%"], mover: [0, -1, 2], met: [0, 1, steps.length - 3], family: new Map([[0, ["a_1", "50%"]]]), children: [[1, 2], [], []],
    kind: steps.map(([kind]) => kind), node: steps.map(([, node]) => node), column: columns,
  };
}

const places = [{ row: 0, x: 80, y: 32, parent: null, hidden: 0 }];
for (const [row, x] of [[1, 40], [2, 120]]) places.push({ row, x, y: 128, parent: places[0], hidden: 0 });
const fold = { window: { places, width: 160, height: 160, foot: 22 }, stubs: { about: [] } };

function drawn(at) {
  const trace = tree();
  const replay = new Replay(trace);
  replay.go(at);
  return pictureOf(trace, replay, fold, (seat) => ["#112233", "#445566", "#778899"][seat]);
}

test("a picture has the values, the best edge and what lies ahead in grey", () => {
  const marks = drawn(4).marks;
  equal(marks.filter(({ kind }) => kind === "edge").map(({ how }) => how), ["best", "ahead"]);
  equal(marks.filter(({ kind }) => kind === "words").map(({ words, x, y }) => [words, x, y]), [["3", 80, 32], ["a_1", 40, 97], ["3", 40, 128], ["50%", 120, 97]]);
  equal(marks.filter(({ kind }) => kind === "node").map(({ how, current, shape }) => [how, current, shape]), [["open", true, "circle"], ["done", false, "over"], ["ahead", false, "triangle"]]);
});

test("a picture is written as SVG and as TikZ, with all signs that these languages keep for themselves", () => {
  const svg = svgOf(drawn(7), 'a < "b" & c');
  ok(svg.includes("<title>a &lt; &quot;b&quot; &amp; c</title>") && svg.includes(">−2</text>") && svg.includes('stroke="#112233"'), svg);
  equal((svg.match(/<(?!\?|\/|text|path|circle|rect|g|svg|title)/g) ?? []).length, 0, "other elements");
  const tex = tikzOf(drawn(7), "two\nlines");
  ok(tex.startsWith("% two lines\n") && tex.includes("{a\\_1}") && tex.includes("{50\\%}") && tex.includes("{$-$2}"), tex);
  ok(tex.includes("\\definecolor{treeseat1}{HTML}{112233}") && tex.includes("svg {M0-8.5 8.5 7h-17z}"), tex);
  for (const line of tex.split("\n").filter((each) => /^\\(draw|node)/.test(each))) {
    equal([...line].filter((sign) => sign === "{").length, [...line].filter((sign) => sign === "}").length, line);
    ok(line.endsWith(";"), line);
  }
});

test("the name of a step finds it again where a later version tells more steps", () => {
  const [before, after] = [tree(), tree(true)];
  for (let at = 0; at <= before.steps; at++) {
    const there = stepNamed(after, stepName(before, at));
    equal(there, at > 3 ? at + 1 : at, `step ${at}`);
    equal(stepNamed(before, stepName(before, at)), at);
  }
  equal([stepNamed(before, "", 5), stepNamed(before, "worse-1-1"), stepNamed(before, "leaf-7.7-2", 2)], [5, 5, 2], "old links, and what is no longer there");
});

test("a film has each step of a short search, and of a long one so many that it can be seen to the end", () => {
  equal(taken(3), { every: 1, places: [0, 1, 2, 3] });
  const { every, places: shown } = taken(20_001);
  equal([every, shown.at(-1), shown.length < 203], [101, 20_001, true]);
});
