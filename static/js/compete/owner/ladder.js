/** The ladder's page: ranks and ratings, asked for again while bots climb. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { count, plural, signed } from "lib/format.js";
import { ask } from "lib/http.js";
import { oncePerFrame } from "lib/store.js";
import { ownBots } from "../keys.js";
import { clockWords } from "../words.js";

const AGAIN_MS = 2500;
const host = find("#ladder");
let shown = pageData("shown");
let lost = false;

const whole = (/** @type {number} */ elo) => signed(Math.round(elo));

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

function table(/** @type {any[]} */ rows) {
  const own = ownBots(shown.competition.id);
  const rated = rows.filter((row) => row.elo !== null);
  const low = Math.min(...rated.map((row) => row.elo - row.elo_error));
  const high = Math.max(...rated.map((row) => row.elo + row.elo_error));
  return html`<table class="compete-table fill ladder-table">
    <caption class="hidden-visually">The ladder</caption>
    <thead>
      <tr>
        <th scope="col" class="number">Rank</th>
        <th scope="col">Bot</th>
        <th scope="col" class="number">Elo</th>
        <th scope="col" class="ladder-wide"><span class="hidden-visually">Rating with its interval</span></th>
        <th scope="col" class="number ladder-mid">Games</th>
        <th scope="col" class="number ladder-mid">Version</th>
        <th scope="col" class="ladder-mid">Since the last version</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) => html`<tr class=${row.bot in own ? "mine" : ""}>
          <td class="number strong">${row.rank}</td>
          <th scope="row"><a href="/compete/${shown.competition.id}/bots/${row.bot}">${row.name}</a>${row.bot in own ? html` <span class="badge">yours</span>` : nothing}
            <span class="soft small ladder-narrow">version ${row.version}, ${plural(row.games, "game")}</span></th>
          <td class="number">${row.elo === null ? html`<span class="soft">no games yet</span>` : html`<span class="strong">${whole(row.elo)}</span> <span class="soft">± ${Math.round(row.elo_error)}</span>`}</td>
          <td class="ladder-wide">${interval(row, low, high)}</td>
          <td class="number ladder-mid">${count(row.games)}</td>
          <td class="number ladder-mid">${row.version}</td>
          <td class="ladder-mid">${trend(row)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

const template = () => html`<header class="compete-head below-5">
    <h1>Ladder</h1>
    <p class="soft">${shown.competition.title} · ${shown.competition.game_title} · ${clockWords(shown.clock)} · ${plural(shown.games, "game")} so far${shown.waiting ? html` · ${plural(shown.waiting, "version waits", "versions wait")} for first games` : nothing}</p>
    ${lost ? html`<p class="notice warn" role="status">The server does not answer; this is how it stood last.</p>` : nothing}
  </header>
  <section class="card">
    ${shown.rows.length ? table(shown.rows) : html`<p class="soft">No bot has got through its first games yet.</p>`}
  </section>
  <div class="button-row above-4">
    ${shown.competition.state === "open" ? html`<a class="button primary" href="/compete/${shown.competition.id}/enter">Take part</a>` : nothing}
    <p class="small soft">0 is the average of the field; ± is the half-width of the 95 % interval. A new version plays bots of ratings near its own, those first that have played least.</p>
  </div>`;

const draw = oncePerFrame(() => render(template(), host));

async function again() {
  const found = await ask(`/api/competitions/${shown.competition.id}/ladder`);
  lost = !found.ok && found.error.code === "unreachable";
  if (found.ok) shown = found.data;
  draw();
  later();
}

const later = () => setTimeout(() => (document.hidden ? later() : again()), AGAIN_MS);

render(template(), host);
later();
