/**
 * A stage in a lesson: one search, stepped through with tree, sentence and whatever else the lesson shows. It is put
 * together from the laboratory's parts, listens to keys only while the focus is inside it, and may ask what comes next.
 */

import { html, live, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { icon } from "lib/icons.js";
import { oncePerFrame } from "lib/store.js";
import { letPan } from "boards/tree/panning.js";
import { fragment } from "../lab/address.js";
import { kindsOf } from "../lab/controls.js";
import { meaning } from "../lab/keys.js";
import { nodeWords } from "../lab/labels.js";
import { asList } from "../lab/list.js";
import { NodeBoard } from "../lab/node_board.js";
import * as panels from "../lab/panels.js";
import { judged, questionAt } from "../lab/predict.js";
import { Replay } from "../lab/replay.js";
import { Source, fetchTrace } from "../lab/source.js";
import { Stage, nodeOf } from "../lab/stage.js";
import { readTrace } from "../lab/trace.js";

const JUMPS = [["cut", "cut"], ["leaf", "leaf"], ["iteration", "iteration"]];

/** @typedef {{question: Partial<Lab.Question>, step: number, show: string[], code: string[]}} About */

/**
 * Have the search made and put its stage into `host`.
 * @param {HTMLElement} host @param {About} about
 * @param {{label?: string, mode?: string, told?: (right: boolean) => void}} [more] with `mode` every step of that
 *   kind is asked before it is taken; `told` hears whether the answer was right
 */
export async function mountStage(host, about, { label = "A search, step by step", mode = "", told = () => {} } = {}) {
  const again = () => mountStage(host, about, { label, mode, told });
  host.setAttribute("role", "group");
  host.setAttribute("aria-label", label);
  render(html`<p class="soft lesson-wait" role="status">The search is made …</p>`, host);
  const found = await fetchTrace(about.question);
  if ("refusal" in found) {
    render(html`<p class="notice bad" role="alert">${found.refusal}</p><button type="button" class="button" @click=${again}>Try again</button>`, host);
    return;
  }
  render(nothing, host);
  Object.assign(host, { live: new LiveStage(host, about, found, { mode, told, again }) });
}

class LiveStage {
  /**
   * @param {HTMLElement} host @param {About} about @param {{key: string, data: any}} found the trace
   * @param {{mode: string, told: (right: boolean) => void, again: () => void}} to
   */
  constructor(host, about, found, { mode, told, again }) {
    this.host = host;
    this.about = about;
    this.again = again;
    this.show = new Set(about.show);
    this.told = told;
    this.mode = mode;
    /** @type {{list: boolean, pending: Lab.Asked | null, verdict: Lab.Verdict | null, answered: Set<number>}} */
    this.state = { list: false, pending: null, verdict: null, answered: new Set() };
    this.later = oncePerFrame(() => this.aside());
    /** The frame's width that the tree was fitted to. */
    this.width = 0;
    this.trace = readTrace(found.data);
    this.replay = new Replay(this.trace);
    this.source = new Source(found.key, this.later);
    this.skeleton();
    this.stage = new Stage(this.part("frame"), this.replay, { onCursor: () => this.later() });
    this.board = this.show.has("board") ? new NodeBoard(this.part("board"), this.trace, about.question.options) : null;
    this.listen();
    this.go(about.step);
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.host.querySelector(`.live-${name}`));
  }

  skeleton() {
    const { show } = this;
    render(
      html`<div class="live-grid column gap-4 ${show.has("board") || show.has("code") ? "two" : ""}">
        ${show.has("board") || show.has("code")
          ? html`<div class="live-side column">${show.has("board") ? html`<figure><div class="live-board lab-board"></div><figcaption class="live-place small"></figcaption></figure>` : nothing}
              ${show.has("code") ? html`<div class="live-code sunken rounded" tabindex="0" role="group" aria-label="The search as code"></div>` : nothing}</div>`
          : nothing}
        <div class="column"><div class="lab-stage"><div class="live-frame lab-frame board-table"></div><div class="lab-under one-row gap-3 justify-between">${panels.legend(this.trace)}</div></div>
          <div class="live-words"></div><div class="live-asks column gap-2 justify-start"></div><div class="live-controls"></div><div class="live-tables column"></div></div>
      </div>
      <div class="live-list"></div>`,
      this.host,
    );
  }

  listen() {
    const frame = this.part("frame");
    letPan(find(".lab-stage", HTMLElement, this.host));
    frame.addEventListener("scroll", () => this.stage.scrolled(), { passive: true });
    frame.addEventListener("click", (event) => {
      const row = nodeOf(event);
      if (row !== null && !this.stage.open(row)) this.stage.focus(row);
    });
    frame.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.stage.look(nodeOf(event)));
    frame.addEventListener("pointerleave", () => frame.contains(document.activeElement) || this.stage.look(null));
    frame.addEventListener("focusin", (event) => this.stage.look(nodeOf(event)));
    frame.addEventListener("focusout", (event) => frame.contains(/** @type {Node | null} */ (event.relatedTarget)) || this.stage.look(null));
    frame.addEventListener("keydown", (event) => this.walked(event));
    this.host.onkeydown = (event) => this.pressed(event);
    new ResizeObserver(() => this.sized()).observe(frame);
  }

  /** The frame has another size: fit the tree into it, once it is in sight at all. */
  sized() {
    const { clientWidth } = this.stage.frame;
    if (!clientWidth || clientWidth === this.width) return;
    this.width = clientWidth;
    this.tall();
    this.stage.measured();
    this.stage.fit();
  }

  /** As high as the tree needs, within reason. */
  tall() {
    const { frame, window: drawn } = this.stage;
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const scale = Math.min(1.4 * unit, Math.max(unit, (frame.clientWidth - 8) / drawn.width));
    frame.style.height = `${Math.max(170, Math.min(drawn.height * scale + 12, innerHeight * 0.55))}px`;
  }

  get at() {
    return this.replay.at;
  }

  /** @param {number} at */
  go(at) {
    this.state.pending = null;
    this.replay.go(at);
    this.shown();
  }

  shown() {
    this.stage.look(null);
    this.stage.update();
    this.drawControls();
    this.later();
  }

  forward() {
    if (this.mode && this.asks()) return this.later();
    this.go(this.at + 1);
  }

  /** @param {string} id @param {boolean} back */
  jump(id, back) {
    const found = this.replay.next(kindsOf(id), !back);
    if (found !== null) this.go(found);
    else if (!back) this.go(this.trace.steps);
  }

  /* Questions */

  /** Put the question of this place, if it has one that was not answered. */
  asks() {
    if (this.state.answered.has(this.at)) return false;
    this.state.pending = questionAt(this.trace, this.replay, this.mode);
    if (this.state.pending) this.state.verdict = null;
    return Boolean(this.state.pending);
  }

  nextQuestion() {
    if (this.state.pending) return;
    while (this.at < this.trace.steps && !this.asks()) this.replay.forward();
    this.shown();
  }

  /** @param {string} given */
  answer(given) {
    const { pending } = this.state;
    if (!pending) return;
    const right = judged(pending, given);
    this.state.answered.add(this.at);
    this.state.verdict = { right, words: `${right ? "✓ Right." : "✗ No."} ${pending.truth}` };
    this.stage.mark(pending.node, right);
    this.go(this.at + 1);
    requestAnimationFrame(() => requestAnimationFrame(() => /** @type {HTMLElement} */ (this.part("asks").querySelector("button"))?.focus()));
    this.told(right);
  }

  /* Drawing */

  drawControls() {
    const { at, trace } = this;
    const jumps = this.mode ? [] : JUMPS.filter(([id]) => trace.kind.some((kind) => kindsOf(id).has(kind)));
    const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ run, /** @type {boolean} */ off) => html`<button type="button" class="button quiet icon-only" aria-label=${label} title=${label}
      ?disabled=${off} @click=${run}>${icon(name)}</button>`;
    render(
      html`<div class="lab-buttons row gap-near">
          ${tool("first", "To the start", () => this.go(0), at === 0)} ${tool("back", "A step back", () => this.go(at - 1), at === 0)}
          <button type="button" class="button primary live-forward" ?disabled=${at === trace.steps} @click=${() => this.forward()}>Step${icon("forward")}</button>
          ${tool("last", "To the end", () => this.go(trace.steps), at === trace.steps)}
          ${jumps.map(([id, title]) => html`<button type="button" class="button small" data-jump=${id} @click=${() => this.jump(id, false)}>Next ${title}</button>`)}
          <span class="lab-at number">step ${at} of ${trace.steps}</span>
          <a class="push small" href="/lab${fragment({ ...this.about.question, step: at })}" target="_blank">Open in the lab<span class="hidden-visually"> (a new tab)</span></a>
        </div>
        <input type="range" class="lab-slider" min="0" max=${trace.steps} step="1" .value=${live(String(at))} aria-label="Step"
          aria-valuetext="step ${at} of ${trace.steps}" @input=${(/** @type {FieldEvent} */ event) => this.go(Number(event.target.value))} />`,
      this.part("controls"),
    );
  }

  /** All that stands around the tree; it may lag a frame behind it. */
  aside() {
    const { trace, replay, source, stage, state, show } = this;
    const row = stage.cursor ?? replay.other.current;
    const asking = Boolean(state.pending);
    const words = asking ? null : source.words(this.at - 1);
    render(html`${asking ? nothing : html`<p class="live-sentence large" role="status" aria-live="polite">${this.at === 0 ? "The search has not begun. Take a step." : (words?.long ?? "…")}</p>`}
      ${source.lost ? html`<p class="notice warn" role="alert">The server no longer has this search. <button type="button" class="button small" @click=${this.again}>Make it again</button></p>` : nothing}`, this.part("words"));
    render(this.questions(), this.part("asks"));
    if (show.has("code")) render(panels.code(this.about.code, words?.line ?? null), this.part("code"));
    render(this.tables(row), this.part("tables"));
    if (show.has("list")) {
      const enter = (/** @type {number} */ each) => stage.open(each) || this.go(trace.met[each] + 1);
      const act = { list: (/** @type {boolean} */ open) => open !== state.list && ((state.list = open), this.later()), look: (/** @type {number} */ each) => stage.look(each), enter };
      render(asList({ open: state.list, trace, replay, drawn: stage.drawn, hidden: (/** @type {number} */ each) => stage.window.at.get(each)?.hidden, stop: stage.stop }, act), this.part("list"));
    }
    if (!this.board) return;
    this.part("place").textContent = nodeWords(trace, replay, row);
    this.board.show(row, source.view(row, trace.node.slice(this.at, this.at + 8)));
  }

  /** @param {number} row */
  tables(row) {
    const { trace, replay, show } = this;
    const known = replay.known(row);
    return html`${show.has("counts") ? panels.counts(trace, replay) : nothing} ${show.has("budget") ? panels.budget(known, row === 0) : nothing}
      ${show.has("bounds") ? panels.selection(trace, known, row) : nothing} ${show.has("table") ? panels.rootTable(trace, replay) : nothing}`;
  }

  questions() {
    if (!this.mode) return nothing;
    const { pending, verdict } = this.state;
    const submit = (/** @type {FormEvent} */ event) => {
      event.preventDefault();
      this.answer(String(new FormData(event.target).get("value") ?? ""));
    };
    return html`${verdict ? html`<p class="lab-verdict ${verdict.right ? "right" : "wrong"}" role="status">${verdict.words}</p>` : nothing}
      ${pending
        ? html`<form class="lab-question column gap-2 pad-3 above-2" @submit=${submit}><strong role="status">${pending.text}</strong><div class="button-row">${pending.choices
            ? pending.choices.map(({ value, title }) => html`<button type="button" class="button" data-answer=${value} @click=${() => this.answer(value)}>${title}</button>`)
            : html`<label>Your value <input name="value" autocomplete="off" inputmode="text" required /></label><button class="button primary">Answer</button>`}</div></form>`
        : html`<button type="button" class="button live-question" ?disabled=${this.at >= this.trace.steps} @click=${() => this.nextQuestion()}>${icon("forward")}Go on to the next question</button>`}`;
  }

  /* Hands */

  /** @param {KeyboardEvent} event */
  walked(event) {
    const row = nodeOf(event);
    if (row === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = this.stage.next(row, event.key);
    if (next !== null) this.stage.focus(next);
    else if (event.key === "Enter") this.stage.open(row) || this.go(this.trace.met[row] + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const found = meaning(event);
    if (!found) return;
    /** @type {Record<string, () => void>} */
    const does = {
      forward: () => this.forward(), back: () => this.go(this.at - 1), first: () => this.go(0), last: () => this.go(this.trace.steps),
      larger: () => this.stage.zoom(1), smaller: () => this.stage.zoom(-1), fit: () => this.stage.fit(),
      tree: () => this.stage.focus(this.replay.other.current), escape: () => this.stage.look(null),
    };
    if (kindsOf(found.what).size && !this.mode) this.jump(found.what, found.back);
    else if (does[found.what]) does[found.what]();
    else return;
    event.preventDefault();
  }
}
