/** How strong each bot is, as bars with their 95 % intervals, and what of the order is certain, in words. */

import { html, nothing, svg } from "lit";
import { _ } from "lib/messages.js";
import { certaintyWords, eloWords, leaderWords, ratingWords } from "./words.js";

const HEIGHT = 22;
const ROOM = 0.04;

/** Where figures stand between the lowest and the highest end of an interval, in per cent. @param {Compete.Rated[]} rows */
export function ratingScale(rows) {
  const low = Math.min(0, ...rows.map((row) => row.elo - row.elo_error));
  const high = Math.max(0, ...rows.map((row) => row.elo + row.elo_error));
  const room = (high - low || 1) * ROOM;
  return (/** @type {number} */ elo) => `${((100 * (elo - low + room)) / (high - low + 2 * room)).toFixed(2)}%`;
}

/**
 * The bots by their games of the event, or, before it has begun, of the ladder.
 * @param {Compete.Shown} shown @returns {{of: string, rows: Compete.Named[]}} with what it rests on in a sentence
 */
function rated(shown) {
  if (shown.standings.length) return { of: _("Elo by all games of the event at once."), rows: shown.standings };
  return { of: _("Elo by all games of the ladder at once."), rows: shown.bots.map((bot) => ({ name: bot.name, version: bot.entry, ...(bot.ladder ?? { games: 0, elo: 0, elo_error: 0 }) })) };
}

/**
 * All bots by strength.
 * @param {Compete.Shown} shown The page's data. @param {string | null} looked The version that is looked at.
 * @param {(version: string | null) => void} look
 */
export function eloChart(shown, looked, look) {
  const { of, rows: all } = rated(shown);
  const rows = all.filter((row) => row.games).sort((one, other) => other.elo - one.elo);
  if (rows.length < 2) return nothing;
  const x = ratingScale(rows);
  const row = rows.find((each) => each.version === looked);
  return html`<section class="card">
    <h2>${_("Strength")}</h2>
    <p class="soft small">${of} ${ratingWords(shown.seats)}</p>
    <ul class="compete-elo" @pointerleave=${() => look(null)}>
      ${rows.map(
        (each) => html`<li tabindex="0" data-looked=${each.version === looked} @pointerenter=${() => look(each.version)} @focus=${() => look(each.version)}>
          <span class="name">${each.name}</span>
          ${ratingBar(each, x)}
          <span class="number">${eloWords(each)}</span>
        </li>`,
      )}
    </ul>
    <p class="compete-sure" role="status">${row ? certaintyWords(row, rows) : leaderWords(rows)}</p>
  </section>`;
}

/** A rating with its interval on that scale. @param {Compete.Rated} row @param {(elo: number) => string} x */
export function ratingBar(row, x) {
  const [low, high] = [x(row.elo - row.elo_error), x(row.elo + row.elo_error)];
  return svg`<svg class="elo-bar" width="100%" height=${HEIGHT} aria-hidden="true">
    <line class="zero" x1=${x(0)} x2=${x(0)} y1="0" y2=${HEIGHT}></line>
    <line class="interval" x1=${low} x2=${high} y1=${HEIGHT / 2} y2=${HEIGHT / 2}></line>
    <line class="end" x1=${low} x2=${low} y1="5" y2=${HEIGHT - 5}></line>
    <line class="end" x1=${high} x2=${high} y1="5" y2=${HEIGHT - 5}></line>
    <circle cx=${x(row.elo)} cy=${HEIGHT / 2} r="5"></circle>
  </svg>`;
}
