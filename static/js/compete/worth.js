/** The games of a competition that are worth seeing, each with the reason. */

import { html, nothing } from "lit";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";

const EVERY_MS = 10_000;

export class WorthSeeing {
  /** @param {string} competition @param {() => void} changed */
  constructor(competition, changed) {
    this.competition = competition;
    this.changed = changed;
    /** @type {{id: string, names: string[], reasons: string[]}[]} */
    this.games = [];
    this.due = 0;
  }

  /** Ask again, if it was not asked a moment ago. */
  async follow() {
    if (Date.now() < this.due) return;
    this.due = Date.now() + EVERY_MS;
    const found = await ask(`/api/competitions/${this.competition}/worth`);
    if (!found.ok) return;
    this.games = found.data.games;
    this.changed();
  }

  template() {
    if (!this.games.length) return nothing;
    return html`<section class="card" id="worth"><h2>${_("Games worth seeing")}</h2>
      <ul class="worth column gap-3">${this.games.map(
        ({ id, names, reasons }) => html`<li><a href=${served(`/compete/${this.competition}/games/${id}`)}>${names.join(" – ")}</a>
          ${reasons.map((words) => html`<span class="small soft">${words}</span>`)}</li>`,
      )}</ul></section>`;
  }
}
