/** The student's part of a question: a move on the board, yes or no, a value, a choice; and afterwards what was right, and why. */

import { html, nothing, repeat } from "lit";
import { find } from "lib/dom.js";
import { ungrouped } from "lib/grouped.js";
import { icon } from "lib/icons.js";
import { keepAmong, recallData } from "lib/kept.js";
import { mark } from "lib/marks.js";
import { _, withElements } from "lib/messages.js";
import { bars, histogram, letter } from "./histogram.js";
import { answered, answering, refusalOf } from "./state.js";
import { hasBoard, labelOf, leftWords, playedWords, promptOf, rightWord, turnWords, verdictWords } from "./words.js";

/**
 * The whole question; a board stands in `#class-board`, which the page fills.
 * @param {Classroom.Inside} state @param {number | null} left seconds @param {(text: string) => void} send
 */
export function questionForm(state, left, send) {
  const { question, scene } = state.room;
  if (!question) return nothing;
  return html`<section class="column ${question.state}" aria-labelledby="class-prompt">
    <div class="class-prompt-row one-row gap-3 align-start justify-between"><h1 id="class-prompt">${promptOf(question)}</h1>${clock(left)}</div>
    ${playedWords(scene) ? html`<p class="class-played soft">${playedWords(scene)}</p>` : nothing}
    ${turnWords(question) ? html`<p>${turnWords(question)}</p>` : nothing}
    ${hasBoard(state.room) ? html`<div class="class-board" id="class-board"></div>` : nothing}
    ${question.state === "revealed" ? revealed(state, question) : asking(state, question, send)}
  </section>`;
}

/** Characters of an answer in free words. */
const LONGEST_WORDS = 200;

/** The time that is left. @param {number | null} left */
export function clock(left) {
  if (left === null) return nothing;
  return html`<span class="class-clock inline strong number ${left <= 10 ? "short" : ""}" role="timer">${icon("clock")}<span class="hidden-visually">${_("Seconds left:")} </span>${leftWords(left)}</span>`;
}

/** @typedef {(question: Classroom.Question, given: string | null, off: boolean, send: (text: string) => void, longest?: number) => Drawn} Form */

/**
 * Where an answer is given: a field, buttons, or words on how the board takes it; `longest` counts the letters of own words. A field shows what
 * was given until somebody types in it: what is being typed is not replaced by what comes back. @type {Form}
 */
export function answerForm(question, given, off, send, longest = LONGEST_WORDS) {
  /** @type {Record<string, Form>} */
  const forms = { value, text: words, move: movesNote, fill };
  const form = forms[question.kind] ?? choices;
  return form(question, given, off, send, longest);
}

/** @param {Classroom.Inside} state @param {Classroom.Question} question @param {(text: string) => void} send */
function asking(state, question, send) {
  const off = !answering(state);
  const given = answered(state);
  return html`${repeat([question.id], String, () => answerForm(question, given, off, send))}
    <p class="class-answered one-row align-start ${given === null ? "" : "given"}">${given === null
      ? off ? _("Answers are closed. You gave none.") : nothing
      : html`${icon("check")}<span>${withElements(_("You answered {label}"), { label: html`<b>${labelOf(question, given)}</b>` })}${off ? _(". Answers are closed.") : state.sending ? " …" : _(", change it until it closes.")}</span>`}</p>
    ${refusalOf(state) ? html`<p class="notice bad" role="alert">${refusalOf(state)}</p>` : nothing}`;
}

/** The moves of a board are chosen on it; without a board, from a list. @type {Form} */
function movesNote(question, given, off, send) {
  if (!question.view) return question.choices ? choices(question, given, off, send) : value(question, given, off, send);
  return off || given !== null ? nothing : html`<p class="soft">${_("Choose on the board: tap, or arrows and Enter.")}</p>`;
}

/** @type {Form} */
function choices(question, given, off, send) {
  return html`<div class="column gap-2" role="group" aria-labelledby="class-prompt">
    ${(question.choices ?? []).map(
      ({ text, label }, at) => html`<button type="button" class="button class-choice large break" data-answer=${text} aria-pressed=${given === text} ?disabled=${off} @click=${() => send(text)}>
        ${mark(at, 22)}<b>${letter(at)}</b><span>${label}</span></button>`)}
  </div>`;
}

/** Free words. @type {Form} */
function words(__, given, off, send, longest) {
  const submit = (/** @type {FormEvent} */ event) => {
    event.preventDefault();
    const text = String(new FormData(event.target).get("words") ?? "").trim();
    if (text) send(text);
  };
  return html`<form class="column gap-2" @submit=${submit}>
    <label for="class-words">${_("Your answer, in your own words")}</label>
    <textarea id="class-words" name="words" rows="3" maxlength=${longest ?? LONGEST_WORDS} required ?disabled=${off} .defaultValue=${given ?? ""}></textarea>
    <p class="hint">${_("Only the teacher reads it.")}</p>
    <button class="button primary" ?disabled=${off}>${_("Answer")}</button>
  </form>`;
}

/** @type {Form} */
function value(question, given, off, send) {
  const submit = (/** @type {FormEvent} */ event) => {
    event.preventDefault();
    const text = String(new FormData(event.target).get("value") ?? "").trim();
    if (text) send(question.kind === "move" ? text : ungrouped(text));
  };
  return html`<form class="class-value column gap-1" @submit=${submit}>
    <label for="class-value">${question.kind === "move" ? _("Your move") : _("Your value")}</label>
    <div class="notation-row"><input id="class-value" name="value" class="number" autocomplete="off" inputmode="text" maxlength="40" required ?disabled=${off} .defaultValue=${given ?? ""} />
      <button class="button primary" ?disabled=${off}>${_("Answer")}</button></div>
  </form>`;
}

/** @typedef {{text: string, letter: string, side: number, branches: {text: string, to: string}[]}} Blank a node of a tree that is filled in, by the way to it */

/** What was given at each place of a tree: "0.1" is "5", "x1.2" is "" where a branch was crossed out. @param {string | null} given */
const filledOf = (given) => new Map((given ?? "").split(" ").filter(Boolean).map((entry) => /** @type {[string, string]} */ ([entry.split("=")[0], entry.split("=")[1] ?? ""])));

/** The side that moves at a node. @param {number} side */
const sideWords = (side) => [_("Max"), _("Min"), _("chance")][side] ?? "";

/** Where trees that are being filled in are kept, and how many: what is typed survives that the page is loaded again. */
const [DRAFTS, MOST_DRAFTS] = ["plyground.tree.", 20];

/** A field for each node, and for each branch a box to cross it out. @type {Form} */
function fill(question, given, off, send) {
  const name = `${location.pathname}.${question.id}`;
  const before = filledOf(recallData(DRAFTS + name)?.text ?? given);
  const filled = (/** @type {HTMLFormElement} */ form) => {
    const data = new FormData(form);
    const nodes = (question.blanks ?? []).map(({ text }) => [text, String(data.get(`node ${text}`) ?? "").replace(/\s+/g, "")]).filter(([, value]) => value);
    return [...nodes.map(([text, value]) => `${text}=${value}`), ...data.getAll("cut").map(String)].join(" ");
  };
  const submit = (/** @type {FormEvent} */ event) => {
    event.preventDefault();
    const text = filled(event.target);
    if (text) return send(text);
    complain(event.target, _("Nothing is filled in yet."));
    event.target.reportValidity();
  };
  const complain = (/** @type {HTMLFormElement} */ form, /** @type {string} */ words) => find("input", HTMLInputElement, form).setCustomValidity(words);
  const typed = (/** @type {Event & {currentTarget: HTMLFormElement}} */ { currentTarget }) => {
    complain(currentTarget, "");
    keepAmong(DRAFTS, name, { text: filled(currentTarget) }, MOST_DRAFTS);
  };
  return html`<form class="class-fill column gap-3" @submit=${submit} @input=${typed}>
    ${(question.blanks ?? []).map(({ text, letter, side, branches }) => html`<fieldset class="row gap-apart align-center"><legend class="hidden-visually">${_("Node {letter}, {side}", { letter, side: sideWords(side) })}</legend>
      <label class="one-row gap-2"><b>${letter}</b> <span class="soft">${sideWords(side)}</span>
        <input name=${`node ${text}`} class="number" size="5" maxlength="12" autocomplete="off" inputmode="text" aria-label=${_("What {letter} is worth", { letter })} ?disabled=${off} .defaultValue=${before.get(text) ?? ""} /></label>
      ${branches.map((branch) => html`<label class="inline"><input type="checkbox" name="cut" value=${branch.text} ?disabled=${off} .defaultChecked=${before.has(branch.text)} />${_("{letter} to {to} is cut", { letter, to: branch.to })}</label>`)}</fieldset>`)}
    <p><button class="button primary" ?disabled=${off}>${_("Answer")}</button></p>
  </form>`;
}

/** What was right, why, and what all answered. @param {Classroom.Inside} state @param {Classroom.Question} question */
function revealed({ you }, question) {
  const vote = question.source?.kind === "vote";
  const tone = you?.correct === true ? "good" : you?.correct === false ? (you.part ? "warn" : "bad") : "";
  return html`<div class="class-verdict column">
    <p class="notice ${tone}" data-correct=${String(you?.correct ?? null)}>${tone ? icon(tone === "bad" ? "close" : "check") : nothing}<span><b>${verdictWords(question, you)}</b>
      ${question.answer && !vote && you?.correct !== true ? html` ${withElements(_("The answer: {label}."), { label: html`<b>${question.answer.label}</b>` })}` : nothing}</span></p>
    ${you?.said ? html`<p class="class-said">${you.said}</p>` : nothing}
    ${question.answer?.why && !vote ? html`<p class="class-why">${question.answer.why}</p>` : nothing}
    ${question.tally ? histogram(bars(question.tally, { choices: question.choices, answer: question.answer }), { word: rightWord(question), lettered: Boolean(question.choices?.length), mine: you?.answered ?? null }) : nothing}
  </div>`;
}
