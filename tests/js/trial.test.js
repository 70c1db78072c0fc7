/** Playing a mistake better: when the advantage is kept, and when it is lost. */

import { test } from "node:test";
import { begun, ENOUGH, heard } from "../../static/js/review/trial.js";
import { equal } from "./support/expect.js";

const card = { moves: ["a"], mark: "blunder", lost: 0.4 };
const move = (mark, lost, more) => ({ mark, lost: { chance: lost, value: null }, over: false, moves: ["a", "b", "c"], made: { exact: false, outcome: null }, ...more });
const phases = (moves, of = card) => {
  const found = [];
  moves.reduce((trial, each) => {
    const next = heard(trial, of, each);
    found.push(next.phase);
    return next;
  }, begun(of));
  return found;
};

test("enough moves that lose nothing keep the advantage", () => {
  equal(phases(Array(ENOUGH).fill(move("fine", 0))), ["going", "going", "kept"]);
});

test("a move that is proven best, or ends the game, keeps it at once", () => {
  equal(phases([move("only", 0, { made: { exact: true, outcome: "win" } })]), ["kept"]);
  equal(phases([move("fine", 0, { made: { exact: false, outcome: "win" } })]), ["kept"]);
  equal(phases([move("fine", 0, { over: true })]), ["kept"]);
});

test("another mistake loses it, and so do small losses that come to half of the first one", () => {
  for (const mark of ["mistake", "blunder", "missed"]) equal(phases([move(mark, 0.1)]), ["lost"]);
  equal(phases([move("inaccuracy", 0.08), move("inaccuracy", 0.08), move("fine", 0.04)]), ["going", "going", "lost"]);
  equal(phases([move("fine", 0.04)], { ...card, lost: 0.05 }), ["going"]);
  equal(phases([move("inaccuracy", 0)], { ...card, mark: "inaccuracy", lost: 0 }), ["lost"]);
  equal(phases([move("missed", 0.5, { over: true })]), ["lost"]);
});
