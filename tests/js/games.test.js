/** The page of games: what is said of games, the list as a file, and one's own strength. */

import { test } from "node:test";
import "./support/page.js";
import { boardsKept, forget, keepBoard, readList } from "../../static/js/lib/device_games.js";
import { chance, ownStrength, ratedResults } from "../../static/js/lib/strength.js";
import { standing, timeLeft } from "../../static/js/pages/games_device.js";
import { facts } from "../../static/js/pages/games_open.js";
import { players } from "../../static/js/pages/live.js";
import { equal, ok } from "./support/expect.js";

const bots = [{ name: "You", kind: "person" }, { name: "Hare", kind: "bot", bot: "hare" }];
const card = (more) => ({
  id: "abc", game: "othello", title: "Othello", seats: bots, yours: [0], your_turn: false, ply: 60, status: "finished",
  result: { returns: [1, -1], winner: 0, reason: "rules", sentence: "" }, clock: { kind: "none" }, created: "2026-11-22T10:00:00Z", waiting: [], ...more,
});
const lost = { returns: [-1, 1], winner: 1, reason: "rules", sentence: "" };

test("a game is won, lost, drawn, stopped or somebody's turn", () => {
  equal(standing(card()), "Won");
  equal(standing(card({ result: lost })), "Lost");
  equal(standing(card({ result: { ...lost, winner: null } })), "Draw");
  equal(standing(card({ result: { ...lost, winner: null, reason: "failed" } })), "Stopped");
  equal(standing(card({ result: { ...lost, winner: null, reason: "called_off" } })), "Called off");
  equal(standing(card({ status: "playing", result: null, your_turn: true })), "Your turn");
  equal(standing(card({ status: "playing", result: null, waiting: [1] })), "Waiting for a guest");
});

test("days that are left are told in days and hours", () => {
  const clock = { kind: "days", days: 3, left: [259200, 259200], running: 0, at: 1000, now: 1000 + 86400 };
  equal(timeLeft(card({ status: "playing", clock })), "2 d 0 h left");
  equal(timeLeft(card({ status: "playing", clock: { ...clock, now: 1000 + 255000 } })), "less than two hours left");
  equal(timeLeft(card({ status: "playing", clock: { ...clock, running: null } })), "");
});

test("an open game says its clock, who moves first and how long it waits", () => {
  const open = { clock: { kind: "game", base: 300, increment: 5 }, host_seat: 0, seats: 2, free: 1, moves: 0, waits: 200 };
  equal(facts(open), "5 min, 5 s more each turn, you move second, for 3 min");
  equal(facts({ ...open, clock: { kind: "none" }, seats: 3, free: 2, waits: 0 }), "no clock, 2 seats free, just now");
});

test("a list that was saved reads back, and what is none of it is left out or refused", () => {
  const list = { plyground: "games", games: { abc: { s0: "T" }, "a/b": { s0: "T" }, d2: { x: "T", s1: 7 } }, results: { abc: card(), no: card(), old: 7 }, nickname: "Ada" };
  const read = readList(JSON.parse(JSON.stringify(list)));
  equal(read, { games: { abc: { s0: "T" } }, results: { abc: card() }, nickname: "Ada" });
  for (const wrong of [null, 7, "x", [], {}, { plyground: "games" }, { plyground: "games", games: null }]) {
    let said = "";
    try {
      readList(wrong);
    } catch (error) {
      said = error.message;
    }
    equal(said, "This is no list of games that was saved here.");
  }
});

test("only results against measured levels count for one's strength", () => {
  const games = [{ id: "othello", options: [{ name: "size", default: 8 }], levels: [{ bot: "hare", rating: [1500, 100] }, { bot: "random" }] }];
  const found = ratedResults(
    [card(), card({ result: lost }), card({ yours: [0, 1] }), card({ seats: [bots[0], { ...bots[1], bot: "random" }] }),
      card({ result: { ...lost, reason: "failed" } }), card({ game: "chess" }), card({ options: { size: 6 } })],
    games,
  );
  equal(found, { othello: [{ rating: 1500, error: 100, points: 1 }, { rating: 1500, error: 100, points: 0 }] });
  equal(ownStrength([]), null);
});

/** Evenly spread numbers from 0 to 1, the same each time. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test("the interval of one's strength holds the truth as often as it says, and narrows with games", () => {
  const draw = random(7);
  let held = 0;
  const rounds = 300;
  const widths = [];
  for (let round = 0; round < rounds; round++) {
    const truth = 400 + 1400 * draw();
    const games = round % 2 ? 10 : 40;
    const played = Array.from({ length: games }, () => {
      const against = { rating: 400 + 1400 * draw(), error: 0 };
      return { ...against, points: Number(draw() < chance(truth, against)) };
    });
    const { low, high } = ownStrength(played);
    held += Number(low <= truth && truth <= high);
    widths.push(high - low);
  }
  const mean = (odd) => widths.filter((_width, at) => at % 2 === odd).reduce((sum, each) => sum + each, 0) / (rounds / 2);
  ok(held / rounds > 0.91 && held / rounds < 0.99, `held ${held} of ${rounds}`);
  ok(mean(0) < 0.7 * mean(1), `${mean(0)} with 40 games, ${mean(1)} with 10`);
});

test("who has won or lost every game still has a strength within bounds", () => {
  const all = (points) => ownStrength(Array.from({ length: 8 }, () => ({ rating: 1000, error: 150, points })));
  ok(all(1).low > 1000, "all won");
  ok(all(0).high < 1000, "all lost");
  ok(all(1).high < 4500 && all(0).low > -500, "not without end");
});

test("of boards in which nobody has moved only the last is kept, and a game can be forgotten", () => {
  const ids = () => boardsKept().map(({ id }) => id).sort();
  const board = (id, moves) => keepBoard({ id, game: "tak", title: "Tak", options: {}, start: null, moves, seats: [], created: "", ended: "" });
  board("empty", []);
  board("played", []);
  board("played", ["a1"]);
  board("next", []);
  equal(ids(), ["next", "played"]);
  board("other", []);
  equal(ids(), ["other", "played"]);
  forget("played");
  equal(ids(), ["other"]);
});

test("a card names four players, and says how many more there are", () => {
  const named = (count) => players({ seats: Array.from({ length: count }, (_each, at) => ({ name: `${at}` })) }, ({ name }) => name).values;
  equal(named(4)[0], ["0", "1", "2", "3"]);
  equal(named(17)[0], named(4)[0]);
  equal(named(17)[1].values, ["and 13 more"]);
});
