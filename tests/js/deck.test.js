/** The deck: when cards come again with the clock moved, mistakes of reviews as cards, and files that are bad, foreign, cut or huge. */

import { test } from "node:test";
import { cardsOf, fileOf, merged, MOST, readDeck } from "../../static/js/review/cards.js";
import { judgement } from "../../static/js/review/panels.js";
import { dayOf, DAYS, daysToNext, dueNow, tried } from "../../static/js/review/schedule.js";
import { equal, ok } from "./support/expect.js";

const at = (day, hour = 12) => new Date(2026, 2, day, hour).getTime(); // local days around the change of clocks in March
const ply = (number, mark, more) => ({ ply: number, seat: (number + 1) % 2, move: `m${number}`, mark, lost: { chance: 0.25, value: null }, chances: [0.6, 0.35], best: { move: "b", line: ["b", "c"] }, ...more });
const review = {
  game: "othello", title: "Othello", options: { size: 8, b: 1 }, start: "start", moves: ["m1", "m2", "m3", "m4"],
  plies: [ply(1, "fine"), ply(2, "blunder"), ply(3, "missed"), ply(4, "only")],
};
const cards = cardsOf(review, [0, 1], "abc", at(1));

const tidy = (given) => given.map((card) => Object.fromEntries(Object.entries(card).sort()));

/** The sentence with which something fails. */
function said(act) {
  try {
    act();
  } catch (error) {
    return error.message;
  }
  return "";
}

test("a card comes the next day, then after twice as many days each time, and after a mistake the next day again", () => {
  let [card] = cards;
  equal(card.due, dayOf(at(1)));
  const days = [];
  let now = at(1, 23);
  for (let round = 0; round < 9; round++) {
    card = tried(card, true, now);
    days.push(card.due - dayOf(now));
    now = at(1 + (card.due - dayOf(at(1))), 1);
    equal(dueNow([card], now).length, 1);
    equal(dueNow([card], now - 2 * 3_600_000).length, 0);
  }
  equal(days, [...DAYS.slice(1), 64, 64]);
  card = tried(card, false, now);
  equal([card.box, card.due - dayOf(now), card.tries, card.right], [1, 1, 10, 9]);
});

test("a day is the calendar's, on the days of 23 and 25 hours too", () => {
  for (let day = 1; day < 300; day++) equal(dayOf(at(day, 23)) - dayOf(at(day - 1, 0)), 1);
});

test("those that have waited longest come first, and how long the next one takes is known", () => {
  const [one, other] = cards;
  const late = { ...other, due: one.due - 3 };
  equal(dueNow([one, late], at(1)).map((card) => card.id), [late.id, one.id]);
  equal(daysToNext([one, { ...late, due: one.due + 5 }], at(1)), 0);
  equal(daysToNext([{ ...one, due: one.due + 5 }], at(1)), 5);
  equal(daysToNext([], at(1)), null);
});

test("the mistakes of the given seats become cards of the positions before them", () => {
  equal(cards.map((card) => [card.move, card.seat, card.moves, card.mark]), [["m2", 1, ["m1"], "blunder"], ["m3", 0, ["m1", "m2"], "missed"]]);
  equal(cardsOf(review, [0], "", at(1)).map((card) => card.move), ["m3"]);
  const turned = { ...review, options: { b: 1, size: 8 } };
  equal(cardsOf(turned, [0], "", at(9))[0].id, cards[1].id);
  ok(new Set([...cards, ...cardsOf({ ...review, start: "other" }, [0, 1], "", at(1))].map((card) => card.id)).size === 4, "ids differ");
});

test("a deck that was saved reads back", () => {
  const played = [tried(cards[0], true, at(2)), cards[1]];
  const { cards: read, left } = readDeck(fileOf(played));
  equal([tidy(read), left], [tidy(played), 0]);
});

test("foreign, cut and bad files are refused in a sentence, and bad cards are left out", () => {
  const foreign = "This is no deck that was saved here.";
  const cut = "This deck was cut off or changed on its way; save it once more where it came from.";
  for (const text of ["", "x", "7", "null", "[]", "{}", '{"plyground": "games", "games": {}}', '{"plyground": "deck"}', '{"plyground": "deck", "cards": 7}']) equal(said(() => readDeck(text)), foreign, text);
  const whole = fileOf(cards);
  for (const length of [24, 100, whole.length - 3]) equal(said(() => readDeck(whole.slice(0, length))), cut);
  const bad = [null, 7, [], {}, { ...cards[0], id: "x" }, { ...cards[0], moves: ["other"] }, { ...cards[0], box: 99 }, { ...cards[0], due: "soon" }, { ...cards[0], right: 5 },
    { ...cards[0], options: [] }, { ...cards[0], mark: "fine" }, { ...cards[0], lost: 7 }, { ...cards[0], start: "x".repeat(500_000) }, { ...cards[0], moves: Array(601).fill("a1") }];
  const { cards: read, left } = readDeck(fileOf([...bad, cards[1]]));
  equal([tidy(read), left], [tidy([cards[1]]), bad.length]);
  equal(Object.keys(readDeck(fileOf([{ ...cards[0], more: "<script>" }])).cards[0]).includes("more"), false);
});

test("a file adds what is new and what was tried since, takes nothing away, and stops where the deck is full", () => {
  const mine = [tried(cards[0], true, at(3)), cards[1]];
  const theirs = [tried(cards[0], false, at(2)), tried(cards[1], true, at(2)), { ...cards[0], id: "new" }, { ...cards[0], id: "new" }];
  const found = merged(mine, theirs);
  equal([found.fresh.map((card) => card.id), found.newer.map((card) => card.id), found.left], [["new"], [cards[1].id], 0]);
  equal(merged(mine, [1, 2, 3, 4].map((id) => ({ ...cards[0], id })), 4).left, 2);
  equal(merged(mine, mine), { fresh: [], newer: [], left: 0 });
  ok(MOST >= 500, "a deck holds what a player makes");
});

test("moves with blanks are told apart in the lines of a review", () => {
  const lines = { best: { move: "H 2 3", line: ["H 2 3", "Up"] }, made: { line: ["V 0 1", "Down"] } };
  const shown = JSON.stringify(judgement(review, ply(2, "blunder", lines)));
  ok(shown.includes("H 2 3, Up") && shown.includes("V 0 1, Down"), shown);
});
