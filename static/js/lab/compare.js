/**
 * Up to four searches on the same position side by side: what each visited, cut and found at each depth, and how they fare
 * along one time line. All numbers are read from the engine's own traces.
 */

import { html, live, nothing, render, svg } from "lit";
import { chart, curve, scale } from "lib/chart.js";
import { count } from "lib/format.js";
import { markPath } from "lib/marks.js";
import { numberInput } from "lib/fields.js";
import { _ } from "lib/messages.js";
import { number, valueText } from "./labels.js";
import { Replay } from "./replay.js";
import { fetchTrace } from "./source.js";
import { readTrace, stepAt } from "./trace.js";

const MOST = 4;
const DEEPEST = 5;
const [WIDTH, HEIGHT, EDGE] = [420, 190, 34];

/** @typedef {{id: string, title: string, depth: number | null, other: Lab.Counts | null, value: string, choice: string, short: string | null, refusal?: string}} Found */

/** What a whole trace came to. @param {import("./trace.js").Trace} trace @param {Replay} replay at its end */
export function summed(trace, replay) {
  const place = trace.kind.lastIndexOf("answer");
  const answer = place >= 0 ? stepAt(trace, place) : null;
  const value = answer ? (answer.values.length ? answer.values.map(number).join(" ") : valueText(answer)) : "";
  return { other: { ...replay.other }, value, choice: answer && answer.child >= 0 ? trace.move[answer.child] : "", short: trace.cutShort };
}

export class Compare {
  /** @param {HTMLElement} host @param {Partial<Lab.Question>} question @param {Lab.Search[]} searches those of the position */
  constructor(host, question, searches) {
    this.host = host;
    this.question = question;
    this.searches = searches.filter(({ refuses }) => !refuses);
    const usual = [...new Set([question.search, "minimax", "alphabeta", "deepening"])];
    this.chosen = new Set(usual.filter((id) => this.searches.some((search) => search.id === id)).slice(0, 3));
    this.depth = 3;
    /** @type {Found[]} */
    this.found = [];
    /** @type {{id: string, title: string, replay: Replay}[]} */
    this.runs = [];
    this.at = 0;
    this.busy = false;
    this.paint();
  }

  async run() {
    this.busy = true;
    this.found = [];
    this.runs = [];
    this.paint();
    for (const search of this.searches.filter(({ id }) => this.chosen.has(id))) await this.runSearch(search);
    this.busy = false;
    this.at = this.last;
    this.paint();
  }

  /** @param {Lab.Search} search */
  async runSearch(search) {
    const deep = search.options.some(({ name }) => name === "depth");
    const depths = deep ? Array.from({ length: this.depth }, (__, at) => at + 1) : [null];
    let run = null;
    for (const depth of depths) {
      const own = search.id === this.question.search ? this.question.settings : {};
      const settings = depth === null ? own : { ...own, depth };
      const sent = await fetchTrace({ ...this.question, search: search.id, settings });
      const about = { id: search.id, title: search.title, depth };
      if (!("refusal" in sent)) {
        const trace = readTrace(sent.data);
        const replay = new Replay(trace);
        replay.go(trace.steps);
        run = { id: search.id, title: search.title, replay };
        this.found.push({ ...about, ...summed(trace, replay) });
      } else this.found.push({ ...about, other: null, value: "", choice: "", short: null, refusal: sent.refusal });
      this.paint();
    }
    if (run) this.runs.push(run);
  }

  get last() {
    return Math.max(0, ...this.runs.map(({ replay }) => replay.trace.steps));
  }

  /** @param {number} at */
  go(at) {
    this.at = at;
    for (const { replay } of this.runs) replay.go(at);
    this.paint();
  }

  paint() {
    render(html`<section class="lab-compare card column below-4" aria-label=${_("Searches compared")}>
      <h2>${_("Compare on this position")}</h2> ${this.form()} ${this.found.length ? html`${this.table()} ${this.plot()}` : nothing} ${this.runs.length && !this.busy ? this.timeline() : nothing}
    </section>`, this.host);
  }

  form() {
    const choose = (/** @type {string} */ id, /** @type {boolean} */ on) => {
      if (on) this.chosen.add(id);
      else this.chosen.delete(id);
      this.paint();
    };
    const full = this.chosen.size >= MOST;
    return html`<div class="lab-choices tiles gap-apart" role="group" aria-label=${_("Searches, four at most")}>${this.searches.map(({ id, title }) => html`<label class="choice">
        <input type="checkbox" name="compare" value=${id} .checked=${live(this.chosen.has(id))} ?disabled=${this.busy || (full && !this.chosen.has(id))}
          @change=${(/** @type {FieldEvent} */ event) => choose(id, event.target.checked)} />${title}</label>`)}</div>
      <div class="button-row"><label for="lab-compare-depth">${_("Depths up to")}</label>
        <span class="lab-narrow">${numberInput("lab-compare-depth", { low: 1, high: DEEPEST, step: 1 }, this.depth, (value) => (this.depth = Math.max(1, Math.min(DEEPEST, value ?? 1))))}</span>
        <button type="button" class="button primary" ?disabled=${this.busy || !this.chosen.size} @click=${() => this.run()}>${this.busy ? _("Searching …") : _("Compare")}</button></div>`;
  }

  table() {
    const cell = (/** @type {number} */ value) => html`<td class="number">${count(value)}</td>`;
    return html`<div class="lab-wide" tabindex="0" role="group" aria-label=${_("The table")}><table class="lab-compared fill"><thead><tr><th scope="col">${_("Search")}</th><th scope="col">${_("Depth")}</th><th scope="col">${_("Visited")}</th>
        <th scope="col">${_("Leaves or playouts")}</th><th scope="col">${_("Cuts")}</th><th scope="col">${_("Moves cut")}</th><th scope="col">${_("Value")}</th><th scope="col">${_("Choice")}</th></tr></thead>
      <tbody>${this.found.map(({ id, title, depth, other, value, choice, short, refusal }) => html`<tr data-search=${id} data-depth=${depth ?? ""}><th scope="row">${title}</th>
        ${!other ? html`<td colspan="7">${refusal}</td>` : html`<td class="number">${depth ?? "–"}</td>${cell(other.entered)}${cell(other.leaves + other.playouts)}${cell(other.cuts)}${cell(other.skipped)}
          <td class="number">${value}</td><td>${choice}${short ? html` <span class="small soft">${short}</span>` : nothing}</td>`}</tr>`)}</tbody></table></div>`;
  }

  /** Positions visited by depth, a line for each search. */
  plot() {
    const lines = [...new Set(this.found.map(({ id }) => id))].map((id) =>
      this.found.flatMap(({ id: own, title, depth, other }) => (own === id && depth !== null && other?.entered ? [{ title, depth, entered: other.entered }] : [])),
    );
    const shown = lines.filter((line) => line.length > 1);
    if (!shown.length) return nothing;
    const most = Math.max(...shown.flat().map(({ entered }) => entered));
    const x = scale([1, this.depth], [EDGE, WIDTH - EDGE]);
    const log = scale([0, Math.log(most + 1)], [HEIGHT - EDGE, EDGE]);
    const points = shown.map((line) => line.map(({ depth, entered }) => /** @type {const} */ ([x(depth), log(Math.log(entered + 1))])));
    const label = _("Positions visited by depth; the table above has the numbers");
    return html`<figure class="lab-plot">${chart({ width: WIDTH, height: HEIGHT, label }, svg`
        <path class="axis" d="M${EDGE} ${EDGE / 2}V${HEIGHT - EDGE}H${WIDTH - EDGE / 2}"></path>
        ${Array.from({ length: this.depth }, (__, at) => svg`<text x=${x(at + 1)} y=${HEIGHT - EDGE / 3}>${at + 1}</text>`)}
        ${points.map((line, at) => svg`<path class="curve" stroke="var(--seat-${at + 1})" d=${curve(line)}></path>
          ${line.map(([left, top]) => svg`<path class="dot" d=${markPath(at)} fill="var(--seat-${at + 1})" transform="translate(${left} ${top}) scale(0.6)"></path>`)}`)}`)}
      <figcaption class="small soft">${_("Positions visited by depth, on a logarithmic scale:")} ${shown.map((line, at) => html`<span class="lab-key inline"><svg width="14" height="14" viewBox="-10 -10 20 20" aria-hidden="true"><path d=${markPath(at)} fill="var(--seat-${at + 1})" stroke="var(--ink)" stroke-width="1.5"></path></svg> ${line[0].title}</span> `)}</figcaption></figure>`;
  }

  /** One time line for all: where each search stands after so many steps. */
  timeline() {
    const most = Math.max(1, ...this.runs.map(({ replay }) => replay.trace.kind.filter((kind) => kind === "enter").length));
    return html`<div class="lab-timeline"><label for="lab-compare-at">${_("One time line: step {at} of {last}", { at: count(this.at), last: count(this.last) })}</label>
      <input id="lab-compare-at" type="range" min="0" max=${this.last} .value=${live(String(this.at))} @input=${(/** @type {FieldEvent} */ event) => this.go(Number(event.target.value))} />
      <div class="tiles-fit gap-3">${this.runs.map(({ id, title, replay }) => {
        const root = replay.known(0);
        const { entered, cuts } = replay.other;
        return html`<div class="column gap-1" data-run=${id}><strong>${title}</strong>
          <meter min="0" max=${most} value=${entered} aria-label=${_("Positions visited by {title}", { title })}></meter>
          <span class="number">${_("{entered} visited, {cuts} cuts", { entered: count(entered), cuts: count(cuts) })}</span>
          <span>${replay.at >= replay.trace.steps ? "done" : `step ${count(replay.at)}`}${root.best >= 0 ? _("; best so far {move} ({value})", { move: replay.trace.move[root.best], value: valueText(root) }) : ""}</span></div>`;
      })}</div></div>`;
  }
}
