/** How chance is drawn in a competition, and what anybody can check of it afterwards. */

import { html } from "lit";
import { _, locale, withElements } from "lib/messages.js";

const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

const line = (/** @type {string} */ title, /** @type {Compete.Promised} */ one) => html`<tr>
  <th scope="row">${title}</th>
  <td><code>${one.commitment}</code></td>
  <td>${one.key ? html`<code>${one.key}</code>` : html`<span class="soft">${_("not yet")}</span>`}</td>
</tr>`;

/** The keys that were promised, and those that are published by now. */
export function drawing(/** @type {Compete.Shown} */ { fairness, signs }) {
  const latest = Object.entries(fairness?.days ?? {}).reverse();
  return html`<details class="card compete-drawing above-4">
    <summary>${_("A fair draw, and how to check it")}</summary>
    ${fairness
      ? html`<p>${_("Openings and the seeds that bots are told are drawn by keys of 128 random bits: one for the event, one for each day of the ladder. Here stands the SHA-256 of each before it is used, and the key itself when nothing is drawn by it any more.")}</p>
          <div class="compete-scroll scroll-x" tabindex="0" role="region" aria-label=${_("Keys of the draw")}>
            <table class="small">
              <thead><tr><th scope="col">${_("Key")}</th><th scope="col">SHA-256</th><th scope="col">${_("The key itself")}</th></tr></thead>
              <tbody>${line(_("The event"), fairness.event)} ${latest.map(([iso, one]) => line(days.format(new Date(iso)), one))}</tbody>
            </table>
          </div>`
      : html`<p>${_("Here the teacher chose the seed from which everything is drawn, so that the same bots play the same event again.")}</p>`}
    <p class="small">${withElements(_("Exports are signed by the key {fingerprint}. {command} checks one: that seeds are those promised, openings, pairing, moves, results and the table."), { fingerprint: html`<code>${signs}</code>`, command: html`<code>plyground event verify</code>` })}</p>
  </details>`;
}
