/** A bot's strength from version to version, on its page, once two of its versions have played. */

import { html, nothing } from "lit";
import { loadProgress, progressChart } from "../progress_chart.js";

/** @type {Awaited<ReturnType<typeof loadProgress>>} */
let known = null;
let askedFor = "";

/** @param {Compete.BotPage} page */
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
  return html`<section class="card"><h2>From version to version</h2>${progressChart(own, known.seats)}</section>`;
}
