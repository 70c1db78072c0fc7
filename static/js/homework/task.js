/** One task of a homework as its student sees it: what is asked, how it was answered so far, hints, and where to answer. */

import { html, live, nothing, repeat } from "lit";
import { icon } from "lib/icons.js";
import { numeral, _, ngettext, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { answerForm } from "../classroom/answer.js";
import { labelOf } from "../classroom/words.js";
import { searchState } from "./search_state.js";

/**
 * Of a puzzle, which is answered move by move: the moves that stand there, how many of the solver's own are found, how many there are, and the boards
 * of the last step.
 * @typedef {{moves?: string[], found?: number, to_find?: number, played?: {view: Protocol.View, last: Protocol.Effect}[]}} Way
 */
/** @typedef {{attempt: number, text: string, label: string, part: number | null, late: boolean, step: boolean, said?: string}} Given */
/**
 * @typedef {{at: number, number: number | null, heading: string, problem: string, scene?: any, points: number, question: (Classroom.Question & Way) | null,
 *   exercise: {text: string, template: string, reference?: string} | null, read: boolean, staged: boolean, given: Given[], left: number | null, hints: string[], more_hints: boolean,
 *   part: number | null, done: boolean, answer: {label: string, why: string, text: string | null} | null}} Task
 */
/** @typedef {{picked: string | null, draft: string, sending: boolean, problem: string, said: string, over: boolean, longest: number}} Now */
/** @typedef {{pick: (text: string) => void, send: (text: string) => void, draft: (text: string) => void}} Act */

export const pointsWords = (/** @type {number} */ points) => numeral(Math.round(points * 100) / 100);

/** How a task stands, by the sign and the words of its place in the list. @param {Task} task @returns {{sign: string, words: string, tone: string}} */
export function standing({ number, given, part, done }) {
  if (number === null) return { sign: "i", words: _("to read"), tone: "" };
  if (part === 1) return { sign: "✓", words: _("right"), tone: "good" };
  if (part !== null && part > 0) return { sign: "½", words: done ? _("partly right") : _("partly right, you may try again"), tone: "warn" };
  if (part === 0) return { sign: "✗", words: done ? _("not right") : _("not right yet"), tone: "bad" };
  return given.length ? { sign: "…", words: _("handed in"), tone: "" } : { sign: String(number), words: _("open"), tone: "" };
}

/** What is said of the last answer. @param {Task} task */
export function verdict(task) {
  const last = task.given.at(-1);
  if (!last) return { words: "", tone: "" };
  if (task.read) {
    if (last.part === null) return { words: _("Handed in. Your teacher reads it."), tone: "" };
    return { words: _("Your teacher gives {points} of {all} points.", { points: pointsWords(last.part * task.points), all: task.points }), tone: last.part === 1 ? "good" : "warn" };
  }
  if (last.step) return { words: _("Right so far: {moves}. Go on.", { moves: last.label }), tone: "good" };
  const left = task.done ? "" : task.left === null ? ` ${_("Try again.")}` : ` ${ngettext("{count} try is left.", "{count} tries are left.", task.left)}`;
  if (last.part === 1) return { words: _("Right."), tone: "good" };
  if (last.part && task.question?.kind === "fill") return { words: _("Most of the tree is right: {points} of {all} points.", { points: pointsWords(last.part * task.points), all: task.points }) + left, tone: "warn" };
  if (last.part && !task.question?.to_find) return { words: _("Nearly as good: {points} of {all} points.", { points: pointsWords(last.part * task.points), all: task.points }) + left, tone: "warn" };
  return { words: _("Not right.") + left, tone: "bad" };
}

/** The task; a board stands in `#homework-board`, a search that is asked about in `#homework-stage`, which the page fills. @param {Task} task @param {Now} now @param {Act} act */
export function taskCard(task, now, act) {
  const { question, exercise, scene } = task;
  return html`<section class="card column gap-4 homework-task" aria-labelledby="homework-prompt">
    <div class="one-row gap-3 align-start justify-between"><h2 id="homework-prompt" tabindex="-1" class="break">${question?.prompt || task.heading}</h2>
      ${task.number === null ? nothing : html`<span class="badge nowrap">${ngettext("{count} point", "{count} points", task.points)}</span>`}</div>
    ${task.problem ? html`<p class="notice warn">${task.problem}</p>` : nothing}
    ${scene?.text ? scene.text.split("\n\n").map((/** @type {string} */ each) => html`<p class="lines">${each}</p>`) : nothing}
    ${exercise ? html`<p class="lines">${exercise.text}</p>${searchState()}` : nothing}
    ${(question?.to_find ?? 1) > 1 ? html`<p class="soft">${_("{found} of {all} moves are found.", { found: question?.found, all: question?.to_find })}</p>` : nothing}
    ${task.staged && question?.stage ? html`<div id="homework-stage"></div>` : question?.view || scene?.view ? html`<div class="class-board" id="homework-board"></div>` : nothing}
    ${(question?.stage && (task.done || !task.staged)) || scene?.link ? html`<p><a class="button small" href=${served(question?.stage ?? scene.link)} target="_blank" rel="noopener">${icon("eye")}${_("The search in the lab")}</a></p>` : nothing}
    ${task.number === null ? nothing : answering(task, now, act)}
  </section>`;
}

/** @param {Task} task @param {Now} now @param {Act} act */
function answering(task, now, act) {
  const { words, tone } = verdict(task);
  return html`${task.done || task.problem ? nothing : task.exercise ? program(now, act) : html`${form(task, now, act)}`}
    ${now.problem ? html`<p class="notice bad" role="alert">${now.problem}</p>` : nothing}
    ${words ? html`<div class="notice ${tone}" data-part=${String(task.given.at(-1)?.part)} tabindex="-1">${tone === "good" ? icon("check") : nothing}<div><p><b>${words}</b></p>
      ${now.said ? html`<p>${now.said}</p>` : nothing}
      ${task.given.at(-1)?.said ? html`<p class="class-said">${task.given.at(-1)?.said}</p>` : nothing}
      ${task.answer && task.part !== 1 ? html`<p>${withElements(_("The answer: {label}."), { label: html`<b>${task.answer.label}</b>` })}</p>` : nothing}
      ${task.answer?.why ? html`<p>${task.answer.why}</p>` : nothing}</div></div>`
      : task.answer ? html`<div class="notice"><div><p>${withElements(_("The answer: {label}."), { label: html`<b>${task.answer.label}</b>` })}</p>${task.answer.why ? html`<p>${task.answer.why}</p>` : nothing}</div></div>`
        : now.over ? html`<p class="notice">${_("You gave no answer.")}</p>` : nothing}
    ${task.hints.map((hint) => html`<p class="notice warn homework-hint">${icon("hint")}<span><b>${_("Hint")}:</b> ${hint}</span></p>`)}
    ${task.exercise?.reference ? html`<details class="small" id="homework-reference"><summary>${_("The reference solution")}</summary><pre class="mono" tabindex="0" role="region" aria-label=${_("The reference solution")}>${task.exercise.reference}</pre></details>` : nothing}
    ${task.given.length ? html`<details class="small"><summary>${ngettext("{count} answer of yours", "{count} answers of yours", task.given.length)}</summary>
      <ol class="homework-given">${task.given.map((each) => html`<li><span class="break">${task.exercise ? _("a program") : each.label}</span> <span class="soft">${partWords(each)}${each.late ? `, ${_("late")}` : ""}</span></li>`)}</ol></details>` : nothing}`;
}

/** @param {{part: number | null}} given */
export const partWords = ({ part }) => (part === null ? _("not judged yet") : part === 1 ? _("right") : part ? _("partly right") : _("not right"));

/** @param {Task} task @param {Now} now @param {Act} act */
function form({ at, question, read, given }, now, act) {
  if (!question) return nothing;
  const typed = ["value", "text", "fill"].includes(question.kind);
  const shown = typed ? (read || question.kind === "fill" ? (given.at(-1)?.text ?? null) : null) : now.picked;
  return html`${repeat([at], String, () => answerForm({ ...question, id: String(at) }, shown, false, typed ? act.send : act.pick, now.longest))}
    ${typed ? nothing : html`<p class="button-row"><button type="button" class="button primary large" id="homework-answer" ?disabled=${now.picked === null} aria-disabled=${now.sending} @click=${() => act.send(now.picked ?? "")}>${now.sending ? _("Checking …") : now.picked === null ? _("Answer") : _("Answer: {label}", { label: labelOf(question, now.picked) })}</button></p>`}
    ${typed && now.sending ? html`<p class="soft" role="status">${_("Checking …")}</p>` : nothing}`;
}

/** @param {Now} now @param {Act} act */
const program = (now, act) => html`<form class="column gap-2" @submit=${(/** @type {Event} */ event) => (event.preventDefault(), act.send(now.draft))}>
    <label for="homework-program">${_("Your program")}</label>
    <textarea id="homework-program" class="mono" rows="16" spellcheck="false" autocapitalize="off" autocomplete="off" .value=${live(now.draft)} @input=${(/** @type {FieldEvent} */ { target }) => act.draft(target.value)}></textarea>
    <p class="button-row"><button class="button primary" ?disabled=${!now.draft.trim()} aria-disabled=${now.sending}>${now.sending ? _("Checking …") : _("Check and hand in")}</button></p></form>`;
