/** The secret link of a bot's owner, to be kept: shown in a field of its own, with a button that copies it. */

import { html } from "lit";
import { copyText } from "lib/copy.js";
import { find } from "lib/dom.js";
import { icon } from "lib/icons.js";

async function copy(/** @type {FieldEvent} */ event) {
  const button = event.currentTarget;
  const word = find(".word", HTMLElement, button);
  const done = await copyText(button.dataset.text ?? "");
  word.textContent = done ? "Copied" : "Copying did not work";
  setTimeout(() => {
    word.textContent = "Copy";
  }, 2500);
}

/** @param {string} link */
export const secretLink = (link) => html`<div class="column">
  <p class="notice warn"><span><strong>Keep this link: it is the only key to your bot.</strong> This browser remembers it, no other does. Whoever has it can hand in for you.</span></p>
  <div class="owner-link row">
    <label class="hidden-visually" for="secret-link">Your secret link</label>
    <input id="secret-link" class="mono" readonly .value=${link} @focus=${(/** @type {FieldEvent} */ event) => event.target.select()} />
    <button type="button" class="button" data-text=${link} @click=${copy}>${icon("copy")}<span class="word" aria-live="polite">Copy</span></button>
  </div>
</div>`;
