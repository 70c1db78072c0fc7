/** The laboratory's walk: it changes what is searched, asks what comes next while keeping the score, and shares the step. */

import { html, nothing } from "lit";
import { copyText } from "lib/copy.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";
import { KEYS } from "./keys.js";
import * as panels from "./panels.js";
import { predictPanel } from "./predict.js";
import { pathTo } from "./trace.js";
import { Veil } from "./veil.js";
import { Walk } from "./walk.js";

/**
 * `picked` is the path to the node that can be changed, `anew` has another question searched from the stage.
 *
 * @typedef {import("./walk.js").About & {question: Partial<Lab.Question>, view: Protocol.View | undefined, picked?: number[], moved: (at: number) => void, title: () => string,
 *   anew: (fields: Partial<Lab.Question>, then: {picked: number[], focus: string[], at: number}) => void}} Given
 */

/** Pixels of width for which nodes of their usual size are large type, and what a page is that is presented. */
const USUAL = 1100;
const PRESENTING = ["stage-large", "stage-presenting"];

/** @extends {Walk<Given>} */
export class Theatre extends Walk {
  /** @param {HTMLElement} host @param {{key: string, data: any}} found @param {Given} about */
  constructor(host, found, about) {
    const begun = performance.now();
    super(host, found, { ...about, options: about.question.options, keys: document });
    this.copied = "";
    /** @type {number[]} */
    this.picked = about.picked ?? [];
    this.hidden = new Veil(this.trace, about.view);
    /** The fields that change what is searched, once they are there; not while answers are to be predicted, for they show values. @type {typeof import("./change.js").changing | undefined} */
    this.changing = undefined;
    import("./change.js").then(({ changing }) => ((this.changing = changing), this.later()));
    /** The node that was clicked last. @type {number | null} */
    this.clickedRow = null;
    requestAnimationFrame(() => setTimeout(() => (this.painted = performance.now() - begun)));
  }

  skeleton() {
    const zooms = /** @type {const} */ ([["+", _("Larger"), () => this.stage.zoom(1)], ["−", _("Smaller"), () => this.stage.zoom(-1)], [_("fit"), _("Fit the whole tree"), () => this.stage.fit(true)]]);
    return html`<div class="lab-theatre column gap-4">
      <div class="lab-left column">
        <figure class="column gap-2"><div class="lab-board" data-part="board"></div><figcaption class="lab-place soft break small" data-part="place"></figcaption></figure>
        <div class="lab-code-host" data-part="code" tabindex="0" role="group" aria-label=${_("The search as code")}></div>
        <div class="lab-tables column" data-part="tables"></div>
      </div>
      <div class="lab-right column">
        <div class="lab-stage raised rounded-card"><div class="lab-frame board-table" data-part="frame"></div>
          <div class="lab-under one-row gap-3 justify-between">${panels.legend(this.trace)}<div class="lab-zoom one-row gap-1 fixed">${zooms.map(
            ([sign, label, run]) => html`<button type="button" class="button small" aria-label=${label} title=${label} @click=${run}>${sign}</button>`)}</div></div></div>
        <div class="lab-telling"><div data-part="words"></div><div data-part="questions"></div></div>
        <div data-part="controls"></div>
      </div>
      <div class="whole-row" data-part="list"></div>
      <div data-part="help"></div>
    </div>`;
  }

  leave() {
    super.leave();
    document.body.classList.remove("lab-predicting", ...PRESENTING);
  }

  /** The stage alone in large type, for a room, or the laboratory again. @param {boolean} [on] */
  present(on = !this.presenting) {
    if (on === this.presenting) return;
    for (const name of PRESENTING) document.body.classList.toggle(name, on);
    this.restage(on ? Math.max(1, innerWidth / USUAL) : 0);
    if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // the window will do
    else if (document.fullscreenElement) document.exitFullscreen();
  }

  get presenting() {
    return this.stage?.least > 0;
  }

  listen() {
    super.listen();
    const { signal } = this.leaving;
    document.addEventListener("fullscreenchange", () => document.fullscreenElement || this.present(false), { signal });
  }

  /** A presenter's remote turns pages. @param {KeyboardEvent} event */
  pressed(event) {
    const turns = this.presenting && !document.querySelector("dialog[open]") && { PageDown: () => this.forward(), PageUp: () => this.go(this.at - 1) }[event.key];
    if (!turns) return super.pressed(event);
    turns();
    event.preventDefault();
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
    this.copied = done ? _("The link to this step is copied.") : _("Copy the address of this page: it holds this step.");
    this.later();
  }

  async help() {
    const { keyHelp } = await import("lib/dialog.js");
    this.dialog(() => keyHelp(KEYS), true);
  }

  /** The ways out: links, and the tree as files. */
  async doors() {
    const [{ doorsPanel }] = await Promise.all([import("./doors.js"), this.about.moved(this.at)]);
    /** @type {import("./doors.js").Doors} */
    const doors = {
      walk: this, link: location.hash, title: this.about.title(), done: "", busy: null,
      change: (fields) => (Object.assign(doors, fields), this.dialog(() => doorsPanel(doors), true)),
      close: () => this.dialog(() => nothing, false),
    };
    doors.change({});
  }

  /** Open the dialog with a content, draw it anew, or close it. @param {() => unknown} content @param {boolean} open */
  async dialog(content, open) {
    const { dialogBox, settleDialog } = await import("lib/dialog.js");
    this.draw("help", () => dialogBox(open && content(), () => this.dialog(content, false)));
    settleDialog(this.host);
  }

  /* Drawing */

  aside() {
    super.aside();
    if (!this.leaving.signal.aborted) panels.litInSight(this.parts.code);
  }

  /** @param {Lab.Words | null} words */
  words(words) {
    const tools = /** @type {const} */ ([["copy", _("Copy the link to this step"), () => this.share()], ["eye", _("Present in large type"), () => this.present()], ["share", _("Take this stage along"), () => this.doors()], ["help", _("Keys"), () => this.help()]]);
    return html`<div class="lab-words row gap-3 align-start justify-between">${super.words(words)}
        <div class="button-row lab-tools"><label class="choice"><input type="checkbox" .checked=${this.state.long} @change=${(/** @type {FieldEvent} */ event) => this.change({ long: event.target.checked })} />${_("Say why")}</label>
          <label class="choice"><input type="checkbox" id="lab-predict" .checked=${this.predict.on} @change=${(/** @type {FieldEvent} */ event) => this.predicting({ on: event.target.checked })} />${_("Predict")}</label>
          ${tools.map(([name, label, run]) => html`<button type="button" class="button quiet icon-only" aria-label=${label} title=${label} @click=${run}>${icon(name)}</button>`)}</div>
      </div>
      <button type="button" class="button quiet stage-end" @click=${() => this.present(false)}>${_("End the presentation")}</button>
      ${this.copied ? html`<p class="hint" role="status">${this.copied}</p>` : nothing}`;
  }

  /** @param {number} row */
  tables(row) {
    return html`${super.tables(row)} ${this.predict.on ? nothing : this.changing?.(this)}`;
  }

  /* Hands */

  /** What can be changed is a node, or a move that was cut. @param {number} row */
  pick(row) {
    const cut = this.stage.cutAt(row);
    this.picked = cut ? [...pathTo(this.trace, cut.parent), cut.index] : pathTo(this.trace, row);
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
      present: () => this.present(),
      escape: () => (this.present(false), /** @type {HTMLElement | null} */ (document.activeElement)?.blur(), stage.look(null)),
    };
  }
}
