/** What is played in a competition, and under which limits: as the server puts it in words. */

import { html } from "lit";
import { _ } from "lib/messages.js";

/** The list. @param {[string, string][]} rows */
export const conditions = (rows) => html`<dl class="column gap-2 above-3">${rows.map(([title, words]) => html`<div><dt class="small soft">${title}</dt><dd>${words}</dd></div>`)}</dl>`;

/** The list, folded away. @param {[string, string][]} rows */
export const whatIsPlayed = (rows) => html`<details class="card" id="conditions"><summary class="strong">${_("What is played")}</summary>${conditions(rows)}</details>`;
