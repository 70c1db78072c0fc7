/** On a game's page: what one's own bots wrote in it, asked for with the keys that this browser holds. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { authorised, ownBots } from "../keys.js";

const host = find("#own-log");
const shown = pageData("snapshot");
const keys = ownBots(shown.competition);
const mine = [...new Set(shown.seats.map((/** @type {{entry: string}} */ seat) => seat.entry))].filter((bot) => bot in keys);

function log(/** @type {{seat: number, log: string}} */ entry, /** @type {boolean} */ alone) {
  const { name } = shown.seats[entry.seat];
  return html`${alone ? nothing : html`<h3>${name}</h3>`}
    ${entry.log.trim() ? html`<pre tabindex="0" aria-label=${`What ${name} wrote`}><code>${entry.log}</code></pre>` : html`<p class="soft small">It wrote nothing.</p>`}`;
}

async function show() {
  const logs = [];
  for (const bot of mine) {
    const found = await ask(`/api/competitions/${shown.competition}/games/${shown.id}/logs`, undefined, authorised(keys[bot]));
    if (found.ok) logs.push(...found.data.logs);
  }
  if (!logs.length) return;
  logs.sort((one, other) => one.seat - other.seat);
  render(html`<h2>Your bot's log</h2><p class="soft small">Other players cannot read it.</p><div class="owner-log shrink">${logs.map((each) => log(each, logs.length === 1))}</div>`, host);
  host.hidden = false;
}

show();
