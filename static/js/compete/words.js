/** What the page of a competition says in words: states, verdicts, how long it will take. */

import { count, fixed, listed, ordinal, signed } from "lib/format.js";
import { _, ngettext } from "lib/messages.js";

/** @type {Record<string, string>} */
export const STATES = {
  open: _("open to bots"),
  closed: _("closed to new bots"),
  running: _("being played"),
  paused: _("paused"),
  finished: _("finished"),
};

/** @type {Record<string, string>} */
export const VERDICTS = {
  fair: _("played to the end"),
  illegal: _("illegal move"),
  crash: _("crashed"),
  time: _("out of time"),
  memory: _("out of memory"),
  output: _("too much output"),
  silent: _("silent"),
  protocol: _("protocol error"),
};

/** @type {Record<string, string>} */
export const ADMISSIONS = {
  waiting: _("waits for its first games"),
  validated: _("plays"),
  refused: _("stays out"),
  admitted: _("admitted by the teacher"),
  withdrawn: _("withdrawn"),
};

/** @type {Record<string, string>} */
export const KINDS = { validation: _("First games"), ladder: _("Ladder"), compare: _("Comparison"), event: _("Event"), final: _("Final"), challenge: _("Challenge"), league: _("League match"), shown: _("Shown match, which counts for nothing") };

/** @type {Record<string, string>} */
export const BADGES = { 1: _("gold badge"), 2: _("silver badge"), 3: _("bronze badge") };
const MOST_NAMES = 4;

/** Points as people write them: 3, 2½. @param {number} number */
export function points(number) {
  const whole = Math.floor(number);
  const rest = number - whole;
  if (rest === 0.5) return `${whole || ""}½`;
  return rest === 0 ? String(whole) : fixed(number, 2);
}

/** "37 of 90 games, about 4 min left". @param {Compete.Progress} given */
export function progressWords({ done, total, seconds_left: left, waits }) {
  const games = _("{done} of {games}", { done: count(done), games: ngettext("{count} game", "{count} games", total) });
  if (waits) return _("{games}, the final waits to be begun", { games });
  if (done >= total) return _("{games} played", { games });
  return left === null ? games : _("{games}, about {left} left", { games, left: about(left) });
}

/** A stretch of time that was estimated: 12 s, 5 min, 2 h. @param {number} seconds */
function about(seconds) {
  if (seconds < 90) return _("{seconds} s", { seconds: Math.max(1, Math.round(seconds)) });
  if (seconds < 90 * 60) return _("{minutes} min", { minutes: Math.round(seconds / 60) });
  return _("{hours} h", { hours: fixed(seconds / 3600, 1) });
}

/** A clock such as "10 s + 1 s". @param {Compete.Clock} given */
export const clockWords = ({ base, increment }) => _("{base} s + {increment} s a turn", { base, increment });

/** What may be handed in, where bots are written in these languages, in all if none is named. @param {string[]} languages */
export const filesWords = (languages) => (languages.length ? _("a source file or a zip; taken here: {languages}", { languages: languages.join(", ") }) : _("a source file in one of many languages, a zip, or an executable"));

/** "A, B and C", many cut short. @param {string[]} names */
export function joined(names) {
  const rest = names.length - MOST_NAMES;
  return listed(rest > 1 ? [...names.slice(0, MOST_NAMES), ngettext("{count} more", "{count} more", rest)] : names);
}

/** An Elo figure with its interval: "+120 ± 45". @param {Compete.Rated} row */
export const eloWords = (row) => `${signed(Math.round(row.elo))} ± ${Math.round(row.elo_error)}`;

/** How a bot failed, as "2 out of time, 1 crashed"; empty if it never did. @param {Record<string, number>} verdicts */
export const failedWords = (verdicts) =>
  Object.entries(verdicts)
    .sort((one, other) => other[1] - one[1])
    .map(([code, times]) => _("{times} {verdict}", { times, verdict: VERDICTS[code] ?? code }))
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
  const stronger = behind ? ngettext("stronger than {count} other", "stronger than {count} others", behind) : "";
  const weaker = ahead ? ngettext("weaker than {count} other", "weaker than {count} others", ahead) : "";
  const first = stronger || weaker ? _("By its games {name} is {strength}.", { name: row.name, strength: listed([stronger, weaker].filter(Boolean)) }) : "";
  if (!open.length) return first;
  if (!first) return uncertain(row, open);
  return `${first} ${_("Whether it is stronger than {open} is not yet certain: their intervals overlap.", { open: joined(open) })}`;
}

/** @param {Compete.Named} row @param {string[]} open */
const uncertain = ({ name }, open) => _("Whether {name} is stronger than {open} is not yet certain: their intervals overlap.", { name, open: joined(open) });

/** What nobody sees from the order alone: whether the first is certainly the strongest. @param {Compete.Named[]} rows */
export function leaderWords(rows) {
  const rated = rows.filter((row) => row.games).sort((one, other) => other.elo - one.elo);
  if (rated.length < 2) return "";
  const [top, ...others] = rated;
  const open = others.filter((each) => overlap(top, each)).map((each) => each.name);
  if (!open.length) return _("{name} is the strongest: its interval lies above all the others.", { name: top.name });
  return uncertain(top, open);
}

/** What a rating means where so many sit at a table. @param {number} seats */
export const ratingWords = (seats) =>
  seats > 2
    ? _("Each two at a table of {seats} count as a pair: who ranks before the other has won against it. 0 is the average; 100 more means to rank first in 64 of 100 pairs.", { seats })
    : _("0 is the average of the field; 100 more means 64 points of 100 expected. The bar is the 95 % interval.");

/** All that a line of the standing rests on, in sentences. @param {Compete.Row} row @param {Compete.Shown} shown */
export function standingWords(row, shown) {
  const shares = shown.standings.filter((each) => each.place === row.place).length;
  const where = { place: ordinal(row.place), shares, points: points(row.points) };
  const said = [shares > 1 ? _("{place} place, shared by {shares}, with {points} points.", where) : _("{place} place, with {points} points.", where)];
  if (row.bonus) said.push(_("Its bonus is {bonus}.", { bonus: points(row.bonus) }));
  if (row.badge) said.push(_("It has the {badge}.", { badge: BADGES[row.badge] }));
  const { wins, draws, losses } = row;
  const played = { games: ngettext("{count} game", "{count} games", row.games), wins, draws, losses };
  said.push(shown.seats > 2 ? _("{games}; of the others at its tables {wins} ranked behind it, {draws} level, {losses} before it.", played) : _("{games}: {wins} won, {draws} drawn, {losses} lost.", played));
  if (failures(row)) said.push(_("By a failure of its own: {verdicts}.", { verdicts: failedWords(row.verdicts) }));
  return said.join(" ");
}

/**
 * The sentences on the tie that the row at this place of the table is in; null if no other has its points.
 * @param {Compete.Tie[]} ties @param {number} at
 */
export const tieAt = (ties, at) => ties.find((tie) => tie.first <= at && at < tie.first + tie.count) ?? null;
