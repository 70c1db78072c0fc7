/** Planning while others are to move: when it is possible, and what the board shows then. */

import { test } from "node:test";
import { lineWords, mayPlan, ownPlan, planMove, planned, plansPanel, premoved } from "../../static/js/play/plans.js";
import { firstState, reduce } from "../../static/js/play/state.js";
import { equal, ok } from "./support/expect.js";
import { snapshot, startView } from "./support/games.js";

const seats = [{ seat: 0, name: "Ada", kind: "person" }, { seat: 1, name: "You", kind: "link" }];
const two = (more) => snapshot({ seats, you: { seats: [1], director: false }, plans: {}, ...more });
const planning = (more) => ({ kind: "premove", ply: 0, view: { ...startView(), to_move: 1 }, chosen: [], ...more });

test("who has one seat plans while another is to move", () => {
  ok(mayPlan(two()), "the other is to move");
  ok(!mayPlan(two({ you: { seats: [0], director: false } })), "one's own turn");
  ok(!mayPlan(two({ you: { seats: [], director: false } })), "a watcher");
  ok(!mayPlan(two({ status: "finished" })), "the end");
});

test("the board shows the plan's position until the game moves on or the reader looks back", () => {
  let state = reduce(firstState(two(), {}), { type: "ui", change: { planning: planning() } });
  equal(planned(state).yours, [1]);
  equal(planned({ ...state, place: { shown: 0, leftAt: 0 } }), null);
  state = { ...state, game: { ...state.game, ply: 1 } };
  equal(planned(state), null);
});

test("a move chosen on the board becomes a plan beside what was planned before", async () => {
  const plans = { 1: { lines: [["f5", "d6"]], premove: "" } };
  const made = [];
  const said = [];
  const act = { ui: () => {}, plan: async (plan) => ({ ok: made.push(plan) }), say: (words) => said.push(words) };
  const state = (more) => reduce(firstState(two({ plans }), {}), { type: "ui", change: { planning: planning(more) } });
  ok(planMove(state(), act, "c3"), "a premove");
  ok(planMove(state({ kind: "reply", chosen: ["f5"] }), act, "f6"), "a reply");
  equal(made, [{ lines: [["f5", "d6"]], premove: "c3" }, { lines: [["f5", "d6"], ["f5", "f6"]], premove: "" }]);
  await null;
  equal(said, ["Premove: c3"]);
  ok(!planMove(firstState(two(), {}), act, "c3"), "nothing is planned: the move itself");
  equal(ownPlan(two()), { lines: [], premove: "" });
  equal(lineWords(["f5", "d6"]), "If f5, then d6");
  equal(lineWords(["H 2 3", "Up", "V 0 1"]), "If H 2 3, Up, then V 0 1");
});

test("a premove is marked over the live position as the reader's own move", () => {
  const state = firstState(two({ plans: { 1: { lines: [], premove: "c3" } } }), {});
  equal(premoved(state), { seat: 1, text: "c3" });
  equal(premoved({ ...state, place: { shown: 0, leftAt: 0 } }), null);
  equal(premoved(firstState(two(), {})), null);
});

test("only of a premove that was not made it is said that it cannot be made", async () => {
  const said = [];
  const see = async (ply, to_move, premove = "") => {
    const game = two({ ply, view: { ...startView(), to_move }, plans: premove ? { 1: { lines: [], premove } } : {} });
    plansPanel(firstState(game, {}), { say: (words) => said.push(words) });
    await null;
  };
  for (const step of [[0, 0, "c3"], [1, 1, "c3"], [2, 0], [3, 1]]) await see(...step);
  equal(said, [], "it was made");
  for (const step of [[4, 0, "d3"], [4, 0], [5, 1]]) await see(...step);
  equal(said, [], "it was forgotten");
  for (const step of [[6, 0, "e3"], [7, 1]]) await see(...step);
  equal(said, ["Your premove e3 cannot be made now."]);
});
