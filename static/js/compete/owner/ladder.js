/** The ladder's page: ranks and ratings, asked for again while bots climb. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { count } from "lib/format.js";
import { ask } from "lib/http.js";
import { keepLooking } from "lib/store.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { whatIsPlayed } from "../conditions.js";
import { ownBots } from "../keys.js";
import { ratingBar, ratingScale } from "../charts.js";
import { lostNotice, rating, table } from "../parts.js";
import { clockWords } from "../words.js";

const AGAIN_MS = 2500;
const MOST_PROMOTIONS = 10;
const host = find("#ladder");
let shown = pageData("shown");
let lost = false;

function trend(/** @type {any} */ row) {
  if (row.trend === null) return html`<span class="soft">–</span>`;
  const step = Math.round(row.trend);
  const words = step === 0 ? _("as before") : step > 0 ? _("{elo} up", { elo: step }) : _("{elo} down", { elo: -step });
  return html`<span class="ladder-trend nowrap" data-way=${Math.sign(step)} title=${_("against version {number}", { number: row.before })}
    ><span aria-hidden="true">${step > 0 ? "▲" : step < 0 ? "▼" : "="}</span> ${words}</span
  >`;
}

function ranks(/** @type {any[]} */ rows) {
  const { id } = shown.competition;
  const own = ownBots(id);
  const x = ratingScale(rows.filter((row) => row.elo !== null));
  const named = (/** @type {any} */ row) => html`<a href=${served(`/compete/${id}/bots/${row.bot}`)}>${row.name}</a>${row.bot in own ? html` <span class="badge">${_("yours")}</span>` : nothing}
    <span class="soft small ladder-narrow">${_("version {version}, {games}", { version: row.version, games: ngettext("{count} game", "{count} games", row.games) })}</span>`;
  /** @type {import("../parts.js").Column[]} */
  const columns = [
    { title: _("Rank"), kind: "number", cell: (row) => html`<strong>${row.rank}</strong>` },
    { title: _("Bot"), head: true, cell: named },
    { title: _("Elo"), kind: "number", cell: (row) => (row.elo === null ? html`<span class="soft">${_("no games yet")}</span>` : rating(row, "strong")) },
    { title: html`<span class="hidden-visually">${_("Rating with its interval")}</span>`, kind: "ladder-wide", cell: (row) => (row.elo === null ? nothing : ratingBar(row, x)) },
    { title: _("Games"), kind: "number ladder-mid", cell: (row) => count(row.games) },
    { title: _("Version"), kind: "number ladder-mid", cell: (row) => row.version },
    { title: _("Since the last version"), kind: "ladder-mid", cell: trend },
  ];
  return table(columns, rows, { kind: "ladder-table", spoken: _("The ladder"), rowKind: (row) => (row.bot in own ? "mine" : "") });
}

function facts() {
  const { competition, clock, games, waiting } = shown;
  const so = [competition.title, competition.game_title, clockWords(clock), ngettext("{count} game so far", "{count} games so far", games)];
  return waiting ? [...so, ngettext("{count} version waits for first games", "{count} versions wait for first games", waiting)] : so;
}

/** The leagues with their bosses, who is in which, and who was promoted lately. */
function leagues() {
  const { leagues: found, rows, competition } = shown;
  if (!found) return nothing;
  /** @type {Record<string, string>} */
  const named = Object.fromEntries(rows.map((/** @type {any} */ row) => [row.bot, row.name]));
  const within = (/** @type {number} */ place) => Object.keys(found.places).filter((bot) => found.places[bot] === place && named[bot]);
  const bot = (/** @type {string} */ id) => html`<a href=${served(`/compete/${competition.id}/bots/${id}`)}>${named[id]}</a>`;
  return html`<section class="card above-4" id="leagues"><h2>${_("Leagues")}</h2>
      <p class="small soft">${_("Each version has one match of four games with the boss of its bot’s league; more than half of the points promote the bot for good.")}</p>
      <ol class="column gap-3" reversed>${found.leagues.map((/** @type {any} */ league, /** @type {number} */ place) => ({ league, place })).reverse().map(
        (/** @type {any} */ { league, place }) => html`<li><strong>${league.title}</strong>
          <span class="soft small">${league.boss ? _("boss: {name}", { name: league.boss }) : _("all bosses beaten")}</span>
          <p>${within(place).length ? within(place).map((id, at) => html`${at ? ", " : ""}${bot(id)}`) : html`<span class="soft">${_("nobody yet")}</span>`}</p></li>`,
      )}</ol></section>
    ${found.promotions.length
      ? html`<section class="card above-4" id="promotions"><h2>${_("Promotions")}</h2>
          <ul class="column gap-2">${found.promotions.slice(0, MOST_PROMOTIONS).map(
            (/** @type {any} */ each) => html`<li>${each.sentence} ${each.games.map((/** @type {string} */ id, /** @type {number} */ at) => html`<a class="small" href=${served(`/compete/${competition.id}/games/${id}`)}>${_("Game {number}", { number: at + 1 })}</a> `)}</li>`,
          )}</ul></section>`
      : nothing}`;
}

const template = () => html`<header class="compete-head below-5">
    <h1>${_("Ladder")}</h1>
    <p class="soft">${facts().join(" · ")}</p>
    ${lostNotice(lost)}
    <div class="above-3">${whatIsPlayed(shown.conditions)}</div>
  </header>
  <section class="card">
    ${shown.rows.length ? ranks(shown.rows) : html`<p class="soft">${_("No bot has got through its first games yet.")}</p>`}
  </section>
  ${leagues()}
  <div class="button-row above-4">
    ${shown.competition.state === "open" ? html`<a class="button primary" href=${served(`/compete/${shown.competition.id}/enter`)}>${_("Take part")}</a>` : nothing}
    <p class="small soft">${_("0 is the average of the field; ± is the half-width of the 95 % interval. A new version plays bots of ratings near its own, those first that have played least.")}</p>
  </div>`;

const draw = () => render(template(), host);

async function again() {
  const found = await ask(`/api/competitions/${shown.competition.id}/ladder`);
  lost = !found.ok && found.error.code === "unreachable";
  if (found.ok) shown = found.data;
  draw();
  return AGAIN_MS;
}

draw();
keepLooking(again, AGAIN_MS);
