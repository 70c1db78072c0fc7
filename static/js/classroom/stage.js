/**
 * A stage of the laboratory on a screen of the class: the tree, the board of the node and the sentence, at the step that the teacher
 * chose. The teacher's own has the laboratory's controls; the others only follow, so no question can be looked up by a step ahead.
 */

import { html, nothing, render } from "lit";
import { _ } from "lib/messages.js";
import { ask } from "lib/http.js";
import { readFragment } from "../lab/address.js";
import * as panels from "../lab/panels.js";
import { questionAt } from "../lab/predict.js";
import { Replay } from "../lab/replay.js";
import { fetchTrace } from "../lab/source.js";
import { readTrace, stepNamed } from "../lab/trace.js";
import { Veil } from "../lab/veil.js";
import { Walk } from "../lab/walk.js";

/** The teacher's stage takes no more steps a second by itself, for each is told to the class. */
const FASTEST = 3;

/** What a link asks for, and the same without its step, as one text. @param {string} link */
export function asked(link) {
  const question = readFragment(link.slice(link.indexOf("#")));
  if (!question) throw new Error("The link names no stage.");
  const { step, at, ...body } = question;
  return { step, at, body, same: JSON.stringify(body) };
}

/**
 * The first question of a kind at a step or after it.
 * @param {import("../lab/trace.js").Trace} trace @param {number} from @param {"cut" | "value" | "next"} kind
 * @returns {{step: number, question: import("../lab/predict.js").Question} | null}
 */
export function nextQuestion(trace, from, kind) {
  const replay = new Replay(trace);
  replay.go(from);
  do {
    const question = questionAt(trace, replay, kind);
    if (question && (kind !== "next" || trace.kind[replay.at] === "select")) return { step: replay.at, question };
  } while (replay.forward());
  return null;
}

/** How long the teacher's looking is gathered before it is told, in ms. */
const EYE_DELAY = 350;

/**
 * `answer` sends the answer to a question about the next step; `eyed` hears where the teacher looks.
 * @typedef {import("../lab/walk.js").About & {eyed?: (at: number, eye: string) => void, alone?: boolean}} About
 */

/** @extends {Walk<About>} */
class Follow extends Walk {
  /** What is asked about the next step, and how it is answered by a press on an edge. @type {{kind: string, open: boolean, answer?: (text: string) => void} | null} */
  question = null;
  seen = "";
  eyeing = 0;

  listen() {
    super.listen();
    const { frame } = this.parts;
    const { signal } = this.leaving;
    frame.addEventListener("click", (/** @type {Event} */ event) => this.tapped(event), { signal, capture: true });
    const moved = () => ((this.stage.panned = true), this.eyes());
    for (const name of ["pointerup", "wheel"]) frame.addEventListener(name, moved, { signal, passive: true });
  }

  /** A press on an edge that may be cut is the answer that it is. @param {Event} event */
  tapped(event) {
    const edge = event.target instanceof Element ? event.target.closest(".offered") : null;
    if (!edge || !this.question?.answer) return;
    event.stopPropagation();
    this.question.answer("yes");
  }

  /** The teacher looks elsewhere: the others are told. */
  eyes() {
    if (!this.free) return;
    clearTimeout(this.eyeing);
    this.eyeing = setTimeout(() => {
      const { eye } = this.stage;
      if (eye === this.seen || this.leaving.signal.aborted) return;
      this.seen = eye;
      this.about.eyed?.(this.at, eye);
    }, EYE_DELAY);
  }

  aside() {
    super.aside();
    if (this.leaving.signal.aborted) return;
    const lit = /** @type {HTMLElement | null} */ (this.parts.code?.querySelector(".lit"));
    if (lit) this.parts.code.scrollTop = lit.offsetTop - this.parts.code.offsetTop - this.parts.code.clientHeight / 2;
    const asks = Boolean(this.question?.open);
    this.stage.drawing.classList.toggle("asks", asks);
    this.stage.offer(asks && this.question?.kind === "cut" ? this.replay.other.current : null);
    if (this.state.playing) return;
    this.eyes();
  }

  leave() {
    clearTimeout(this.eyeing);
    super.leave();
  }

  /** @param {number} row */
  tables(row) {
    return this.about.least ? panels.counts(this.trace, this.replay) : super.tables(row);
  }

  skeleton() {
    return html`<div class="class-stage column">
      <div class="class-tree lab-stage raised rounded-card"><div class="class-frame lab-frame board-table" data-part="frame"></div></div>
      <div class="class-node"><div class="lab-board" data-part="board"></div><p class="class-place soft break" data-part="place"></p>${this.about.least ? html`<div class="class-code-lines" data-part="code"></div><div data-part="tables"></div>` : nothing}</div>
      <p class="class-sentence large any-width" role="status" aria-live="polite" data-part="words"></p>
      ${this.free ? html`<div class="class-controls" data-part="controls"></div>` : nothing}
    </div>`;
  }

  get free() {
    return Boolean(this.about.moved);
  }

  /** Whether the page has all of the search. */
  get whole() {
    return this.free || Boolean(this.about.alone);
  }

  get speed() {
    return Math.min(FASTEST, super.speed);
  }

  /** What is asked about the step that comes next, "" for nothing. */
  asked = "";

  /** The node whose value a question asks for, as the server says where it hides it. @type {number | null} */
  hidden = null;

  get veiled() {
    const { trace, at } = this;
    if (!this.whole) return this.hidden;
    return this.asked === "value" && at < trace.steps && trace.kind[at] === "value" ? trace.node[at] : null;
  }

  /** While a question is open, a board of a tree hides what the search has not seen; where the class follows, the server does so. */
  get veil() {
    if (!this.asked || !this.whole) return null;
    const hidden = new Veil(this.trace, this.source.view(0, [])?.view);
    return (/** @type {Protocol.View} */ view) => hidden.over(view, this.replay);
  }

  /** Know another part of the search than before. @param {any} data of the server @param {boolean} anew whether it is not the same with more */
  take(data, anew) {
    Object.assign(this.trace, readTrace(data.trace, anew ? null : this.trace));
    if (anew) this.begin();
    this.about.options = data.options;
    this.hidden = data.node;
    this.source.renew(data.words, data.views);
    this.replay.go(data.step);
    this.restage(this.stage.least);
  }

  /** The sentence of the step; none while a question is open, for it may tell what comes back. @param {Lab.Words | null} words */
  words(words) {
    if (this.asked) return "";
    return this.at ? (words?.short ?? "…") : _("The search has not begun.");
  }
}

export class ClassStage {
  /**
   * @param {HTMLElement} host @param {Classroom.Scene} scene
   * @param {{moved?: (step: number) => void, eyed?: (step: number, eye: string) => void, least?: number, code?: string, alone?: boolean}} [to] `moved` is given by the teacher's page: it may walk, and hears where it is;
   *   `least` is how large the nodes are at least, 1 at a desk; `code` is the class's, whose server has what the others may see; without a class it is `alone`, with its link
   */
  constructor(host, scene, to = {}) {
    this.host = host;
    this.to = to;
    this.same = this.key = this.eye = "";
    this.asked = "";
    this.wanted = 0;
    /** @type {Follow["question"]} */
    this.question = null;
    this.gone = this.fetching = false;
    /** @type {Classroom.Stage} */
    this.shown = scene.stage;
    /** The veil and the named step of what was fetched last. */
    this.known = "";
    /** What there is once the trace has come. @type {Follow | null} */
    this.walk = null;
    this.ready = Promise.resolve();
    this.say(_("The search is on its way …"));
    this.update(scene);
  }

  /** Whether this shows the same search. @param {Classroom.Stage} stage */
  has(stage) {
    return stage.id === this.shown.id;
  }

  /** The class is shown another step, or asked about it. @param {Classroom.Scene} scene */
  update({ stage, link, asked: kind = "" }) {
    this.shown = stage;
    this.ask(kind);
    if (!this.to.moved && !this.to.alone) return void (this.ready = this.follow());
    // The teacher's own stage went there first; it must not be pulled back by what comes round. A plan's question is elsewhere.
    if (link && !this.same) this.ready = this.load(link);
    else if (kind && this.walk && stage.step !== this.step) this.go(stage.step, false);
    this.eye ||= stage.eye;
  }

  get trace() {
    return this.walk?.trace;
  }

  get step() {
    return this.walk?.at ?? this.wanted;
  }

  /** The whole search, for the teacher. @param {string} link */
  async load(link) {
    let question;
    try {
      question = asked(link);
    } catch {
      return this.say(_("This link shows no stage."), "notice warn");
    }
    [this.same, this.wanted] = [question.same, question.step];
    const found = await fetchTrace(question.body);
    if (this.gone) return;
    if ("refusal" in found) return this.say(found.refusal, "notice warn");
    this.key = found.key;
    const walk = this.begin(found, question.body.options, [], () => (walk.leave(), (this.ready = this.load(link))));
    this.go(stepNamed(walk.trace, question.at, this.wanted), false);
    if (this.eye) walk.stage.see(this.eye);
  }

  /** What the class may see, as far as it was shown. */
  async follow() {
    if (this.fetching) return;
    this.fetching = true;
    while (!this.gone && this.behind && (await this.fetch()));
    this.fetching = false;
    const { walk, shown } = this;
    if (this.gone || !walk) return;
    if (!shown.at) this.go(shown.step, false);
    if (shown.eye !== this.eye) walk.stage.see((this.eye = shown.eye));
  }

  /** Whether the class is shown what did not come here yet. */
  get behind() {
    const { shown, walk } = this;
    return !walk || this.known !== `${shown.veil} ${shown.at}` || walk.trace.steps < shown.step;
  }

  /** Fetch it; false if there is none. */
  async fetch() {
    const { shown, walk, known } = this;
    const now = `${shown.veil} ${shown.at}`;
    const address = `/api/classes/${this.to.code}/stage/${shown.id}`;
    const more = walk && known.split(" ")[0] === shown.veil && !shown.veil;
    const answer = await ask(`${address}?from=${more ? walk.trace.steps : 0}`);
    if (this.gone) return false;
    if (!answer.ok) return walk || this.say(answer.error.sentence, "notice warn"), false;
    const { data } = answer;
    this.known = now;
    if (walk) walk.take(data, !data.from);
    else {
      const again = () => ((this.known = ""), (this.ready = this.follow()));
      const made = this.begin({ key: shown.id, data: data.trace, address }, data.options, data.code, again);
      made.hidden = data.node;
      made.source.renew(data.words, data.views);
    }
    this.go(data.step, false);
    if (this.eye) this.walk?.stage.see(this.eye);
    return data.step >= this.shown.step || this.known !== `${this.shown.veil} ${this.shown.at}`;
  }

  /** @param {{key: string, data: any, address?: string}} found @param {Protocol.Options} options @param {string[]} code @param {() => void} again */
  begin(found, options, code, again) {
    render(nothing, this.host);
    const walk = (this.walk = new Follow(this.host, found, { ...this.to, code, options, again }));
    walk.asked = this.asked;
    walk.question = this.question;
    return walk;
  }

  /** @param {string} sentence @param {string} [how] */
  say(sentence, how = "class-sentence large any-width") {
    render(html`<p class=${how} role="status">${sentence}</p>`, this.host);
  }

  /** Hide what a question asks about, or show all again. @param {string} kind of the question, "" for none */
  ask(kind) {
    if (kind === this.asked) return;
    this.asked = kind;
    if (!this.walk) return;
    this.walk.asked = kind;
    this.walk.later();
  }

  /** Nodes are to be at least so large from now on; the frame, which changes with the screen, has them drawn anew. @param {number} least */
  grow(least) {
    this.to = { ...this.to, least };
    if (this.walk) this.walk.stage.least = least;
  }

  /** Go to a step. @param {number} step @param {boolean} [tell] whether the class is to follow */
  go(step, tell = true) {
    this.wanted = step;
    this.walk?.go(step);
    if (!tell) this.walk?.untell();
  }

  /** Let a question about the next step be answered on the tree. @param {Follow["question"]} question */
  offer(question) {
    this.question = question;
    if (!this.walk) return;
    this.walk.question = question;
    this.walk.later();
  }

  leave() {
    this.gone = true;
    this.walk?.leave();
    render(nothing, this.host);
  }
}
