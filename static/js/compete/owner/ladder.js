/** The ladder's page: ranks and ratings, asked for again while bots climb. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { count, plural } from "lib/format.js";
import { ask } from "lib/http.js";
import { keepLooking } from "lib/store.js";
import { ownBots } from "../keys.js";
import { ratingBar, ratingScale } from "../elo_chart.js";
import { lostNotice, rating, table } from "../parts.js";
import { clockWords } from "../words.js";

const AGAIN_MS = 2500;
const host = find("#ladder");
let shown = pageData("shown");
let lost = false;

function trend(/** @type {any} */ row) {
  if (row.trend === null) return html`<span class="soft">–</span>`;
  const step = Math.round(row.trend);
  const words = step === 0 ? "as before" : `${Math.abs(step)} ${step > 0 ? "up" : "down"}`;
  return html`<span class="ladder-trend nowrap" data-way=${Math.sign(step)} title="against version ${row.before}"
    ><span aria-hidden="true">${step > 0 ? "▲" : step < 0 ? "▼" : "="}</span> ${words}</span
  >`;
}

function ranks(/** @type {any[]} */ rows) {
  const { id } = shown.competition;
  const own = ownBots(id);
  const x = ratingScale(rows.filter((row) => row.elo !== null));
  const named = (/** @type {any} */ row) => html`<a href="/compete/${id}/bots/${row.bot}">${row.name}</a>${row.bot in own ? html` <span class="badge">yours</span>` : nothing}
    <span class="soft small ladder-narrow">version ${row.version}, ${plural(row.games, "game")}</span>`;
  /** @type {import("../parts.js").Column[]} */
  const columns = [
    { title: "Rank", kind: "number", cell: (row) => html`<strong>${row.rank}</strong>` },
    { title: "Bot", head: true, cell: named },
    { title: "Elo", kind: "number", cell: (row) => (row.elo === null ? html`<span class="soft">no games yet</span>` : rating(row, "strong")) },
    { title: html`<span class="hidden-visually">Rating with its interval</span>`, kind: "ladder-wide", cell: (row) => (row.elo === null ? nothing : ratingBar(row, x)) },
    { title: "Games", kind: "number ladder-mid", cell: (row) => count(row.games) },
    { title: "Version", kind: "number ladder-mid", cell: (row) => row.version },
    { title: "Since the last version", kind: "ladder-mid", cell: trend },
  ];
  return table(columns, rows, { kind: "ladder-table", spoken: "The ladder", rowKind: (row) => (row.bot in own ? "mine" : "") });
}

const template = () => html`<header class="compete-head below-5">
    <h1>Ladder</h1>
    <p class="soft">${shown.competition.title} · ${shown.competition.game_title} · ${clockWords(shown.clock)} · ${plural(shown.games, "game")} so far${shown.waiting ? html` · ${plural(shown.waiting, "version waits", "versions wait")} for first games` : nothing}</p>
    ${lostNotice(lost)}
  </header>
  <section class="card">
    ${shown.rows.length ? ranks(shown.rows) : html`<p class="soft">No bot has got through its first games yet.</p>`}
  </section>
  <div class="button-row above-4">
    ${shown.competition.state === "open" ? html`<a class="button primary" href="/compete/${shown.competition.id}/enter">Take part</a>` : nothing}
    <p class="small soft">0 is the average of the field; ± is the half-width of the 95 % interval. A new version plays bots of ratings near its own, those first that have played least.</p>
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
