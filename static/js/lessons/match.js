/**
 * A sequential test that runs while one watches: games are drawn from a true difference that the reader chooses, and the
 * log-likelihood ratio walks until it meets a bound. The server draws and computes.
 */

import { html, nothing, render, svg } from "lit";
import { count } from "lib/format.js";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";
import { number } from "../lab/labels.js";

const [WIDE, HIGH] = [320, 150];
const MIDDLE = HIGH / 2;
const SHARE = 0.42;
const PICTURES = 60;
const DIFFERENCES = [-30, 0, 15, 30, 60, 120];

/** @typedef {[games: number, ratio: number, elo: number, error: number]} Point */
/** @typedef {{verdict: string | null, points: Point[], bound: number}} Run */

/** @param {HTMLElement} host @param {{elo0: number, elo1: number}} about */
export function mountMatch(host, { elo0, elo1 }) {
  const state = { elo: elo1, seed: 0, run: /** @type {Run | null} */ (null), shown: 0, refusal: "", tally: { elo0: 0, elo1: 0, none: 0 } };
  let frame = 0;

  async function start() {
    cancelAnimationFrame(frame);
    state.seed += 1;
    const answer = await ask("/api/lessons/match", { elo: state.elo, elo0, elo1, seed: state.seed });
    if (!answer.ok) {
      state.refusal = answer.error.sentence;
      return draw();
    }
    Object.assign(state, { run: answer.data, shown: 1, refusal: "" });
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) state.shown = answer.data.points.length;
    walk();
  }

  /** Draw a little more of the way. */
  function walk() {
    const { run } = state;
    if (!run) return;
    const { length } = run.points;
    state.shown = Math.min(length, state.shown + Math.ceil(length / PICTURES));
    if (state.shown < length) frame = requestAnimationFrame(walk);
    else state.tally[/** @type {"elo0" | "elo1"} */ (run.verdict) ?? "none"] += 1;
    draw();
  }

  /** @param {number} elo */
  function choose(elo) {
    cancelAnimationFrame(frame);
    Object.assign(state, { elo, run: null, shown: 0, tally: { elo0: 0, elo1: 0, none: 0 } });
    draw();
  }

  /** @param {Run} run */
  function chart(run) {
    const most = run.points[run.points.length - 1][0];
    const at = (/** @type {Point} */ [games, ratio]) => `${(games / most) * WIDE} ${MIDDLE - (ratio / run.bound) * HIGH * SHARE}`;
    const line = (/** @type {number} */ y) => svg`<path class="bound" d=${`M0 ${y}H${WIDE}`} />`;
    return html`<svg class="match-chart" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${_("The way of the log-likelihood ratio between its two bounds")}>
      ${line(MIDDLE - HIGH * SHARE)}${line(MIDDLE + HIGH * SHARE)}<path class="way" d=${`M0 ${MIDDLE}L${run.points.slice(0, state.shown).map(at).join("L")}`} /></svg>`;
  }

  /** @param {Run} run */
  function words(run) {
    const [games, ratio, elo, error] = run.points[state.shown - 1];
    const done = state.shown === run.points.length;
    const verdicts = /** @type {Record<string, string>} */ ({ elo0: _("The test decides for {elo} Elo.", { elo: elo0 }), elo1: _("The test decides for {elo} Elo.", { elo: elo1 }) });
    return html`<p><strong>${_("{games} games", { games: count(games) })}</strong>: ${_("measured {elo} ± {error} Elo, log-likelihood ratio {ratio}.", { elo: number(Math.round(elo)), error: number(Math.round(error)), ratio: number(ratio) })}
      <strong role="status">${done ? (verdicts[run.verdict ?? ""] ?? _("The test gives up undecided.")) : nothing}</strong></p>`;
  }

  function draw() {
    const { run, tally, refusal } = state;
    render(
      html`<div class="row gap-3"><label>${_("True difference")} <select @change=${(/** @type {FieldEvent} */ event) => choose(Number(event.target.value))}>
          ${DIFFERENCES.map((elo) => html`<option value=${elo} ?selected=${elo === state.elo}>${_("{elo} Elo", { elo: number(elo) })}</option>`)}</select></label>
          <button type="button" class="button match-start" @click=${start}>${run ? _("Play another match") : _("Play a match")}</button></div>
        ${refusal ? html`<p class="notice bad" role="alert">${refusal}</p>` : nothing}
        ${run ? html`${chart(run)}${words(run)}` : html`<p class="soft">${_("Is the new version {elo1} Elo better, or {elo0}? The test stops as soon as the games have decided it.", { elo0, elo1 })}</p>`}
        <p class="small soft match-tally">${_("Decided for {elo0} Elo: {first}. For {elo1} Elo: {second}. Undecided: {none}.", { elo0, elo1, first: tally.elo0, second: tally.elo1, none: tally.none })}</p>`,
      host,
    );
  }

  draw();
}
