/** The bracket of a final: the rounds side by side, as many as there is room for, or on a phone one below another. */

import { html, nothing } from "lit";
import { ordinal } from "lib/format.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { gamesOf, matchName, matchNote, matchWords, roundName } from "./final_words.js";
import { table } from "./parts.js";
import { points } from "./words.js";

/** The least width of a round, in pixels, and the share of it that the way to the next round takes. */
const NARROWEST = 172;
const GAP = 0.16;
/** So many matches one above another are drawn of rounds that are over; larger ones are listed. */
const HIGHEST = 8;

/** @typedef {{games: Compete.FinalState["games"], open: string, choose: (match: string) => void}} BracketAbout */

/** Which match a key of the page names. @param {Compete.Match} match */
export const keyOf = (match) => `${match.round}-${match.number}`;

const isPlayed = (/** @type {Compete.Match} */ match) => match.games.some((game) => game.score);

/**
 * Which rounds are drawn, first and one past the last: as many as fit, those that are played now among them.
 * @param {Compete.Match[][]} rounds @param {number} width
 */
export function drawnRounds(rounds, width) {
  const fit = Math.max(1, Math.min(rounds.length, Math.floor((width + NARROWEST * GAP) / (NARROWEST * (1 + GAP)))));
  const open = rounds.findIndex((matches) => matches.some((match) => match.winner === null));
  const now = open < 0 ? rounds.length - 1 : open;
  const low = Math.max(rounds.length - fit, rounds.findIndex((matches) => matches.length <= HIGHEST));
  const first = Math.min(now, low);
  return [first, Math.min(rounds.length, first + fit)];
}

function side(/** @type {Compete.Match} */ match, /** @type {number} */ at) {
  const one = match.sides[at];
  const won = match.winner === at;
  if (match.bye && !one) return nothing;
  const name = one ? one.name : _("to come");
  const score = match.bye ? _("bye") : isPlayed(match) ? points(match.score[at]) : "";
  return html`<span class="side one-row ${won ? "won" : match.winner === null ? "" : "lost"} ${one ? "" : "open"}">
    <span class="seed">${one?.seed}</span><span class="name"><span .style=${`--letters: ${name.length}`}>${name}</span></span>
    ${score ? html`<span class="score number">${score}${won && !match.bye ? " ✓" : ""}</span>` : nothing}
  </span>`;
}

/** A match; one of which games are over leads to them, which a list shows within it (`inside`). */
function drawn(/** @type {Compete.FinalShown} */ shown, /** @type {Compete.Match} */ match, /** @type {BracketAbout} */ { games, open, choose }, /** @type {boolean} */ inside) {
  const now = match.games.flatMap(({ id }, at) => (games[id]?.over === null ? [at] : []));
  const note = now.length ? gamesOf(match, now, shown.match_games) : matchNote(match);
  const words = matchWords(match, shown.rounds.length);
  const body = (/** @type {string} */ words) => html`<span class="hidden-visually">${words}</span>
    <span aria-hidden="true">${side(match, 0)}${side(match, 1)}${note ? html`<span class="note ${now.length ? "live" : ""}">${note}</span>` : nothing}</span>`;
  const chosen = open === keyOf(match);
  return html`<li class="${now.length ? "playing" : ""} ${match.winner === null ? "" : "decided"}">
    <div class="final-match raised rounded ${match.bye ? "bye" : ""}">
      ${isPlayed(match)
        ? html`<button type="button" class="plain" aria-expanded=${chosen} @click=${() => choose(keyOf(match))}>${body(_("{match}. Its games", { match: words }))}</button>`
        : body(words)}
      ${chosen && inside ? matchGames(shown, match) : nothing}
    </div>
  </li>`;
}

const rounds = (/** @type {Compete.FinalShown} */ shown, /** @type {number} */ first, /** @type {number} */ end, /** @type {BracketAbout} */ about, inside = false) =>
  shown.rounds.slice(first, end).map((matches, at) => html`<section class="final-round">
    <h3>${roundName(first + at + 1, shown.rounds.length)}</h3>
    <ul>${matches.map((match) => drawn(shown, match, about, inside))}</ul>
  </section>`);

/** The rounds one below another. @param {Compete.FinalShown} shown @param {BracketAbout} about */
export const bracketList = (shown, about) => html`<div class="final-rounds">${rounds(shown, 0, shown.rounds.length, about, true)}</div>`;

/** The rounds side by side; those for which there is no room are folded away. @param {Compete.FinalShown} shown @param {BracketAbout & {width: number}} about */
export function bracketTree(shown, { width, ...about }) {
  const [first, end] = drawnRounds(shown.rounds, width);
  return html`${first
      ? html`<details class="below-4"><summary>${_("Rounds before")}</summary><div class="final-rounds">${rounds(shown, 0, first, about, true)}</div></details>`
      : nothing}
    <div class="final-tree" role="group" aria-label=${_("The bracket")}>${rounds(shown, first, end, about)}</div>`;
}

/** The games of a match, each to be replayed. @param {Compete.FinalShown} shown @param {Compete.Match} match */
export function matchGames(shown, match) {
  return html`<div class="final-games sunken rounded above-3" data-of=${keyOf(match)}>
    <h3>${_("{match}: its games", { match: matchName(match, shown.rounds.length) })}</h3>
    <ol class="column gap-1 above-2">${match.games.filter((game) => game.score).map((game) => {
      const names = game.seats.map((at) => match.sides[at]?.name);
      const [first, second] = game.seats.map((at) => game.score?.[at] ?? 0);
      const best = first === second ? _("a draw") : _("{name} won", { name: names[first > second ? 0 : 1] ?? "" });
      return html`<li><a href=${served(`/compete/${shown.id}/games/${game.id}`)}>${names.join(" – ")}</a> <span class="soft">${game.extra ? _("{result}, after a level match", { result: best }) : best}</span></li>`;
    })}</ol>
  </div>`;
}

/** The final of more than two at a table. @param {Compete.FinalShown} shown */
export function tableOf(shown) {
  const played = shown.games.filter((game) => game.ranks);
  /** @type {import("./parts.js").Column[]} */
  const columns = [
    { title: _("Place"), kind: "number", cell: (row) => (played.length ? row.place : "–") },
    { title: _("Bot"), head: true, cell: (row) => row.name },
    { title: _("Seed"), kind: "number", cell: (row) => html`<span class="soft">${row.seed}</span>` },
    { title: _("Points"), kind: "number", cell: (row) => points(row.points) },
  ];
  const ranked = (/** @type {Compete.FinalShown["games"][number]} */ { names, ranks }) =>
    names.map((name, seat) => ({ name, rank: ranks?.[seat] ?? 0 })).sort((a, b) => a.rank - b.rank).map(({ name, rank }) => `${ordinal(rank)} ${name}`).join(", ");
  return html`<div class="final-table">
    ${table(columns, shown.table ?? [], { caption: html`<caption>${_("{played} of {all} games at one table, every seat in turn", { played: played.length, all: shown.games.length || "?" })}</caption>` })}
    ${played.length ? html`<ol class="final-played above-4 column gap-2">${played.map((game) => html`<li><a href=${served(`/compete/${shown.id}/games/${game.id}`)}>${game.names.join(" – ")}</a> <span class="soft">${ranked(game)}</span></li>`)}</ol>` : nothing}
  </div>`;
}
