/**
 * A stage of the laboratory on a screen of the class: the tree, the board of the node and the sentence, at the step that the teacher
 * chose. The teacher's own has the laboratory's controls; the others only follow, so no question can be looked up by a step ahead.
 */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { oncePerFrame } from "lib/store.js";
import { letPan } from "boards/tree/panning.js";
import { readFragment } from "../lab/address.js";
import { controls, kindsOf } from "../lab/controls.js";
import { nodeWords } from "../lab/labels.js";
import { NodeBoard } from "../lab/node_board.js";
import { questionAt } from "../lab/predict.js";
import { Replay } from "../lab/replay.js";
import { Source, fetchTrace } from "../lab/source.js";
import { Stage, nodeOf } from "../lab/stage.js";
import { readTrace } from "../lab/trace.js";

/** How long the teacher's steps are gathered before they are told, in ms. */
const TELL_DELAY = 350;

/** What a link asks for, and the same without its step, as one text. @param {string} link */
export function asked(link) {
  const question = readFragment(link.slice(link.indexOf("#")));
  if (!question) throw new Error("The link names no stage.");
  const { step, ...body } = question;
  return { step, body, same: JSON.stringify(body) };
}

/**
 * The first question of a kind at a step or after it.
 * @param {import("../lab/trace.js").Trace} trace @param {number} from @param {"cut" | "value"} kind
 * @returns {{step: number, question: import("../lab/predict.js").Question} | null}
 */
export function nextQuestion(trace, from, kind) {
  const replay = new Replay(trace);
  replay.go(from);
  do {
    const question = questionAt(trace, replay, kind);
    if (question) return { step: replay.at, question };
  } while (replay.forward());
  return null;
}

export class ClassStage {
  /**
   * @param {HTMLElement} host @param {string} link
   * @param {{moved?: (step: number) => void, least?: number}} [to] `moved` is given by the teacher's page: it may walk, and hears where it is;
   *   `least` is how large the nodes are at least, 1 at a desk
   */
  constructor(host, link, { moved = undefined, least = 0 } = {}) {
    this.host = host;
    this.moved = moved;
    this.least = least;
    this.state = { playing: false, speed: "2" };
    this.same = this.key = "";
    this.step = 0;
    this.telling = this.beat = 0;
    this.gone = false;
    /** What there is once the trace has come. @type {{trace: Lab.Trace, replay: Replay, source: Source, board: NodeBoard, stage: Stage} | null} */
    this.loaded = null;
    this.watch = new ResizeObserver(() => this.loaded?.stage.measured());
    this.later = oncePerFrame(() => this.aside());
    this.skeleton();
    this.ready = this.load(link);
  }

  /** Whether a link shows this same trace. @param {string} link */
  has(link) {
    try {
      return asked(link).same === this.same;
    } catch {
      return false;
    }
  }

  get trace() {
    return this.loaded?.trace;
  }

  /** @param {string} link */
  async load(link) {
    let data;
    /** @type {Protocol.Options} */
    let options;
    try {
      const { step, body, same } = asked(link);
      this.same = same;
      this.step = step;
      const sent = await fetchTrace(body);
      if ("refusal" in sent) return this.fail(sent.refusal);
      this.key = sent.key;
      data = sent.data;
      options = body.options;
    } catch {
      return this.fail("This link shows no stage.");
    }
    if (this.gone) return;
    const trace = readTrace(data);
    const replay = new Replay(trace);
    const frame = find(".class-frame", HTMLElement, this.host);
    const board = new NodeBoard(find(".class-node-board", HTMLElement, this.host), trace, options);
    const stage = new Stage(frame, replay, { onCursor: () => this.later() });
    this.loaded = { trace, replay, source: new Source(this.key, this.later), board, stage };
    letPan(find(".class-tree", HTMLElement, this.host));
    frame.addEventListener("scroll", () => stage.scrolled(), { passive: true });
    frame.addEventListener("keydown", (event) => this.walked(event));
    this.watch.observe(frame);
    this.go(this.step, false);
    stage.fit();
    for (let scale = 0; scale < stage.scale && stage.scale < this.least; ) {
      scale = stage.scale;
      stage.zoom(1);
    }
  }

  /** @param {string} sentence */
  fail(sentence) {
    render(html`<p class="notice warn" role="alert">${sentence}</p>`, this.host);
  }

  /** Go to a step. @param {number} step @param {boolean} [tell] whether the class is to follow */
  go(step, tell = true) {
    this.step = step;
    if (!this.loaded) return;
    const { replay, stage } = this.loaded;
    replay.go(step);
    stage.look(null);
    stage.update();
    this.drawControls();
    this.later();
    if (!tell || !this.moved) return;
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.moved?.(replay.at), TELL_DELAY);
  }

  skeleton() {
    render(
      html`<div class="class-stage column">
        <div class="class-tree lab-stage"><div class="class-frame lab-frame board-table"></div></div>
        <div class="class-node"><div class="class-node-board lab-board"></div><p class="class-place soft break"></p></div>
        <p class="class-sentence large any-width" role="status" aria-live="polite">The search is on its way …</p>
        <div class="class-controls"></div>
      </div>`,
      this.host,
    );
  }

  drawControls() {
    if (!this.moved || !this.loaded) return;
    const { trace, replay } = this.loaded;
    /** @type {Parameters<typeof controls>[3]} */
    const act = {
      go: (at) => this.go(at),
      forward: () => this.go(replay.at + 1),
      back: () => this.go(replay.at - 1),
      jump: (id, back) => this.jump(id, back),
      play: () => this.play(),
      speed: (speed) => ((this.state.speed = speed), this.drawControls()),
    };
    render(controls(trace, replay.at, this.state, act), find(".class-controls", HTMLElement, this.host));
  }

  /** @param {string} id @param {boolean} back */
  jump(id, back) {
    if (!this.loaded) return;
    const { trace, replay } = this.loaded;
    const found = replay.next(kindsOf(id), !back);
    if (found !== null) this.go(found);
    else if (!back) this.go(trace.steps);
  }

  /** Step on by itself, or stop. */
  play() {
    if (!this.loaded) return;
    const { trace, replay } = this.loaded;
    this.state.playing = !this.state.playing;
    clearInterval(this.beat);
    if (this.state.playing) {
      this.beat = setInterval(() => {
        if (replay.at >= trace.steps) return this.play();
        this.go(replay.at + 1);
      }, 1000 / Math.min(4, Number(this.state.speed) || 1));
    }
    this.drawControls();
  }

  /** What stands beside the tree; it may lag a frame behind it. */
  aside() {
    if (this.gone || !this.loaded) return;
    const { trace, replay, source, board, stage } = this.loaded;
    const row = stage.cursor ?? replay.other.current;
    const words = source.words(replay.at - 1);
    find(".class-sentence", HTMLElement, this.host).textContent = replay.at ? (words?.short ?? "…") : "The search has not begun.";
    find(".class-place", HTMLElement, this.host).textContent = nodeWords(trace, replay, row);
    board.show(row, source.view(row));
  }

  /** Arrow keys walk from node to node. @param {KeyboardEvent} event */
  walked(event) {
    const row = nodeOf(event);
    if (!this.loaded || row === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const { stage } = this.loaded;
    const next = stage.next(row, event.key);
    if (next === null) return;
    stage.focus(next);
    event.preventDefault();
    event.stopPropagation();
  }

  leave() {
    this.gone = true;
    clearTimeout(this.telling);
    clearInterval(this.beat);
    this.watch.disconnect();
    this.loaded?.board.leave();
    render(nothing, this.host);
  }
}
