/** What a final's page says in words. */

import { ordinal, plural } from "lib/format.js";
import { points } from "./words.js";

/** The name of a round of a bracket of so many. @param {number} round @param {number} rounds */
export function roundName(round, rounds) {
  const left = rounds - round;
  return ["Final", "Semi-finals", "Quarter-finals"][left] ?? `Round ${round}`;
}

/** The name of one match. @param {Compete.Match} match @param {number} rounds */
export function matchName(match, rounds) {
  const left = rounds - match.round;
  if (left === 0) return "Final";
  const one = { 1: "Semi-final", 2: "Quarter-final" }[left] ?? `Round ${match.round}, match`;
  return `${one} ${match.number + 1}`;
}

const sideWords = (/** @type {Compete.Side | null} */ side) => (side ? `${side.name}, seed ${side.seed}` : "nobody yet");

/** A whole match for a screen reader. @param {Compete.Match} match @param {number} rounds */
export function matchWords(match, rounds) {
  const [one, other] = match.sides;
  const name = matchName(match, rounds);
  if (match.bye) return `${name}: ${sideWords(one ?? other)} is spared this round`;
  const score = match.games.some((game) => game.score) ? `, ${points(match.score[0])} to ${points(match.score[1])}` : "";
  const winner = match.winner === null ? "" : `; ${match.sides[match.winner]?.name} goes on${match.by_seed ? " as the better seed" : ""}`;
  return `${name}: ${sideWords(one)} against ${sideWords(other)}${score}${match.winner !== null && match.round === rounds ? `; ${match.sides[match.winner]?.name} wins the final` : winner}`;
}

/** What stands under a match: how it was decided, or how far it is. @param {Compete.Match} match */
export function matchNote(match) {
  if (match.bye) return "";
  const extra = match.games.filter((game) => game.extra).length;
  if (match.by_seed) return "level: seed decides";
  if (extra) return `level, ${plural(extra, "more game", "more games")}`;
  return "";
}

/** "game 2 of 4" of a match. @param {Compete.Match} match @param {number} at @param {number} matchGames */
export const gameOf = (match, at, matchGames) => gamesOf(match, [at], matchGames);

/** "games 1 and 2 of 4" of a match. @param {Compete.Match} match @param {number[]} places @param {number} matchGames */
export function gamesOf(match, places, matchGames) {
  const numbers = places.map((at) => at + 1).join(places.length === 2 ? " and " : ", ");
  return `${places.length > 1 ? "games" : "game"} ${numbers} of ${Math.max(matchGames, match.games.length)}`;
}

/** @type {Record<string, string>} */
const BADGES = { 1: "gold", 2: "silver", 3: "bronze" };

/** Where a bot on the podium stood in the table of the event. @param {{table_place: number, points: number, badge: number}} given */
export const stoodWords = ({ table_place: place, points: sum, badge }) =>
  `${ordinal(place)} in the table, ${points(sum)} points${badge ? `, ${BADGES[badge]} badge` : ""}`;

/** How the final was won: "3 – 1 against Teal Fox". @param {{rounds: Compete.Match[][] | null}} given */
export function wonWords({ rounds }) {
  const last = rounds?.at(-1)?.[0];
  if (!last || last.winner === null) return "";
  const [own, other] = [last.winner, 1 - last.winner];
  const score = `${points(last.score[own])} – ${points(last.score[other])} against ${last.sides[other]?.name}`;
  return last.by_seed ? `${score}, as the better seed` : score;
}

/** What stands large while there is no game to look at. @param {Compete.FinalShown} given */
export function titleWords({ phase, runs }) {
  if (phase === "before") return "The event has not begun";
  if (phase === "event") return "The final comes after the event";
  if (phase === "waits") return runs ? "The final begins" : "Who wins the final?";
  return runs ? "The next games are being set up" : "The final is paused";
}

/** The line that says what is going on. @param {Compete.FinalShown} shown */
export function phaseWords(shown) {
  const so = `${shown.played} of ${plural(Math.max(shown.planned, shown.played), "game")} played`;
  switch (shown.phase) {
    case "before":
      return "The event has not begun.";
    case "event":
      return shown.runs ? `The event is being played: ${so}.` : `The event stands at ${so}.`;
    case "waits":
      return shown.runs ? "The first games are being set up." : "Everything is played but the final, which the teacher begins.";
    case "final":
      return shown.runs ? "The final is being played." : "The final is paused.";
    default:
      return "";
  }
}
