/** What a final's page says in words. */

import { listed, ordinal } from "lib/format.js";
import { _, ngettext } from "lib/messages.js";
import { BADGES, points } from "./words.js";

/** The name of a round of a bracket of so many. @param {number} round @param {number} rounds */
export function roundName(round, rounds) {
  const left = rounds - round;
  return [_("Final"), _("Semi-finals"), _("Quarter-finals")][left] ?? _("Round {round}", { round });
}

/** The name of one match. @param {Compete.Match} match @param {number} rounds */
export function matchName(match, rounds) {
  const left = rounds - match.round;
  if (left === 0) return _("Final");
  const number = match.number + 1;
  if (left === 1) return _("Semi-final {number}", { number });
  return left === 2 ? _("Quarter-final {number}", { number }) : _("Round {round}, match {number}", { round: match.round, number });
}

const sideWords = (/** @type {Compete.Side | null} */ side) => (side ? _("{name}, seed {seed}", { name: side.name, seed: side.seed }) : _("nobody yet"));

/** A whole match for a screen reader. @param {Compete.Match} match @param {number} rounds */
export function matchWords(match, rounds) {
  const [one, other] = match.sides;
  const values = { match: matchName(match, rounds), one: sideWords(one ?? other), other: sideWords(other), first: points(match.score[0]), second: points(match.score[1]) };
  if (match.bye) return _("{match}: {one} is spared this round", values);
  const played = match.games.some((game) => game.score);
  const meet = played ? _("{match}: {one} against {other}, {first} to {second}", values) : _("{match}: {one} against {other}", { ...values, one: sideWords(one) });
  if (match.winner === null) return meet;
  const winner = match.sides[match.winner]?.name ?? "";
  if (match.round === rounds) return _("{match}; {winner} wins the final", { match: meet, winner });
  return match.by_seed ? _("{match}; {winner} goes on as the better seed", { match: meet, winner }) : _("{match}; {winner} goes on", { match: meet, winner });
}

/** What stands under a match: how it was decided, or how far it is. @param {Compete.Match} match */
export function matchNote(match) {
  if (match.bye) return "";
  const extra = match.games.filter((game) => game.extra).length;
  if (match.by_seed) return _("level: seed decides");
  return extra ? ngettext("level, {count} more game", "level, {count} more games", extra) : "";
}

/** "game 2 of 4" of a match. @param {Compete.Match} match @param {number} at @param {number} matchGames */
export const gameOf = (match, at, matchGames) => gamesOf(match, [at], matchGames);

/** "games 1 and 2 of 4" of a match. @param {Compete.Match} match @param {number[]} places @param {number} matchGames */
export function gamesOf(match, places, matchGames) {
  const all = Math.max(matchGames, match.games.length);
  return ngettext("game {numbers} of {all}", "games {numbers} of {all}", places.length, { numbers: listed(places.map((at) => String(at + 1))), all });
}

/** Where a bot on the podium stood in the table of the event. @param {{table_place: number, points: number, badge: number}} given */
export function stoodWords({ table_place: place, points: sum, badge }) {
  const values = { place: ordinal(place), points: points(sum), badge: BADGES[badge] };
  return badge ? _("{place} in the table, {points} points, {badge}", values) : _("{place} in the table, {points} points", values);
}

/** How the final was won: "3 – 1 against Teal Fox". @param {{rounds: Compete.Match[][] | null}} given */
export function wonWords({ rounds }) {
  const last = rounds?.at(-1)?.[0];
  if (!last || last.winner === null) return "";
  const [own, other] = [last.winner, 1 - last.winner];
  const score = { own: points(last.score[own]), other: points(last.score[other]), name: last.sides[other]?.name ?? "" };
  return last.by_seed ? _("{own} – {other} against {name}, as the better seed", score) : _("{own} – {other} against {name}", score);
}

/** What stands large while there is no game to look at. @param {Compete.FinalShown} given */
export function titleWords({ phase, runs }) {
  if (phase === "before") return _("The event has not begun");
  if (phase === "event") return _("The final comes after the event");
  if (phase === "waits") return runs ? _("The final begins") : _("Who wins the final?");
  return runs ? _("The next games are being set up") : _("The final is paused");
}

/** The line that says what is going on. @param {Compete.FinalShown} shown */
export function phaseWords(shown) {
  const so = ngettext("{played} of {count} game played", "{played} of {count} games played", Math.max(shown.planned, shown.played), { played: shown.played });
  switch (shown.phase) {
    case "before":
      return _("The event has not begun.");
    case "event":
      return shown.runs ? _("The event is being played: {so}.", { so }) : _("The event stands at {so}.", { so });
    case "waits":
      return shown.runs ? _("The first games are being set up.") : _("Everything is played but the final, which the teacher begins.");
    case "final":
      return shown.runs ? _("The final is being played.") : _("The final is paused.");
    default:
      return "";
  }
}
