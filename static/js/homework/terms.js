/** The terms of homework in a form: dates as the reader's own day and hour, tries, and who may come in. */

import { html } from "lit";
import { locale, _ } from "lib/messages.js";

const DAY = 86_400;

/** @typedef {{due: number, until: number, gone: number, tries: number, open: boolean}} Terms times in Unix seconds */

/** Terms for a plan that is set now: due in a week, at the end of that day. @returns {Terms} */
export function usualTerms(now = Date.now() / 1000) {
  const day = new Date((now + 7 * DAY) * 1000);
  day.setHours(23, 59, 0, 0);
  const due = day.getTime() / 1000;
  return { due, until: due + 7 * DAY, gone: due + 187 * DAY, tries: 3, open: false };
}

/** A moment as people read it. @param {number} seconds */
export const moment = (seconds) => new Date(seconds * 1000).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });

/** A moment as a field for dates has it. @param {number} seconds */
function fieldTime(seconds) {
  const at = new Date(seconds * 1000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What a field for dates says, in Unix seconds; null where it says nothing. @param {string} text */
function timeOf(text) {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? null : at / 1000;
}

/**
 * The fields; `change` hears what was changed.
 * @param {Terms} terms @param {number} tries at most @param {(change: Partial<Terms>) => void} change
 */
export function termsFields(terms, tries, change) {
  const date = (/** @type {"due" | "until" | "gone"} */ name, /** @type {string} */ title, /** @type {string} */ help) => html`<div class="field"><label for="terms-${name}">${title}</label>
    <input id="terms-${name}" type="datetime-local" required aria-describedby="terms-${name}-help" .value=${fieldTime(terms[name])} @change=${(/** @type {FieldEvent} */ { target }) => change({ [name]: timeOf(target.value) ?? terms[name] })} />
    <p class="hint" id="terms-${name}-help">${help}</p></div>`;
  const counts = [...Array(tries).keys()].map((at) => at + 1);
  return html`<div class="homework-terms tiles-fit">
    ${date("due", _("Due"), _("What comes later is marked as late."))}
    ${date("until", _("Late work is taken until"), _("The same as above takes none. Then everybody sees the answers."))}
    ${date("gone", _("Deleted by itself on"), _("The list, the answers and the points; save the tables before."))}
    <div class="field"><label for="terms-tries">${_("Tries at each question")}</label>
      <select id="terms-tries" @change=${(/** @type {FieldEvent} */ { target }) => change({ tries: Number(target.value) })}>
        ${counts.map((count) => html`<option value=${count} ?selected=${terms.tries === count}>${count}</option>`)}
        <option value="0" ?selected=${terms.tries === 0}>${_("as many as one likes")}</option></select>
      <p class="hint">${_("The best one counts. After each wrong one comes a hint, if the question has any.")}</p></div>
    <label class="choice whole-row"><input id="terms-open" type="checkbox" .checked=${terms.open} @change=${(/** @type {FieldEvent} */ { target }) => change({ open: target.checked })} /><span>${_("Whoever has the link may put a name on the list")}</span></label>
  </div>`;
}
