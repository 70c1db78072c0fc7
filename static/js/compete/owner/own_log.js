/** On a game's page: what one's own bots wrote in it, asked for with the keys that this browser holds. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";
import { authorised, ownBots } from "../keys.js";
import { written } from "../parts.js";

const host = find("#own-log");
const shown = pageData("snapshot");
const keys = ownBots(shown.competition);
const mine = [...new Set(shown.seats.map((/** @type {{entry: string}} */ seat) => seat.entry))].filter((bot) => bot in keys);

async function show() {
  const logs = [];
  for (const bot of mine) {
    const found = await ask(`/api/competitions/${shown.competition}/games/${shown.id}/logs`, undefined, authorised(keys[bot]));
    if (found.ok) logs.push(...found.data.logs);
  }
  if (!logs.length) return;
  logs.sort((one, other) => one.seat - other.seat);
  const lines = logs.map(({ seat, log }) => html`${logs.length > 1 ? html`<h3>${shown.seats[seat].name}</h3>` : nothing}${written(log, _("What {name} wrote", { name: shown.seats[seat].name }))}`);
  render(html`<h2>${_("Your bot's log")}</h2><p class="soft small">${_("Other players cannot read it.")}</p><div class="owner-log shrink">${lines}</div>`, host);
  host.hidden = false;
}

show();
