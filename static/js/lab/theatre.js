/** One trace on the stage: takes steps, and keeps tree, board, words, code and tables together. */

import { html, nothing, render } from "lit";
import { copyText } from "lib/copy.js";
import { oncePerFrame } from "lib/store.js";
import { letPan } from "boards/tree/panning.js";
import { controls, kindsOf } from "./controls.js";
import { KEYS, meaning } from "./keys.js";
import { nodeWords } from "./labels.js";
import * as panels from "./panels.js";
import { Replay } from "./replay.js";
import { Source } from "./source.js";
import { Stage, nodeOf } from "./stage.js";
import { readTrace } from "./trace.js";
import { NodeBoard } from "./node_board.js";

const REMEMBER_DELAY = 250;

export class Theatre {
  /**
   * @param {HTMLElement} host
   * @param {any} data the trace as it travelled
   * @param {string} key
   * @param {{code: string[], moved: (at: number) => void, options: any}} about
   */
  constructor(host, data, key, about) {
    this.host = host;
    this.about = about;
    this.trace = readTrace(data);
    this.replay = new Replay(this.trace);
    this.state = { playing: false, speed: "2", long: false, copied: "" };
    this.later = oncePerFrame(() => this.aside());
    this.source = new Source(key, this.later);
    this.act = this.actions();
    this.leaving = new AbortController();
    this.skeleton();
    this.board = new NodeBoard(host.querySelector(".lab-board"), this.trace, about.options);
    this.stage = new Stage(host.querySelector(".lab-frame"), this.replay, { onCursor: () => this.later() });
    this.listen();
  }

  skeleton() {
    render(
      html`<div class="lab-theatre">
        <div class="lab-left">
          <figure class="lab-node"><div class="lab-board"></div><figcaption class="lab-place small"></figcaption></figure>
          <div class="lab-code-host"></div>
          <div class="lab-tables"></div>
        </div>
        <div class="lab-right">
          <div class="lab-stage"><div class="lab-frame board-table"></div>
            <div class="lab-zoom">${[["+", "Larger", () => this.stage.zoom(1)], ["−", "Smaller", () => this.stage.zoom(-1)], ["fit", "Fit the whole tree", () => this.stage.fit()]].map(
              ([sign, label, run]) => html`<button type="button" class="button small" aria-label=${label} title=${label} @click=${run}>${sign}</button>`)}</div>
            ${panels.legend(this.trace)}</div>
          <div class="lab-words-host"></div>
          <div class="lab-controls-host"></div>
        </div>
        <dialog class="lab-help" aria-labelledby="lab-help-title"><h2 id="lab-help-title">Keys</h2>
          <dl class="lab-keys">${KEYS.map(([keys, what]) => html`<div><dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${what}</dd></div>`)}</dl>
          <form method="dialog"><button class="button">Close</button></form></dialog>
      </div>`,
      this.host,
    );
    this.parts = Object.fromEntries(
      ["place", "code-host", "tables", "words-host", "controls-host"].map((name) => [name, this.host.querySelector(`.lab-${name}`)]),
    );
  }

  listen() {
    const { signal } = this.leaving;
    const frame = this.stage.frame;
    letPan(this.host.querySelector(".lab-stage"));
    frame.addEventListener("scroll", () => this.stage.scrolled(), { signal, passive: true });
    frame.addEventListener("click", (event) => this.clicked(event), { signal });
    frame.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.stage.look(nodeOf(event)), { signal });
    frame.addEventListener("pointerleave", () => frame.contains(document.activeElement) || this.stage.look(null), { signal });
    frame.addEventListener("focusin", (event) => this.stage.look(nodeOf(event)), { signal });
    frame.addEventListener("focusout", (event) => frame.contains(event.relatedTarget) || this.stage.look(null), { signal });
    frame.addEventListener("keydown", (event) => this.walked(event), { signal });
    frame.addEventListener("wheel", (event) => this.wheeled(event), { signal, passive: false });
    document.addEventListener("keydown", (event) => this.pressed(event), { signal });
    this.watch = new ResizeObserver(() => this.stage.measured());
    this.watch.observe(frame);
  }

  leave() {
    this.leaving.abort();
    this.watch.disconnect();
    this.stop();
    this.board.leave();
    render(nothing, this.host);
  }

  get at() {
    return this.replay.at;
  }

  /** Go to a place of the trace. @param {number} at */
  go(at) {
    this.replay.go(at);
    if (at >= this.trace.steps) this.stop();
    this.shown();
  }

  /** Show where the replay is. */
  shown() {
    this.stage.look(null);
    this.stage.update();
    this.drawControls();
    this.later();
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => this.about.moved(this.at), REMEMBER_DELAY);
  }

  actions() {
    return {
      go: (at) => this.go(at),
      forward: () => this.go(this.at + 1),
      back: () => this.go(this.at - 1),
      jump: (id, back) => this.jump(id, back),
      play: () => (this.state.playing ? this.stop() : this.play()),
      speed: (speed) => ((this.state.speed = speed), this.drawControls()),
      long: (long) => ((this.state.long = long), this.later()),
      help: () => this.host.querySelector(".lab-help").showModal(),
      share: () => this.share(),
    };
  }

  jump(id, back) {
    const found = this.replay.next(kindsOf(id), !back);
    if (found !== null) this.go(found);
    else if (!back) this.go(this.trace.steps);
  }

  play() {
    if (this.at >= this.trace.steps) return;
    this.state.playing = true;
    let before = performance.now();
    let owed = 1;
    const beat = (now) => {
      if (!this.state.playing) return;
      owed += ((now - before) / 1000) * Number(this.state.speed);
      before = now;
      const steps = Math.floor(Math.min(owed, 30));
      owed = Math.min(owed - steps, 1);
      if (steps > 0) this.go(this.at + steps);
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
    const known = replay.known(row);
    const words = source.words(this.at - 1);
    render(panels.code(this.about.code, words?.line ?? null), this.parts["code-host"]);
    render(html`${panels.sentence(words, this.at, state.long, this.act)}
      ${source.lost ? html`<p class="notice warn" role="alert">The server no longer has this trace, or does not answer. Load the page anew to go on.</p>` : nothing}
      <p class="hint" role="status">${state.copied}</p>`, this.parts["words-host"]);
    render(html`${panels.counts(trace, replay)} ${panels.budget(known, row === 0)} ${panels.selection(trace, known, row)} ${panels.rootTable(trace, replay)}`, this.parts.tables);
    this.parts.place.textContent = nodeWords(trace, replay, row);
    const soon = this.trace.node.slice(this.at, this.at + 8);
    this.board.show(row, source.view(row, soon));
  }

  /* Hands */

  clicked(event) {
    const row = nodeOf(event);
    if (row === null) return;
    if (!this.stage.open(row)) this.stage.focus(row);
  }

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

  wheeled(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.stage.zoom(event.deltaY < 0 ? 1 : -1);
  }

  pressed(event) {
    if (this.host.hidden) return;
    const found = meaning(event);
    if (!found) return;
    event.preventDefault();
    const { what, back } = found;
    const also = {
      first: () => this.go(0),
      last: () => this.go(this.trace.steps),
      larger: () => this.stage.zoom(1),
      smaller: () => this.stage.zoom(-1),
      fit: () => this.stage.fit(),
      tree: () => this.stage.focus(this.replay.other.current),
      escape: () => (document.activeElement?.blur(), this.stage.look(null)),
    };
    if (kindsOf(what).size) this.jump(what, back);
    else (also[what] ?? this.act[what])?.();
  }
}
