/** What the page of a competition says in words: states, verdicts, how long it will take. */

import { count, ordinal, plural, signed } from "lib/format.js";

/** @type {Record<string, string>} */
export const STATES = {
  open: "open to bots",
  closed: "closed to new bots",
  running: "being played",
  paused: "paused",
  finished: "finished",
};

/** @type {Record<string, string>} */
export const VERDICTS = {
  fair: "played to the end",
  illegal: "illegal move",
  crash: "crashed",
  time: "out of time",
  memory: "out of memory",
  output: "too much output",
  silent: "silent",
  protocol: "protocol error",
};

/** @type {Record<string, string>} */
export const ADMISSIONS = {
  waiting: "waits for its first games",
  validated: "plays",
  refused: "stays out",
  admitted: "admitted by the teacher",
  withdrawn: "withdrawn",
};

/** @type {Record<string, string>} */
export const KINDS = { validation: "First games", ladder: "Ladder", compare: "Comparison", event: "Event", final: "Final" };

/** @type {Record<string, string>} */
export const BADGES = { 1: "gold", 2: "silver", 3: "bronze" };
const MOST_NAMES = 4;

/** Points as people write them: 3, 2½. @param {number} number */
export function points(number) {
  const whole = Math.floor(number);
  const rest = number - whole;
  if (rest === 0.5) return `${whole || ""}½`;
  return rest === 0 ? String(whole) : number.toFixed(2);
}

/** "37 of 90 games, about 4 min left". @param {Compete.Progress} given */
export function progressWords({ done, total, seconds_left: left, waits }) {
  const games = `${count(done)} of ${plural(total, "game")}`;
  if (waits) return `${games}, the final waits to be begun`;
  if (done >= total) return `${games} played`;
  return left === null ? games : `${games}, about ${about(left)} left`;
}

/** A stretch of time that was estimated: 12 s, 5 min, 2 h. @param {number} seconds */
function about(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** A clock such as "10 s + 1 s". @param {Compete.Clock} given */
export const clockWords = ({ base, increment }) => `${base} s + ${increment} s a turn`;

/** "A, B and C", many cut short. @param {string[]} names */
export function joined(names) {
  const shown = names.length > MOST_NAMES + 1 ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : names;
  return [shown.slice(0, -1).join(", "), ...shown.slice(-1)].filter(Boolean).join(" and ");
}

/** An Elo figure with its interval: "+120 ± 45". @param {Compete.Rated} row */
export const eloWords = (row) => `${signed(Math.round(row.elo))} ± ${Math.round(row.elo_error)}`;

/** How a bot failed, as "2 out of time, 1 crashed"; empty if it never did. @param {Record<string, number>} verdicts */
export const failedWords = (verdicts) =>
  Object.entries(verdicts)
    .sort((one, other) => other[1] - one[1])
    .map(([code, times]) => `${times} ${VERDICTS[code] ?? code}`)
    .join(", ");

/** The number of games that a bot lost by a failure of its own. @param {{verdicts: Record<string, number>}} row */
export const failures = (row) => Object.values(row.verdicts).reduce((sum, times) => sum + times, 0);

/**
 * Whether the intervals of two ratings overlap, so that the games do not tell who is the stronger.
 * @param {Compete.Rated} one @param {Compete.Rated} other
 */
export const overlap = (one, other) => Math.abs(one.elo - other.elo) <= one.elo_error + other.elo_error;

/** What the games say of a bot's strength beside that of the others. @param {Compete.Named} row @param {Compete.Named[]} rows */
export function certaintyWords(row, rows) {
  const others = rows.filter((each) => each !== row && each.games);
  if (!row.games || !others.length) return "";
  const open = others.filter((each) => overlap(row, each)).map((each) => each.name);
  const behind = others.filter((each) => !overlap(row, each) && each.elo < row.elo).length;
  const ahead = others.length - open.length - behind;
  const sure = [behind ? `stronger than ${plural(behind, "other")}` : "", ahead ? `weaker than ${plural(ahead, "other")}` : ""];
  const said = sure.filter(Boolean).join(" and ");
  const first = said ? `By its games ${row.name} is ${said}.` : "";
  if (!open.length) return first;
  return `${first} Whether ${first ? "it" : row.name} is stronger than ${joined(open)} is not yet certain: their intervals overlap.`.trim();
}

/** What nobody sees from the order alone: whether the first is certainly the strongest. @param {Compete.Named[]} rows */
export function leaderWords(rows) {
  const rated = rows.filter((row) => row.games).sort((one, other) => other.elo - one.elo);
  if (rated.length < 2) return "";
  const [top, ...others] = rated;
  const open = others.filter((each) => overlap(top, each)).map((each) => each.name);
  if (!open.length) return `${top.name} is the strongest: its interval lies above all the others.`;
  return `Whether ${top.name} is stronger than ${joined(open)} is not yet certain: their intervals overlap.`;
}

/** What a rating means where so many sit at a table. @param {number} seats */
export const ratingWords = (seats) =>
  seats > 2
    ? `Each two at a table of ${seats} count as a pair: who ranks before the other has won against it. 0 is the average; 100 more means to rank first in 64 of 100 pairs.`
    : "0 is the average of the field; 100 more means 64 points of 100 expected. The bar is the 95 % interval.";

/** All that a line of the standing rests on, in sentences. @param {Compete.Row} row @param {Compete.Shown} shown */
export function standingWords(row, shown) {
  const shares = shown.standings.filter((each) => each.place === row.place).length;
  const place = `${ordinal(row.place)} place${shares > 1 ? `, shared by ${shares}` : ""}, with ${points(row.points)} points`;
  const said = [`${place}${row.bonus ? `; its bonus is ${points(row.bonus)}` : ""}.`];
  if (row.badge) said.push(`It has the ${BADGES[row.badge]} badge.`);
  const played = `${plural(row.games, "game")}: ${row.wins} won, ${row.draws} drawn, ${row.losses} lost`;
  said.push(shown.seats > 2 ? `${plural(row.games, "game")}; of the others at its tables ${row.wins} ranked behind it, ${row.draws} level, ${row.losses} before it.` : `${played}.`);
  if (failures(row)) said.push(`By a failure of its own: ${failedWords(row.verdicts)}.`);
  return said.join(" ");
}

/**
 * The sentences on the tie that the row at this place of the table is in; null if no other has its points.
 * @param {Compete.Tie[]} ties @param {number} at
 */
export const tieAt = (ties, at) => ties.find((tie) => tie.first <= at && at < tie.first + tie.count) ?? null;
