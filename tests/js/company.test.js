/** Who is here, and the names of guests: what a page says and shows of them. */

import { test } from "node:test";
import { comings, nameless } from "../../static/js/play/guests.js";
import { whereabouts } from "../../static/js/play/words.js";
import { firstState, reduce } from "../../static/js/play/state.js";
import { equal, ok } from "./support/expect.js";
import { snapshot } from "./support/games.js";

const seats = [{ seat: 0, name: "You", kind: "person" }, { seat: 1, name: "Ben", kind: "link", named: true }];
const two = (more) => snapshot({ seats, present: [0], waiting: [1], ...more });
const spoken = (state) => state.said.map((said) => said.sentence);

test("a guest who comes, leaves and is back is told of once each", () => {
  let state = firstState(two(), {});
  const told = [];
  const hear = (present) => {
    const before = state.game.present;
    state = reduce(state, { type: "watchers", watchers: 0, present });
    told.push(...comings(state.game, before));
  };
  equal(whereabouts(state.game, 1), "not here yet");
  state = reduce(state, { type: "event", event: { game: state.game.id, seq: 1, kind: "arrive", seat: 1, state: { waiting: [] } } });
  equal(spoken(state), ["Ben has joined."]);
  hear([0, 1]);
  equal(told, []);
  equal(whereabouts(state.game, 1), "here");
  hear([0]);
  equal(whereabouts(state.game, 1), "away");
  hear([0]);
  hear([0, 1]);
  equal(told, ["Ben has left.", "Ben is back."]);
});

test("bots and one's own seats are not spoken of", () => {
  const bot = snapshot({ present: [0], waiting: [] });
  equal(whereabouts(bot, 1), "");
  equal(comings({ ...bot, present: [] }, [0]), []);
  equal(whereabouts(two(), 0), "");
});

test("a name is said to all and asked of who has none", () => {
  ok(nameless(two()), "a person among others without a name");
  ok(!nameless(snapshot()), "nobody else would read it");
  let state = firstState(two({ waiting: [] }), {});
  state = reduce(state, { type: "event", event: { game: state.game.id, seq: 1, kind: "arrive", seat: 1, name: "Benno", state: { seats: [seats[0], { ...seats[1], name: "Benno" }] } } });
  equal(spoken(state), ["Player 2 is now called Benno."]);
  equal(state.game.seats[1].name, "Benno");
});
