/** Buttons of toolbars. */

import { html, ifDefined } from "lit";
import { icon } from "./icons.js";

/**
 * A small button: its words (or an icon with them), what it does, and how it stands.
 * @param {unknown} words @param {(event: MouseEvent) => void} act
 * @param {{kind?: string, pressed?: boolean, off?: boolean, label?: string, title?: string}} [how] `kind` are further classes; `pressed` is given
 *   for one that can be switched on
 */
export function button(words, act, { kind = "", pressed, off = false, label, title } = {}) {
  return html`<button type="button" class="button small ${kind}" aria-label=${ifDefined(label)} title=${ifDefined(title)}
    aria-pressed=${ifDefined(pressed === undefined ? undefined : String(pressed))} ?disabled=${off} @click=${act}>${words}</button>`;
}

/**
 * A button that is all icon; its words are its label. One that is off has nothing to do and keeps the focus, so that who steps by
 * keyboard to an end is not lost there.
 * @param {string} name @param {string} label @param {() => void} run @param {boolean} [off] @param {string} [kind] further classes
 */
export function tool(name, label, run, off = false, kind = "quiet") {
  return html`<button type="button" class="button icon-only ${kind}" aria-label=${label} title=${label} aria-disabled=${off}
    @click=${() => off || run()}>${icon(name)}</button>`;
}
