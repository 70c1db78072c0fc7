/** Learnt weights of a bot: the field in which a file of them is chosen, and how they travel beside a text. */

import { html, nothing } from "lit";
import { _ } from "lib/messages.js";

/**
 * The field; nothing where none are taken.
 * @param {number} most in MB @param {boolean} busy @param {(file: File | null) => void} take
 */
export function weightsField(most, busy, take) {
  if (!most) return nothing;
  return html`<div class="field">
    <label for="bot-weights">${_("Learnt weights")} <span class="soft">${_("(a file, {most} MB at most)", { most })}</span></label>
    <input id="bot-weights" type="file" aria-describedby="about-weights" ?disabled=${busy} @change=${(/** @type {FieldEvent} */ event) => take(event.target.files?.[0] ?? null)} />
    <span class="small soft" id="about-weights">${_("The bot opens it as weights with this file’s ending, such as weights.npz.")}</span>
  </div>`;
}

/** What a request for a try is sent: the text's own, or a form with that and the weights. @param {object} asked @param {File | null} weights */
export function withWeights(asked, weights) {
  if (!weights) return asked;
  const form = new FormData();
  form.append("asked", JSON.stringify(asked));
  form.append("weights", weights);
  return form;
}
