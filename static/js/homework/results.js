/** What a teacher sees of a homework: which questions fail, who did what, and the way of one person through it. */

import { html, nothing } from "lit";
import { numeral, _, ngettext } from "lib/messages.js";
import { partWords, pointsWords } from "./task.js";
import { moment } from "./terms.js";

/** @typedef {{at: number, number: number, heading: string, points: number, answered: number, right: number, mean: number | null, tries: number | null, wrong: {label: string, count: number}[], to_read: number}} Question */
/** @typedef {{at: number, part: number | null, tries: number, late: boolean, to_read: boolean}} Cell */
/** @typedef {{number: number, name: string, sign: string, code: string, points: number, late: number, last: number | null, cells: (Cell | null)[]}} Person */
/** @typedef {{entry: number, number: number, heading: string, attempt: number, text: string, label: string, part: number | null, late: boolean, at: number, to_read: boolean}} Step */

const percent = (/** @type {number | null} */ part) => (part === null ? "–" : numeral(part, { style: "percent", maximumFractionDigits: 0 }));

/** The questions, the one that fails most first; those that nobody has answered come last. @param {Question[]} questions */
function hardest(questions) {
  const mean = (/** @type {Question} */ { answered, mean: found }) => (answered ? found ?? 1.5 : 2);
  return [...questions].sort((a, b) => mean(a) - mean(b) || a.number - b.number);
}

/** @param {Question[]} questions @param {(question: Question) => void} read */
export const questionTable = (questions, read) => html`<div class="codes-scroll" tabindex="0" role="region" aria-labelledby="questions-title"><table class="homework-table fill">
  <thead><tr><th scope="col">${_("Question")}</th><th scope="col">${_("Answered by")}</th><th scope="col">${_("Right")}</th><th scope="col">${_("Of the points")}</th><th scope="col">${_("Tries")}</th><th scope="col">${_("Wrong most often")}</th></tr></thead>
  <tbody>${hardest(questions).map((each) => html`<tr><th scope="row"><span class="number">${each.number}.</span> ${each.heading}</th><td class="number">${each.answered}</td><td class="number">${each.right}</td>
    <td class="number">${percent(each.mean)}</td><td class="number">${each.tries === null ? "–" : numeral(each.tries, { maximumFractionDigits: 1 })}</td>
    <td>${each.to_read ? html`<button type="button" class="button small" @click=${() => read(each)}>${ngettext("Read {count} answer", "Read {count} answers", each.to_read)}</button>`
      : each.wrong.map(({ label, count }, at) => html`${at ? ", " : ""}${label} (${count})`)}</td></tr>`)}</tbody></table></div>`;

/** A cell's sign, and its words for who cannot see it. @param {Cell | null} cell */
function cellWords(cell) {
  if (!cell) return { sign: "", words: _("not answered"), tone: "" };
  const tries = ngettext("{count} try", "{count} tries", cell.tries);
  const late = cell.late ? `, ${_("late")}` : "";
  if (cell.to_read) return { sign: "?", words: `${_("to be read")}${late}`, tone: "warn" };
  const sign = cell.part === 1 ? "✓" : cell.part ? percent(cell.part) : "✗";
  return { sign, words: `${partWords(cell)}, ${tries}${late}`, tone: cell.part === 1 ? "good" : cell.part ? "warn" : "bad" };
}

/** @param {Question[]} questions @param {Person[]} people @param {number} most @param {(person: Person) => void} open */
export const peopleTable = (questions, people, most, open) => html`<div class="codes-scroll" tabindex="0" role="region" aria-labelledby="people-title"><table class="homework-table fill">
  <thead><tr><th scope="col">${_("Name")}</th><th scope="col">${_("Points")}</th>${questions.map(({ number, heading }) => html`<th scope="col" title=${heading}><span class="hidden-visually">${_("Question")} </span>${number}</th>`)}<th scope="col">${_("Last answer")}</th></tr></thead>
  <tbody>${people.map((person) => html`<tr><th scope="row"><button type="button" class="button small quiet" @click=${() => open(person)}>${person.name}</button>${person.late ? html` <span class="badge warn">${_("late")}</span>` : nothing}</th>
    <td class="number nowrap">${pointsWords(person.points)} / ${most}</td>
    ${person.cells.map((cell) => {
      const { sign, words, tone } = cellWords(cell);
      return html`<td class="homework-cell tint ${tone}" title=${words}><span aria-hidden="true">${sign}${cell && cell.tries > 1 ? html`<sup>${cell.tries}</sup>` : nothing}</span><span class="hidden-visually">${words}</span></td>`;
    })}<td class="nowrap">${person.last === null ? _("nothing yet") : moment(person.last)}</td></tr>`)}</tbody></table></div>`;

/** Everything that one person answered. @param {Person} person @param {Step[]} path @param {(step: Step, part: number) => void} mark */
export const pathDialog = (person, path, mark) => html`<h2 id="dialog-title">${person.name}</h2>
  ${path.length ? html`<ol class="homework-path column gap-2">${path.map((step, at) => html`<li><p><b>${step.number}. ${step.heading}</b> <span class="soft small">${moment(step.at)}${step.late ? `, ${_("late")}` : ""}</span></p>
    <p class="lines break">${step.label}</p><p class="soft small">${_("Try {number}", { number: step.attempt })}: ${partWords(step)}</p>
    ${step.to_read && path.findLastIndex(({ entry }) => entry === step.entry) === at ? marking(step, mark) : nothing}</li>`)}</ol>` : html`<p>${_("Nothing was answered yet.")}</p>`}
  <form method="dialog" class="button-row above-4"><button class="button primary" autofocus>${_("Close")}</button></form>`;

/** @param {Step} step @param {(step: Step, part: number) => void} mark */
const marking = (step, mark) => html`<div class="button-row" role="group" aria-label=${_("What it is worth")}>${[0, 0.25, 0.5, 0.75, 1].map((part) => html`<button type="button" class="button small" aria-pressed=${step.part === part} @click=${() => mark(step, part)}>${percent(part)}</button>`)}</div>`;
