import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, nextMoves } from "../../static/js/compete/collection.js";

const game = (moves, winner, about = {}) => ({ number: 1, about, winner, record: { game: "g", options: {}, start: null, moves: moves.split(" ") } });
const games = [game("a b c", 0, { seat0: "Ada" }), game("a b d", 1), game("a c", -1), game("b", null)];
const all = { who: "", result: "", least: 0, most: Infinity, opening: [], page: 0, failure: "" };

test("games are found by player, result, length and opening", () => {
  const found = (asked) => games.filter((each) => fits(each, { ...all, ...asked })).length;
  assert.equal(found({}), 4);
  assert.equal(found({ who: " ada " }), 1);
  assert.equal(found({ result: "-1" }), 1);
  assert.equal(found({ result: "0" }), 1);
  assert.equal(found({ least: 2, most: 2 }), 1);
  assert.equal(found({ opening: ["a", "b"] }), 2);
});

test("the moves behind an opening are counted with what came of them", () => {
  assert.deepEqual(nextMoves(games, 0), [
    { move: "a", games: 3, won: 1, drawn: 1, lost: 1 },
    { move: "b", games: 1, won: 0, drawn: 0, lost: 0 },
  ]);
  assert.deepEqual(nextMoves(games.slice(0, 2), 2).map(({ move }) => move), ["c", "d"]);
});
