/** What can be said of a finished game, in sentences from its review, each with a link to its move. */

import { html, nothing } from "lit";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";

const AGAIN_MS = 700;

export class Commentary {
  /** @param {string} address of the game @param {() => void} changed */
  constructor(address, changed) {
    this.address = `${address}/commentary`;
    this.changed = changed;
    /** @type {{state: string, done?: number, of?: number, sentence?: string, sentences?: {ply: number, sentence: string}[]}} */
    this.found = { state: "asked" };
    this.problem = "";
  }

  /** Look whether there is one; with a `wish` have it made. @param {object} [wish] */
  async look(wish) {
    const found = await ask(this.address, wish);
    this.problem = found.ok ? "" : found.error.sentence;
    if (found.ok) this.found = found.data;
    this.changed();
    if (found.ok && this.found.state === "running") setTimeout(() => this.look(), AGAIN_MS);
  }

  /** @param {number} here The ply that is shown. */
  template(here) {
    const { state, sentences = [], done = 0, of = 0 } = this.found;
    if (state === "asked") return nothing;
    return html`<section class="commentary column gap-2"><h2>${_("Commentary")}</h2>
      ${state === "none" || state === "failed"
        ? html`<p class="button-row"><button type="button" class="button small" @click=${() => this.look({})}>${_("Have the game commented")}</button></p>
            <p class="soft small">${_("The review judges each move, which takes up to a minute; the sentences follow from its values.")}</p>`
        : nothing}
      ${state === "running" ? html`<p role="status">${_("{done} of {of} moves are judged.", { done, of })} <progress max=${of} value=${done} aria-label=${_("Moves judged")}></progress></p>` : nothing}
      ${sentences.length
        ? html`<ol class="column gap-1">${sentences.map(({ ply, sentence }) => html`<li class=${ply && ply === here ? "strong" : ""}>${ply ? html`<a href="#${ply}">${sentence}</a>` : sentence}</li>`)}</ol>`
        : nothing}
      ${this.problem || state === "failed" ? html`<p class="notice bad" role="alert">${this.problem || this.found.sentence}</p>` : nothing}
    </section>`;
  }
}
