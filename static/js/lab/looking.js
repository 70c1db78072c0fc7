/** Asks the server what a position is, and for the position of a game that is played here. */

import { ask } from "lib/http.js";

/** A question about no more than a game. */
export const EMPTY = { options: {}, position: "", moves: [] };

/**
 * What a position is and which searches fit it; a text that is no position is tried as a record.
 * @param {{game: string, options: Protocol.Options, position?: string, moves: string[]}} asked
 */
export async function look({ game, options, position, moves }) {
  const answer = await ask("/api/lab/look", { game, options, ...(position ? { position } : {}), moves });
  if (answer.ok || !position || moves.length) return answer;
  const record = await ask("/api/lab/look", { game, record: position });
  return record.ok ? record : answer;
}

/** The position of a game that is played here, after some of its moves or all. @param {string} id @param {number | null} ply */
export async function positionOf(id, ply) {
  const answer = await ask(`/api/games/${encodeURIComponent(id)}/record`);
  if (!answer.ok) return answer;
  const { game, options, start, moves } = answer.data;
  const texts = moves.slice(0, ply ?? moves.length).map((/** @type {Protocol.Move} */ { text }) => text);
  return { ...answer, data: { game, options, position: start, moves: texts } };
}
