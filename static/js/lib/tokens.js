/**
 * Keeps this browser's secret tokens, game by game: read once from the address's fragment, then kept in local storage,
 * so that the address can be shown and shared without giving a seat away.
 *
 * Names are as the protocol has them: `s0` is the token of seat 0, `i1` that of a seat to invite someone to, `d` the
 * director's.
 */

/** @typedef {Record<string, string>} Tokens */

const PREFIX = "plyground.game.";
const KEPT = 200;

/** The tokens written in a fragment such as `#s0=AAA&i1=BBB`. @param {string} fragment */
export function parseFragment(fragment) {
  /** @type {Tokens} */
  const found = {};
  for (const [name, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    if (/^([si]\d{1,2}|d)$/.test(name) && value) found[name] = value;
  }
  return found;
}

/** A fragment that `parseFragment` reads back. @param {Protocol.Tokens} tokens */
export const writeFragment = (tokens) => "#" + new URLSearchParams(tokens).toString();

/** What is stored for a game; empty where storage is closed or the entry is damaged. @param {string} id */
export function storedTokens(id, storage = localStorage) {
  try {
    return JSON.parse(storage.getItem(PREFIX + id) ?? "{}").tokens ?? {};
  } catch {
    return {};
  }
}

/** Store a game's tokens; of very many games the oldest are forgotten. @param {string} id @param {Protocol.Tokens} tokens */
export function storeTokens(id, tokens, storage = localStorage) {
  try {
    const keys = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
    if (keys.length >= KEPT) {
      const age = (/** @type {string} */ key) => JSON.parse(storage.getItem(key) ?? "{}").at ?? 0;
      keys.sort((a, b) => age(a) - age(b));
      for (const key of keys.slice(0, keys.length - KEPT + 1)) storage.removeItem(key);
    }
    storage.setItem(PREFIX + id, JSON.stringify({ tokens, at: Date.now() }));
  } catch {
    // Private windows may refuse storage; the seat then lasts as long as the page.
  }
}

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
