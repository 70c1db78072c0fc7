/** Clocks, values, words, tokens, keys and the small library. */

import { test } from "node:test";
import "./support/page.js";
import { clockTime, count, duration, ordinal, short, signed } from "lib/format.js";
import { curve, scale, ticks, valueAt } from "lib/chart.js";
import { joiningTokens, parseFragment, storedTokens, storeTokens, writeFragment } from "lib/tokens.js";
import { markPath, shapeOf } from "lib/marks.js";
import { movedOn } from "../../static/js/play/actions.js";
import { secondsLeft, warningBetween } from "../../static/js/play/clocks.js";
import { rounds } from "../../static/js/play/moves.js";
import { begunTurned } from "../../static/js/play/strips.js";
import { opinion, opinions, share, shortValue, valueWords } from "../../static/js/play/values.js";
import { eventSentence, nameOf, resultHeading, turnSentence } from "../../static/js/play/words.js";
import { LIVE, abilities, counters, goTo } from "../../static/js/play/select.js";
import { equal, ok, settle } from "./support/expect.js";
import { d6, f5, snapshot } from "./support/games.js";

test("numbers are written for people", () => {
  equal([count(1234567), short(950), short(12345), short(4560000)], ["1,234,567", "950", "12.3 k", "4.56 M"]);
  equal([signed(4), signed(-2.54), signed(0.01)], ["+4", "−2.5", "0"]);
  equal([ordinal(1), ordinal(2), ordinal(11), ordinal(23)], ["1st", "2nd", "11th", "23rd"]);
  equal([duration(0.02), duration(1.44), duration(125)], ["20 ms", "1.4 s", "2 min 5 s"]);
});

test("clock faces", () => {
  equal([clockTime(3723), clockTime(65.2), clockTime(9.99), clockTime(-1)], ["1:02:03", "1:06", "9.9", "0.0"]);
});

test("only the running clock runs", () => {
  const clock = { kind: "game", left: [60, 50], running: 1, at: 100, now: 100 };
  equal([secondsLeft(clock, 0, 110), secondsLeft(clock, 1, 110), secondsLeft(clock, 1, 200)], [60, 40, 0]);
  equal(secondsLeft({ kind: "none" }, 0, 1), null);
  equal([warningBetween(31, 29.9), warningBetween(29.9, 29.7), warningBetween(10.1, 10)],
    ["30 seconds left.", null, "10 seconds left."]);
});

test("who has one seat finds it at the bottom", () => {
  const homes = ["top", "bottom"];
  equal([{ s0: "A" }, { s1: "A" }, { s0: "A", s1: "B" }, {}].map((tokens) => begunTurned(tokens, homes)), [true, false, false, false]);
  equal(begunTurned({ s0: "A", i1: "B" }, homes), true, "an invitation is no seat of one's own");
  equal(begunTurned({ s0: "A" }), false, "a board without homes has one's own seat below anyway");
});

test("navigation ends at both ends", () => {
  equal(goTo(LIVE, -3, 5), { shown: 0, leftAt: 5 });
  equal(goTo({ shown: 2, leftAt: 4 }, 9, 5), LIVE);
  equal(goTo({ shown: 2, leftAt: 4 }, 3, 6), { shown: 3, leftAt: 4 });
});

test("values are turned to the first seats view", () => {
  equal(opinion({ value: 3, kind: "at_least", unit: "discs" }, 4, 1),
    { ply: 4, by: 1, value: -3, kind: "at_most", outcome: null, unit: "discs" });
  equal(opinion({ value: null }, 4, 1), null);
  equal(opinion({ value: 1, outcome: "win" }, 4, 1).outcome, "loss");
});

test("value words name the seat and the certainty", () => {
  const say = (seat, you, other) => (seat === 0 ? you : other.replace("{who}", "Bot"));
  const words = (choice, seat) => valueWords(opinion(choice, 0, seat), say);
  equal(words({ value: 3, unit: "discs" }, 1), "Bot is ahead by 3 discs (estimate).");
  equal(words({ value: 3, unit: "discs", kind: "at_least" }, 1), "Bot is ahead by 3 discs (at least).");
  equal(words({ value: -2, unit: "discs", kind: "exact" }, 1), "You are ahead by 2 discs (exact).");
  equal(words({ value: 0 }, 0), "Level (estimate).");
  equal(words({ value: 10, outcome: "win", kind: "exact", unit: "discs" }, 0), "You are seen winning, by 10 discs (exact).");
  equal(words({ value: 22, outcome: "win", kind: "at_least", unit: "discs" }, 1), "Bot is seen winning, by 22 discs (at least).");
});

test("the bar is level in the middle and full at a win", () => {
  equal([share(null), share({ value: 0 }), share({ value: 1, outcome: "win" }), share({ value: 1, outcome: "loss" })], [0.5, 0.5, 1, 0]);
  ok(share({ value: 2 }) > 0.5 && share({ value: 40 }) < 1 && share({ value: 4 }) > share({ value: 2 }), "monotone");
  const short = [{ value: -3.04 }, { value: 3 }, { value: 0 }, { value: 1, outcome: "win" }, { value: null, outcome: "loss" }, { value: -12, outcome: "loss" }];
  equal(short.map(shortValue), ["−3", "+3", "0", "1–0", "0–1", "−12"]);
});

test("opinions are in order and end with the result", () => {
  const result = { returns: [6, -6], winner: 0, reason: "rules", sentence: "" };
  const game = snapshot({ ply: 2, moves: [f5().move, d6().move], status: "finished", result });
  const list = opinions(game, {}, null);
  equal(list.map((one) => [one.ply, one.by, one.value]), [[1, 1, -3], [2, -1, 6]]);
});

test("names depend on who reads", () => {
  const people = snapshot().seats.map((seat) => ({ ...seat, kind: "person", name: "" }));
  equal(nameOf(snapshot(), 0), "You");
  equal(nameOf(snapshot({ you: { seats: [], director: false } }), 0), "Dark");
  equal(nameOf(snapshot({ seats: people, you: { seats: [0, 1], director: false } }), 1), "Player 2");
  const twins = snapshot().seats.map((seat) => ({ ...seat, kind: "bot", name: "Minimax" }));
  equal(nameOf(snapshot({ seats: twins }), 1), "Minimax (2)");
});

test("events in words", () => {
  const game = snapshot();
  const pass = { kind: "move", move: { seat: 1, text: "pass", effect: { text: "pass" } } };
  equal(eventSentence(game, pass), "Minimax 3,000 has no move and passes. Your turn.");
  const result = { returns: [-1, 1], winner: 1, reason: "resigned", sentence: "Dark resigned." };
  equal(eventSentence(snapshot({ status: "finished", result }), { kind: "resign", seat: 0 }), "Minimax 3,000 wins. Dark resigned.");
  equal(resultHeading(snapshot({ result: { ...result, winner: null } })), "Draw");
  equal(eventSentence(game, { kind: "draw_declined" }), "The draw is declined.");
  const described = eventSentence(game, { kind: "move", move: f5().move }, (effect) => `${effect.flips.length} flipped`);
  equal(described, "You play f5, 1 flipped. Your turn.");
});

test("whose first move starts a clock is told so", () => {
  const clock = { kind: "game", base: 300, increment: 3, starts: "first_move", running: null };
  equal(turnSentence(snapshot({ clock })), "Your turn. Your move starts the clock.");
  equal(turnSentence(snapshot({ clock: { ...clock, running: 0 } })), "Your turn.");
  equal(turnSentence(snapshot({ clock, you: { seats: [1], director: false } })), "Dark to move.");
});

test("of three who leaves passes and a pass may be chosen", () => {
  const seats = ["Ada", "Ben", "Cleo"].map((name, seat) => ({ seat, name, kind: "person", mark: "circle" }));
  const game = snapshot({ seats, you: { seats: [0], director: false }, out: [1] });
  equal(eventSentence(game, { kind: "resign", seat: 1 }), "Ben leaves the game and passes from now on.");
  equal(eventSentence(game, { kind: "time_out", seat: 0 }), "You have no time left and pass from now on.");
  const move = { seat: 1, ply: 0, text: "pass", effect: { text: "pass", kind: "pass" } };
  equal(eventSentence(game, { kind: "move", move }), "Ben passes. Your turn.");
  equal([...abilities({ game })].includes("resign"), true);
  equal([...abilities({ game: { ...game, out: [0] } })].includes("resign"), false);
});

test("moves stand in rounds whatever the turn order", () => {
  const seats = (list) => list.map((seat, ply) => ({ seat, ply, text: "x" }));
  const shape = (list) => rounds(seats(list)).map((row) => row.map((move) => move.seat));
  equal(shape([0, 1, 0, 1]), [[0, 1], [0, 1]]);
  equal(shape([1, 0, 0, 1]), [[1], [0], [0, 1]]);
  equal(shape([0, 1, 2, 0]), [[0, 1, 2], [0]]);
});

test("charts lay values out, with round ticks, and read clicks back", () => {
  const across = scale([0, 50], [12, 98], "%");
  equal([across(0), across(25), across(50)], ["12.00%", "55.00%", "98.00%"]);
  equal(scale([3, 3], [10, 90])(3), "10.00", "one value alone has a place");
  equal([ticks([-130, 260], 6), ticks([0.2, 0.8], 6)], [[-100, 0, 100, 200], []]);
  equal(curve([["1", "2"], ["3", "4"]]), "M1 2L3 4");
  equal([0, 0.29, 0.31, 1].map((share) => valueAt(share, [0.5, 10.5])), [1, 3, 4, 10]);
  equal([0.05, 0.5, 0.99].map((share) => valueAt(share, [0, 8], [0.1, 0.9])), [0, 4, 8]);
});

test("tokens leave the address and come back from storage", () => {
  equal(parseFragment("#s0=AA&i1=BB&d=CC&x=1&s0x=2"), { s0: "AA", i1: "BB", d: "CC" });
  equal(parseFragment(writeFragment({ s1: "a-b_c" })), { s1: "a-b_c" });
  equal(joiningTokens({ s0: "AA", i1: "BB", d: "CC" }), ["AA", "CC"]);
  storeTokens("g", { s0: "AA" });
  equal(storedTokens("g"), { s0: "AA" });
  localStorage.setItem("plyground.game.broken", "{");
  equal(storedTokens("broken"), {});
  localStorage.removeItem("plyground.game.broken");
  for (let number = 0; number < 230; number += 1) storeTokens(`many${number}`, { s0: "A" });
  ok(Object.keys(localStorage).length <= 201, "old games are forgotten");
  localStorage.clear();
});

test("a rematch moves every seat one on", () => {
  equal(movedOn({ s0: "A", i1: "B", d: "D" }, 2), { s1: "A", d: "D" });
});

test("every seat has a shape of its own", () => {
  const outlines = new Set(Array.from({ length: 17 }, (_, seat) => markPath(seat)));
  equal(outlines.size, 17);
  equal([shapeOf(0), shapeOf(1), shapeOf(17), shapeOf(1, "a game that declares none")], ["circle", "square", "circle", "square"]);
});

test("counters come from the module or the view", async () => {
  equal(counters({ scores: [1, 4] }, null).map((/** @type {any} */ each) => each.title), ["point", "points"]);
  equal(counters({ scores: [3, 1] }, {}).map((each) => each.value), [3, 1]);
  equal(counters({ cells: "" }, null), []);
  equal(counters({ scores: [3, 1] }, { counters: () => [{ seat: 0, value: 9, title: "x" }] })[0].value, 9);
  await settle();
});
