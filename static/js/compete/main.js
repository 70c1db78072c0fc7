/** The page of a competition: draws what the server says, and asks again while something may change. */

import { html, nothing, render } from "lit";
import { ask } from "lib/http.js";
import { oncePerFrame } from "lib/store.js";
import { bots, crossTable, final, games, progress, standing } from "./tables.js";
import { clockWords, STATES } from "./words.js";

const AGAIN_MS = 2000;

const host = document.getElementById("compete");
let shown = JSON.parse(document.getElementById("shown").textContent);
let kind = "";
let lost = false;

function template() {
  const table = shown.standings;
  return html`<header class="compete-head">
      <h1>${shown.title}</h1>
      <p class="soft">
        ${shown.game_title} · ${clockWords(shown.settings.clock)} ·
        <span class="badge compete-state" data-state=${shown.state}>${STATES[shown.state]}</span>
      </p>
      ${progress(shown)}
      ${lost ? html`<p class="notice warn" role="status">The server does not answer; this is how it stood last.</p>` : nothing}
    </header>
    <div class="compete-columns">
      <div class="compete-left">
        ${table.length
          ? html`<section class="card"><h2>Standing</h2>${standing(table)}
              <p class="small"><a href="/api/competitions/${shown.id}/standings.csv" download>Save the table for a spreadsheet</a></p></section>
              ${final(shown)}
              <section class="card"><h2>Each against each</h2>${crossTable(table, shown.cross_table)}</section>`
          : html`<section class="card"><h2>Standing</h2><p class="soft">The event has not begun. Its table will stand here and grow with every game.</p></section>`}
      </div>
      <div class="compete-right">
        <section class="card"><h2>Games</h2>${games(shown, kind, (each) => {
          kind = each;
          draw();
        })}</section>
        <section class="card"><h2>Bots</h2>${bots(shown.bots)}</section>
      </div>
    </div>`;
}

const draw = oncePerFrame(() => render(template(), host));

async function again() {
  const found = await ask(`/api/competitions/${shown.id}`);
  lost = !found.ok && found.error.code === "unreachable";
  if (found.ok) shown = found.data;
  draw();
  later();
}

/** A finished competition changes no more; a hidden page need not ask. */
function later() {
  if (shown.state === "finished" && !lost) return;
  setTimeout(() => (document.hidden ? later() : again()), AGAIN_MS);
}

render(template(), host);
later();
