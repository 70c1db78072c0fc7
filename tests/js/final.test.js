/** A final's page without a server: which results are told when, which games are on the boards, clocks, and what is drawn. */

import { test } from "node:test";
import "./support/page.js";
import { equal, ok, until } from "./support/expect.js";
import { FakeSocket } from "./support/fake_socket.js";
import { drawnRounds } from "../../static/js/compete/final_bracket.js";
import { FinalLine } from "../../static/js/compete/final_line.js";
import { BEAT, clocksAt, coming, firstState, linger, reduce, told } from "../../static/js/compete/final_state.js";
import { matchNote, matchWords, phaseWords, roundName, wonWords } from "../../static/js/compete/final_words.js";

const side = (name, seed) => ({ name, seed });
const planned = (id, more = {}) => ({ id, seats: [0, 1], extra: false, score: null, verdicts: [], plies: null, ...more });
const match = (more = {}) => ({ round: 1, number: 0, sides: [side("Fox", 1), side("Owl", 2)], score: [0, 0], winner: null, bye: false, by_seed: false, games: [], ...more });
const shown = (count, more = {}) => ({ id: "c", phase: "final", runs: true, count, rounds: [[match({ games: [planned("a"), planned("b")] })]], podium: [], match_games: 2, played: 3, planned: 5, ...more });
const game = (id, more = {}) => ({ id, run: "r", ply: 0, opening: 0, moves: [], view: { to_move: 0 }, left: [5, 5], clock: { base: 5, increment: 1 }, pace: 0.6, turn_at: 100, ended: null, names: ["Fox", "Owl"], round: 1, number: 0, part: 0, ...more });
const over = (id, more) => game(id, { ended: { ranks: [1, 2], sentence: "Fox won." }, ...more });
const start = (...live) => firstState({ state: shown(1), live }, 0);
const step = (state, ...actions) => actions.reduce(reduce, state);
const move = (id, ply, more = {}) => ({ type: "move", id, run: "r", move: { ply, seat: ply % 2, text: `m${ply}` }, view: { to_move: (ply + 1) % 2 }, left: [4, 5], turn_at: 101, ...more });

test("a result waits for the board", () => {
  let state = step(start(game("a")), move("a", 0), { type: "game", game: over("a", { ply: 1 }), now: 1000 }, { type: "state", state: shown(2, { played: 4 }), now: 1100 });
  equal([state.shown.count, told(state.games.a, 1100)], [1, false], "nothing is told while the last move is looked at");
  state = step(state, { type: "tick", now: 1000 + BEAT });
  equal([state.shown.count, state.waiting, told(state.games.a, 1000 + BEAT)], [2, null, true]);
  equal(step(state, { type: "state", state: shown(1), now: 9000 }).shown.count, 2, "an older state is not taken");
});

test("moves come in order or the page asks again", () => {
  const state = step(start(game("a")), move("a", 0), move("a", 0), move("a", 1));
  equal([state.games.a.ply, state.games.a.moves.map((each) => each.text), state.gap], [2, ["m0", "m1"], false]);
  ok(step(state, move("a", 5)).gap, "a missed move");
  ok(step(state, move("a", 2, { run: "other" })).gap, "another run");
  ok(step(state, move("unknown", 0)).gap, "a game that the page has not heard of");
  const again = step(state, move("a", 5), { type: "snapshot", given: { state: shown(3), live: [game("a", { run: "s", ply: 1, moves: [{ text: "x" }] })] }, now: 50 });
  equal([again.gap, again.games.a.ply, again.games.a.run], [false, 1, "s"], "the snapshot puts it right");
});

test("boards keep their places", () => {
  let state = step(start(game("a"), game("b")), { type: "tick", now: 0 });
  equal(state.places, ["a", "b"]);
  state = step(state, { type: "game", game: over("a"), now: 1000 }, { type: "game", game: game("c"), now: 1100 });
  equal(state.places, ["a", "b"], "a result stands for a while");
  state = step(state, { type: "tick", now: 1000 + BEAT + linger(0.6) });
  equal(state.places, ["c", "b"], "and then the next game takes its place");
  state = step(state, { type: "game", game: over("b"), now: 20000 }, { type: "game", game: over("c"), now: 20000 }, { type: "tick", now: 60000 });
  equal(state.places.length, 2, "without a next game results stay");
  state = step(state, { type: "state", state: shown(9, { phase: "finished", runs: false }), now: 70000 });
  equal([state.places, state.shown.phase], [[], "finished"], "until all is over");
  ok(linger(0) < linger(0.6) && linger(0.6) < 8000 && linger(5) === linger(0.8), "the pause before a game bounds how long");
});

test("who comes late waits for nothing", () => {
  const done = firstState({ state: shown(4, { phase: "finished", runs: false }), live: [over("a")] }, 500);
  equal([done.shown.phase, done.waiting], ["finished", null]);
  ok(told(done.games.a, 500), "a result of before is told at once");
  equal(step(done, { type: "tick", now: 60000 }).places, []);
});

test("games that stopped leave the boards", () => {
  const state = step(start(game("a")), { type: "tick", now: 0 }, { type: "state", state: shown(2, { runs: false }), now: 10 });
  equal([state.places, Object.keys(state.games)], [[], []]);
  const begins = firstState({ state: shown(1, { phase: "waits", runs: false }), live: [] }, 0);
  equal(step(begins, { type: "game", game: game("a"), now: 1 }, { type: "state", state: shown(2), now: 2 }).places, ["a"], "a game may be told before the state");
});

test("clocks run from the end of the pause", () => {
  equal(clocksAt(game("a", { turn_at: null }), 500), [5, 5], "not while bots are set up");
  equal(clocksAt(game("a"), 99), [5, 5]);
  equal(clocksAt(game("a"), 102), [4, 5], "with the increment of the turn");
  equal(clocksAt(game("a"), 200), [0, 5], "and nobody has less than nothing");
  equal(clocksAt(over("a"), 200), [5, 5]);
});

test("what comes next", () => {
  equal(coming(start()).map((each) => each.game.id), ["a", "b"]);
  equal(coming(start(game("a"))).map((each) => each.game.id), ["b"]);
  const before = firstState({ state: shown(1, { rounds: [[match()], [match({ round: 2, sides: [null, null] })]] }), live: [] }, 0);
  equal(coming(before).map((each) => [each.match.round, each.game]), [[1, null]], "before the first game is planned");
});

test("the rounds that are played are drawn", () => {
  const round = (count, winner) => Array.from({ length: count }, (_, number) => match({ number, winner }));
  const sixteen = (...winners) => [8, 4, 2, 1].map((count, at) => round(count, winners[at] ?? null));
  equal(drawnRounds(sixteen(), 2000), [0, 4], "all, where there is room");
  equal(drawnRounds(sixteen(), 600), [0, 3], "the first ones at the start");
  equal(drawnRounds(sixteen(0, 0), 600), [1, 4], "the last ones later");
  equal(drawnRounds(sixteen(0, 0, 0, 0), 400), [2, 4]);
  equal(drawnRounds([round(1)], 100), [0, 1]);
  const large = [32, 16, 8, 4, 2, 1].map((count) => round(count, null));
  equal(drawnRounds(large, 4000)[0], 0, "a large round is drawn while it is played");
  equal(drawnRounds(large.map((matches, at) => (at ? matches : round(32, 0))), 4000)[0], 1);
});

test("words of a final", () => {
  equal([1, 2, 3, 4].map((round) => roundName(round, 4)), ["Round 1", "Quarter-finals", "Semi-finals", "Final"]);
  const won = match({ score: [1.5, 0.5], winner: 0, games: [planned("a", { score: [1, 0] })] });
  equal(matchWords(won, 1), "Final: Fox, seed 1 against Owl, seed 2, 1½ to ½; Fox wins the final");
  equal(matchWords(match({ sides: [side("Fox", 1), null], bye: true }), 2), "Semi-final 1: Fox, seed 1 is spared this round");
  equal(matchNote(match({ by_seed: true, winner: 0 })), "level: seed decides");
  equal(matchNote(match({ games: [planned("c", { extra: true }), planned("d", { extra: true })] })), "level, 2 more games");
  equal(wonWords({ rounds: [[{ ...won, by_seed: true, score: [2, 2] }]] }), "2 – 2 against Owl, as the better seed");
  equal(phaseWords(shown(1, { runs: false })), "The final is paused.");
});

test("the line of a final joins again and hears its competition only", async () => {
  const socket = new FakeSocket();
  const heard = [];
  const line = new FinalLine({ competition: "c", open: () => socket, heartbeat: 1e6, hear: {
    snapshot: (given) => heard.push(["snapshot", given.state.count]), state: (state) => heard.push(["state", state.count]),
    game: (each) => heard.push(["game", each.id]), move: (each) => heard.push(["move", each.id]), line: (name) => heard.push([name]), offset() {},
  } });
  await line.start();
  socket.up();
  equal(socket.all("contest_join").map((each) => each.message), [{ competition: "c" }]);
  socket.last("contest_join").answer({ ok: true, state: shown(1), live: [], now: 5 });
  socket.receive("contest_state", { competition: "c", state: shown(2) });
  socket.receive("contest_state", { competition: "other", state: shown(3) });
  socket.receive("contest_game", { competition: "c", game: game("a") });
  socket.receive("contest_move", { competition: "c", id: "a" });
  equal(heard, [["snapshot", 1], ["live"], ["state", 2], ["game", "a"], ["move", "a"]]);
  line.join();
  line.join();
  equal(socket.all("contest_join").length, 2, "a gap is asked for again, once at a time");
  socket.down();
  equal(heard.at(-1), ["lost"]);
  socket.up();
  equal(socket.all("contest_join").length, 3, "and so is a line that came back");
  socket.last("contest_join").answer({ ok: false, error: { code: "no_such_competition" } });
  equal(heard.at(-1), ["refused"]);
  line.stop();
});

test("a transport that gave up is begun anew", async () => {
  const socket = new FakeSocket();
  const quiet = () => {};
  const line = new FinalLine({ competition: "c", open: () => socket, heartbeat: 5, hear: { snapshot: quiet, state: quiet, game: quiet, move: quiet, line: quiet, offset: quiet } });
  await line.start();
  socket.up();
  socket.down();
  const before = socket.connects;
  await until(() => socket.connects > before, "another try, however the last one ended");
  line.stop();
});
