/**
 * Keeps this browser's secret tokens, game by game: read once from the address's fragment, then kept in local storage,
 * so that the address can be shown and shared without giving a seat away.
 *
 * Names are as the protocol has them: `s0` is the token of seat 0, `i1` that of a seat to invite someone to, `d` the
 * director's. Beside them stand `o0` and `od`, for which a new one is on its way.
 */

import { keepAmong, recallData } from "./kept.js";

/** @typedef {Record<string, string>} Tokens */

/** What stands before a game's id in the name under which its tokens are kept. */
export const GAMES = "plyground.game.";
/** The names of tokens. */
export const TOKEN = /^([sio]\d{1,2}|o?d)$/;
const KEPT = 200;

/** A new token, as random as the server's. */
export const newKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** The tokens written in a fragment such as `#s0=AAA&i1=BBB`. @param {string} fragment */
export function parseFragment(fragment) {
  /** @type {Tokens} */
  const found = {};
  for (const [name, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    if (TOKEN.test(name) && value) found[name] = value;
  }
  return found;
}

/** A fragment that `parseFragment` reads back. @param {Protocol.Tokens} tokens */
export const writeFragment = (tokens) => "#" + new URLSearchParams(tokens).toString();

/** What is stored for a game; empty where storage is closed or the entry is damaged. @param {string} id @returns {Tokens} */
export const storedTokens = (id) => recallData(GAMES + id)?.tokens ?? {};

/** Store a game's tokens; of very many games the oldest are forgotten. @param {string} id @param {Protocol.Tokens} tokens */
export const storeTokens = (id, tokens) => keepAmong(GAMES, id, { tokens }, KEPT);

/**
 * The tokens that this browser holds for a game: the stored ones and those in the address, which is then cleaned.
 * An invitation that has been accepted in this same browser is a seat here.
 * @param {string} id
 */
export function collectTokens(id) {
  const given = parseFragment(location.hash);
  const tokens = { ...storedTokens(id), ...given };
  if (Object.keys(given).length) {
    storeTokens(id, tokens);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return tokens;
}

/** The tokens to show when joining: seats and director, not the invitations. @param {Protocol.Tokens} tokens */
export const joiningTokens = (tokens) =>
  Object.entries(tokens)
    .filter(([name]) => !name.startsWith("i"))
    .map(([, token]) => token);
