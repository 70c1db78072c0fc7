/** The podium: the first three of the final, or of the table where there is none. */

import { html } from "lit";
import { ordinal } from "lib/format.js";
import { stoodWords, wonWords } from "./final_words.js";

/** @param {Compete.FinalShown} shown How the competition stands. */
export function podium(shown) {
  const steps = [1, 2, 3]
    .map((place) => ({ place, bots: shown.podium.filter((each) => each.place === place) }))
    .filter(({ bots }) => bots.length);
  const [first] = steps;
  const winners = first ? first.bots.map((bot) => bot.name).join(" and ") : "";
  return html`<section class="final-podium centred" aria-label="The podium">
    ${first ? html`<h2><span class="final-winner break ${first.bots.length > 1 ? "shared" : ""}">${winners}</span> ${first.bots.length > 1 ? "share" : "wins"} ${shown.has_final ? "the final" : first.bots.length > 1 ? "the first badge" : "the competition"}</h2><p class="soft large any-width">${wonWords(shown)}</p>` : ""}
    <ol class="final-steps one-row align-end" data-steps=${steps.length}>${steps.map(
      ({ place, bots }) => html`<li data-place=${place}>
        <div class="final-honoured column">${bots.map((bot) => html`<p><strong>${bot.name}</strong><span class="soft">${stoodWords(bot)}</span></p>`)}</div>
        <div class="final-step column gap-2 soft strong sunken"><span class="medal small strong sunken" data-badge=${place} aria-hidden="true">${place}</span><span>${ordinal(place)}</span></div>
      </li>`,
    )}</ol>
  </section>`;
}
