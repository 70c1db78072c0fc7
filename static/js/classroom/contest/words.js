/** Sentences of matches and tournaments of a class. Pure functions. */

import { _, ngettext } from "lib/messages.js";

/** @type {Record<string, string>} */
export const KINDS = { simul: _("Simultaneous match"), swiss: _("Swiss tournament"), round_robin: _("Round robin"), ladder: _("Ladder") };

/** Points, of which there may be halves. @param {number} points */
export const halves = (points) => (points === 0.5 ? "½" : `${Math.floor(points)}${points % 1 ? "½" : ""}`);

/** What it is. @param {Classroom.Contest} contest */
export function titleOf({ kind, title, one }) {
  if (kind === "simul" && one) return _("{one} against all: {title}", { one: one.name, title });
  return `${KINDS[kind]}: ${title}`;
}

/** How far it has come. @param {Classroom.Contest} contest */
export function standsWords({ kind, phase, round, rounds, boards, auto }) {
  const open = boards.filter(({ how }) => !how).length;
  const going = ngettext("{count} board goes on", "{count} boards go on", open);
  if (kind === "simul") return phase === "over" ? _("The match is over.") : going;
  if (phase === "open") return _("The first round is about to begin.");
  if (phase === "over") return _("The tournament is over.");
  const number = _("Round {round} of {rounds}", { round, rounds });
  if (phase === "between") return auto ? _("{number} is over; the next one begins in a moment.", { number }) : _("{number} is over.", { number });
  return `${number}: ${going}`;
}

/** The score of the one. @param {Classroom.Contest} contest */
export function scoreWords({ score, one }) {
  if (!score?.of || !one) return "";
  return _("{name} {points} of {of}: {wins} won, {draws} drawn, {losses} lost", { ...score, name: one.name, points: halves(score.points) });
}

/** What a board came to for one of its seats. @param {{how: string}} board @param {number | null} points */
export function cameTo({ how }, points) {
  if (!how) return "";
  if (points === null || how === "stopped") return _("not finished");
  const word = points === 1 ? _("won") : points === 0 ? _("lost") : points === 0.5 ? _("draw") : _("{points} points", { points: halves(points) });
  return how === "absent" ? _("{word} (away)", { word }) : word;
}

/** The result of a whole board: 1 : 0. @param {Classroom.ContestBoard} board */
export const resultWords = ({ points, how }) => (points ? points.map(halves).join(" : ") : how ? _("not finished") : "");

/** Whom a student plays. @param {{players: Classroom.Who[], seat: number}} board */
export const againstWords = ({ players, seat }) => _("You play against: {names}", { names: players.filter((_player, at) => at !== seat).map(({ name }) => name).join(", ") });
