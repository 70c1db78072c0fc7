/** The small button of toolbars: its words (or an icon with them), what it does, and how it stands. */

import { html, ifDefined } from "lit";

/**
 * @param {unknown} words @param {(event: MouseEvent) => void} act
 * @param {{kind?: string, pressed?: boolean, off?: boolean, label?: string, title?: string}} [how] `kind` are further classes; `pressed` is given
 *   for one that can be switched on
 */
export function button(words, act, { kind = "", pressed, off = false, label, title } = {}) {
  return html`<button type="button" class="button small ${kind}" aria-label=${ifDefined(label)} title=${ifDefined(title)}
    aria-pressed=${ifDefined(pressed === undefined ? undefined : String(pressed))} ?disabled=${off} @click=${act}>${words}</button>`;
}
