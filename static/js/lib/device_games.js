/** The games of this browser: those whose tokens it keeps, how those that ended came out, and the list as a file. */

import { keepAmong, keep, keptAmong, recall, recallData } from "./kept.js";
import { _ } from "./messages.js";
import { GAMES, storedTokens, storeTokens, TOKEN } from "./tokens.js";

const RESULTS = "plyground.result.";
const NICKNAME = "plyground.nickname";
const MOST_RESULTS = 500;
const BOARDS = "plyground.board-of.";
const MOST_BOARDS = 50;
const ID = /^[A-Za-z0-9]{1,64}$/;
const LONGEST_TOKEN = 200;

/** The ids of the games with tokens, the latest first. */
export const ownIds = () => keptAmong(GAMES);

/** The tokens that open seats, of a game. @param {string} id */
export const seatTokens = (id) => Object.entries(storedTokens(id)).filter(([name]) => name[0] === "s").map(([, token]) => token);

/** The games that are known to have ended, the latest first. @returns {Games.Card[]} */
export const results = () => keptAmong(RESULTS).map((id) => recallData(RESULTS + id)?.card).filter(Boolean);

/** How a game ended, null while that is not known. @param {string} id @returns {Games.Card | null} */
export const resultOf = (id) => recallData(RESULTS + id)?.card ?? null;

/** Keep how a game ended. @param {Games.Card} card */
export const keepResult = (card) => keepAmong(RESULTS, card.id, { card }, MOST_RESULTS);

/** The games of people side by side that this device carries on by itself, the latest first. @returns {Device.Game[]} */
export const boardsKept = () => keptAmong(BOARDS).map((id) => recallData(BOARDS + id)?.record).filter(Boolean);

/** Keep such a game, and of others in which nobody has moved none. @param {Device.Game} record */
export function keepBoard(record) {
  for (const { id, moves } of boardsKept()) if (!moves.length && id !== record.id) forget(id);
  keepAmong(BOARDS, record.id, { record }, MOST_BOARDS);
}

/** Forget a game on this device. @param {string} id */
export const forget = (id) => [GAMES, RESULTS, BOARDS].forEach((prefix) => keep(prefix + id, null));

/** All of it, for a file or another device. @returns {Games.List & {plyground: string}} */
export function wholeList() {
  return {
    plyground: "games",
    games: Object.fromEntries(ownIds().map((id) => [id, storedTokens(id)])),
    results: Object.fromEntries(results().map((card) => [card.id, card])),
    nickname: recall(NICKNAME) ?? "",
  };
}

/**
 * What a file or another device gave; entries that are none are left out. Throws a sentence.
 * @param {any} given @returns {Games.List}
 */
export function readList(given) {
  if (given?.plyground !== "games" || typeof given.games !== "object" || !given.games) {
    throw new Error(_("This is no list of games that was saved here."));
  }
  const games = Object.entries(given.games).flatMap(([id, tokens]) => {
    const sound = Object.entries(tokens ?? {}).filter(([name, token]) => TOKEN.test(name) && typeof token === "string" && token.length <= LONGEST_TOKEN);
    return ID.test(id) && sound.length ? [[id, Object.fromEntries(sound)]] : [];
  });
  const ended = Object.entries(given.results ?? {}).filter(([id, card]) => ID.test(id) && isResult(id, card));
  const nickname = typeof given.nickname === "string" ? given.nickname.slice(0, 20) : "";
  return { games: Object.fromEntries(games), results: Object.fromEntries(ended), nickname };
}

/** Whether this can be drawn as a game that ended. @param {string} id @param {any} card */
function isResult(id, card) {
  return (
    card?.id === id && card.status === "finished" && typeof card.game === "string" && typeof card.title === "string" &&
    Array.isArray(card.seats) && card.seats.every((/** @type {any} */ seat) => typeof seat?.name === "string") &&
    Array.isArray(card.yours) && Array.isArray(card.result?.returns)
  );
}

/** Add a list to what this browser has: how many games are new to it. @param {Games.List} list */
export function takeList({ games, results: ended, nickname }) {
  const known = new Set([...ownIds(), ...keptAmong(RESULTS)]);
  for (const [id, tokens] of Object.entries(games).reverse()) storeTokens(id, { ...tokens, ...storedTokens(id) });
  for (const card of Object.values(ended).reverse()) keepResult(card);
  if (nickname && !recall(NICKNAME)) keep(NICKNAME, nickname);
  return new Set([...Object.keys(games), ...Object.keys(ended)].filter((id) => !known.has(id))).size;
}
