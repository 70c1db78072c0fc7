/**
 * Exercises: a number, a choice, a move on a board, or predictions on a stage. Each says why an answer is right or wrong,
 * gives hints one by one, and shows the answer when asked.
 */

import { html, live, nothing, render } from "lit";
import { either } from "lib/format.js";
import { _ } from "lib/messages.js";
import { number, readValue } from "../lab/labels.js";

/** @typedef {Lessons.Exercise} About */
/** @typedef {{before: string | undefined, answered: (how: "right" | "shown") => void}} To `before` is how it ended an earlier time */

let count = 0;

/**
 * @param {HTMLElement} section @param {HTMLElement} host @param {About} about @param {To} to
 */
export async function mountExercise(section, host, about, to) {
  const kind = section.dataset.kind ?? "choice";
  const exercise = new Exercise(section, host, about, to);
  if (kind === "move") await exercise.withBoard();
  else if (kind === "predict") await exercise.withStage();
  exercise.draw();
}

class Exercise {
  /** @param {HTMLElement} section @param {HTMLElement} host @param {About} about @param {To} to */
  constructor(section, host, about, to) {
    this.about = about;
    this.to = to;
    this.kind = section.dataset.kind;
    this.why = section.querySelector("template");
    this.id = `exercise-${(count += 1)}`;
    this.state = { over: "", given: "", words: "", right: false, hints: 0, tally: 0, asked: 0 };
    /** The choice that is ticked. @type {string | undefined} */
    this.chosen = undefined;
    host.innerHTML = "";
    this.live = document.createElement("div");
    this.form = document.createElement("div");
    this.form.className = "exercise-form column gap-2";
    host.append(this.live, this.form);
    if (to.before) this.state.words = to.before === "right" ? _("You have solved this one before. Try it again, or go on.") : "";
  }

  /* The kinds */

  async withBoard() {
    const { view, seat, options, game } = this.about.board;
    const { Board } = await import(`boards/${game}.js`);
    this.live.className = "exercise-board";
    this.live.dataset.game = game;
    /** @type {Boards.State} */
    const shown = { view, yours: [seat], interactive: true, settings: this.about.overlays, options, idle: "" };
    /** @type {Boards.Board} */
    const board = new Board(this.live, { onMove: (/** @type {string} */ text) => this.moved(text, board, shown), say: (/** @type {string} */ sentence) => this.say(sentence) });
    board.update(shown);
  }

  async withStage() {
    if (this.about.table) {
      const { mountTable } = await import("./table.js");
      this.live.className = "exercise-table lesson-table column gap-4 align-start";
      return mountTable(this.live, this.about.table, (right) => this.told(right));
    }
    if (this.about.book) {
      const { mountBook } = await import("./book.js");
      this.live.className = "exercise-table lesson-book column gap-4 align-start";
      return mountBook(this.live, this.about.book, (right) => this.told(right));
    }
    const { mountStage } = await import("./live_stage.js");
    const { question, code } = this.about.stage;
    const about = { question: { options: {}, moves: [], seed: 0, settings: {}, ...question }, step: 0, show: question.show?.split(" ") ?? ["tree"], code };
    this.live.className = "exercise-stage lesson-stage column";
    mountStage(this.live, about, { label: _("The search to predict"), mode: this.about.mode, answered: (right) => this.told(right) });
  }

  get rights() {
    return (Array.isArray(this.about.answer) ? this.about.answer : [this.about.answer]).map(String);
  }

  /* Answers */

  /** @param {string} given */
  judge(given) {
    const { about } = this;
    const exact = readValue(given);
    const right = this.kind === "number" ? Math.abs(exact - Number(about.answer)) <= about.tolerance + 1e-9 : this.rights.includes(given);
    const said = this.kind === "number" && Number.isFinite(exact) ? String(exact) : given;
    const told = about.wrong[said] ?? about.otherwise;
    if (this.kind === "number" && Number.isNaN(exact)) return this.set({ words: _("Give a number, such as 3 or −3."), right: false });
    this.set({ given, right, words: right ? _("Right.") : _("No. {told}", { told }).trim() });
    if (right) this.end("right");
  }

  /** @param {string} text @param {Boards.Board} board @param {Boards.State} shown to which a wrong move is taken back */
  moved(text, board, shown) {
    this.judge(text);
    if (this.state.right) return;
    board.refuse(text, "");
    board.update({ ...shown });
  }

  /** An answer on the stage. @param {boolean} right */
  told(right) {
    const { state, about } = this;
    const [tally, asked] = [state.tally + (right ? 1 : 0), state.asked + 1];
    this.set({ tally, asked, words: tally >= about.need ? _("{tally} right of {asked}.", { tally, asked }) : _("{tally} right of {asked}; {need} are asked for.", { tally, asked, need: about.need }), right: tally >= about.need });
    if (tally >= about.need) this.end("right");
  }

  showAnswer() {
    const { about } = this;
    const shown = this.kind === "number" ? number(Number(about.answer)) : either(this.rights);
    this.set({ words: this.about.table || this.about.book ? _("Step through the one above to see every answer.") : this.kind === "predict" ? _("Step through the search to see every answer.") : _("The answer is {shown}.", { shown }), right: false });
    this.end("shown");
  }

  /** @param {"right" | "shown"} how */
  end(how) {
    const first = !this.state.over;
    this.set({ over: how });
    if (first || how === "right") this.to.answered(how);
  }

  /** @param {string} sentence */
  say(sentence) {
    this.set({ words: sentence, given: "" });
  }

  /** @param {Partial<Exercise["state"]>} fields */
  set(fields) {
    Object.assign(this.state, fields);
    this.draw();
  }

  /* Drawing */

  draw() {
    const { state, about } = this;
    const hints = about.hints ?? [];
    render(
      html`${this.fields()}
        <div class="exercise-words column gap-2" role="status">${state.words ? html`<p class=${state.right ? "right" : state.given && !state.over ? "wrong" : ""}>${state.right ? "✓ " : state.given && !state.over ? "✗ " : ""}${state.words}</p>` : nothing}
          ${state.over ? html`<div class="exercise-why column gap-2">${this.explanation()}</div>` : hints.slice(0, state.hints).map((hint) => html`<p class="soft">${_("Hint: {hint}", { hint })}</p>`)}</div>
        <div class="button-row">${!state.over && state.hints < hints.length ? html`<button type="button" class="button small" data-hint @click=${() => this.set({ hints: state.hints + 1 })}>${state.hints ? _("Another hint") : _("A hint")}</button>` : nothing}
          ${state.over ? nothing : html`<button type="button" class="button small quiet" data-show @click=${() => this.showAnswer()}>${this.kind === "predict" ? _("Pass over") : _("Show the answer")}</button>`}</div>`,
      this.form,
    );
  }

  explanation() {
    if (!this.why) return nothing;
    if (!this.shown) {
      this.shown = document.createElement("div");
      this.shown.className = "column gap-2";
      this.shown.append(this.why.content.cloneNode(true));
    }
    return this.shown;
  }

  fields() {
    if (this.kind === "number") return this.numberField();
    if (this.kind === "choice") return this.choiceFields();
    return nothing;
  }

  numberField() {
    const submit = (/** @type {FormEvent} */ event) => {
      event.preventDefault();
      this.judge(String(new FormData(event.target).get("value") ?? ""));
    };
    return html`<form class="button-row" @submit=${submit}><label for=${this.id}>${_("Your answer")}</label>
      <span class="exercise-number"><input id=${this.id} name="value" autocomplete="off" inputmode="text" aria-invalid=${this.state.given && !this.state.right && !this.state.over ? "true" : "false"} /></span>
      <button class="button primary">${_("Check")}</button></form>`;
  }

  choiceFields() {
    const submit = (/** @type {FormEvent} */ event) => {
      event.preventDefault();
      const given = new FormData(event.target).get("value");
      if (given === null) return this.set({ words: _("Choose one of them."), right: false });
      this.judge(String(given));
    };
    return html`<form class="exercise-choices column gap-2" @submit=${submit}><fieldset><legend class="hidden-visually">${_("Your answer")}</legend>
      ${this.about.choices.map((choice) => html`<label class="choice"><input type="radio" name="value" value=${choice} .checked=${live(choice === this.chosen)} @change=${() => (this.chosen = choice)} /><span>${choice}</span></label>`)}</fieldset>
      <button class="button primary">${_("Check")}</button></form>`;
  }
}
