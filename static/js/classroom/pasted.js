/** What a teacher pasted: a link of a game, of the laboratory or of a setup page on this server, or the text of a position. */

import { fragment, readFragment } from "../lab/address.js";

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

/** A choice to ask for, from the teacher's lines; null where it is none yet. @param {Classroom.Draft} draft */
export function ownQuestion({ prompt, kind, lines, right, value }) {
  const words = prompt.trim();
  if (kind === "value") {
    const number = Number(value.trim().replace("−", "-").replace(",", "."));
    if (!words || !value.trim() || !Number.isFinite(number)) return null;
    return { kind, prompt: words, right: String(number) };
  }
  const kept = lines.map((line, at) => ({ label: line.trim(), at })).filter(({ label }) => label);
  if (!words || kept.length < 2) return null;
  const choices = kept.map(({ label }, at) => ({ text: String.fromCharCode(97 + at), label }));
  const place = kept.findIndex(({ at }) => at === right);
  return { kind: "choice", prompt: words, choices, ...(place >= 0 ? { right: choices[place].text } : {}) };
}
