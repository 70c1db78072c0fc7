/** On a game's page: what one's own bots used and wrote in it, asked for with the keys that this browser holds. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";
import { authorised, ownBots } from "../keys.js";
import { written } from "../parts.js";
import { usedCharts } from "./used.js";

const host = find("#own-log");
const shown = pageData("snapshot");
const keys = ownBots(shown.competition);
const mine = [...new Set(shown.seats.map((/** @type {{entry: string}} */ seat) => seat.entry))].filter((bot) => bot in keys);

const board = find("#embed");
const go = (/** @type {number} */ ply) => board.dispatchEvent(new CustomEvent("go", { detail: Math.min(Math.max(ply, 0), shown.ply) }));
let here = shown.ply;
/** @type {{seat: number, log: string, used: import("./used.js").Used[]}[]} */
const logs = [];
/** @type {import("./used.js").Limits | null} */
let limits = null;

async function show() {
  for (const bot of mine) {
    const found = await ask(`/api/competitions/${shown.competition}/games/${shown.id}/logs`, undefined, authorised(keys[bot]));
    if (found.ok) {
      logs.push(...found.data.logs);
      limits = found.data.limits;
    }
  }
  if (!logs.length) return;
  logs.sort((one, other) => one.seat - other.seat);
  draw();
  host.hidden = false;
}

function draw() {
  const named = (/** @type {number} */ seat) => (logs.length > 1 ? html`<h3>${shown.seats[seat].name}</h3>` : nothing);
  const used = logs.filter((each) => each.used.length);
  const lines = logs.map(({ seat, log }) => html`${named(seat)}${written(log, _("What {name} wrote", { name: shown.seats[seat].name }))}`);
  const charts = used.map((each) => html`${named(each.seat)}${limits ? usedCharts(each.used, limits, { plies: shown.ply, seat: each.seat, here, go }) : nothing}`);
  render(html`${used.length ? html`<h2>${_("What your bot used")}</h2><div class="owner-used column gap-3" data-game=${shown.game}>${charts}</div>` : nothing}
    <h2>${_("Your bot's log")}</h2><p class="soft small">${_("Other players cannot read it.")}</p><div class="owner-log shrink">${lines}</div>`, host);
}

board.addEventListener("shown", (event) => {
  here = /** @type {CustomEvent<{ply: number}>} */ (event).detail.ply;
  if (logs.length) draw();
});

show();
