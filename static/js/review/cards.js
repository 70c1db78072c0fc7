/** The cards of the deck: made of the mistakes of a review, written to a file and read from one. Nothing here touches the page or the device. */

import { _ } from "lib/messages.js";
import { BAD } from "./marks.js";
import { DAYS, dayOf } from "./schedule.js";

/** Files beyond this are not read, in bytes; a deck that is full has about half of it. */
export const LARGEST_FILE = 8_000_000;
/** Cards that a deck holds. */
export const MOST = 500;
const MOST_MOVES = 600;
const LONGEST = { id: 40, game: 40, title: 200, start: 400_000, move: 2_000, mark: 20, from: 64 };
const MOST_OPTIONS = 40;

/** A short name for a text, the same everywhere: the 53 bits of cyrb53. @param {string} text */
function named(text) {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** What tells a card from all others: its position. @param {Pick<Review.Card, "game" | "options" | "start" | "moves">} card */
const idOf = ({ game, options, start, moves }) => named(JSON.stringify([game, Object.entries(options).sort(), start, moves]));

/** The mistakes of a review as new cards, of the seats that are given; `from` is the id of the game that was played here, "" without. @param {Review.Review} review @param {number[]} seats @param {string} from @param {number} now @returns {Review.Card[]} */
export const cardsOf = (review, seats, from, now) =>
  review.plies.filter((ply) => BAD.includes(ply.mark) && seats.includes(ply.seat)).map((ply) => cardOf(review, ply, from, now));

/** One mistake as a new card. @param {Review.Review} review @param {Review.Ply} ply @param {string} from @param {number} now @returns {Review.Card} */
export function cardOf(review, ply, from, now) {
  const { game, title, options, start } = review;
  const moves = review.moves.slice(0, ply.ply - 1);
  const { seat, move, mark } = ply;
  const line = ply.best.line.slice(0, 6);
  const shown = { game, options, start, moves };
  return { ...shown, id: idOf(shown), title, seat, move, line, mark, lost: ply.lost.chance, before: ply.chances[0], from, box: 0, due: dayOf(now), tries: 0, right: 0, seen: 0 };
}

/** A deck as the text of a file. @param {Review.Card[]} cards */
export const fileOf = (cards) => JSON.stringify({ plyground: "deck", cards }, null, 1);

/**
 * The cards of a file, and how many of it were none. Throws a sentence.
 * @param {string} text @returns {{cards: Review.Card[], left: number}}
 */
export function readDeck(text) {
  /** @type {any} */
  let given;
  try {
    given = JSON.parse(text);
  } catch {
    if (/^\s*\{\s*"plyground":\s*"deck"/.test(text)) throw new Error(_("This deck was cut off or changed on its way; save it once more where it came from."));
    throw new Error(_("This is no deck that was saved here."));
  }
  if (given?.plyground !== "deck" || !Array.isArray(given.cards)) throw new Error(_("This is no deck that was saved here."));
  const cards = given.cards.map(readCard).filter((/** @type {Review.Card | null} */ card) => card !== null);
  return { cards, left: given.cards.length - cards.length };
}

const whole = (/** @type {unknown} */ number, /** @type {number} */ least, /** @type {number} */ most) => Number.isInteger(number) && Number(number) >= least && Number(number) <= most;
const share = (/** @type {unknown} */ number) => typeof number === "number" && number >= 0 && number <= 1;
const texts = (/** @type {unknown} */ given) => Array.isArray(given) && given.length <= MOST_MOVES && given.every((each) => typeof each === "string" && each.length <= LONGEST.move);

/** A card, or null for what is none. @param {any} card @returns {Review.Card | null} */
function readCard(card) {
  const words = typeof card === "object" && card && Object.entries(LONGEST).every(([name, most]) => typeof card[name] === "string" && card[name].length <= most);
  if (!words || !texts(card.moves) || !texts(card.line) || !BAD.includes(card.mark) || !share(card.lost) || !share(card.before)) return null;
  const { options } = card;
  if (typeof options !== "object" || !options || Array.isArray(options) || Object.keys(options).length > MOST_OPTIONS) return null;
  if (!whole(card.seat, 0, 15) || !whole(card.box, 0, DAYS.length - 1) || !whole(card.due, 0, 1e6) || !whole(card.tries, 0, 1e6) || !whole(card.right, 0, card.tries) || !whole(card.seen, 0, 1e15)) return null;
  if (card.id !== idOf(card)) return null;
  const { id, game, title, start, moves, seat, move, line, mark, lost, before, from, box, due, tries, right, seen } = card;
  return { id, game, title, options, start, moves, seat, move, line, mark, lost, before, from, box, due, tries, right, seen };
}

/**
 * What a deck gets from other cards: those that it does not have, and those that were tried there since. Cards beyond `most` are left out.
 * @param {Review.Card[]} deck @param {Review.Card[]} others @param {number} [most] @returns {{fresh: Review.Card[], newer: Review.Card[], left: number}}
 */
export function merged(deck, others, most = MOST) {
  const known = new Map(deck.map((card) => [card.id, card]));
  const given = [...new Map(others.map((card) => [card.id, card])).values()];
  const fresh = given.filter((card) => !known.has(card.id));
  const newer = given.filter((card) => card.seen > (known.get(card.id)?.seen ?? Infinity));
  const room = Math.max(0, most - deck.length);
  return { fresh: fresh.slice(0, room), newer, left: Math.max(0, fresh.length - room) };
}
