/** Form fields drawn from declared options: one control for each kind, with its label, its help and its range. */

import { html, live, nothing } from "lit";
import { standing } from "lib/dom.js";
import { _, locale } from "lib/messages.js";

/** At most so many letters of choices are laid out side by side; longer lists become a menu. */
const ROOM = 40;

const number = (/** @type {any} */ value) => Number(value).toLocaleString(locale);

/**
 * A row of radio buttons.
 * @param {string} name @param {string} label @param {Protocol.Named[]} choices @param {string} chosen @param {(value: string) => void} choose
 */
export function segments(name, label, choices, chosen, choose) {
  return html`<div class="segments" role="radiogroup" aria-label=${label}>
    ${choices.map(
      ({ value, title }) => html`<label
        ><input type="radio" name=${name} value=${value} .checked=${live(value === chosen)} @change=${() => choose(value)} /><span
          >${title}</span
        ></label
      >`,
    )}
  </div>`;
}

/**
 * A menu.
 * @param {string} id @param {Protocol.Named[]} choices @param {string} chosen @param {(value: string) => void} choose
 * @param {string | typeof nothing} [described]
 */
export function menu(id, choices, chosen, choose, described = nothing) {
  return html`<select id=${id} aria-describedby=${described} .value=${live(chosen)} @change=${(/** @type {FieldEvent} */ e) => choose(e.target.value)}>
    ${choices.map(({ value, title }) => html`<option value=${value} ?selected=${value === chosen}>${title}</option>`)}
  </select>`;
}

/**
 * A number between two bounds; `choose` gets a number, or null if it is none.
 * @param {string} id @param {{low?: number | null, high?: number | null, step?: number | string}} range @param {unknown} value
 * @param {(value: number | null) => void} choose @param {string | typeof nothing} [described]
 */
export function numberInput(id, { low, high, step = "any" }, value, choose, described = nothing) {
  const take = (/** @type {FieldEvent} */ event) => choose(event.target.value === "" ? null : Number(event.target.value));
  return html`<input
    id=${id}
    type="number"
    inputmode=${step === "any" ? "decimal" : "numeric"}
    min=${low ?? nothing}
    max=${high ?? nothing}
    step=${step}
    aria-describedby=${described}
    .value=${live(textOf(id, value))}
    @input=${take}
  />`;
}

/** What stands in a field of a number: what is being typed, such as “0.”, is left alone as long as it says no other number. */
function textOf(/** @type {string} */ id, /** @type {unknown} */ value) {
  const typed = standing(id, "none");
  return typed === "" || Number(typed) === value ? typed : String(value ?? "");
}

/**
 * One declared option.
 * @param {Protocol.Option} option as the catalogue has it
 * @param {string} prefix makes ids unique on the page
 * @param {any} value the chosen value, undefined for the default
 * @param {(value: any) => void} choose
 */
export function optionField(option, prefix, value, choose) {
  const id = `${prefix}-${option.name}`;
  const shown = value ?? option.default;
  const help = html`<p class="hint" id="${id}-help">${option.help}${range(option)}</p>`;
  if (option.kind === "bool") {
    return html`<div class="field">
      <label class="choice"
        ><input type="checkbox" id=${id} aria-describedby="${id}-help" .checked=${live(shown)} @change=${(/** @type {FieldEvent} */ e) => choose(e.target.checked)} />
        ${option.title}</label
      >${help}
    </div>`;
  }
  if (option.kind === "choice") {
    const choices = option.choices.map((each, at) => ({ value: each, title: option.choice_titles[at] }));
    if (option.choices.join("").length <= ROOM) {
      return html`<div class="field">
        <span class="label">${option.title}</span>${segments(id, option.title, choices, shown, choose)}${help}
      </div>`;
    }
    return html`<div class="field"><label for=${id}>${option.title}</label>${menu(id, choices, shown, choose, `${id}-help`)}${help}</div>`;
  }
  if (option.kind === "text") {
    const list = option.choices.length ? `${id}-list` : nothing;
    return html`<div class="field">
      <label for=${id}>${option.title}</label>
      <input id=${id} class="mono" autocomplete="off" spellcheck="false" autocapitalize="off" maxlength=${option.high ?? nothing}
        list=${list} aria-describedby="${id}-help" .value=${live(standing(id, String(shown)))} @change=${(/** @type {FieldEvent} */ e) => choose(e.target.value.trim() || undefined)} />
      ${option.choices.length
        ? html`<datalist id=${list}>${option.choices.map((each) => html`<option value=${each}></option>`)}</datalist>`
        : nothing}${help}
    </div>`;
  }
  const step = option.kind === "int" ? 1 : "any";
  return html`<div class="field">
    <label for=${id}>${option.title}</label>
    ${numberInput(id, { ...option, step }, shown, (found) => choose(found ?? undefined), `${id}-help`)}${help}
  </div>`;
}

function range(/** @type {Protocol.Option} */ option) {
  if (option.kind !== "int" && option.kind !== "float") return nothing;
  return html` <span class="number">${_("{low} to {high}.", { low: number(option.low), high: number(option.high) })}</span>`;
}
