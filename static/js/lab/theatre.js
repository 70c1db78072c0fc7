/** The laboratory's walk: it changes what is searched, asks what comes next while keeping the score, and shares the step. */

import { html, nothing } from "lit";
import { copyText } from "lib/copy.js";
import { find } from "lib/dom.js";
import { icon } from "lib/icons.js";
import { SETTING, arrangeable, arrangePanel, orderAt } from "./arrange.js";
import { changeable, changePanel, pathOf } from "./change.js";
import { KEYS } from "./keys.js";
import * as panels from "./panels.js";
import { predictPanel } from "./predict.js";
import { Veil } from "./veil.js";
import { Walk } from "./walk.js";

/**
 * `picked` is the path to the node that can be changed, `changed` and `arranged` hear of a change: `path` leads to the node, or to
 * the move of that `order`.
 *
 * @typedef {import("./walk.js").About & {view: Protocol.View | undefined, picked?: number[], moved: (at: number) => void,
 *   changed: (path: number[], what: string, value: number | undefined, at: number) => void,
 *   arranged: (path: number[], order: number[], what: string, at: number) => void}} Given
 */

/** @extends {Walk<Given>} */
export class Theatre extends Walk {
  /** @param {HTMLElement} host @param {{key: string, data: any}} found @param {Given} about */
  constructor(host, found, about) {
    const begun = performance.now();
    super(host, found, { ...about, keys: document });
    this.copied = "";
    /** @type {number[]} */
    this.picked = about.picked ?? [];
    this.hidden = new Veil(this.trace, about.view);
    /** The node that was clicked last. @type {number | null} */
    this.clickedRow = null;
    requestAnimationFrame(() => setTimeout(() => (this.painted = performance.now() - begun)));
  }

  skeleton() {
    const zooms = /** @type {const} */ ([["+", "Larger", () => this.stage.zoom(1)], ["−", "Smaller", () => this.stage.zoom(-1)], ["fit", "Fit the whole tree", () => this.stage.fit()]]);
    return html`<div class="lab-theatre">
      <div class="lab-left column">
        <figure class="column gap-2"><div class="lab-board" data-part="board"></div><figcaption class="lab-place soft break small" data-part="place"></figcaption></figure>
        <div class="lab-code-host" data-part="code" tabindex="0" role="group" aria-label="The search as code"></div>
        <div class="lab-tables column" data-part="tables"></div>
      </div>
      <div class="lab-right column">
        <div class="lab-stage"><div class="lab-frame board-table" data-part="frame"></div>
          <div class="lab-under one-row gap-3 justify-between">${panels.legend(this.trace)}<div class="lab-zoom fixed">${zooms.map(
            ([sign, label, run]) => html`<button type="button" class="button small" aria-label=${label} title=${label} @click=${run}>${sign}</button>`)}</div></div></div>
        <div class="lab-telling"><div data-part="words"></div><div data-part="questions"></div></div>
        <div data-part="controls"></div>
      </div>
      <div class="whole-row" data-part="list"></div>
      <dialog class="lab-help" aria-labelledby="lab-help-title"><h2 id="lab-help-title">Keys</h2>
        <dl class="lab-keys column gap-2">${KEYS.map(([keys, what]) => html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${what}</dd></div>`)}</dl>
        <form method="dialog"><button class="button">Close</button></form></dialog>
    </div>`;
  }

  leave() {
    super.leave();
    document.body.classList.remove("lab-predicting");
  }

  /** While answers are to be predicted, a board hides what they are. */
  get veil() {
    return this.predict.on ? (/** @type {Protocol.View} */ view) => this.hidden.over(view, this.replay) : null;
  }

  /** @param {Partial<Lab.Prediction>} fields */
  predicting(fields) {
    Object.assign(this.predict, fields, { pending: null, verdict: null });
    document.body.classList.toggle("lab-predicting", this.predict.on);
    this.later();
  }

  questions() {
    return predictPanel(this);
  }

  async share() {
    this.about.moved(this.at);
    const done = await copyText(location.href);
    this.copied = done ? "The link to this step is copied." : "Copy the address of this page: it holds this step.";
    this.later();
  }

  help() {
    find(".lab-help", HTMLDialogElement, this.host).showModal();
  }

  /* Drawing */

  aside() {
    super.aside();
    if (!this.leaving.signal.aborted) this.litInSight();
  }

  /** @param {Lab.Words | null} words */
  words(words) {
    const tools = /** @type {const} */ ([["copy", "Copy the link to this step", () => this.share()], ["help", "Keys", () => this.help()]]);
    return html`<div class="lab-words row gap-3 align-start justify-between">${super.words(words)}
        <div class="button-row"><label class="choice"><input type="checkbox" .checked=${this.state.long} @change=${(/** @type {FieldEvent} */ event) => this.change({ long: event.target.checked })} />Say why</label>
          <label class="choice"><input type="checkbox" id="lab-predict" .checked=${this.predict.on} @change=${(/** @type {FieldEvent} */ event) => this.predicting({ on: event.target.checked })} />Predict</label>
          ${tools.map(([name, label, run]) => html`<button type="button" class="button quiet icon-only" aria-label=${label} title=${label} @click=${run}>${icon(name)}</button>`)}</div>
      </div>
      ${this.copied ? html`<p class="hint" role="status">${this.copied}</p>` : nothing}`;
  }

  /** @param {number} row */
  tables(row) {
    return html`${super.tables(row)} ${this.changing()}`;
  }

  /** The fields that change a typed tree or the order of moves; not while answers are to be predicted, for they show values. */
  changing() {
    const { view, changed } = this.about;
    if (this.predict.on) return nothing;
    if (!view || !changeable(view)) return this.arranging();
    const path = this.picked;
    const name = path.length ? `node ${path.join(" ")}` : "the root";
    return changePanel({ view, path, name }, (what, value) => changed(path, what, value, this.at));
  }

  /** The buttons that put the picked move earlier or later among its siblings; null where there is no choice. */
  arranging() {
    const { trace, picked } = this;
    if (!arrangeable(trace) || !picked.length) return nothing;
    let above = 0;
    for (const index of picked.slice(0, -1)) above = trace.children[above]?.find((child) => trace.index[child] === index) ?? -1;
    const order = above < 0 ? [] : orderAt(trace, above);
    const index = picked[picked.length - 1];
    if (order.length < 2 || !order.includes(index)) return nothing;
    const name = `${(trace.family.get(above) ?? [])[index] ?? index}`;
    const arranged = Boolean(trace.head.options[SETTING]);
    return arrangePanel({ name, place: order.indexOf(index), of: order.length, arranged }, (what) => this.about.arranged(picked, order, what, this.at));
  }

  /** Scroll the column, where it scrolls, until the lit line is seen. */
  litInSight() {
    const column = this.parts.code;
    const lit = column.scrollHeight > column.clientHeight && column.querySelector(".lit");
    if (!lit || column.contains(document.activeElement)) return;
    const [frame, line] = [column.getBoundingClientRect(), lit.getBoundingClientRect()];
    if (line.bottom > frame.bottom) column.scrollTop += line.bottom - frame.bottom + 8;
    else if (line.top < frame.top) column.scrollTop -= frame.top - line.top + 8;
  }

  /* Hands */

  /** What can be changed is a node, or a move that was cut. @param {number} row */
  pick(row) {
    const cut = this.stage.cutAt(row);
    this.picked = cut ? [...pathOf(this.trace, cut.parent), cut.index] : pathOf(this.trace, row);
    this.later();
  }

  /** @param {number | null} row */
  clicked(row) {
    if (row === null) return;
    if (this.stage.cursor === row && this.clickedRow === row && this.stage.cutAt(row)) this.stage.turn(row);
    this.clickedRow = row;
    this.pick(row);
    super.clicked(row);
  }

  /** @param {KeyboardEvent} event */
  walked(event) {
    const to = super.walked(event);
    if (to !== null) this.pick(to);
    return to;
  }

  does() {
    const { stage } = this;
    return {
      ...super.does(),
      help: () => this.help(),
      escape: () => (/** @type {HTMLElement | null} */ (document.activeElement)?.blur(), stage.look(null)),
    };
  }
}
