/** What a person names a position by: a link of a game, of the lab, of trees or of a setup page, a whole game, a record, or a text. */

import { ask } from "lib/http.js";
import { fragment, readFragment } from "./address.js";

/**
 * @typedef {{kind: "stage", link: string} | {kind: "game", id: string, ply: number | null} | {kind: "position", game: string, options: Protocol.Options,
 *   position: string, moves: string[]} | {kind: "text", text: string} | {kind: "nothing"}} Pasted
 */

/** @param {string} text @returns {Pasted} throws where a link of the laboratory is damaged */
export function readPasted(text) {
  const trimmed = text.trim();
  if (!trimmed) return { kind: "nothing" };
  const lab = /\/lab(#\S.*)$/.exec(trimmed);
  if (lab) return fromLab(decoded(lab[1]));
  const game = /\/(?:g|embed)\/([\w-]+)(?:\?(?:\S*&)?(?:ply|start)=(\d+))?/.exec(trimmed);
  if (game) return { kind: "game", id: game[1], ply: game[2] === undefined ? null : Number(game[2]) };
  const trees = /\/trees#(\S.*)$/.exec(trimmed);
  const tree = trees && new URLSearchParams(trees[1].replaceAll("+", "%2B")).get("tree");
  if (tree) return { kind: "position", game: "tree", options: {}, position: tree, moves: [] };
  const setup = /\/new\/(\w+)(?:\?(\S*))?$/.exec(trimmed);
  if (setup) {
    const { position = "", moves = "", ...options } = Object.fromEntries(new URLSearchParams(setup[2] ?? ""));
    return { kind: "position", game: setup[1], options, position, moves: moves ? moves.split(",") : [] };
  }
  return { kind: "text", text: trimmed };
}

/** A browser copies the fragment as it is or with its signs escaped; both are read. @param {string} hash */
const decoded = (hash) => hash.replace(/%(?![0-9a-f]{2})/gi, "%25");

/** @param {string} hash @returns {Pasted} */
function fromLab(hash) {
  const question = readFragment(hash);
  if (!question) return { kind: "text", text: hash };
  const { game, options, position, moves, search } = question;
  if (search) return { kind: "stage", link: `/lab${fragment(question)}` };
  return { kind: "position", game, options, position, moves };
}

/**
 * What a pasted link asks the lab for, as a fragment of its page; null if the text is no such link. A link of elsewhere that carries
 * a whole game gives the position in which the last move is to be made if the game is over, else its last.
 * @param {string} text
 */
export async function fragmentOf(text) {
  const [, lab] = /\/lab(#\S+)$/.exec(text) ?? [];
  if (lab) return lab;
  const found = readPasted(text);
  if (found.kind === "game") return `#${new URLSearchParams({ from: found.id, ...(found.ply === null ? {} : { ply: String(found.ply) }) })}`;
  if (found.kind === "position") {
    const { kind: __, ...question } = found;
    return fragment(question);
  }
  if (!text.includes("#")) return null;
  const read = await ask("/api/replays", { record: text });
  if (!read.ok) return null;
  const { game, options, start, moves, result } = read.data;
  const made = moves.map((/** @type {Protocol.Move} */ move) => move.text);
  return fragment({ game, options, position: start, moves: result ? made.slice(0, -1) : made });
}
