/**
 * What each idea of the fast search saves on the position: how many positions it visits to the same depth with all ideas,
 * without each of them, and without those that the reader takes away. The counts are the engine's own.
 */

import { html, live, nothing, render } from "lit";
import { count, fixed } from "lib/format.js";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";

/** How many times as many positions fill a bar. */
const FULL = 20;

export class Ideas {
  /** @param {HTMLElement} host @param {Partial<Lab.Question>} question @param {Lab.Idea[]} ideas those of the game's search */
  constructor(host, question, ideas) {
    this.host = host;
    this.question = question;
    this.ideas = ideas;
    /** @type {Set<string>} */
    this.without = new Set();
    /** @type {Lab.Count[]} */
    this.counts = [];
    this.depth = 0;
    this.refusal = "";
    this.busy = false;
    this.count();
  }

  async count() {
    this.busy = true;
    this.refusal = "";
    this.paint();
    const { game, options, position, moves } = this.question;
    const body = { game, options, ...(position ? { position } : {}), moves, without: [...this.without], depth: this.depth };
    const answer = await ask("/api/lab/ideas", body);
    this.busy = false;
    if (answer.ok) ({ depth: this.depth, counts: this.counts } = answer.data);
    else this.refusal = answer.error.sentence;
    this.paint();
  }

  /** @param {string} id @param {boolean} used */
  use(id, used) {
    if (used) this.without.delete(id);
    else this.without.add(id);
    this.paint();
  }

  /** The counts of the last answer by what was left out. @param {string[]} without */
  counted(without) {
    const key = [...without].sort().join();
    return this.counts.find((each) => [...each.without].sort().join() === key);
  }

  paint() {
    const all = this.ideas.map(({ id }) => id);
    const taken = all.filter((id) => this.without.has(id));
    render(html`<section class="lab-ideas card column below-4" aria-label=${_("What each idea saves")} aria-busy=${this.busy}>
      <h2>${_("What each idea of the fast search saves")}</h2>
      <p class="soft">${this.depth ? _("Positions that the Hare’s search visits, {depth} plies deep: with all ideas, and without one. Switch ideas off to count without several.", { depth: this.depth }) : _("The Hare’s search counts what it visits …")}</p>
      <table class="lab-saved fill"><thead><tr><th scope="col">${_("Idea")}</th><th scope="col">${_("Positions without it")}</th><th scope="col">${_("Times")}</th><th scope="col">${_("Move")}</th></tr></thead><tbody>
        ${this.row("all", _("All ideas"), this.counted([]))}
        ${this.ideas.map((idea) => this.row(idea.id, idea.title, this.counted([idea.id]), idea))}
        ${this.row("none", _("None of them"), this.counted(all))}
        ${taken.length > 1 && taken.length < all.length ? this.row("chosen", _("Without those switched off"), this.counted(taken)) : nothing}
      </tbody></table>
      <div class="button-row"><button type="button" class="button primary" ?disabled=${this.busy || !!this.counted(taken)} @click=${() => this.count()}>${this.busy ? _("Counting …") : _("Count again")}</button></div>
      ${this.refusal ? html`<p class="notice" role="alert">${this.refusal}</p>` : nothing}
    </section>`, this.host);
  }

  /** @param {string} id @param {string} title @param {Lab.Count | undefined} found @param {Lab.Idea | null} idea */
  row(id, title, found, idea = null) {
    const change = (/** @type {FieldEvent} */ event) => this.use(id, event.target.checked);
    const name = idea
      ? html`<label class="choice"><input type="checkbox" .checked=${live(!this.without.has(id))} ?disabled=${this.busy} @change=${change} /><span>${title}<span class="lab-idea small soft">${idea.help}</span></span></label>`
      : html`<strong>${title}</strong>`;
    if (!found) return html`<tr data-idea=${id}><th scope="row">${name}</th><td class="number">–</td><td></td><td></td></tr>`;
    const least = found.stopped ? "≥ " : "";
    const value = { won: _("won"), lost: _("lost") }[found.value] ?? found.value.replace("-", "−");
    const bar = Math.max(0, Math.min(1, Math.log(Math.max(1, found.times)) / Math.log(FULL)));
    return html`<tr data-idea=${id}><th scope="row">${name}</th><td class="number">${least}${count(found.positions)}</td>
      <td><meter min="0" max="1" value=${bar} aria-hidden="true"></meter><span class="number">${least}×&nbsp;${found.times < 10 ? fixed(found.times, 2) : count(Math.round(found.times))}</span></td>
      <td>${found.move} <span class="small soft">${value}</span></td></tr>`;
  }
}
