/**
 * Where puzzles come from: the server, which looks at each move; while it is away, the puzzles that this browser keeps, whose moves are
 * held against the kept solution. Every function gives what the server gives for the same question.
 */

import { askPosition } from "boards/lib/asking.js";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";

/** @typedef {{id: string, game: string, kind: string, grade: number, exact: boolean, moves: string[], position: string, options: Protocol.Options}} Puzzle */
/** @typedef {{id: string, title: string, kinds: {id: string, title: string, task: string}[]}} Listed */

const AWAY = "unreachable";
const gone = (/** @type {Protocol.Answer} */ found) => !found.ok && found.error.code === AWAY;
const failed = (/** @type {string} */ sentence) => ({ ok: /** @type {const} */ (false), error: { code: AWAY, sentence } });

/** The puzzles of each game that were fetched. @type {Map<string, Promise<Puzzle[]>>} */
const fetched = new Map();

/** The puzzles of a game that this browser keeps; none where it keeps none. @param {string} game @returns {Promise<Puzzle[]>} */
function keptOf(game) {
  const coming = fetched.get(game) ?? ask(`/puzzles/${encodeURIComponent(game)}.json`).then((found) => (found.ok ? found.data.puzzles : []));
  fetched.set(game, coming);
  coming.then((found) => found.length || fetched.delete(game));
  return coming;
}

export class Source {
  /** @param {Listed[]} listed @param {Record<string, [string, string]>} days the puzzle of each day, by game and name */
  constructor(listed, days) {
    this.listed = listed;
    this.days = days;
    /** Whether the last puzzle came from this browser. */
    this.away = false;
  }

  /** One puzzle. @param {string} game @param {string} name @returns {Promise<Protocol.Answer>} */
  async one(game, name) {
    return this.or(await ask(`/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(name)}`), async () => (await keptOf(game)).find(({ id }) => id === name));
  }

  /** The puzzle of a day. @param {string} day @returns {Promise<Protocol.Answer>} */
  async daily(day) {
    const found = await this.or(await ask(`/api/puzzles/daily?day=${day}`), async () => {
      const [game, name] = this.days[day] ?? [];
      return game ? (await keptOf(game)).find(({ id }) => id === name) : undefined;
    });
    if (found.ok && this.away) return { ok: true, data: { ...found.data, day } };
    return gone(found) ? failed(_("The puzzle of this day needs the server, which cannot be reached. Others can be solved.")) : found;
  }

  /** A further puzzle of a game, or of any for "". @param {{game: string, kind: string, grade: number}} wanted @returns {Promise<Protocol.Answer>} */
  async next({ game, kind, grade }) {
    const seed = String(Math.floor(Math.random() * 2 ** 40));
    const found = await ask(`/api/puzzles/next?${new URLSearchParams({ game, kind, grade: String(grade), seed })}`);
    return this.or(found, async () => {
      const among = (await keptOf(game || any(this.listed).id)).filter((each) => !kind || each.kind === kind);
      const least = Math.min(...among.map((each) => Math.abs(each.grade - grade)));
      return any(among.filter((each) => Math.abs(each.grade - grade) === least));
    });
  }

  /** What a move comes to after those of the solution that were found. @param {Puzzle} puzzle @param {string[]} moves @param {string} move @returns {Promise<Protocol.Answer>} */
  async tried({ game, id }, moves, move) {
    const found = await ask(`/api/puzzles/${game}/${id}`, { moves, move });
    const puzzle = gone(found) ? (await keptOf(game)).find((each) => each.id === id) : null;
    if (!puzzle) return found;
    const made = await at(puzzle, [...moves, move]);
    if (!made.ok) return made;
    const text = made.data.moves.at(-1);
    const told = { move: text, moves: [...moves, text], line: [], worth: {}, away: true };
    if (text !== puzzle.moves[moves.length]) return { ok: true, data: { ...told, right: false } };
    const seats = await moversOf(puzzle);
    let count = moves.length + 1;
    while (count < puzzle.moves.length && seats[count] !== seats[0]) count += 1;
    return { ok: true, data: { ...told, right: true, moves: puzzle.moves.slice(0, count), done: count === puzzle.moves.length } };
  }

  /** @param {Puzzle} puzzle @returns {Promise<Protocol.Answer>} */
  async solution({ game, id }) {
    const found = await ask(`/api/puzzles/${game}/${id}/solution`);
    const puzzle = gone(found) ? (await keptOf(game)).find((each) => each.id === id) : null;
    return puzzle ? { ok: true, data: { moves: puzzle.moves } } : found;
  }

  /** What the server answered, or else the puzzle that this browser keeps, as the server would show it. @param {Protocol.Answer} found @param {() => Promise<Puzzle | undefined>} kept @returns {Promise<Protocol.Answer>} */
  async or(found, kept) {
    this.away = gone(found);
    const puzzle = this.away ? await kept() : undefined;
    return puzzle ? this.shown(puzzle) : found;
  }

  /** @param {Puzzle} puzzle @returns {Promise<Protocol.Answer>} */
  async shown({ moves, ...puzzle }) {
    const { game, options, position } = puzzle;
    const [here, named, seats] = await Promise.all([
      at(puzzle, []),
      askPosition("/api/replays", { game, record: JSON.stringify({ plyground: 1, game, options, start: position, moves: [] }) }),
      moversOf({ ...puzzle, moves }),
    ]);
    if (!here.ok || !named.ok) return here.ok ? named : here;
    const { view } = here.data;
    const about = /** @type {Listed} */ (this.listed.find(({ id }) => id === game));
    const kind = about.kinds.find(({ id }) => id === puzzle.kind);
    const own = seats.filter((seat) => seat === seats[0]).length;
    return { ok: true, data: { ...puzzle, title: about.title, kind_title: kind?.title, task: kind?.task, seat: view.to_move, seat_name: named.data.seats[view.to_move].name, own_moves: own, view } };
  }
}

/** @template T @param {T[]} all @returns {T} */
const any = (all) => all[Math.floor(Math.random() * all.length)];

/** @param {Pick<Puzzle, "game" | "options" | "position">} puzzle @param {string[]} moves */
const at = ({ game, options, position }, moves) => askPosition("/api/position", { game, options, position, moves });

/** Whose each move of the solution is. @param {Puzzle} puzzle @returns {Promise<number[]>} */
async function moversOf(puzzle) {
  const found = await Promise.all(puzzle.moves.map((_each, count) => at(puzzle, puzzle.moves.slice(0, count))));
  return found.map((each) => (each.ok ? each.data.view.to_move : -1));
}
