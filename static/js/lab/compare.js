/**
 * Up to four searches on the same position side by side: nodes entered, leaves valued and seconds at each depth, what was found, and a race
 * on one time line. All numbers are read from the engine's own traces.
 */

import { html, live, nothing, render, svg } from "lit";
import { chart, curve, scale } from "lib/chart.js";
import { count, fixed } from "lib/format.js";
import { markPath } from "lib/marks.js";
import { icon } from "lib/icons.js";
import { numberInput, segments } from "lib/fields.js";
import { _ } from "lib/messages.js";
import { valueText, vectorText } from "./labels.js";
import { branching, measured, stepWithin } from "./race.js";
import { Replay } from "./replay.js";
import { fetchTrace } from "./source.js";
import { readTrace, stepAt } from "./trace.js";

const MOST = 4;
const DEEPEST = 5;
const [WIDTH, HEIGHT, EDGE, NAMES] = [470, 190, 34, 70];
/** How long a race takes, and how often it is drawn, in ms. */
const [RACE, BEAT] = [8000, 60];
/** Places of the time line. */
const PLACES = 1000;
/** What is counted, the same for every search. @type {{value: import("./race.js").Measure, title: string}[]} */
const MEASURES = [
  { value: "nodes", title: _("Nodes entered") },
  { value: "leaves", title: _("Leaves valued") },
  { value: "seconds", title: _("Seconds") },
];

/** What a search cost. @typedef {{nodes: number, leaves: number, seconds: number | null}} Cost */
/** @typedef {{id: string, title: string, replay: Replay, cost: Cost}} Runner */
/** @typedef {{id: string, title: string, depth: number | null, other: Lab.Counts | null, cost: Cost | null, value: string, choice: string, short: string | null, refusal?: string}} Found */

/** What a whole trace came to. @param {import("./trace.js").Trace} trace @param {Replay} replay at its end */
export function summed(trace, replay) {
  const place = trace.kind.lastIndexOf("answer");
  const answer = place >= 0 ? stepAt(trace, place) : null;
  const value = answer ? (answer.values.length ? vectorText(answer.values) : valueText(answer)) : "";
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
    /** @type {Runner[]} */
    this.runs = [];
    /** How far the race is, in places of the time line. */
    this.at = 0;
    this.beat = 0;
    /** @type {import("./race.js").Measure} */
    this.measure = "nodes";
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
    this.at = PLACES;
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
        const { nodes, leaves } = measured(trace);
        const cost = { nodes: nodes[trace.steps], leaves: leaves[trace.steps], seconds: sent.seconds };
        run = { id: search.id, title: search.title, replay, cost };
        this.found.push({ ...about, cost, ...summed(trace, replay) });
      } else this.found.push({ ...about, other: null, cost: null, value: "", choice: "", short: null, refusal: sent.refusal });
      this.paint();
    }
    if (run) this.runs.push(run);
  }

  /** The most that a search took of what is counted. */
  get most() {
    return Math.max(...this.runs.map(({ cost }) => cost[this.measure] ?? 0)) || 1;
  }

  /** @param {number} at */
  go(at) {
    this.at = Math.min(PLACES, at);
    const reached = (this.at / PLACES) * this.most;
    for (const { replay, cost } of this.runs) replay.go(this.stepAt(replay.trace, cost, reached));
    this.paint();
  }

  /** How many steps a search has taken when so much is counted; seconds are taken to be as many for each step. @param {Lab.Trace} trace @param {Cost} cost @param {number} reached */
  stepAt(trace, cost, reached) {
    if (this.at >= PLACES) return trace.steps;
    if (this.measure !== "seconds") return stepWithin(measured(trace)[this.measure], reached);
    return cost.seconds ? Math.min(trace.steps, Math.floor((reached / cost.seconds) * trace.steps)) : 0;
  }

  /** Let them race, from the start where the race is over, or stop. */
  race() {
    const on = this.beat;
    clearInterval(on);
    this.beat = 0;
    if (on) return this.paint();
    if (this.at >= PLACES) this.at = 0;
    let before = performance.now();
    this.beat = setInterval(() => {
      const now = performance.now();
      const at = this.at + ((now - before) / RACE) * PLACES;
      before = now;
      if (at >= PLACES || !this.host.isConnected) {
        clearInterval(this.beat);
        this.beat = 0;
      }
      this.go(at);
    }, BEAT);
    this.paint();
  }

  paint() {
    render(html`<section class="lab-compare card column below-4" aria-label=${_("Searches compared")}>
      <h2>${_("Compare on this position")}</h2> ${this.form()} ${this.found.length ? html`${this.table()} ${this.measures()} ${this.plot()}` : nothing} ${this.runs.length && !this.busy ? this.timeline() : nothing}
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
    return html`<div class="scroll-x" tabindex="0" role="group" aria-label=${_("The table")}><table class="lab-compared fill"><thead><tr><th scope="col">${_("Search")}</th><th scope="col">${_("Depth")}</th><th scope="col">${_("Nodes entered")}</th>
        <th scope="col">${_("Leaves valued")}</th><th scope="col">${_("Seconds")}</th><th scope="col">${_("Cuts")}</th><th scope="col">${_("Moves cut")}</th><th scope="col">${_("Value")}</th><th scope="col">${_("Choice")}</th></tr></thead>
      <tbody>${this.found.map(({ id, title, depth, other, cost, value, choice, short, refusal }) => html`<tr data-search=${id} data-depth=${depth ?? ""}><th scope="row">${title}</th>
        ${!other || !cost ? html`<td colspan="8">${refusal}</td>` : html`<td class="number">${depth ?? "–"}</td>${cell(cost.nodes)}${cell(cost.leaves)}<td class="number">${secondsText(cost.seconds)}</td>${cell(other.cuts)}${cell(other.skipped)}
          <td class="number">${value}</td><td>${choice}${short ? html` <span class="small soft">${short}</span>` : nothing}</td>`}</tr>`)}</tbody></table></div>
      <p class="small soft">${_("These mean the same for every search: a node is entered whenever the search comes to it, be it only to look at its value for the order; a leaf is valued by a score, a table or a game played out, and seconds are those of a processor with every step recorded.")}</p>`;
  }

  measures() {
    return segments("compare-measure", _("What is counted"), MEASURES, this.measure, (value) => {
      this.measure = /** @type {import("./race.js").Measure} */ (value);
      this.go(this.at);
    });
  }

  /** The moves of a node on average, where one search knows of most nodes. */
  get branching() {
    const widest = this.runs.reduce((/** @type {Runner | null} */ one, other) => (one && one.replay.trace.family.size >= other.replay.trace.family.size ? one : other), null);
    return widest ? branching(widest.replay.trace) : 0;
  }

  /** What is counted by depth, a line for each search, and between them the sizes b^d and b^(d/2). */
  plot() {
    const { measure } = this;
    const lines = [...new Set(this.found.map(({ id }) => id))].map((id) =>
      this.found.flatMap(({ id: own, title, depth, cost }) => (own === id && depth !== null && cost?.[measure] ? [{ title, depth, size: cost[measure] ?? 0 }] : [])),
    );
    const shown = lines.filter((line) => line.length > 1);
    if (!shown.length) return nothing;
    const b = measure === "seconds" ? 0 : this.branching;
    const sizes = b > 1 ? [2, 1].map((half) => Array.from({ length: this.depth }, (__, at) => ({ depth: at + 1, size: b ** (((at + 1) * half) / 2) }))) : [];
    const all = [...shown, ...sizes].flat().map(({ size }) => size);
    const x = scale([1, this.depth], [EDGE, WIDTH - NAMES]);
    const log = scale([Math.min(0, ...all.map(Math.log)), Math.log(Math.max(...all, 1e-9))], [HEIGHT - EDGE, EDGE]);
    const pointsOf = (/** @type {{depth: number, size: number}[]} */ line) => line.map(({ depth, size }) => /** @type {const} */ ([x(depth), log(Math.log(size))]));
    const title = MEASURES.find(({ value }) => value === measure)?.title ?? "";
    const label = _("{measure} by depth; the table above has the numbers", { measure: title });
    return html`<figure class="lab-plot">${chart({ width: WIDTH, height: HEIGHT, label }, svg`
        <path class="axis" d="M${EDGE} ${EDGE / 2}V${HEIGHT - EDGE}H${WIDTH - NAMES + EDGE / 2}"></path>
        ${Array.from({ length: this.depth }, (__, at) => svg`<text x=${x(at + 1)} y=${HEIGHT - EDGE / 3}>${at + 1}</text>`)}
        ${sizes.map((line, at) => svg`<path class="size" d=${curve(pointsOf(line))}></path>
          <text class="size-name" x=${WIDTH - NAMES + 12} y=${log(Math.log(line[line.length - 1].size))}>${at ? "b^(d/2)" : "b^d"}</text>`)}
        ${shown.map(pointsOf).map((line, at) => svg`<path class="curve" stroke="var(--seat-${at + 1})" d=${curve(line)}></path>
          ${line.map(([left, top]) => svg`<path class="dot" d=${markPath(at)} fill="var(--seat-${at + 1})" transform="translate(${left} ${top}) scale(0.6)"></path>`)}`)}`)}
      <figcaption class="small soft">${_("{measure} by depth, on a logarithmic scale:", { measure: title })} ${shown.map((line, at) => html`<span class="lab-key inline"><svg width="14" height="14" viewBox="-10 -10 20 20" aria-hidden="true"><path d=${markPath(at)} fill="var(--seat-${at + 1})" stroke="var(--ink)" stroke-width="1.5"></path></svg> ${line[0].title}</span> `)}
        ${b > 1 ? html`<span>${sizesWords(b, this.depth)}</span>` : nothing}</figcaption></figure>`;
  }

  /** One time line for all, along what is counted: where each search stands when each has taken so much. */
  timeline() {
    const reached = (this.at / PLACES) * this.most;
    const shown = this.measure === "seconds" ? secondsText(reached) : count(Math.round(reached));
    return html`<div class="lab-timeline"><div class="row gap-apart"><button type="button" class="button" id="lab-race" @click=${() => this.race()}>${icon(this.beat ? "pause" : "play")}${this.beat ? _("Stop") : _("Race")}</button>
        <label for="lab-compare-at">${_("One time line: {measure} {reached}", { measure: MEASURES.find(({ value }) => value === this.measure)?.title ?? "", reached: shown })}</label></div>
      <input id="lab-compare-at" type="range" min="0" max=${PLACES} .value=${live(String(Math.round(this.at)))} @input=${(/** @type {FieldEvent} */ event) => this.go(Number(event.target.value))} />
      <div class="tiles-fit gap-3">${this.runs.map((run) => this.lane(run))}</div></div>`;
  }

  /** @param {Runner} run */
  lane({ id, title, replay, cost }) {
    const root = replay.known(0);
    const { trace, at } = replay;
    const { nodes, leaves } = measured(trace);
    const done = at >= trace.steps;
    const seconds = cost.seconds === null ? null : (cost.seconds * at) / Math.max(1, trace.steps);
    const share = { nodes: nodes[at], leaves: leaves[at], seconds: seconds ?? 0 }[this.measure];
    return html`<div class="column gap-1" data-run=${id}><strong>${title}${done ? " ✓" : ""}</strong>
      <meter min="0" max=${this.most} value=${share} aria-label=${title}></meter>
      <span class="number">${_("{nodes} nodes, {leaves} leaves, {seconds} s", { nodes: count(nodes[at]), leaves: count(leaves[at]), seconds: secondsText(seconds) })}</span>
      <span>${root.best >= 0 ? _("best so far {move} ({value})", { move: trace.move[root.best], value: valueText(root) }) : "–"}</span></div>`;
  }
}

/** @param {number | null} seconds */
const secondsText = (seconds) => (seconds === null ? "–" : fixed(seconds, seconds < 1 ? 3 : 2));

/** What the sizes mean here, in a sentence. @param {number} b moves of a node on average @param {number} depth */
const sizesWords = (b, depth) =>
  _("A node has b = {b} moves on average, so at depth {depth} b^d is {most} leaves and b^(d/2) is {least}.", { b: fixed(b, 1), depth, most: count(Math.round(b ** depth)), least: count(Math.round(b ** (depth / 2))) });
