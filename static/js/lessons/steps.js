/**
 * The buttons with which a live part of a lesson is stepped: to the start, back, on, to the end. What leads nowhere keeps
 * the focus, so that the next key does not turn the page.
 */

import { html } from "lit";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";

/** @param {number} at @param {number} last @param {(at: number) => void} go @param {string} on what a step on is called */
export function stepButtons(at, last, go, on) {
  const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ to, off = at === to) => html`<button type="button" class="button quiet icon-only steps-${name}"
    aria-label=${label} title=${label} aria-disabled=${off} @click=${() => off || go(to)}>${icon(name)}</button>`;
  return html`<div class="button-row">${tool("first", _("To the start"), 0)}${tool("back", _("A step back"), at - 1, at === 0)}
    <button type="button" class="button primary steps-on" aria-disabled=${at === last} @click=${() => at === last || go(at + 1)}>${on}${icon("forward")}</button>
    ${tool("last", _("To the end"), last)}</div>`;
}
