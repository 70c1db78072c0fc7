/**
 * Reads a view: who holds each river, what each punter has, and what the reader may do. The one place that knows how the
 * server writes it (docs/protocol.md).
 *
 * @typedef {{futures: boolean, splurges: boolean, options: boolean}} Settings
 * @typedef {{owners: Int8Array, second: Map<number, number>, scores: number[], pays: number[][], credits: number[],
 *   optionsLeft: number[], settings: Settings, mover: number, turn: number, turns: number}} Held `owners` by river, -1 free;
 *   `second` by river the punter who uses an owned one by an option; `pays` by punter and mine
 * @typedef {import("./map.js").GameMap} GameMap
 */

const SEATS = "0123456789abcdefg";
const FREE = ".";

/** @param {any} view @param {GameMap} map @returns {Held} */
export function read(view, map) {
  const owners = new Int8Array(map.rivers);
  const second = new Map();
  for (let river = 0; river < map.rivers; river++) {
    owners[river] = SEATS.indexOf(view.owners[river]);
    if (view.sharers[river] !== FREE) second.set(river, SEATS.indexOf(view.sharers[river]));
  }
  return {
    owners,
    second,
    scores: view.scores,
    pays: view.pays,
    credits: view.credits ?? [],
    optionsLeft: view.options_left ?? [],
    settings: view.settings,
    mover: view.to_move,
    turn: view.turn,
    turns: view.turns,
  };
}

/** Whether bets are being placed. @param {any} view */
export const isBetting = (view) => view.phase === "futures" && !view.returns;

/** What tells a position from others on the same map. @param {any} view */
export const nameOf = ({ text, owners, sharers, turn, bets_laid: laid }) => text ?? [turn, laid, owners, sharers].join(" ");

/** The bets that the reader may know. @param {any} view @param {GameMap} map */
export function betsOf(view, map) {
  /** @type {{mine: number, site: number, seat: number}[]} */
  const found = [];
  for (const [seat, bets] of view.futures.entries()) {
    for (const { mine, target } of bets ?? []) {
      found.push({ mine: map.index.get(mine) ?? 0, site: map.index.get(target) ?? 0, seat });
    }
  }
  return found;
}

/** How a punter may take a river: "claim", "option" or "". @param {Held} held @param {number} river @param {number} seat */
export function kindOf({ owners, second, optionsLeft, settings }, river, seat) {
  if (owners[river] < 0) return "claim";
  if (!settings.options || owners[river] === seat || second.has(river) || !optionsLeft[seat]) return "";
  return "option";
}

/**
 * The rivers that a move's text names, by index; none for a pass, a bet, or a text that names no river of this map.
 * @param {GameMap} map @param {string} text @param {(river: number) => boolean} [fits] which of twins is meant
 */
export function riversOf(map, text, fits = () => true) {
  const [ends, place] = text.replace(/^(splurge|option|claim)\s+/i, "").split("#");
  const sites = ends.split("-").map((id) => map.index.get(Number(id)));
  /** @type {number[]} */
  const rivers = [];
  for (let at = 1; at < sites.length; at++) {
    const [a, b] = [sites[at - 1], sites[at]];
    if (a === undefined || b === undefined) return [];
    const ways = map.between(a, b).filter((river) => !rivers.includes(river));
    if (!ways.length || (place && !ways[Number(place) - 1])) return [];
    if (place) return [ways[Number(place) - 1]];
    rivers.push(ways.find(fits) ?? ways[ways.length - 1]);
  }
  return rivers;
}

/** The view with an own move made, as far as the map shows it; scores wait for the server. @param {any} view @param {GameMap} map @param {string} text */
export function afterMove(view, map, text) {
  const seat = view.to_move;
  const owners = [...view.owners];
  const sharers = [...view.sharers];
  for (const river of riversOf(map, text, (one) => owners[one] === FREE)) {
    if (owners[river] === FREE) owners[river] = SEATS[seat];
    else if (owners[river] !== SEATS[seat]) sharers[river] = SEATS[seat];
  }
  const last = { text, rivers: riversOf(map, text), seat };
  return { ...view, owners: owners.join(""), sharers: sharers.join(""), last };
}

/** The view of an empty map. @param {any} view @param {GameMap} map */
export const emptied = (view, map) => ({
  ...view,
  owners: FREE.repeat(map.rivers),
  sharers: FREE.repeat(map.rivers),
  to_move: 0,
  last: null,
  returns: null,
});
