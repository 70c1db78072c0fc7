/** The deck of this device: one entry of the browser's memory for each card, so that two open pages take nothing from each other. */

import { keep, keepAmong, keptAmong, recallData } from "lib/kept.js";
import { merged, MOST } from "./cards.js";

const CARDS = "plyground.mistake.";
const REVIEWED = "plyground.reviewed.";

/** All cards. @returns {Review.Card[]} */
export const deck = () => keptAmong(CARDS).map((id) => recallData(CARDS + id)?.card).filter(Boolean);

/** Keep a card as it is now. Whether that worked. @param {Review.Card} card */
export function keepCard(card) {
  keepAmong(CARDS, card.id, { card }, MOST);
  return recallData(CARDS + card.id)?.card?.seen === card.seen;
}

/** Take a card out. @param {string} id */
export const dropCard = (id) => keep(CARDS + id, null);

/**
 * Add cards to the deck: how many were new, how many went on from elsewhere, and how many found no room.
 * @param {Review.Card[]} cards @returns {{fresh: number, newer: number, left: number}}
 */
export function addCards(cards) {
  const { fresh, newer, left } = merged(deck(), cards);
  const kept = [...fresh, ...newer].filter(keepCard).length;
  return { fresh: Math.min(kept, fresh.length), newer: Math.max(0, kept - fresh.length), left: left + fresh.length + newer.length - kept };
}

/** Whether the mistakes of a game have been put into the deck. @param {string} id */
export const wasReviewed = (id) => recallData(REVIEWED + id) !== null;

/** Remember that they have. @param {string} id */
export const keepReviewed = (id) => keepAmong(REVIEWED, id, {}, MOST);
