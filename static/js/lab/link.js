/** Reads links that were pasted where a position is asked for. */

import { ask } from "lib/http.js";
import { fragment } from "./address.js";

/**
 * What a pasted link asks for, as a fragment of this page: a link of the lab itself, of a game after some of its moves, of
 * the page for trees, or of a position to play from. Null if the text is no such link.
 * @param {string} text
 */
export function fragmentOf(text) {
  let address;
  try {
    address = new URL(text, location.origin);
  } catch {
    return null;
  }
  const { pathname, search, hash } = address;
  const [, page, id = ""] = pathname.split("/");
  const asked = new URLSearchParams(search);
  if (page === "lab" && hash.length > 1) return hash;
  if ((page === "g" || page === "embed") && id) return `#${new URLSearchParams({ from: id, ...(asked.has("ply") ? { ply: asked.get("ply") ?? "" } : {}) })}`;
  const tree = new URLSearchParams(hash.slice(1).replaceAll("+", "%2B")).get("tree");
  if (page === "trees" && tree) return fragment({ game: "tree", position: tree });
  if (page === "new" && id && asked.has("position")) return fragment({ game: id, position: asked.get("position") ?? "" });
  return null;
}

/**
 * What a link of elsewhere asks for that carries a whole game, such as a replay link, as a fragment of this page: the
 * position in which the last move is to be made if the game is over, else its last. Null if no game reads the text.
 * @param {string} text
 */
export async function fragmentOfGame(text) {
  if (!text.includes("#")) return null;
  const found = await ask("/api/replays", { record: text });
  if (!found.ok) return null;
  const { game, options, start, moves, result } = found.data;
  const made = moves.map((/** @type {Protocol.Move} */ move) => move.text);
  return fragment({ game, options, position: start, moves: result ? made.slice(0, -1) : made });
}
