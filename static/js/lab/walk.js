/**
 * One trace, walked step by step: keeps tree, board, words, code, tables and questions together. The laboratory, a lesson
 * and a class each say in a skeleton which of these parts they have, as `data-part`, and add what is theirs.
 */

import { html, nothing, render } from "lit";
import { _ } from "lib/messages.js";
import { letPan } from "lib/pan.js";
import { oncePerFrame } from "lib/store.js";
import { controls, kindsOf } from "./controls.js";
import { meaning } from "./keys.js";
import { asList } from "./list.js";
import * as panels from "./panels.js";
import { judged, questionAt } from "./predict.js";
import { Replay } from "./replay.js";
import { ShownBoard } from "./shown_board.js";
import { Source } from "./source.js";
import { Stage, placeOf } from "./stage.js";
import { readTrace } from "./trace.js";

/** How long steps are gathered before they are told, in ms. */
const TELL_DELAY = 300;
/** How often a search that plays looks how many steps it owes, in ms, and how many it takes at once at most. */
const BEAT = 16;
const BURST = 30;
const TABLES = ["counts", "budget", "bounds", "table"];

/**
 * What a page says of a walk: `show` names its tables, all without it; with `mode` every step of that kind is asked before it is
 * taken; `keys` hears the keys; `least` is how large nodes are drawn at least; `moved` hears where it stands, `again` has a lost trace made anew.
 *
 * @typedef {{options?: Protocol.Options, code?: string[], show?: string[], mode?: string, keys?: Document | HTMLElement, least?: number,
 *   moved?: (at: number) => void, again?: () => void}} About
 */

/** @template {About} A */
export class Walk {
  /** @param {HTMLElement} host @param {{key: string, data: any, address?: string}} found the trace, and where its words and views are, if not in the lab @param {A} about */
  constructor(host, { key, data, address = `/api/lab/trace/${key}` }, about) {
    this.host = host;
    this.about = about;
    this.trace = readTrace(data);
    this.replay = new Replay(this.trace);
    this.state = { playing: false, speed: "2", list: false, long: false };
    /** @type {Lab.Prediction} */
    this.predict = { on: Boolean(about.mode), mode: about.mode ?? "all", right: 0, asked: 0, pending: null, verdict: null, final: null };
    /** The places whose questions were answered or passed over. @type {Set<number>} */
    this.answered = new Set();
    this.later = oncePerFrame(() => this.aside());
    this.source = new Source(address, this.later);
    this.leaving = new AbortController();
    this.beat = this.telling = 0;
    render(this.skeleton(), host);
    const parts = /** @type {HTMLElement[]} */ ([...host.querySelectorAll("[data-part]")]);
    this.parts = Object.fromEntries(parts.map((part) => [part.dataset.part, part]));
    this.parts.frame.dataset.game = this.trace.head.game; // whose colours its seats have
    this.stage = new Stage(this.parts.frame, this.replay, this.later, about.least);
    this.board = new ShownBoard({ still: true });
    this.resizes = new ResizeObserver((changed) => changed.forEach(({ target }) => (target === this.parts.frame ? this.resized() : this.later())));
    this.listen();
    /** For tests and measurements. */
    Object.assign(host, { walk: this });
  }

  listen() {
    const { frame } = this.parts;
    const { signal } = this.leaving;
    /** @type {(name: string, hear: (event: any) => unknown, more?: AddEventListenerOptions) => void} */
    const on = (name, hear, more = {}) => frame.addEventListener(name, hear, { signal, ...more });
    letPan(/** @type {HTMLElement} */ (frame.parentElement));
    on("scroll", () => this.stage.scrolled(), { passive: true });
    on("click", (event) => this.clicked(placeOf(event)));
    on("pointerover", (event) => event.pointerType === "mouse" && this.stage.look(placeOf(event)));
    on("pointerleave", () => frame.contains(document.activeElement) || this.stage.look(null));
    on("focusin", (event) => this.stage.look(placeOf(event)));
    on("focusout", (event) => frame.contains(event.relatedTarget) || this.stage.look(null));
    on("keydown", (event) => this.walked(event));
    on("wheel", (event) => event.ctrlKey && (event.preventDefault(), this.stage.zoom(event.deltaY < 0 ? 1 : -1)), { passive: false });
    this.about.keys?.addEventListener("keydown", (event) => this.pressed(/** @type {KeyboardEvent} */ (event)), { signal });
    this.resizes.observe(frame);
    if (this.parts.code) this.resizes.observe(this.parts.code); // what grows beside it may hide the lit line
  }

  leave() {
    this.leaving.abort();
    this.resizes.disconnect();
    clearInterval(this.beat);
    this.untell();
    this.board.clear();
    render(nothing, this.host);
  }

  /* What a page defines. */

  /** The places of the parts. @returns {unknown} */
  skeleton() {
    return nothing;
  }

  /** Whether its reader takes steps, and whether it plays by itself. */
  get free() {
    return true;
  }

  get plays() {
    return true;
  }

  /** Steps a second. */
  get speed() {
    return Number(this.state.speed);
  }

  /** The node that a question asks about, of which nothing is shown. @returns {number | null} */
  get veiled() {
    const { pending } = this.predict;
    return pending?.mode === "value" ? pending.node : null;
  }

  /** What may be seen of a board's view now; null for all of it. @returns {((view: Protocol.View) => Protocol.View) | null} */
  get veil() {
    return null;
  }

  /** Forget the steps that were taken, of a trace that is another one now. */
  begin() {
    this.replay = new Replay(this.trace);
  }

  /** Draw the stage anew, its nodes at least so large. @param {number} least */
  restage(least) {
    const { marks } = this.stage;
    this.stage = new Stage(this.parts.frame, this.replay, this.later, least);
    this.stage.marks = marks;
    for (const row of marks.keys()) this.stage.marked(row);
    this.shown();
  }

  /** The frame has another size. */
  resized() {
    this.stage.resized();
  }

  /* Steps */

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
    this.untell();
    this.telling = setTimeout(() => this.about.moved?.(this.at), TELL_DELAY);
  }

  /** Who hears where it stands is not told what was not told yet. */
  untell() {
    clearTimeout(this.telling);
  }

  /** Change how it is shown. @param {Partial<Walk<A>["state"]>} fields */
  change(fields) {
    Object.assign(this.state, fields);
    this.drawControls();
    this.later();
  }

  /** Take a step, unless there is a question to be answered first. */
  forward() {
    if (this.predict.on && this.ask()) return this.later();
    this.go(this.at + 1);
  }

  /** @param {string} id of a kind of step @param {boolean} [back] */
  jump(id, back = false) {
    const found = this.replay.next(kindsOf(id), !back);
    if (found !== null) this.go(found);
    else if (!back) this.go(this.trace.steps);
  }

  /** Unfold what a node hides, or go to the step that first met it. @param {number} row */
  enter(row) {
    if (!this.stage.open(row) && this.free) this.go(this.trace.met[row] + 1);
  }

  /** Step on by itself, or stop. */
  play() {
    if (this.state.playing) return this.stop();
    if (this.at >= this.trace.steps) return;
    let before = performance.now();
    let owed = 1;
    this.beat = setInterval(() => {
      const now = performance.now();
      owed = Math.min(owed + ((now - before) / 1000) * this.speed, BURST);
      before = now;
      for (; owed >= 1 && this.state.playing; owed -= 1) this.ready(owed < 2);
    }, BEAT);
    this.change({ playing: true });
  }

  stop() {
    if (!this.state.playing) return;
    clearInterval(this.beat);
    this.change({ playing: false });
  }

  /** One step of playing; a question stops it. @param {boolean} show */
  ready(show) {
    const asks = this.predict.on && this.ask();
    if (!asks) this.replay.forward();
    if (asks || this.at >= this.trace.steps) this.stop();
    if (show || !this.state.playing) this.shown();
  }

  /* Questions */

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
    this.aside();
    this.parts.questions.querySelector("button")?.focus();
  }

  /** What the search will choose is judged at its end. @param {Lab.Asked} question @param {string} given */
  score(question, given) {
    const right = judged(question, given);
    if (question.mode !== "final") return this.told(question, right);
    this.predict.final = { question, right };
    this.predict.verdict = { right: true, words: _("Noted: {given}. The end will tell.", { given }) };
  }

  /** @param {Lab.Asked} question @param {boolean} right */
  told(question, right) {
    const { predict } = this;
    predict.asked += 1;
    predict.right += right ? 1 : 0;
    predict.verdict = { right, words: `${right ? "✓ Right." : "✗ No."} ${question.truth}` };
    this.stage.mark(question.node, right);
  }

  /* Drawing */

  /** Draw a part, where the page has it. @param {string} name @param {() => unknown} drawn */
  draw(name, drawn) {
    if (this.parts[name]) render(drawn(), this.parts[name]);
  }

  drawControls() {
    this.draw("controls", () => controls(this));
  }

  /** All that stands around the tree; it may lag a frame behind it. */
  aside() {
    if (this.leaving.signal.aborted) return;
    const { replay, source, stage } = this;
    const { pending } = this.predict;
    const row = stage.cursor ?? replay.other.current;
    const cut = stage.cutAt(row);
    stage.drawing.classList.toggle("asks", this.predict.on);
    stage.veil(this.veiled);
    const words = pending ? null : source.words(this.at - 1);
    this.draw("code", () => panels.code(this.about.code ?? [], words?.line ?? null));
    this.draw("words", () => html`${this.words(words)} ${source.lost ? this.lost() : nothing}`);
    this.draw("list", () => asList(this));
    this.draw("questions", () => this.questions());
    this.draw("tables", () => this.tables(cut ? cut.parent : row));
    this.draw("place", () => (row === stage.veiled ? _("The node that is asked about") : stage.words(row)));
    if (this.parts.board) this.showBoard(row, cut);
  }

  /** The position of a node, or of a move that was cut, with the move that leads there; the last one stays while it travels. @param {number} row @param {Lab.Cut & {index: number} | null} cut */
  showBoard(row, cut) {
    const { trace } = this;
    const found = this.source.view(cut ? `${cut.parent}.${cut.index}` : row, trace.node.slice(this.at, this.at + 8));
    if (!found) return;
    const above = cut ? cut.parent : trace.parent[row];
    const pointed = cut ? (trace.family.get(cut.parent) ?? [])[cut.index] : row ? trace.move[row] : null;
    this.board.show(this.parts.board, {
      game: trace.head.game, view: this.veil?.(found.view) ?? found.view, options: this.about.options, last: found.effect, pointed,
      seat: above < 0 ? 0 : Math.max(0, trace.mover[above]), label: _("The position of the node"),
    });
  }

  /** The sentence of the step. @param {Lab.Words | null} words @returns {unknown} */
  words(words) {
    return panels.sentence(this, words);
  }

  lost() {
    return html`<p class="notice warn" role="alert">${_("The server no longer has this search, or does not answer.")} <button type="button" class="button small" @click=${() => this.about.again?.()}>${_("Make it again")}</button></p>`;
  }

  /** @returns {unknown} */
  questions() {
    return nothing;
  }

  /** @param {number} row @returns {unknown} */
  tables(row) {
    const { trace, replay } = this;
    const known = replay.known(row);
    const { show = TABLES } = this.about;
    return TABLES.map((name) => {
      if (!show.includes(name)) return nothing;
      if (name === "counts") return panels.counts(trace, replay);
      if (name === "budget") return panels.budget(known, row === 0);
      if (name === "bounds") return panels.selection(trace, known, row);
      return panels.rootTable(trace, replay);
    });
  }

  /* Hands */

  /** @param {number | null} row */
  clicked(row) {
    if (row !== null && !this.stage.open(row)) this.stage.focus(row);
  }

  /** Arrow keys walk from node to node. @param {KeyboardEvent} event @returns {number | null} where to */
  walked(event) {
    const row = placeOf(event);
    if (row === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
    const next = this.stage.next(row, event.key);
    if (next !== null) this.stage.focus(next);
    else if (event.key !== "Enter") return null;
    else if (this.stage.cutAt(row)) this.stage.turn(row);
    else this.enter(row);
    event.preventDefault();
    event.stopPropagation();
    return next ?? row;
  }

  /** What keys do, by their meaning. @returns {Record<string, () => void>} */
  does() {
    const { stage } = this;
    return {
      forward: () => this.forward(),
      back: () => this.go(this.at - 1),
      first: () => this.go(0),
      last: () => this.go(this.trace.steps),
      larger: () => stage.zoom(1),
      smaller: () => stage.zoom(-1),
      fit: () => stage.fit(true),
      tree: () => stage.focus(this.replay.other.current),
      escape: () => stage.look(null),
      ...(this.plays ? { play: () => this.play() } : {}),
    };
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const found = meaning(event);
    if (!found || this.host.hidden) return;
    const does = kindsOf(found.what).size && !this.about.mode ? () => this.jump(found.what, found.back) : this.does()[found.what];
    if (!does) return;
    does();
    event.preventDefault();
  }
}
