/** The play page's state: what each thing that comes in does to it. */

import { firstState, reduce } from "play/state.js";
import { abilities, asked, mayMove, missed, shownPly, shownView } from "play/select.js";
import { equal, ok } from "harness/expect.js";
import { d6, f5, snapshot, startView, view } from "harness/games.js";

const fresh = (more) => firstState(snapshot(more), { s0: "A" });
const play = (state, ...actions) => actions.reduce(reduce, state);
const event = (it) => ({ type: "event", event: it });
const spoken = (state) => state.said.map((said) => said.sentence);

export async function test_moves_extend_the_game_and_are_said_once() {
  const state = play(fresh(), event(f5()), event(d6()));
  equal(state.game.ply, 2);
  equal(state.game.moves.map((move) => move.text), ["f5", "d6"]);
  equal(spoken(state), ["You play f5.", "Minimax 3,000 plays d6. Your turn."]);
  equal(state.views.length, 3, "views by ply");
}

export async function test_the_same_words_twice_are_two_sentences() {
  const state = play(fresh(), { type: "said", sentence: "No." }, { type: "said", sentence: "No." });
  equal(state.said.map((said) => said.number), [1, 2]);
}

export async function test_own_move_waits_until_the_game_has_a_move_at_its_ply() {
  let state = reduce(fresh(), { type: "sending", pending: { text: "f5", ply: 0, seat: 0 } });
  ok(!mayMove(state), "no second move while one is on its way");
  state = reduce(state, { type: "snapshot", snapshot: snapshot() });
  equal(state.pending?.text, "f5", "still on its way after joining again");
  equal(reduce(state, event(f5())).pending, null);
}

export async function test_a_refusal_says_why_and_lets_one_move_again() {
  const sending = reduce(fresh(), { type: "sending", pending: { text: "a1", ply: 0, seat: 0 } });
  const error = { code: "no_flip", sentence: "A disc on a1 would enclose nothing." };
  const state = reduce(sending, { type: "refused", text: "a1", error });
  equal(state.pending, null);
  equal(state.refusal.code, "no_flip");
  equal(spoken(state), ["A disc on a1 would enclose nothing."]);
  ok(mayMove(state), "may move");
}

export async function test_who_steps_back_stays_and_learns_how_many_moves_came() {
  let state = play(fresh({ you: { seats: [], director: false } }), event(f5()), { type: "go", ply: 0 });
  state = reduce(state, event(d6()));
  equal(shownPly(state), 0);
  equal(missed(state), 1, "new moves");
  ok(shownView(state) === state.views[0], "the earlier view is on the board");
  state = reduce(state, { type: "live" });
  equal([shownPly(state), missed(state)], [2, 0]);
}

export async function test_who_follows_keeps_following() {
  const state = play(fresh(), event(f5()), { type: "by", plies: -1 }, { type: "by", plies: 1 }, event(d6()));
  equal(shownPly(state), 2);
}

export async function test_what_was_hidden_comes_with_the_end() {
  const hidden = { ...f5(), move: { ...f5().move, text: "?" } };
  const result = { returns: [1, -1], winner: 0, reason: "rules", sentence: "" };
  const last = { ...d6(), state: { ...d6().state, status: "finished", result, moves: [f5().move, d6().move] } };
  const state = play(fresh(), event(hidden), event(last));
  equal(state.game.moves.map((move) => move.text), ["f5", "d6"]);
}

export async function test_takeback_cuts_moves_views_and_hints() {
  let state = play(fresh(), event(f5()), event(d6()));
  state = reduce(state, { type: "hint", hint: { ply: 2, choice: { move: "c5", value: 1 } } });
  const back = { game: "game1", seq: 3, kind: "takeback", seat: 0, ply: 0, state: { ply: 0, view: startView() } };
  state = reduce(state, event(back));
  equal([state.game.moves.length, state.views.length, Object.keys(state.hints).length], [0, 1, 0]);
  ok(spoken(state).at(-1).startsWith("Taken back to move 0."), "said");
}

export async function test_takeback_under_a_reader_who_looks_back_brings_them_to_live() {
  let state = play(fresh(), event(f5()), event(d6()), { type: "go", ply: 1 });
  state = reduce(state, event({ game: "game1", seq: 3, kind: "takeback", state: { ply: 0, view: startView() } }));
  equal(state.place.shown, null);
}

export async function test_coming_back_says_what_was_missed() {
  let state = play(fresh(), { type: "snapshot", snapshot: snapshot() }, { type: "line", line: "live" });
  state = reduce(state, { type: "line", line: "lost" });
  equal(spoken(state).at(-1), "The connection is lost. Trying again.");
  const moves = [f5().move, d6().move];
  state = reduce(state, { type: "snapshot", snapshot: snapshot({ ply: 2, moves, seq: 2, view: d6().state.view }) });
  equal(spoken(state).at(-1), "Connected again. 2 moves were played meanwhile. Your turn.");
  equal(shownPly(state), 2);
}

export async function test_a_snapshot_of_other_moves_forgets_the_views_of_the_old_ones() {
  let state = play(fresh(), event(f5()));
  const other = { ...f5().move, text: "d3" };
  const later = snapshot({ ply: 2, moves: [other, d6().move], view: view("-".repeat(64), 0) });
  state = reduce(state, { type: "snapshot", snapshot: later });
  equal([0, 1].map((ply) => state.views[ply] === undefined), [true, true]);
}

export async function test_of_a_long_game_only_the_views_near_by_are_kept() {
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
}

export async function test_thinking_of_an_earlier_ply_is_ignored() {
  const state = play(fresh(), event(f5()));
  equal(reduce(state, { type: "thinking", thinking: { ply: 0, seat: 1, nodes: 5 } }).thinking, null);
  equal(reduce(state, { type: "thinking", thinking: { ply: 1, seat: 1, nodes: 5 } }).thinking.nodes, 5);
}

export async function test_what_may_be_done() {
  equal([...abilities(fresh())].sort(), ["draw", "hint", "resign"]);
  const later = play(fresh(), event(f5()), event(d6()));
  ok(abilities(later).has("takeback"), "after a move");
  const watcher = fresh({ you: { seats: [], director: false } });
  equal([...abilities(watcher)], []);
  const bots = snapshot().seats.map((seat) => ({ ...seat, kind: "bot" }));
  equal([...abilities(fresh({ seats: bots, you: { seats: [], director: true } }))].sort(), ["hurry", "pace", "pause", "step"]);
  const over = { status: "finished", result: { returns: [1, -1], winner: 0, reason: "rules", sentence: "" } };
  equal([...abilities(fresh(over))], ["rematch"]);
}

export async function test_offers_are_put_to_the_seats_that_did_not_make_them() {
  const offers = { draw: 1, takeback: null, rematch: [] };
  equal(asked(snapshot({ offers })), ["draw"]);
  equal(asked(snapshot({ offers: { ...offers, draw: 0 } })), []);
}

export async function test_an_unknown_action_is_an_error() {
  let failed = false;
  try {
    reduce(fresh(), { type: "nonsense" });
  } catch {
    failed = true;
  }
  ok(failed, "an error was thrown");
}
