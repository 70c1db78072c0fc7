/** Goes through one's own games that have ended, has each reviewed, and puts its mistakes into the deck. */

import { results } from "lib/device_games.js";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";
import { ownSeats, reviewed } from "./asking.js";
import { cardsOf } from "./cards.js";
import { addCards, keepReviewed, wasReviewed } from "./deck_store.js";

/** So many at a time: a review takes seconds, and the server takes ten a minute. */
const AT_ONCE = 8;

/** The games that ended on this device and were not reviewed yet, the latest first. */
export const notReviewed = () => results().filter((card) => card.ply > 0 && card.yours.length && !wasReviewed(card.id));

/** Put the mistakes of a reviewed game of one's own into the deck: how many were new. @param {Review.Review} review @param {string} id */
export function takeMistakes(review, id) {
  const { fresh, left } = addCards(cardsOf(review, ownSeats(id), id, Date.now()));
  if (!left) keepReviewed(id);
  return fresh;
}

/**
 * @param {Games.Card[]} games
 * @param {(looking: {title: string, at: number, of: number, done: number, plies: number}, fresh: number) => void} tell
 * @returns {Promise<string>} what went wrong, "" if nothing did
 */
export async function lookThrough(games, tell) {
  const some = games.slice(0, AT_ONCE);
  for (const [at, { id, title, game }] of some.entries()) {
    const now = { title, at: at + 1, of: some.length, done: 0, plies: 1 };
    tell(now, 0);
    const record = await ask(`/api/games/${encodeURIComponent(id)}/record`);
    if (!record.ok) {
      if (record.error.code === "unreachable") return record.error.sentence;
      keepReviewed(id); // the server no longer has it
      continue;
    }
    const found = await reviewed({ record: JSON.stringify(record.data), game }, (done, plies) => tell({ ...now, done, plies }, 0));
    if (!found) return _("The review was given up.");
    if ("sentence" in found) return found.sentence;
    tell(now, takeMistakes(found.review, id));
  }
  return "";
}
