/**
 * A stage in a lesson: one search, stepped through with tree, sentence and whatever else the lesson shows. It listens to keys only
 * while the focus is inside it, and may ask what comes next.
 */

import { html, nothing, render } from "lit";
import { icon } from "lib/icons.js";
import { _, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { fragment } from "../lab/address.js";
import { controls } from "../lab/controls.js";
import { legend } from "../lab/panels.js";
import { questionForm, verdictWords } from "../lab/predict.js";
import { fetchTrace } from "../lab/source.js";
import { stepName } from "../lab/trace.js";
import { Walk } from "../lab/walk.js";

/** The share of the window that a tree takes at most; on a phone, narrower than so many pixels, its question stands below it on the same screen. */
const [LARGE, SMALL, NARROW] = [0.55, 0.36, 768];

/** @typedef {{question: Partial<Lab.Question>, step: number, show: string[], code: string[]}} About */
/** @typedef {{label?: string, mode?: string, answered?: (right: boolean) => void}} More `answered` hears whether an answer was right */

/**
 * Have the search made and put its stage into `host`.
 * @param {HTMLElement} host @param {About} about @param {More} [more] with `mode` every step of that kind is asked before it is taken
 */
export async function mountStage(host, about, more = {}) {
  const again = () => mountStage(host, about, more);
  host.setAttribute("role", "group");
  host.setAttribute("aria-label", more.label ?? _("A search, step by step"));
  render(html`<p class="soft" role="status">${_("The search is made …")}</p>`, host);
  const found = await fetchTrace(about.question);
  if ("refusal" in found) {
    render(html`<p class="notice bad" role="alert">${found.refusal}</p><button type="button" class="button" @click=${again}>${_("Try again")}</button>`, host);
    return;
  }
  render(nothing, host);
  /** @type {LiveStage} */
  const stage = new LiveStage(host, found, { ...more, ...about, options: about.question.options, keys: host, again: () => (stage.leave(), again()) });
  stage.state.long = true;
  stage.go(about.step);
}

/** @extends {Walk<import("../lab/walk.js").About & About & More>} */
export class LiveStage extends Walk {
  /** The frame's width that the tree was fitted to. */
  width = 0;

  skeleton() {
    const has = (/** @type {string} */ name) => this.about.show.includes(name);
    const beside = has("board") || has("code");
    return html`<div class="live-grid column gap-4 ${beside ? "two" : ""}">
        ${beside
          ? html`<div class="live-side column">${has("board") ? html`<figure><div class="lab-board" data-part="board"></div><figcaption class="live-place small" data-part="place"></figcaption></figure>` : nothing}
              ${has("code") ? html`<div class="live-code scroll-x sunken rounded" data-part="code" tabindex="0" role="group" aria-label=${_("The search as code")}></div>` : nothing}</div>`
          : nothing}
        <div class="column"><div class="lab-stage raised rounded-card"><div class="live-frame lab-frame board-table" data-part="frame"></div><div class="lab-under one-row gap-3 justify-between">${legend(this.trace)}</div></div>
          <div class="live-sentence two-lines" data-part="words"></div><div class="live-asks column gap-2 justify-start" data-part="questions"></div>
          <div data-part="controls"></div><div class="live-tables column" data-part="tables"></div></div>
      </div>
      ${has("list") ? html`<div data-part="list"></div>` : nothing}`;
  }

  get plays() {
    return !this.about.mode;
  }

  /** Fit the tree into the frame, once it is in sight at all, and the frame's height to the tree, within reason. */
  resized() {
    const { stage, width } = this;
    const { frame, window: drawn } = stage;
    if (!frame.clientWidth || frame.clientWidth === width) return;
    this.width = frame.clientWidth;
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const scale = Math.min(1.4 * unit, Math.max(unit, (this.width - 8) / drawn.width));
    frame.style.height = `${Math.max(170, Math.min(drawn.height * scale + 12, innerHeight * (innerWidth < NARROW ? SMALL : LARGE)))}px`;
    stage.measured();
    stage.fit();
  }

  drawControls() {
    const link = html`<a class="push small" href=${served(`/lab${fragment({ ...this.about.question, at: stepName(this.trace, this.at) })}`)} target="_blank">${withElements(_("Open in the lab{span}"), { span: html`<span class="hidden-visually">${_(" (a new tab)")}</span>` })}</a>`;
    this.draw("controls", () => controls(this, link));
  }

  questions() {
    if (!this.about.mode) return nothing;
    const { pending, verdict } = this.predict;
    const over = this.at >= this.trace.steps;
    return html`${verdict ? verdictWords(verdict) : nothing}
      ${pending ? questionForm(this) : html`<button type="button" class="button live-question" @click=${() => (this.at >= this.trace.steps ? this.askAgain() : this.nextQuestion())}>${icon(over ? "first" : "forward")}${over ? _("Ask again from the start") : _("Go on to the next question")}</button>`}`;
  }

  /** Put all questions once more: who missed some may still answer as many as are asked for. */
  askAgain() {
    this.answered.clear();
    this.predict.verdict = null;
    this.replay.go(0);
    this.nextQuestion();
  }

  /** @param {Lab.Asked} question @param {boolean} right */
  told(question, right) {
    super.told(question, right);
    this.about.answered?.(right);
  }
}
