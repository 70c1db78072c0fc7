/** The server's answers about positions and written games, given by the rules in the browser: the same objects for the same questions. */

import { Refused } from "./local.js";

/** So many views are given at once. */
const MOST_VIEWS = 64;

/** Which of the server's addresses are answered here. */
const ANSWERED = /^\/api\/(position|replays|replays\/views)(?:\?|$)/;

/** Which game a question is about, "" where it cannot be answered here. @param {string} address @param {any} body @returns {string} */
export function gameOf(address, body) {
  if (!ANSWERED.test(address)) return "";
  return body?.game ?? written(body?.record)?.game ?? "";
}

/** The map that a question names, if any. @param {any} body @returns {string} */
export const mapOf = (body) => (written(body?.record) ?? body)?.options?.map ?? "";

/** The program's own record; null for one in another notation. @param {any} record */
function written(record) {
  try {
    const found = typeof record === "string" ? JSON.parse(record) : record;
    return found?.plyground === 1 ? found : null;
  } catch {
    return null;
  }
}

/**
 * The answer to a question; null for one that only the server can answer.
 * @param {import("./local.js").Rules} rules @param {string} address @param {any} body @returns {Protocol.Answer | null}
 */
export function answer(rules, address, body) {
  const [path, query = ""] = address.split("?");
  const record = body.record ? written(body.record) : { options: body.options, start: body.position, moves: body.moves };
  if (!record || body.line || body.premove_of !== undefined) return null;
  try {
    const game = played(rules, record);
    if (path === "/api/position") return { ok: true, data: ended(rules, game) };
    const asked = new URLSearchParams(query);
    if (path === "/api/replays/views") return { ok: true, data: { views: views(rules, game, Number(asked.get("from") ?? 0), asked.get("to")) } };
    return { ok: true, data: shown(rules, game) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, error: error.refusal };
    throw error;
  }
}

/** @typedef {{options: Protocol.Options, positions: any[], moves: Protocol.Move[]}} Played */

/** All positions of a game. @param {import("./local.js").Rules} rules @param {{options?: Protocol.Options, start?: string | null, moves?: string[]}} record @returns {Played} */
function played(rules, { options: given, start, moves: texts }) {
  const options = rules.options(given ?? {});
  const positions = [start ? rules.read(start, options) : rules.initial(options)];
  const moves = (texts ?? []).map((text, ply) => {
    const before = positions[ply];
    const { position, effect } = rules.play(before, text);
    positions.push(position);
    return { ply, seat: rules.toMove(before), text: effect.text, effect, choice: null };
  });
  return { options, positions, moves };
}

/** @param {import("./local.js").Rules} rules @param {Played} game */
function ended(rules, { options, positions, moves }) {
  const last = positions[positions.length - 1];
  const seat = rules.returns(last) ? null : rules.toMove(last);
  return {
    view: rules.view(last, seat), text: rules.text(last), start: rules.text(positions[0]), options,
    moves: moves.map(({ text }) => text), seats: rules.seats(last),
  };
}

/** @param {import("./local.js").Rules} rules @param {Played} game @param {number} from @param {string | null} to */
function views(rules, { positions }, from, to) {
  const end = Math.min(from + MOST_VIEWS, to === null ? Infinity : Number(to) + 1);
  return positions.slice(from, end).map((position) => rules.view(position, null));
}

/** @param {import("./local.js").Rules} rules @param {Played} game */
function shown(rules, { options, positions, moves }) {
  const last = positions[positions.length - 1];
  const view = rules.view(last, null);
  return {
    id: "", ...rules.named(), options, start: rules.text(positions[0]), ply: moves.length, moves, view,
    seats: Array.from({ length: rules.seats(last) }, (_each, seat) => ({ seat, name: rules.seatName(seat) })),
    status: view.returns ? "finished" : "live", result: view.returns ? { sentence: view.ending } : null,
    line: 0, lines: [], remarks: {}, about: {}, told: [],
  };
}
