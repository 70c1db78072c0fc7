/** What a device keeps of puzzles. */

import { test } from "node:test";
import "./support/page.js";
import { kept, withResult } from "../../static/js/puzzles/kept.js";
import { equal } from "./support/expect.js";

const EASY = { id: "a", grade: 1 };
const HARD = { id: "b", grade: 5 };
const after = (...results) => results.reduce((what, [puzzle, solved]) => withResult(what, puzzle, solved), kept());

test("the first result of a puzzle counts, and one that was solved later stays solved", () => {
  const what = after([EASY, false], [EASY, true], [HARD, true], [EASY, false]);
  equal(what.results, [{ grade: 1, points: 0 }, { grade: 5, points: 1 }]);
  equal(what.solved.includes(EASY.id) && what.solved.includes(HARD.id), true);
});

test("a day counts whose puzzle a further try solves, and once", () => {
  const today = { ...EASY, day: "2026-11-28" };
  equal(after([today, false]).days, []);
  const what = after([today, false], [today, true], [today, true], [HARD, true]);
  equal([what.days, what.results[0].points], [["2026-11-28"], 0]);
});

test("of so many puzzles that a device cannot keep them all, those seen last are known", () => {
  const many = Array.from({ length: 4000 }, (_each, at) => [{ id: `${at}`, grade: 1 }, true]);
  const what = after(...many);
  equal([what.seen.length, what.solved.length, what.results.length], [3000, 3000, 200]);
  equal(what.seen.at(-1), "3999");
});
