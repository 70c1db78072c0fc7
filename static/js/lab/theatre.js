/** One trace on the stage: takes steps, and keeps tree, board, words, code and tables together. */

import { html, nothing, render } from "lit";
import { copyText } from "lib/copy.js";
import { find } from "lib/dom.js";
import { oncePerFrame } from "lib/store.js";
import { letPan } from "boards/tree/panning.js";
import { SETTING, arrangeable, arrangePanel, orderAt } from "./arrange.js";
import { changeable, changePanel, pathOf } from "./change.js";
import { controls, kindsOf } from "./controls.js";
import { KEYS, meaning } from "./keys.js";
import { asList } from "./list.js";
import * as panels from "./panels.js";
import { judged, predictPanel, questionAt } from "./predict.js";
import { Replay } from "./replay.js";
import { Source } from "./source.js";
import { Stage, placeOf } from "./stage.js";
import { readTrace } from "./trace.js";
import { NodeBoard } from "./node_board.js";
import { Veil } from "./veil.js";

const REMEMBER_DELAY = 250;

export class Theatre {
  /**
   * @param {HTMLElement} host
   * @param {any} data the trace as it travelled
   * @param {string} key
   * @param {{code: string[], moved: (at: number) => void, options: Protocol.Options, view: Protocol.View | undefined, picked?: number[],
   *   changed: (path: number[], what: string, value: number | undefined, at: number) => void,
   *   arranged?: (path: number[], order: number[], what: string, at: number) => void}} about `path` leads to the node that is changed, or to the move of that `order`
   */
  constructor(host, data, key, about) {
    const begun = performance.now();
    this.host = host;
    /** For measurements. */
    Object.assign(host, { theatre: this });
    this.about = about;
    this.trace = readTrace(data);
    this.replay = new Replay(this.trace);
    this.state = { playing: false, speed: "2", long: false, copied: "", list: false };
    /** @type {Lab.Prediction} */
    this.predict = { on: false, mode: "all", right: 0, asked: 0, pending: null, verdict: null, final: null };
    /** The places whose questions were answered or passed over. @type {Set<number>} */
    this.answered = new Set();
    /** The path to the node that can be changed. @type {number[]} */
    this.picked = about.picked ?? [];
    this.veil = new Veil(this.trace, about.view);
    this.later = oncePerFrame(() => this.aside());
    this.source = new Source(key, this.later);
    this.act = this.actions();
    this.leaving = new AbortController();
    this.parts = this.skeleton();
    this.board = new NodeBoard(find(".lab-board", HTMLElement, host), this.trace, about.options);
    this.stage = new Stage(find(".lab-frame", HTMLElement, host), this.replay, { onCursor: () => this.later(), cuts: true });
    this.beat = 0;
    /** The node that was clicked last. @type {number | null} */
    this.clickedRow = null;
    this.watch = new ResizeObserver(() => this.stage.resized());
    this.listen();
    requestAnimationFrame(() => setTimeout(() => (this.painted = performance.now() - begun)));
  }

  /** @returns {Record<string, HTMLElement>} the parts that are drawn again and again, by name */
  skeleton() {
    render(
      html`<div class="lab-theatre">
        <div class="lab-left column">
          <figure class="column gap-2"><div class="lab-board"></div><figcaption class="lab-place soft break small"></figcaption></figure>
          <div class="lab-code-host" tabindex="0" role="group" aria-label="The search as code"></div>
          <div class="lab-tables column"></div>
        </div>
        <div class="lab-right column">
          <div class="lab-stage"><div class="lab-frame board-table"></div>
            <div class="lab-under one-row gap-3 justify-between">${panels.legend(this.trace)}<div class="lab-zoom fixed">${/** @type {const} */ ([["+", "Larger", () => this.stage.zoom(1)], ["−", "Smaller", () => this.stage.zoom(-1)], ["fit", "Fit the whole tree", () => this.stage.fit()]]).map(
              ([sign, label, run]) => html`<button type="button" class="button small" aria-label=${label} title=${label} @click=${run}>${sign}</button>`)}</div></div></div>
          <div class="lab-telling"><div class="lab-words-host"></div><div class="lab-predict-host"></div></div>
          <div class="lab-controls-host"></div>
        </div>
        <div class="lab-list-host whole-row"></div>
        <dialog class="lab-help" aria-labelledby="lab-help-title"><h2 id="lab-help-title">Keys</h2>
          <dl class="lab-keys column gap-2">${KEYS.map(([keys, what]) => html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${what}</dd></div>`)}</dl>
          <form method="dialog"><button class="button">Close</button></form></dialog>
      </div>`,
      this.host,
    );
    return Object.fromEntries(
      ["place", "code-host", "tables", "words-host", "predict-host", "controls-host", "list-host"].map((name) => [name, find(`.lab-${name}`, HTMLElement, this.host)]),
    );
  }

  listen() {
    const { signal } = this.leaving;
    const frame = this.stage.frame;
    letPan(find(".lab-stage", HTMLElement, this.host));
    frame.addEventListener("scroll", () => this.stage.scrolled(), { signal, passive: true });
    frame.addEventListener("click", (event) => this.clicked(event), { signal });
    frame.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.stage.look(placeOf(event)), { signal });
    frame.addEventListener("pointerleave", () => frame.contains(document.activeElement) || this.stage.look(null), { signal });
    frame.addEventListener("focusin", (event) => this.stage.look(placeOf(event)), { signal });
    frame.addEventListener("focusout", (event) => frame.contains(/** @type {Node | null} */ (event.relatedTarget)) || this.stage.look(null), { signal });
    frame.addEventListener("keydown", (event) => this.walked(event), { signal });
    frame.addEventListener("wheel", (event) => this.wheeled(event), { signal, passive: false });
    document.addEventListener("keydown", (event) => this.pressed(event), { signal });
    this.watch.observe(frame);
  }

  leave() {
    this.leaving.abort();
    this.watch.disconnect();
    this.stop();
    this.board.leave();
    document.body.classList.remove("lab-predicting");
    render(nothing, this.host);
  }

  get at() {
    return this.replay.at;
  }

  /** Go to a place of the trace. @param {number} at */
  go(at) {
    this.predict.pending = null;
    this.replay.go(at);
    if (at >= this.trace.steps) this.stop();
    this.shown();
  }

  /** Show where the replay is. */
  shown() {
    if (this.predict.final && this.at >= this.trace.steps) {
      const { question, right } = this.predict.final;
      this.predict.final = null;
      this.told(question, right);
    }
    this.stage.look(null);
    this.stage.update();
    this.drawControls();
    this.later();
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => this.about.moved(this.at), REMEMBER_DELAY);
  }

  /** @returns {Lab.Act} */
  actions() {
    return {
      go: (at) => this.go(at),
      forward: () => this.forward(),
      back: () => this.go(this.at - 1),
      jump: (id, back) => this.jump(id, back),
      play: () => (this.state.playing ? this.stop() : this.play()),
      speed: (speed) => ((this.state.speed = speed), this.drawControls()),
      list: (open) => open !== this.state.list && ((this.state.list = open), this.later()),
      look: (row) => this.stage.look(row),
      enter: (row) => this.stage.open(row) || this.go(this.trace.met[row] + 1),
      predict: (fields) => this.predicting(fields),
      answer: (given) => this.answer(given),
      nextQuestion: () => this.nextQuestion(),
      long: (long) => ((this.state.long = long), this.later()),
      help: () => find(".lab-help", HTMLDialogElement, this.host).showModal(),
      share: () => this.share(),
    };
  }

  /** @param {string} id @param {boolean} back */
  jump(id, back) {
    const found = this.replay.next(kindsOf(id), !back);
    if (found !== null) this.go(found);
    else if (!back) this.go(this.trace.steps);
  }

  /* Predictions */

  /** @param {Partial<Lab.Prediction>} fields */
  predicting(fields) {
    Object.assign(this.predict, fields, { pending: null, verdict: null });
    document.body.classList.toggle("lab-predicting", this.predict.on);
    this.later();
  }

  /** Take a step, unless there is a question to be answered first. */
  forward() {
    if (this.predict.on && this.ask()) return this.later();
    this.go(this.at + 1);
  }

  /** One step of playing; false if a question stops it. @param {boolean} show */
  ready(show) {
    if (this.predict.on && this.ask()) {
      this.stop();
      this.shown();
      return false;
    }
    this.replay.forward();
    if (this.at >= this.trace.steps) this.stop();
    if (show || !this.state.playing) this.shown();
    return this.state.playing;
  }

  /** Put the question of this place, if it has one that was not answered. */
  ask() {
    if (this.answered.has(this.at)) return false;
    this.predict.pending = questionAt(this.trace, this.replay, this.predict.mode);
    if (this.predict.pending) this.predict.verdict = null;
    return Boolean(this.predict.pending);
  }

  nextQuestion() {
    if (this.predict.pending) this.answered.add(this.at);
    this.predict.pending = null;
    while (this.at < this.trace.steps && !this.ask()) this.replay.forward();
    this.shown();
  }

  /** @param {string | null} given null passes the question over */
  answer(given) {
    const { pending } = this.predict;
    if (!pending) return;
    this.answered.add(this.at);
    this.predict.pending = null;
    if (given !== null) this.score(pending, given);
    this.go(this.at + 1);
    this.parts["predict-host"].querySelector("button")?.focus();
  }

  /** @param {Lab.Asked} question @param {string} given */
  score(question, given) {
    const right = judged(question, given);
    if (question.mode === "final") {
      this.predict.final = { question, right };
      this.predict.verdict = { right: true, words: `Noted: ${given}. The end will tell.` };
      return;
    }
    this.told(question, right);
  }

  /** @param {Lab.Asked} question @param {boolean} right */
  told(question, right) {
    const { predict } = this;
    predict.asked += 1;
    predict.right += right ? 1 : 0;
    predict.verdict = { right, words: `${right ? "✓ Right." : "✗ No."} ${question.truth}` };
    this.stage.mark(question.node, right);
  }

  play() {
    if (this.at >= this.trace.steps) return;
    this.state.playing = true;
    let before = performance.now();
    let owed = 1;
    const beat = (/** @type {number} */ now) => {
      if (!this.state.playing) return;
      owed += ((now - before) / 1000) * Number(this.state.speed);
      before = now;
      const steps = Math.floor(Math.min(owed, 30));
      owed = Math.min(owed - steps, 1);
      for (let step = 0; step < steps; step++) if (!this.ready(step === steps - 1)) return;
      this.beat = requestAnimationFrame(beat);
    };
    this.beat = requestAnimationFrame(beat);
    this.drawControls();
  }

  stop() {
    if (!this.state.playing) return;
    this.state.playing = false;
    cancelAnimationFrame(this.beat);
    this.drawControls();
  }

  async share() {
    this.about.moved(this.at);
    const done = await copyText(location.href);
    this.state.copied = done ? "The link to this step is copied." : "Copy the address of this page: it holds this step.";
    this.later();
  }

  /* Drawing */

  drawControls() {
    render(controls(this.trace, this.at, this.state, this.act), this.parts["controls-host"]);
  }

  /** All that stands around the tree; it may lag a frame behind it. */
  aside() {
    const { trace, replay, source, stage, state } = this;
    const row = stage.cursor ?? replay.other.current;
    const cut = stage.cutAt(row);
    const known = replay.known(cut ? cut.parent : row);
    const { pending } = this.predict;
    const asking = Boolean(pending);
    stage.veil(pending?.mode === "value" ? pending.node : null);
    const words = asking ? null : source.words(this.at - 1);
    render(panels.code(this.about.code, words?.line ?? null), this.parts["code-host"]);
    render(html`${panels.sentence(words, this.at, { long: state.long, asking, predicting: this.predict.on }, this.act)}
      ${source.lost ? html`<p class="notice warn" role="alert">The server no longer has this trace, or does not answer. Load the page anew to go on.</p>` : nothing}
      ${state.copied ? html`<p class="hint" role="status">${state.copied}</p>` : nothing}`, this.parts["words-host"]);
    render(asList({ open: state.list, trace, replay, drawn: stage.drawn, hidden: (row) => stage.window.at.get(row)?.hidden, stop: stage.stop, veiled: stage.veiled }, this.act), this.parts["list-host"]);
    render(predictPanel(this.predict, this.act), this.parts["predict-host"]);
    render(html`${panels.counts(trace, replay)} ${panels.budget(known, row === 0)} ${panels.selection(trace, known, cut ? cut.parent : row)} ${panels.rootTable(trace, replay)} ${this.changing()}`, this.parts.tables);
    this.litInSight();
    this.parts.place.textContent = row === stage.veiled ? "The node that is asked about" : stage.words(row);
    this.showBoard(row, cut);
  }

  /** The position of a node, or of a move that was cut; with what is to be predicted hidden. @param {number} row @param {ReturnType<Stage["cutAt"]>} cut */
  showBoard(row, cut) {
    const { trace, source } = this;
    const soon = trace.node.slice(this.at, this.at + 8);
    const key = cut ? `${cut.parent}.${cut.index}` : row;
    const node = cut ? { key, seat: trace.mover[cut.parent], move: (trace.family.get(cut.parent) ?? [])[cut.index] ?? "" } : row;
    const veil = this.predict.on ? (/** @type {Protocol.View} */ view) => this.veil.over(view, this.replay) : null;
    this.board.show(node, source.view(key, soon), veil);
  }

  /** The buttons that put the picked move earlier or later among its siblings; null where there is no choice. */
  arranging() {
    const { trace, picked } = this;
    const { arranged: put } = this.about;
    if (!put || !arrangeable(trace) || !picked.length) return nothing;
    let above = 0;
    for (const index of picked.slice(0, -1)) above = trace.children[above]?.find((child) => trace.index[child] === index) ?? -1;
    const order = above < 0 ? [] : orderAt(trace, above);
    const index = picked[picked.length - 1];
    if (order.length < 2 || !order.includes(index)) return nothing;
    const name = `${(trace.family.get(above) ?? [])[index] ?? index}`;
    const arranged = Boolean(trace.head.options[SETTING]);
    return arrangePanel({ name, place: order.indexOf(index), of: order.length, arranged }, (what) => put(picked, order, what, this.at));
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

  /** Scroll the column, where it scrolls, until the lit line is seen. */
  litInSight() {
    const column = this.parts["code-host"];
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

  /** @param {Event} event */
  clicked(event) {
    const row = placeOf(event);
    if (row === null) return;
    const again = this.stage.cursor === row && this.clickedRow === row;
    this.clickedRow = row;
    if (again && this.stage.cutAt(row)) this.stage.turn(row);
    this.pick(row);
    if (!this.stage.open(row)) this.stage.focus(row);
  }

  /** @param {KeyboardEvent} event */
  walked(event) {
    const row = placeOf(event);
    if (row === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = this.stage.next(row, event.key);
    if (next !== null) {
      this.pick(next);
      this.stage.focus(next);
    } else if (event.key === "Enter" && this.stage.cutAt(row)) {
      this.stage.turn(row);
      this.pick(row);
    } else if (event.key === "Enter") this.stage.open(row) || this.go(this.trace.met[row] + 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.stage.zoom(event.deltaY < 0 ? 1 : -1);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (this.host.hidden) return;
    const found = meaning(event);
    if (!found) return;
    event.preventDefault();
    const { what, back } = found;
    const { act } = this;
    /** @type {Record<string, () => void>} */
    const does = {
      forward: act.forward,
      back: act.back,
      play: act.play,
      help: act.help,
      first: () => this.go(0),
      last: () => this.go(this.trace.steps),
      larger: () => this.stage.zoom(1),
      smaller: () => this.stage.zoom(-1),
      fit: () => this.stage.fit(),
      tree: () => this.stage.focus(this.replay.other.current),
      escape: () => (/** @type {HTMLElement | null} */ (document.activeElement)?.blur(), this.stage.look(null)),
    };
    if (kindsOf(what).size) this.jump(what, back);
    else does[what]?.();
  }
}
