/** A game that only the device carries on answers a page's commands as the server does. */

import { test } from "node:test";
import { LocalGame } from "../../static/js/device/local_game.js";
import { Refused } from "rules/local.js";
import { equal, ok } from "./support/expect.js";

/** Rules of a game in which two count up to 21 by one or two, whoever reaches it wins. */
const rules = {
  initial: () => 0,
  read: (text) => Number(text),
  text: String,
  toMove: (position) => (position < 0 ? 1 : position % 2),
  seats: () => 2,
  view: (position, seat) => ({ game: "count", text: String(position), to_move: rules.toMove(position), returns: position >= 5 ? [1, -1] : null, ending: position >= 5 ? "Five is reached." : null, moves: seat === null ? [] : [{ text: "1" }, { text: "2" }] }),
  play: (position, text) => {
    if (!["1", "2"].includes(text)) throw new Refused({ code: "no_step", sentence: "One or two." });
    return { position: position + Number(text), effect: { text } };
  },
};
const record = (more = {}) => ({ id: "here", game: "count", title: "Count", options: {}, start: null, moves: [], seats: ["A", "B"], created: "", ended: "", ...more });

/** A game with what it told and what was kept. */
async function begun(more) {
  const told = [];
  const kept = [];
  const game = new LocalGame({ rules, record: record(more), save: (saved) => kept.push(structuredClone(saved)) });
  game.hear = { snapshot: (found) => told.push(["snapshot", found]), line: (line) => told.push(["line", line]), event: (event) => told.push(["event", event]) };
  await game.start();
  return { game, told, kept };
}

test("a page joins: the snapshot comes, and the line is live", async () => {
  const { told } = await begun({ moves: ["1", "2"] });
  equal(told.map(([kind]) => kind), ["snapshot", "line"]);
  const { ply, moves, you, status, view } = told[0][1];
  equal([ply, moves.map(({ text, seat }) => [text, seat]), you.seats, status, view.moves.length], [2, [["1", 0], ["2", 1]], [0, 1], "playing", 2]);
});

test("a move is told with its number and kept before it is answered", async () => {
  const { game, told, kept } = await begun();
  const ack = await game.command({ do: "move", move: "2" });
  equal(ack, { ok: true, ply: 1 });
  const { kind, seq, move, state } = told.at(-1)[1];
  equal([kind, seq, move.ply, move.seat, state.ply, state.view.text], ["move", 1, 0, 0, 1, "2"]);
  equal(kept.at(-1).moves, ["2"]);
});

test("a refusal changes nothing", async () => {
  const { game, told, kept } = await begun();
  const before = told.length;
  equal(await game.command({ do: "move", move: "3" }), { ok: false, error: { code: "no_step", sentence: "One or two." } });
  equal([told.length, kept.length, game.ply], [before, 0, 0]);
});

test("an end has its result, and may be taken back", async () => {
  const { game, told, kept } = await begun({ moves: ["2", "2"] });
  await game.command({ do: "move", move: "1" });
  equal(told.at(-1)[1].state.result, { returns: [1, -1], winner: 0, reason: "finished", sentence: "Five is reached." });
  equal(kept.at(-1).ended, "Five is reached.");
  await game.command({ do: "takeback" });
  const { kind, state } = told.at(-1)[1];
  equal([kind, state.ply, state.status, state.result, kept.at(-1).ended], ["takeback", 2, "playing", null, ""]);
  equal(game.view(0).moves, [], "an earlier position offers no moves");
});

test("at the start nothing is taken back, and other wishes are heard without effect", async () => {
  const { game, told } = await begun({ start: "2" });
  const before = told.length;
  ok((await game.command({ do: "takeback" })).ok, "it is no error");
  ok((await game.command({ do: "resign" })).ok, "nor is this");
  equal([told.length, game.snapshot().start], [before, "2"]);
});
