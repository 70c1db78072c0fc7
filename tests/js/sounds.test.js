/** Which change of a game is heard as what. */

import { test } from "node:test";
import "./support/page.js";
import { firstState, reduce } from "../../static/js/play/state.js";
import { SOUNDS, soundOf } from "../../static/js/play/sounds.js";
import { equal, ok } from "./support/expect.js";
import { d6, f5, snapshot } from "./support/games.js";

const after = (...events) => events.reduce((state, event) => reduce(state, { type: "event", event }), firstState(snapshot(), {})).game;
const ended = (winner, more = {}) => ({ ...after(f5(), d6()), status: "finished", result: { winner, returns: null }, ...more });

test("own moves, replies and ends sound differently", () => {
  const [begin, own, reply] = [after(), after(f5()), after(f5(), d6())];
  equal([soundOf(own, begin), soundOf(reply, own)], ["move", "reply"]);
  equal([0, 1, null].map((winner) => soundOf(ended(winner), reply)), ["won", "lost", "over"]);
  equal(soundOf(ended(1, { you: { seats: [], director: false } }), reply), "over", "a watcher has not lost");
});

test("what was not played just now is not heard", () => {
  equal(soundOf(after(f5()), after(f5(), d6())), "", "taken back");
  equal(soundOf(after(f5(), d6()), after()), "", "two moves at once: the page was away");
  equal(soundOf(ended(0), ended(0)), "");
});

test("every sound is short and not loud", () => {
  for (const notes of Object.values(SOUNDS)) for (const [, begin, length, loud] of notes) ok(begin + length < 0.6 && loud <= 0.5);
});
