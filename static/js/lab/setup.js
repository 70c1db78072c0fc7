/** The form: which position, which search, with what settings, and how large it will be. */

import { html, live, nothing } from "lit";
import { standing } from "lib/dom.js";
import { icon } from "lib/icons.js";
import { menu, numberInput, optionField } from "lib/fields.js";
import { _, ngettext } from "lib/messages.js";
import { budgetRows } from "./panels.js";

/**
 * @param {Lab.State} state @param {Lab.SetupAct} act
 * @param {Lab.Stock} stock
 */
export function setup(state, act, stock) {
  return html`<form class="lab-setup column gap-4 align-start" @submit=${act.submit} aria-label=${_("What to look into")}>
    <div class="lab-position column card">${position(state, act, stock)}</div>
    <div class="lab-search column card">${search(state, act)}</div>
    <div class="lab-shelf column card">${shelf(act, stock)}</div>
  </form>`;
}

/** @param {Lab.State} state @param {Lab.SetupAct} act @param {Lab.Stock} stock */
function position(state, act, { games }) {
  const { question, looked, refusal } = state;
  const game = games.find(({ id }) => id === question.game);
  return html`<h2>${_("Position")}</h2>
    <div class="field"><label for="lab-game">${_("Game")}</label>
      ${menu("lab-game", games.map(({ id, title }) => ({ value: id, title })), question.game, act.game)}</div>
    <div class="lab-miniature" id="lab-miniature"></div>
    ${looked ? html`<p class="small soft">${looked.over ? _("The game is over here.") : _("{seat} to move", { seat: looked.seats[looked.to_move] })}${question.moves.length ? html`${ngettext(", after {count} move", ", after {count} moves", question.moves.length, { count: question.moves.length })}` : nothing}</p>` : nothing}
    <div class="field"><label for="lab-text">${_("Position, record or link")}</label>
      <textarea id="lab-text" class="mono" rows="3" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder=${_("the start")}
        aria-invalid=${refusal ? "true" : "false"} .value=${live(standing("lab-text", question.position))} @change=${(/** @type {FieldEvent} */ event) => act.position(event.target.value.trim())}></textarea></div>
    ${refusal ? html`<p class="notice bad" role="alert">${refusal}</p>` : nothing}
    <details ?open=${state.ruled} @toggle=${(/** @type {Event & {target: HTMLDetailsElement}} */ event) => act.ruled(event.target.open)}><summary>${question.position || !game?.options.some(({ name }) => name === "seed") ? _("Rules of the game") : _("A random one, from a seed")}</summary>
      <div class="tiles gap-apart above-2">${game?.options.map((option) => optionField(option, "lab-rule", question.options[option.name], (value) => act.rule(option.name, value)))}</div></details>`;
}

/** @param {Lab.State} state @param {Lab.SetupAct} act */
function search(state, act) {
  const { looked, question, estimate, estimateRefusal, busy, failure } = state;
  const searches = looked?.searches ?? [];
  const chosen = searches.find(({ id }) => id === question.search);
  return html`<h2>${_("Search")}</h2>
    <div class="lab-choices tiles gap-apart align-start" role="radiogroup" aria-label=${_("Search")}>${searches.map(({ id, title, refuses }) => html`<label class="choice ${refuses ? "refused" : ""}">
      <input type="radio" name="search" value=${id} ?disabled=${Boolean(refuses)} .checked=${live(id === question.search)} @change=${() => act.search(id)} />
      <span>${title}${refuses ? html`<span class="hint"> ${refuses}</span>` : nothing}</span></label>`)}</div>
    ${chosen ? html`<p class="soft">${chosen.summary}</p>
        <div class="tiles gap-apart above-2">${chosen.options.map((option) => optionField(option, "lab-set", question.settings[option.name], (value) => act.setting(option.name, value)))}
          <div class="field"><label for="lab-seed">${_("Seed")}</label>${numberInput("lab-seed", { low: 0, high: 4294967295, step: 1 }, question.seed, (value) => act.seed(value ?? 0), "lab-seed-help")}
            <p class="hint" id="lab-seed-help">${_("For searches that draw lots.")}</p></div></div>` : nothing}
    <div class="lab-estimate two-lines" role="status">${estimate ? html`<p>${_("{sentence} A trace holds at most 20,000 nodes.", { sentence: estimate.sentence })}</p>${budgetRows(estimate.rows)}` : nothing}
      ${estimateRefusal ? html`<p class="notice bad">${estimateRefusal}</p>` : nothing}</div>
    <p class="button-row"><button class="button primary large" ?disabled=${busy || Boolean(state.refusal) || Boolean(estimateRefusal)}>${icon("eye")}${busy ? _("Searching …") : _("Look inside")}</button></p>
    ${failure ? html`<p class="notice bad" role="alert">${failure}</p>` : nothing}`;
}

/** @param {Lab.SetupAct} act @param {Lab.Stock} stock */
function shelf(act, { shelf: all, games }) {
  const title = (/** @type {string} */ id) => games.find((game) => game.id === id)?.title ?? id;
  return html`<h2>${_("Chosen positions")}</h2>
    <ul class="lab-shelf-list tiles gap-2">${all.map((each, at) => html`<li><button type="button" class="lab-card tall column gap-1 justify-start rounded pad-3 fill" data-shelf=${at} @click=${() => act.take(each)}>
      <strong>${each.title}</strong><span class="badge">${title(each.game)}</span><span class="small soft">${each.words}</span></button></li>`)}</ul>`;
}
