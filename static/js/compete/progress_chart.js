/**
 * A bot's strength from version to version, as a small chart with 95 % intervals and as a table. It stands on the page of a
 * competition and on that of a bot; its data is `GET /api/competitions/ID/progress`.
 */

import { html, nothing, svg } from "lit";
import { signed } from "lib/format.js";
import { ask } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { rating, table } from "./parts.js";
import { eloWords, overlap, ratingWords } from "./words.js";

const HEIGHT = 200;
const TOP = 14;
const FOOT = 46;
/** So many versions at most have their number of games below them. */
const ROOM_FOR_GAMES = 4;
const TICKS = [10, 20, 50, 100, 200, 250, 500, 1000, 2000];

/** @typedef {{number: number, active: boolean, elo: number | null, elo_error: number | null, games: number}} VersionRating */
/** @typedef {VersionRating & {elo: number, elo_error: number}} Rated one that has played */
/** @typedef {{entry: string, name: string, versions: VersionRating[]}} Career */

/** @param {VersionRating} version @returns {version is Rated} */
const isRated = (version) => version.elo !== null;

/** All careers of a competition, null where the server does not say. @param {string} competition */
export async function loadProgress(competition) {
  const found = await ask(`/api/competitions/${competition}/progress`);
  return found.ok ? /** @type {{seats: number, bots: Career[]}} */ (found.data) : null;
}

/**
 * The chart of one bot with its words and its table. It needs `css/compete_charts.css`.
 * @param {Career} career @param {number} seats How many sit at a table.
 */
export function progressChart(career, seats) {
  const rated = career.versions.filter(isRated);
  if (!rated.length) return html`<p class="soft">${_("No version of {name} has played a game that is rated yet.", { name: career.name })}</p>`;
  return html`<figure class="compete-career">
    ${drawing(career, rated)}
    <figcaption>
      <p>${changeWords(rated)}</p>
      <p class="soft small">${_("By all games of ladder and event at once.")} ${ratingWords(seats)}</p>
    </figcaption>
    <details>
      <summary>${_("As a table")}</summary>
      ${table(
        [
          { title: _("Version"), head: true, cell: (version) => html`${version.number}${version.active ? html` <span class="badge">${_("plays")}</span>` : nothing}` },
          { title: _("Elo"), kind: "number", cell: (version) => (isRated(version) ? rating(version) : "–") },
          { title: _("Games"), kind: "number", cell: (version) => version.games },
        ],
        career.versions,
      )}
    </details>
  </figure>`;
}

/** @param {Career} career @param {Rated[]} rated */
function drawing({ name, versions }, rated) {
  const low = Math.min(...rated.map((each) => each.elo - each.elo_error));
  const high = Math.max(...rated.map((each) => each.elo + each.elo_error));
  const room = HEIGHT - TOP - FOOT;
  const y = (/** @type {number} */ elo) => (TOP + (room * (high - elo)) / (high - low || 1)).toFixed(1);
  const place = new Map(versions.map((each, at) => [each, `${(12 + (86 * (at + 0.5)) / versions.length).toFixed(2)}%`]));
  const step = TICKS.find((each) => (high - low) / each <= 6) ?? 5000;
  const ticks = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) ticks.push(at);
  const every = Math.ceil(versions.length / 12);
  const words = rated.map((each) => _("version {number}: {each} after {games}", { number: each.number, each: eloWords(each), games: ngettext("{count} game", "{count} games", each.games) })).join("; ");
  return svg`<svg class="career" width="100%" height=${HEIGHT} role="img" aria-label="Elo of ${name}, ${words}">
    ${ticks.map(
      (at) => svg`<line class=${at === 0 ? "zero" : "tick"} x1="12%" x2="100%" y1=${y(at)} y2=${y(at)}></line>
        <text class="label" x="11%" y=${Number(y(at)) + 5} text-anchor="end">${signed(at)}</text>`,
    )}
    ${rated.slice(1).map(
      (each, at) => svg`<line class="way" x1=${place.get(rated[at])} y1=${y(rated[at].elo)} x2=${place.get(each)} y2=${y(each.elo)}></line>`,
    )}
    ${rated.map(
      (each) => svg`<line class="interval" x1=${place.get(each)} x2=${place.get(each)} y1=${y(each.elo + each.elo_error)} y2=${y(each.elo - each.elo_error)}></line>
        <circle class=${each.active ? "active" : ""} cx=${place.get(each)} cy=${y(each.elo)} r="6"><title>${_("Version {number}: {each}, {games}", { number: each.number, each: eloWords(each), games: ngettext("{count} game", "{count} games", each.games) })}</title></circle>`,
    )}
    ${versions.map((each, at) =>
      at % every ? nothing : svg`<text class="label" x=${place.get(each)} y=${HEIGHT - 24} text-anchor="middle">${each.number}</text>`,
    )}
    ${versions.length > ROOM_FOR_GAMES
      ? nothing
      : versions.map((each) => svg`<text class="label" x=${place.get(each)} y=${HEIGHT - 5} text-anchor="middle">${ngettext("{count} game", "{count} games", each.games)}</text>`)}
  </svg>`;
}

/** Whether the latest version is better than the one before, in words. @param {Rated[]} rated */
function changeWords(rated) {
  const [before, last] = rated.slice(-2);
  if (!last) return _("Version {number}: {before} after {games}.", { number: before.number, before: eloWords(before), games: ngettext("{count} game", "{count} games", before.games) });
  const by = Math.round(last.elo - before.elo);
  const values = { last: last.number, before: before.number, by: Math.abs(by) };
  const change = by > 0 ? _("Version {last} is {by} Elo above version {before}", values) : by < 0 ? _("Version {last} is {by} Elo below version {before}", values) : _("Version {last} is as strong as version {before}", values);
  return overlap(before, last) ? _("{change}; their intervals overlap, so this is not yet certain.", { change }) : _("{change}; their intervals do not meet.", { change });
}

/** @type {Awaited<ReturnType<typeof loadProgress>>} */
let known = null;
let askedFor = "";

/** That of the bot of a page, once two of its versions have played. @param {Compete.BotPage} page */
export function career(page) {
  const { shown } = page;
  const state = `${shown.versions.length} ${shown.games[0]?.id ?? ""}`;
  if (shown.versions.length > 1 && state !== askedFor) {
    askedFor = state;
    loadProgress(shown.competition.id).then((found) => {
      known = found ?? known;
      page.draw();
    });
  }
  const own = known?.bots.find((bot) => bot.entry === shown.bot);
  if (!known || !own || own.versions.filter((version) => version.elo !== null).length < 2) return nothing;
  return html`<section class="card"><h2>${_("From version to version")}</h2>${progressChart(own, known.seats)}</section>`;
}
