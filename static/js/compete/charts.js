/** The charts of a competition: how strong each bot is, and how it went from version to version. */

import { html, nothing, svg } from "lit";
import { chart, scale, ticks } from "lib/chart.js";
import { signed } from "lib/format.js";
import { ask } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { rating, table } from "./parts.js";
import { certaintyWords, eloWords, leaderWords, overlap, ratingWords } from "./words.js";

const BAR_HEIGHT = 22;
const ROOM = 0.04;

/** Where figures stand between the lowest and the highest end of an interval, in per cent. @param {Compete.Rated[]} rows */
export function ratingScale(rows) {
  const low = Math.min(0, ...rows.map((row) => row.elo - row.elo_error));
  const high = Math.max(0, ...rows.map((row) => row.elo + row.elo_error));
  const room = (100 * ROOM) / (1 + 2 * ROOM);
  return scale([low, high], [room, 100 - room], "%");
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
    <ul class="compete-elo scroll-y above-3" @pointerleave=${() => look(null)}>
      ${rows.map(
        (each) => html`<li tabindex="0" data-looked=${each.version === looked} @pointerenter=${() => look(each.version)} @focus=${() => look(each.version)}>
          <span class="name">${each.name}</span>
          ${ratingBar(each, x)}
          <span class="number">${eloWords(each)}</span>
        </li>`,
      )}
    </ul>
    <p class="compete-sure two-lines above-3" role="status">${row ? certaintyWords(row, rows) : leaderWords(rows)}</p>
  </section>`;
}

/** A rating with its interval on that scale. @param {Compete.Rated} row @param {(elo: number) => string} x */
export function ratingBar(row, x) {
  const [low, high] = [x(row.elo - row.elo_error), x(row.elo + row.elo_error)];
  return svg`<svg class="elo-bar" width="100%" height=${BAR_HEIGHT} aria-hidden="true">
    <line class="zero" x1=${x(0)} x2=${x(0)} y1="0" y2=${BAR_HEIGHT}></line>
    <line class="interval" x1=${low} x2=${high} y1=${BAR_HEIGHT / 2} y2=${BAR_HEIGHT / 2}></line>
    <line class="end" x1=${low} x2=${low} y1="5" y2=${BAR_HEIGHT - 5}></line>
    <line class="end" x1=${high} x2=${high} y1="5" y2=${BAR_HEIGHT - 5}></line>
    <circle cx=${x(row.elo)} cy=${BAR_HEIGHT / 2} r="5"></circle>
  </svg>`;
}

const CAREER_HEIGHT = 200;
const TOP = 14;
const FOOT = 46;
/** So many versions at most have their number of games below them. */
const ROOM_FOR_GAMES = 4;

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
  const y = scale([low, high], [CAREER_HEIGHT - FOOT, TOP]);
  const x = scale([-0.5, versions.length - 0.5], [12, 98], "%");
  const place = new Map(versions.map((each, at) => [each, x(at)]));
  const every = Math.ceil(versions.length / 12);
  const words = rated.map((each) => _("version {number}: {each} after {games}", { number: each.number, each: eloWords(each), games: ngettext("{count} game", "{count} games", each.games) })).join("; ");
  return chart({ height: CAREER_HEIGHT, label: _("Elo of {name}, {words}", { name, words }), kind: "career" }, svg`
    ${ticks([low, high], 6).map(
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
      at % every ? nothing : svg`<text class="label" x=${place.get(each)} y=${CAREER_HEIGHT - 24} text-anchor="middle">${each.number}</text>`,
    )}
    ${versions.length > ROOM_FOR_GAMES
      ? nothing
      : versions.map((each) => svg`<text class="label" x=${place.get(each)} y=${CAREER_HEIGHT - 5} text-anchor="middle">${ngettext("{count} game", "{count} games", each.games)}</text>`)}`);
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
