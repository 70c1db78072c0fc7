/** Matches and tournaments of a class without a server: sentences, the grid of the wall, which board waits, and the shared socket. */

import { test } from "node:test";
import "./support/page.js";
import { equal, ok } from "./support/expect.js";
import { sharing } from "../../static/js/classroom/contest/line.js";
import { waiting } from "../../static/js/classroom/contest/desk.js";
import { contestCommand, EMPTY_CONTEST } from "../../static/js/classroom/contest/start.js";
import { grid } from "../../static/js/classroom/contest/wall_boards.js";
import { againstWords, cameTo, halves, resultWords, scoreWords, standsWords } from "../../static/js/classroom/contest/words.js";

const board = (/** @type {number} */ number, more = {}) => ({ number, id: `g${number}`, players: [{ no: 0, name: "The teacher" }, { no: number, name: `No. ${number}` }], points: null, how: "", ...more });
const contest = (more = {}) => ({ number: 1, kind: "simul", game: "othello", title: "Othello", options: {}, phase: "playing", round: 1, rounds: 1, one: { no: 0, name: "The teacher" }, score: { points: 1.5, of: 2, wins: 1, draws: 1, losses: 0 }, boards: [board(1), board(2), board(3, { how: "played", points: [1, 0] })], rests: [], table: [], ...more });

test("sentences of a match and of a tournament", () => {
  equal([halves(0.5), halves(2.5), halves(3)], ["½", "2½", "3"]);
  equal(standsWords(contest()), "2 boards go on");
  equal(scoreWords(contest()), "The teacher 1½ of 2: 1 won, 1 drawn, 0 lost");
  equal(scoreWords(contest({ score: { points: 0, of: 0 } })), "");
  equal(standsWords(contest({ kind: "swiss", phase: "between", round: 2, rounds: 5, boards: [] })), "Round 2 of 5 is over.");
  equal([cameTo({ how: "absent" }, 0), cameTo({ how: "stopped" }, null), cameTo({ how: "played" }, 0.5), cameTo({ how: "" }, null)], ["lost (away)", "not finished", "draw", ""]);
  equal([resultWords(board(1, { points: [0.5, 0.5], how: "decided" })), resultWords(board(1))], ["½ : ½", ""]);
  equal(againstWords({ players: [{ no: 3, name: "Ada" }, { no: 4, name: "Ben" }], seat: 0 }), "You play against: Ben");
});

test("a wall shows all boards on one page where they are large enough, and else as few pages as can be", () => {
  for (const count of [1, 2, 5, 12, 20, 40, 100, 300]) {
    for (const [width, height] of [[390, 844], [1280, 800], [1920, 1080]]) {
      const found = grid(count, width * 0.94, height * 0.78, height, 1);
      ok(found.each * found.pages >= count, `${count} boards have a place`);
      const rows = Math.ceil(found.each / found.columns);
      ok(found.columns * (found.side + 12) <= width * 0.94 + 1, "they fit side by side");
      ok(rows * (found.side + 12 + height * 0.036) <= height * 0.78 + 1 || found.each === 1, "and one below another");
    }
  }
  equal(grid(40, 1800, 840, 1080, 1).pages, 2);
});

test("the board that waits longest comes first", () => {
  const card = (/** @type {number} */ number, /** @type {number} */ to_move) => ({ number, view: { to_move } });
  const boards = { 1: card(1, 0), 2: card(2, 0), 3: card(3, 0) };
  equal(waiting(contest(), boards, new Map([[1, 9], [2, 4]])).map(({ number }) => number), [2, 1], "one that is over does not wait");
  equal(waiting(contest(), { ...boards, 2: card(2, 1) }, new Map()).map(({ number }) => number), [1]);
});

test("the form becomes a command", () => {
  const given = { form: { ...EMPTY_CONTEST, clock: "300,3", options: { size: 6 } }, level: "", position: null, game: "othello" };
  equal(contestCommand(given), { game: "othello", options: { size: 6 }, do: "simul", one: "teacher", seat: -1, clock: { kind: "game", base: 300, increment: 3 }, absent: 180 });
  const swiss = contestCommand({ ...given, form: { ...EMPTY_CONTEST, kind: "swiss", rounds: 5, auto: true }, level: "minimax" });
  equal(swiss, { game: "othello", options: {}, do: "tournament", kind: "swiss", fill: false, auto: true, rounds: 5, level: "minimax", absent: 180 });
});

test("what shares a socket leaves it as it was", () => {
  /** @type {Record<string, Set<any>>} */
  const heard = {};
  const socket = { connected: true, on: (/** @type {string} */ name, /** @type {any} */ hear) => (heard[name] ??= new Set()).add(hear), off: (/** @type {string} */ name, /** @type {any} */ hear) => heard[name].delete(hear) };
  const shared = sharing(/** @type {any} */ (socket));
  shared.on("event", () => {});
  equal(heard.event.size, 1);
  shared.release();
  equal([heard.event.size, shared.connected], [0, true]);
});
