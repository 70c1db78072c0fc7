/** The ladder's page: ranks and ratings, asked for again while bots climb. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { count, plural } from "lib/format.js";
import { ask } from "lib/http.js";
import { keepLooking } from "lib/store.js";
import { ownBots } from "../keys.js";
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

/** A rating with its interval as a bar on the scale of all that are shown. @param {any} row @param {number} low @param {number} high */
function interval(row, low, high) {
  if (row.elo === null) return nothing;
  const at = (/** @type {number} */ elo) => Math.min(100, Math.max(0, (100 * (elo - low)) / Math.max(1, high - low)));
  const from = at(row.elo - row.elo_error);
  const to = at(row.elo + row.elo_error);
  return html`<svg class="ladder-bar fill" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
    <rect class="range" x=${from} y="3" width=${Math.max(0.5, to - from)} height="6" rx="1"></rect>
    <rect class="mark" x=${Math.max(0, at(row.elo) - 0.6)} y="0" width="1.2" height="12"></rect>
  </svg>`;
}

function ranks(/** @type {any[]} */ rows) {
  const { id } = shown.competition;
  const own = ownBots(id);
  const rated = rows.filter((row) => row.elo !== null);
  const low = Math.min(...rated.map((row) => row.elo - row.elo_error));
  const high = Math.max(...rated.map((row) => row.elo + row.elo_error));
  const named = (/** @type {any} */ row) => html`<a href="/compete/${id}/bots/${row.bot}">${row.name}</a>${row.bot in own ? html` <span class="badge">yours</span>` : nothing}
    <span class="soft small ladder-narrow">version ${row.version}, ${plural(row.games, "game")}</span>`;
  /** @type {import("../parts.js").Column[]} */
  const columns = [
    { title: "Rank", kind: "number", cell: (row) => html`<strong>${row.rank}</strong>` },
    { title: "Bot", head: true, cell: named },
    { title: "Elo", kind: "number", cell: (row) => (row.elo === null ? html`<span class="soft">no games yet</span>` : rating(row, "strong")) },
    { title: html`<span class="hidden-visually">Rating with its interval</span>`, kind: "ladder-wide", cell: (row) => interval(row, low, high) },
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
