/**
 * The buttons with which a live part of a lesson is stepped: to the start, back, on, to the end. What leads nowhere keeps
 * the focus, so that the next key does not turn the page.
 */

import { html } from "lit";
import { tool } from "lib/button.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";

/** @param {number} at @param {number} last @param {(at: number) => void} go @param {string} on what a step on is called */
export function stepButtons(at, last, go, on) {
  const step = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ to, off = at === to) => tool(name, label, () => go(to), off, `quiet steps-${name}`);
  return html`<div class="button-row">${step("first", _("To the start"), 0)}${step("back", _("A step back"), at - 1, at === 0)}
    <button type="button" class="button primary steps-on" aria-disabled=${at === last} @click=${() => at === last || go(at + 1)}>${on}${icon("forward")}</button>
    ${step("last", _("To the end"), last)}</div>`;
}
