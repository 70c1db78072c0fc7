/** Has a game reviewed by the server, and waits until it is. */

import { ask } from "lib/http.js";
import { storedTokens } from "lib/tokens.js";
import { resultOf } from "lib/device_games.js";

const POLL_MS = 400;

/**
 * The review of a game; null once `going` says that nobody waits any more.
 * @param {any} request what `/api/reviews` takes
 * @param {(done: number, of: number) => void} tell @param {() => boolean} going
 * @returns {Promise<{key: string, review: Review.Review} | {sentence: string} | null>}
 */
export async function reviewed(request, tell, going = () => true) {
  let found = await ask("/api/reviews", request);
  while (going()) {
    if (!found.ok) return { sentence: found.error.sentence };
    const { key, state, done, of, review, sentence } = found.data;
    if (state === "failed") return { sentence };
    tell(done, of);
    if (state === "done") return { key, review };
    await new Promise((wake) => setTimeout(wake, POLL_MS));
    found = await ask(`/api/reviews/${key}`);
    if (!found.ok && found.error.code === "no_such_review") found = await ask("/api/reviews", request);
  }
  return null;
}

/** The seats of a game that were played on this device. @param {string} id @returns {number[]} */
export const ownSeats = (id) =>
  resultOf(id)?.yours ?? Object.keys(storedTokens(id)).filter((name) => name[0] === "s").map((name) => Number(name.slice(1)));

/** A card's game, up to the move that was played there, as the address of a review. @param {Review.Card} card */
export const recordOf = ({ game, options, start, moves, move }) => JSON.stringify({ plyground: 1, game, options, start, moves: [...moves, move] });
