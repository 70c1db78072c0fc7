/** A link that is not to be shown by accident: in a field of its own, with a button that copies it. */

import { html } from "lit";
import { copyText } from "./copy.js";
import { find } from "./dom.js";
import { icon } from "./icons.js";
import { _ } from "./messages.js";

async function copy(/** @type {FieldEvent} */ event) {
  const button = event.currentTarget;
  const word = find(".word", HTMLElement, button);
  const done = await copyText(button.dataset.text ?? "");
  word.textContent = done ? _("Copied") : _("Copying did not work");
  setTimeout(() => {
    word.textContent = _("Copy");
  }, 2500);
}

/** @param {string} label what the field is called @param {string} link @param {string} [id] where a page has several */
export const linkField = (label, link, id = "secret-link") => html`<div class="link-field row">
  <label class="hidden-visually" for=${id}>${label}</label>
  <input id=${id} class="mono" readonly .value=${link} @focus=${(/** @type {FieldEvent} */ event) => event.target.select()} />
  <button type="button" class="button" data-text=${link} @click=${copy}>${icon("copy")}<span class="word" aria-live="polite">${_("Copy")}</span></button>
</div>`;
