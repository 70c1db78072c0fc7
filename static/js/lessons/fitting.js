/**
 * A model that the reader fits: a worker plays games and learns from them, the error is drawn pass by pass, and the model
 * plays another one. With an order, a search that it guides stands below. Earlier fits stay in a table.
 */

import { html, nothing, render, svg } from "lit";
import { count, fixed } from "lib/format.js";
import { ask } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";

const [WIDE, HIGH] = [320, 140];
const [LEFT, EDGE] = [46, 10];
const PICTURES = 40;
const KEPT = 8;
const BEFORE = "before";
const BY_HAND = "by-hand";

/** @typedef {import("./live_stage.js").About} About */
/** @typedef {{weights: number[], rows: number, errors: [number, number][]}} Fit */
/** @typedef {Fit & {titles: string[], match: number[], order: Fit | null}} Learnt */
/** @typedef {{games: number, left: string, against: string, learnt: Learnt}} Row */
/** @typedef {{question: Partial<Lab.Question>, titles: string[], sizes: number[], order: boolean, stage: About | null}} Data */

/** @param {HTMLElement} host @param {Data} about */
export function mountFitting(host, { question, titles, sizes, order, stage }) {
  const state = {
    games: sizes[0], against: BEFORE, left: new Set(/** @type {number[]} */ ([])), rows: /** @type {Row[]} */ ([]), shown: 0, waits: false, refusal: "",
  };
  let frame = 0;
  render(html`<div class="column"></div><div class="lesson-stage"></div>`, host);
  const [panel, below] = /** @type {HTMLElement[]} */ ([...host.children]);

  async function fit() {
    cancelAnimationFrame(frame);
    Object.assign(state, { waits: true, refusal: "" });
    draw();
    const { games, against } = state;
    const left = [...state.left];
    const answer = await ask("/api/lessons/learn", { ...question, position: question.position || undefined, games, left_out: left, against: order ? "" : Number(against) || against, order });
    state.waits = false;
    if (!answer.ok) {
      state.refusal = answer.error.sentence;
      return draw();
    }
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    state.rows = [{ games, against, left: left.map((each) => titles[each]).join(", "), learnt: answer.data }, ...state.rows].slice(0, KEPT);
    state.shown = calm ? answer.data.errors.length : 1;
    walk();
    if (stage) await show(stage, games);
  }

  /** Draw a little more of the way of the error. */
  function walk() {
    const { length } = state.rows[0].learnt.errors;
    state.shown = Math.min(length, state.shown + Math.ceil(length / PICTURES));
    if (state.shown < length) frame = requestAnimationFrame(walk);
    draw();
  }

  /** The search that this model guides. @param {About} about @param {number} games */
  async function show(about, games) {
    const { mountStage } = await import("./live_stage.js");
    /** @type {{walk?: import("./live_stage.js").LiveStage}} */ (below).walk?.leave();
    const asked = { ...about.question, settings: { ...about.question.settings, games } };
    await mountStage(below, { ...about, question: asked }, { label: _("The search that this model guides") });
  }

  const opponent = (/** @type {string} */ against) =>
    against === BEFORE ? _("itself before learning") : against === BY_HAND ? _("weights set by hand") : _("itself after {games} games", { games: count(Number(against)) });

  /** @param {Fit} fit @param {string} title @param {number} places */
  function chart(fit, title, places) {
    if (!fit.errors.length) return nothing;
    const shown = fit.errors.slice(0, state.shown);
    const [least, most] = [Math.min(...fit.errors.flat()), Math.max(...fit.errors.flat())];
    const height = (/** @type {number} */ error) => HIGH - EDGE - ((error - least) / (most - least || 1)) * (HIGH - 2 * EDGE);
    const at = (/** @type {number} */ error, /** @type {number} */ pass) => `${LEFT + (pass / Math.max(1, fit.errors.length - 1)) * (WIDE - LEFT)} ${height(error)}`;
    const mark = (/** @type {number} */ error) => svg`<path class="bound" d=${`M${LEFT} ${height(error)}H${WIDE}`} /><text x="0" y=${height(error) + 5}>${fixed(error, places)}</text>`;
    const way = (/** @type {0 | 1} */ which) => `M${shown.map((each, pass) => at(each[which], pass)).join("L")}`;
    const [learnt, tested] = shown[shown.length - 1] ?? [0, 0];
    const words = { first: fixed(fit.errors[0]?.[0] ?? 0, places), last: fixed(learnt, places) };
    return html`<figure class="fit-chart"><svg class="match-chart" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${title}>
        ${mark(least)}${mark(most)}${shown.length ? svg`<path class="way" d=${way(0)} /><path class="way tested" d=${way(1)} />` : nothing}</svg>
      <figcaption class="small"><strong>${title}</strong> ${_("Pass {pass}.", { pass: Math.max(0, shown.length - 1) })}
        <span class="fit-learnt">${_("Where it learns: from {first} to {last}.", words)}</span>
        <span class="fit-tested">${_("On new games: from {first} to {last}.", { first: fixed(fit.errors[0]?.[1] ?? 0, places), last: fixed(tested, places) })}</span></figcaption></figure>`;
  }

  /** @param {Learnt} learnt */
  function weights(learnt) {
    return html`<table class="fit-weights fill"><caption>${_("The weights")}</caption><thead><tr><th scope="col">${_("What counts")}</th><th scope="col" class="number">${_("Worth")}</th>${learnt.order ? html`<th scope="col" class="number">${_("Order")}</th>` : nothing}</tr></thead>
      <tbody>${learnt.titles.map((title, place) => html`<tr><th scope="row">${title}</th><td class="number">${fixed(learnt.weights[place], 2)}</td>${learnt.order ? html`<td class="number">${fixed(learnt.order.weights[place], 2)}</td>` : nothing}</tr>`)}
        ${learnt.order ? html`<tr><th scope="row">${_("The move wins the game")}</th><td></td><td class="number">${fixed(learnt.order.weights[learnt.titles.length], 2)}</td></tr>` : nothing}</tbody></table>`;
  }

  /** What came of this fit, and of those before. */
  function rows() {
    const result = (/** @type {Row} */ { learnt: { match: [won, drawn, lost] } }) => (won === undefined ? "" : `${won} : ${drawn} : ${lost}`);
    const last = (/** @type {Row} */ { learnt }, /** @type {0 | 1} */ which) => (learnt.errors.length ? fixed(learnt.errors[learnt.errors.length - 1][which], 3) : "–");
    return html`<div class="scroll-x" tabindex="0" role="group" aria-label=${_("The table")}><table class="fit-rows fill"><caption>${_("Your fits, the last one first")}</caption>
      <thead><tr><th scope="col">${_("Games")}</th>${order ? nothing : html`<th scope="col">${_("Left out")}</th>`}<th scope="col" class="number">${_("Error where it learns")}</th><th scope="col" class="number">${_("On new games")}</th>${order ? nothing : html`<th scope="col">${_("Against")}</th><th scope="col" class="number">${_("Won : drawn : lost")}</th>`}</tr></thead>
      <tbody>${state.rows.map((row) => html`<tr><th scope="row">${count(row.games)}</th>${order ? nothing : html`<td>${row.left || "–"}</td>`}<td class="number">${last(row, 0)}</td><td class="number">${last(row, 1)}</td>${order ? nothing : html`<td>${opponent(row.against)}</td><td class="number">${result(row)}</td>`}</tr>`)}</tbody></table></div>`;
  }

  /** @param {number} place @param {boolean} on */
  function counted(place, on) {
    if (on) state.left.delete(place);
    else state.left.add(place);
  }

  function draw() {
    const [row] = state.rows;
    const done = row && state.shown === row.learnt.errors.length;
    render(
      html`<div class="row gap-3"><label>${_("Games to learn from")} <select class="fit-games" @change=${(/** @type {FieldEvent} */ event) => (state.games = Number(event.target.value))}>
            ${sizes.map((games) => html`<option value=${games} ?selected=${games === state.games}>${count(games)}</option>`)}</select></label>
          ${order ? nothing : html`<label>${_("Then plays against")} <select class="fit-against" @change=${(/** @type {FieldEvent} */ event) => (state.against = event.target.value)}>
            ${[BEFORE, BY_HAND, ...sizes.map(String)].map((each) => html`<option value=${each} ?selected=${each === state.against}>${opponent(each)}</option>`)}</select></label>`}
          <button type="button" class="button primary fit-start" ?disabled=${state.waits} @click=${fit}>${_("Learn")}</button></div>
        ${order ? nothing : html`<fieldset class="fit-counts column gap-1"><legend>${_("What counts")}</legend>${titles.map((title, place) => html`<label><input type="checkbox" .checked=${!state.left.has(place)} @change=${(/** @type {Event} */ event) => counted(place, /** @type {HTMLInputElement} */ (event.target).checked)} /> ${title}</label>`)}</fieldset>`}
        ${state.refusal ? html`<p class="notice bad" role="alert">${state.refusal}</p>` : nothing}
        <p role="status">${state.waits ? _("Games are played, and weights are fitted …") : done ? told(row) : row ? nothing : _("Nothing has been learnt yet: all weights are 0.")}</p>
        ${row ? html`<div class="fit-charts tiles-fit">${chart(row.learnt, _("Error of the worth"), 3)}${row.learnt.order ? chart(row.learnt.order, _("Error of the order"), 2) : nothing}</div>${weights(row.learnt)}${rows()}` : nothing}`,
      panel,
    );
  }

  /** @param {Row} row */
  function told({ games, learnt, against }) {
    const [won, drawn, lost] = learnt.match;
    const learned = ngettext("Learnt from {positions} positions of {count} game.", "Learnt from {positions} positions of {count} games.", games, { positions: count(learnt.rows) });
    if (won === undefined) return learned;
    return html`${learned} ${_("In {games} games against {opponent}: {won} won, {drawn} drawn, {lost} lost.", { games: won + drawn + lost, opponent: opponent(against), won, drawn, lost })}`;
  }

  draw();
}
