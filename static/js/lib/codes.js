/** A teacher's list of people and their codes: the form into which names are pasted, and the slips that are cut apart. */

import { html, nothing } from "lit";
import { _ } from "lib/messages.js";

/**
 * The form for a list.
 * @param {{title: string, help: string, list: string, problem: string, busy: boolean, typed: (list: string) => void, add: () => void}} about
 */
export const peopleForm = ({ title, help, list, problem, busy, typed, add }) => html`<form class="card codes-form column gap-4" novalidate @submit=${(/** @type {Event} */ event) => (event.preventDefault(), add())}>
    <div class="field"><label for="list">${title}</label>
      <textarea id="list" rows="6" spellcheck="false" autocomplete="off" aria-describedby="list-help" .value=${list} @input=${(/** @type {FieldEvent} */ event) => typed(event.target.value)}></textarea>
      <p class="hint" id="list-help">${help}</p></div>
    ${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : nothing}
    <p class="button-row"><button class="button primary" ?disabled=${busy || !list.trim()}>${_("Make codes")}</button></p>
  </form>`;

/** What is on paper: a slip for each person. @param {{name: string, code: string}[]} people @param {string} title @param {string} address where codes are typed */
export const slips = (people, title, address) => html`<ul class="codes-slips" aria-hidden="true">${people.map(
  ({ name, code }) => html`<li><strong>${name}</strong><br />${title}<br /><span class="mono">${address}</span><br />${_("Code")}: <strong class="mono codes-code">${code}</strong></li>`,
)}</ul>`;
