/** A bot's reply waits until one's own move has been seen, never longer than the clock allows, and nothing overtakes it. */

import { test } from "node:test";
import { equal } from "./support/expect.js";
import { holdsFor, LOOK, makeHold, slowly } from "../../static/js/play/reply.js";

const seats = [{ seat: 0, kind: "person" }, { seat: 1, kind: "bot" }];
const mine = { ply: 0, seat: 0, text: "a1" };
const reply = { kind: "move", move: { ply: 1, seat: 1, text: "b2" }, state: { ply: 2 } };
const state = (clock = { kind: "none" }, { more = {}, you = [0], switches = {} } = {}) => ({
  game: { seats, moves: [mine], ply: 1, clock, you: { seats: you }, ...more },
  ui: { switches },
});

test("a reply waits until the own move has stood for a while", () => {
  equal(holdsFor(state(), reply, 0.25, 0), LOOK - 0.25);
  equal(holdsFor(state(), reply, 12, 10), 0);
  equal(holdsFor(state(undefined, { switches: { reply: false } }), reply, 10, 10), 0);
});

test("neither a bots' game nor a move that is no reply waits", () => {
  equal(holdsFor(state(undefined, { you: [] }), reply, 10, 10), 0);
  const bots = { seats: [{ seat: 0, kind: "bot" }, { seat: 1, kind: "bot" }] };
  equal(holdsFor(state(undefined, { more: bots, you: [] }), reply, 10, 10), 0);
  equal(holdsFor(state(), { kind: "pause" }, 10, 10), 0);
  equal(holdsFor(state(undefined, { more: { moves: [{ ply: 0, seat: 1, text: "z" }] } }), reply, 10, 10), 0);
});

test("a look takes a hundredth of one's own time at most", () => {
  const clock = { kind: "sudden", left: [5, 300], running: 0, at: 0 };
  equal(holdsFor(state(), { ...reply, state: { ply: 2, clock } }, 0, 0), 0.05);
  equal(holdsFor(state(), { ...reply, state: { ply: 2, clock: { ...clock, left: [0, 300] } } }, 10, 10), 0);
});

test("what comes after a reply waits behind it, and all is shown once one acts", () => {
  const timers = [];
  const told = [];
  const hold = makeHold((run, milliseconds) => timers.push([run, milliseconds]));
  hold.add(() => told.push("own"));
  hold.add(() => told.push("reply"), () => 0.5);
  hold.add(() => told.push("premove"));
  equal([told, timers.map(([, ms]) => ms)], [["own"], [500]]);
  timers[0][0]();
  equal(told, ["own", "reply", "premove"]);
  hold.add(() => told.push("next"), () => 0.5);
  hold.flush();
  equal(told.at(-1), "next");
  timers[1][0](); // the timer of what is shown already does nothing
  equal(told.length, 4);
});

test("a page that is far behind waits no more", () => {
  const told = [];
  const hold = makeHold(() => {});
  for (let at = 0; at < 5; at++) hold.add(() => told.push(at), () => 1);
  equal(told.includes(0), true);
});

test("the line's news pass in order, and a snapshot is the end of waiting", () => {
  const told = [];
  const hear = Object.fromEntries(["event", "thinking", "hint", "watchers", "snapshot"].map((name) => [name, (news) => told.push([name, news])]));
  const connection = { hear };
  slowly(connection, { state: state(), subscribe: () => {} }, () => -Infinity);
  connection.hear.event({ kind: "pause" });
  connection.hear.thinking("t");
  connection.hear.snapshot("s");
  equal(told.map(([name]) => name), ["event", "thinking", "snapshot"]);
});
