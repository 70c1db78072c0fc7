/** The play page's state: what each thing that comes in does to it. */

import { test } from "node:test";
import { firstState, reduce } from "../../static/js/play/state.js";
import { abilities, asked, mayMove, missed, shownPly, shownView } from "../../static/js/play/select.js";
import { equal, ok } from "./support/expect.js";
import { d6, f5, snapshot, startView, view } from "./support/games.js";

const fresh = (more) => firstState(snapshot(more), { s0: "A" });
const play = (state, ...actions) => actions.reduce(reduce, state);
const event = (it) => ({ type: "event", event: it });
const spoken = (state) => state.said.map((said) => said.sentence);

test("moves extend the game and are said once", () => {
  const state = play(fresh(), event(f5()), event(d6()));
  equal(state.game.ply, 2);
  equal(state.game.moves.map((move) => move.text), ["f5", "d6"]);
  equal(spoken(state), ["You play f5.", "Minimax 3,000 plays d6. Your turn."]);
  equal(state.views.length, 3, "views by ply");
});

test("the same words twice are two sentences", () => {
  const state = play(fresh(), { type: "said", sentence: "No." }, { type: "said", sentence: "No." });
  equal(state.said.map((said) => said.number), [1, 2]);
});

test("own move waits until the game has a move at its ply", () => {
  let state = reduce(fresh(), { type: "sending", pending: { text: "f5", ply: 0, seat: 0 } });
  ok(!mayMove(state), "no second move while one is on its way");
  state = reduce(state, { type: "snapshot", snapshot: snapshot() });
  equal(state.pending?.text, "f5", "still on its way after joining again");
  equal(reduce(state, event(f5())).pending, null);
});

test("a refusal says why and lets one move again", () => {
  const sending = reduce(fresh(), { type: "sending", pending: { text: "a1", ply: 0, seat: 0 } });
  const error = { code: "no_flip", sentence: "A disc on a1 would enclose nothing." };
  const state = reduce(sending, { type: "refused", text: "a1", error });
  equal(state.pending, null);
  equal(state.refusal.code, "no_flip");
  equal(spoken(state), ["A disc on a1 would enclose nothing."]);
  ok(mayMove(state), "may move");
});

test("who steps back stays and learns how many moves came", () => {
  let state = play(fresh({ you: { seats: [], director: false } }), event(f5()), { type: "go", ply: 0 });
  state = reduce(state, event(d6()));
  equal(shownPly(state), 0);
  equal(missed(state), 1, "new moves");
  ok(shownView(state) === state.views[0], "the earlier view is on the board");
  state = reduce(state, { type: "live" });
  equal([shownPly(state), missed(state)], [2, 0]);
});

test("who follows keeps following", () => {
  const state = play(fresh(), event(f5()), { type: "by", plies: -1 }, { type: "by", plies: 1 }, event(d6()));
  equal(shownPly(state), 2);
});

test("a replay begins at the start, and ends by itself where the game does", () => {
  const over = () => play(fresh(), event(f5()), event(d6()));
  let state = reduce(over(), { type: "replay", on: true });
  equal([shownPly(state), state.ui.replaying], [0, true]);
  state = reduce(state, { type: "by", plies: 1 });
  equal([shownPly(state), state.ui.replaying], [1, true]);
  state = reduce(state, { type: "by", plies: 1 });
  equal([shownPly(state), state.ui.replaying], [2, false]);
  state = play(over(), { type: "go", ply: 1 }, { type: "replay", on: true });
  equal(shownPly(state), 1, "it goes on from where one looks");
  equal(reduce(state, { type: "replay", on: false }).place.shown, 1);
  equal(reduce(fresh(), { type: "replay", on: true }).ui.replaying, false, "a game without moves has none");
});

test("what was hidden comes with the end", () => {
  const hidden = { ...f5(), move: { ...f5().move, text: "?" } };
  const result = { returns: [1, -1], winner: 0, reason: "rules", sentence: "" };
  const last = { ...d6(), state: { ...d6().state, status: "finished", result, moves: [f5().move, d6().move] } };
  const state = play(fresh(), event(hidden), event(last));
  equal(state.game.moves.map((move) => move.text), ["f5", "d6"]);
});

test("takeback cuts moves views and hints", () => {
  let state = play(fresh(), event(f5()), event(d6()));
  state = reduce(state, { type: "hint", hint: { ply: 2, choice: { move: "c5", value: 1 } } });
  const back = { game: "game1", seq: 3, kind: "takeback", seat: 0, ply: 0, state: { ply: 0, view: startView() } };
  state = reduce(state, event(back));
  equal([state.game.moves.length, state.views.length, Object.keys(state.hints).length], [0, 1, 0]);
  ok(spoken(state).at(-1).startsWith("Taken back to move 0."), "said");
});

test("takeback under a reader who looks back brings them to live", () => {
  let state = play(fresh(), event(f5()), event(d6()), { type: "go", ply: 1 });
  state = reduce(state, event({ game: "game1", seq: 3, kind: "takeback", state: { ply: 0, view: startView() } }));
  equal(state.place.shown, null);
});

test("coming back says what was missed", () => {
  let state = play(fresh(), { type: "snapshot", snapshot: snapshot() }, { type: "line", line: "live" });
  state = reduce(state, { type: "line", line: "lost" });
  equal(spoken(state).at(-1), "The connection is lost. Trying again.");
  const moves = [f5().move, d6().move];
  state = reduce(state, { type: "snapshot", snapshot: snapshot({ ply: 2, moves, seq: 2, view: d6().state.view }) });
  equal(spoken(state).at(-1), "Connected again. 2 moves were played meanwhile. Your turn.");
  equal(shownPly(state), 2);
});

test("a snapshot of other moves forgets the views of the old ones", () => {
  let state = play(fresh(), event(f5()));
  const other = { ...f5().move, text: "d3" };
  const later = snapshot({ ply: 2, moves: [other, d6().move], view: view("-".repeat(64), 0) });
  state = reduce(state, { type: "snapshot", snapshot: later });
  equal([0, 1].map((ply) => state.views[ply] === undefined), [true, true]);
});

test("of a long game only the views near by are kept", () => {
  const long = snapshot({ ply: 1000, moves: Array.from({ length: 1000 }, (_, ply) => ({ ply, text: "f5" })) });
  const fetched = (from) => ({ type: "views", from, views: Array.from({ length: 64 }, (_, at) => ({ at: from + at })) });
  let state = play(fresh(), { type: "snapshot", snapshot: long }, { type: "go", ply: 32 }, fetched(0));
  equal(shownView(state).at, 32);
  state = play(state, { type: "go", ply: 500 });
  equal(shownView(state), undefined);
  state = play(state, fetched(468));
  equal([shownView(state).at, state.views[32], state.views[1000] === state.game.view], [500, undefined, true]);
  state = play(state, fetched(960));
  equal([Object.keys(state.views).length, state.views[1000] === state.game.view], [41, true]);
});

test("thinking of an earlier ply is ignored", () => {
  const state = play(fresh(), event(f5()));
  equal(reduce(state, { type: "thinking", thinking: { ply: 0, seat: 1, nodes: 5 } }).thinking, null);
  equal(reduce(state, { type: "thinking", thinking: { ply: 1, seat: 1, nodes: 5 } }).thinking.nodes, 5);
});

test("what may be done", () => {
  equal([...abilities(fresh())].sort(), ["draw", "hint", "resign"]);
  const later = play(fresh(), event(f5()), event(d6()));
  ok(abilities(later).has("takeback"), "after a move");
  const watcher = fresh({ you: { seats: [], director: false } });
  equal([...abilities(watcher)], []);
  const bots = snapshot().seats.map((seat) => ({ ...seat, kind: "bot" }));
  equal([...abilities(fresh({ seats: bots, you: { seats: [], director: true } }))].sort(), ["hurry", "pace", "pause", "step"]);
  const over = { status: "finished", result: { returns: [1, -1], winner: 0, reason: "rules", sentence: "" } };
  equal([...abilities(fresh(over))], ["rematch"]);
});

test("offers are put to the seats that did not make them", () => {
  const offers = { draw: 1, takeback: null, rematch: [] };
  equal(asked(snapshot({ offers })), ["draw"]);
  equal(asked(snapshot({ offers: { ...offers, draw: 0 } })), []);
});

test("an unknown action is an error", () => {
  let failed = false;
  try {
    reduce(fresh(), { type: "nonsense" });
  } catch {
    failed = true;
  }
  ok(failed, "an error was thrown");
});
