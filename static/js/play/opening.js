/** New games out of this one: a written game that was pasted, and going on from an earlier position. Loaded when wanted. */

import { ask } from "lib/http.js";

/** @typedef {{ui(change: Partial<Play.Ui>): void, enter(made: {id: string, url?: string, tokens?: Protocol.Tokens}): void}} How */

/**
 * Open a written game as a new one: its moves played, the reader at all seats of people.
 * @param {Protocol.Snapshot} game @param {How} how @param {string} text @returns {Promise<Protocol.Answer>}
 */
export async function openRecord(game, { ui, enter }, text) {
  const read = await ask("/api/position", { game: game.game, options: game.options, record: text });
  if (!read.ok) {
    ui({ recordError: read.error.sentence });
    return read;
  }
  const { options, start: position, moves } = read.data;
  const people = game.seats.map(() => ({ kind: "person" }));
  const make = (/** @type {string[]} */ played) =>
    ask("/games", { game: game.game, options, position, moves: played, seats: people });
  let made = await make(moves);
  // A finished game cannot be played on; one move before its end it can, and all of it can be looked through.
  if (!made.ok && made.error.code === "game_finished" && moves.length) made = await make(moves.slice(0, -1));
  if (made.ok) enter(made.data);
  else ui({ recordError: made.error.sentence });
  return made;
}

/** Go on from a ply against a bot. @param {Protocol.Snapshot} game @param {How} how @param {number} ply @param {string} level */
export async function continueFrom(game, { ui, enter }, ply, level) {
  const made = await ask(`/api/games/${game.id}/continue`, level ? { ply, level } : { ply });
  if (made.ok) enter(made.data);
  else ui({ continueError: made.error.sentence });
}
