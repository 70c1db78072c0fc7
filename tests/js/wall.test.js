/** Which games hang on the wall: places are kept, finished games linger, and games that move come before still ones. */

import { test } from "node:test";
import { equal } from "./support/expect.js";
import { applied, arrange, cardOf, gone, STILL } from "../../static/js/watch/places.js";

const card = (id, ply = 0, status = "playing") => ({ id, ply, status });
const names = (cards) => cards.map((each) => each.id).join("");

test("a game keeps its place, a new one comes last", () => {
  const cards = applied([], [card("a"), card("b")], 0);
  equal(names(applied(cards, [card("c"), card("a", 1)], 10)), "abc");
  equal(applied(cards, [card("a", 1), card("b")], 10).map((each) => each.moved), [10, 0]);
});

test("a finished game hangs on for a while and then makes room, unless it is alone", () => {
  const before = applied(applied([], [card("a"), card("b")], 0), [card("a", 0, "finished"), card("c")], 1000);
  const cards = arrange(before, 1000, 500, 9);
  equal(names(cards), "abc");
  equal(names(arrange(cards, 1400, 500, 9)), "abc");
  equal(names(arrange(cards, 1600, 500, 9)), "bc");
  equal(names(arrange([cards[0]], 9999, 500, 9)), "a");
});

test("a game that moves takes the place of the one that has been still longest, and no other moves", () => {
  let cards = applied([], [card("a"), card("b"), card("c")], 0);
  cards = applied(cards, [card("b", 1)], 500);
  const now = STILL + 1000;
  cards = applied(cards, [card("b", 2), card("d", 5)], now);
  equal(names(arrange(cards, now, 500, 3)), "dbca");
  equal(names(arrange(cards, now, 500, 2)), "dbca");
});

test("while all that hang there move, a newcomer waits", () => {
  let cards = applied([], [card("a"), card("b")], 0);
  cards = applied(cards, [card("a", 1), card("b", 1)], STILL);
  cards = applied(cards, [card("c", 3)], STILL + 1);
  equal(names(arrange(cards, STILL + 1, 500, 2)), "abc");
  equal(names(arrange(cards, 2 * STILL + 1, 500, 2)), "cba");
});

test("a still game waits behind still ones", () => {
  const cards = applied([], [card("a"), card("b"), card("c")], 0);
  equal(names(arrange(cards, 5 * STILL, 500, 2)), "abc");
});

test("a paused game makes room at once, and stays while nothing else moves", () => {
  const paused = { ...card("a"), paused: true };
  const cards = applied([], [paused, card("b"), card("c", 1)], 0);
  equal(names(arrange(cards, 10, 500, 2)), "cba");
  equal(names(arrange(applied([], [paused], 0), 10, 500, 1)), "a");
});

test("a wall that is opened puts games that have moved lately before those that have long been still", () => {
  const at = (id, moved) => ({ ...card(id), moved });
  const cards = applied([], [at("a", "2024-05-01T10:00:00+00:00"), at("b", "2024-05-01T10:05:00+00:00")], 1000);
  equal(cards.map(({ moved }) => moved), [1000 - 300_000, 1000]);
  equal(names(arrange(cards, 1000, 500, 1)), "ba");
});

test("games of competitions hang beside live ones, and are over when they are told no more", () => {
  const given = { competition: "c", kind: "ladder", game: "othello", names: ["A", "B"], ply: 3, view: {}, watchers: 0 };
  const [one, shown] = [cardOf({ ...given, id: "g1" }), cardOf({ ...given, id: "g2", kind: "shown" })];
  equal([one.href, shown.href, one.seats], ["/compete/c/live/g1", "/watch", [{ name: "A" }, { name: "B" }]]);
  const cards = applied([], [card("g1"), one, shown], 0);
  equal(cards.length, 3);
  equal(gone(cards, [one]).map(({ id, status }) => [id, status]), [[shown.id, "finished"]]);
});
