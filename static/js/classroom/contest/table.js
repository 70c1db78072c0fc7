/** The table of a tournament: places, points, and what decides among equal points. */

import { html, nothing } from "lit";
import { _, numeral } from "lib/messages.js";
import { halves } from "./words.js";

/**
 * @param {Classroom.Contest} contest
 * @param {{own?: number, first?: number, most?: number, short?: boolean}} [about] `own` is the number of whoever reads it; `short` leaves out what a phone or a full wall has no room for
 */
export function table({ kind, table: rows }, { own = 0, first = 0, most = Infinity, short = false } = {}) {
  const ladder = kind === "ladder";
  const shown = rows.slice(first, first + most);
  const fine = !short && !ladder;
  return html`<table class="contest-table number"><caption class="hidden-visually">${_("The table")}</caption>
    <thead><tr><th scope="col">${_("Place")}</th><th scope="col" class="contest-name">${_("Who")}</th><th scope="col">${_("Points")}</th><th scope="col">${_("Games")}</th>
      ${fine ? html`<th scope="col"><abbr title=${_("Buchholz: the points of all opponents")}>${_("Buchh.")}</abbr></th><th scope="col"><abbr title=${_("Sonneborn-Berger: the points of beaten opponents, and half of those drawn with")}>${_("S.-B.")}</abbr></th>` : nothing}</tr></thead>
    <tbody>${shown.map((row) => html`<tr class="${row.no === own ? "mine" : ""} ${row.out ? "away" : ""}"><td>${row.place}</td><th scope="row" class="contest-name break">${row.name}${row.no === own ? html` <span class="soft">(${_("you")})</span>` : nothing}</th>
      <td><b>${halves(row.points)}</b></td><td>${row.games}</td>${fine ? html`<td>${halves(row.buchholz)}</td><td>${numeral(row.sonneborn, { maximumFractionDigits: 2 })}</td>` : nothing}</tr>`)}</tbody></table>`;
}
