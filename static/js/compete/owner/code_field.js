/** The field in which somebody types the code that the teacher has given. */

import { html } from "lit";
import { _ } from "lib/messages.js";

/** @param {string} code @param {(code: string) => void} take */
export const codeField = (code, take) => html`<div class="field">
  <label for="code">${_("Your code")}</label>
  <input id="code" name="code" class="mono" maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="ABCD-2345" .value=${code} aria-describedby="code-help"
    @input=${(/** @type {FieldEvent} */ event) => take(event.target.value)} />
  <p class="hint" id="code-help">${_("Your teacher has given you one. A team shares one bot: each of you types the own code.")}</p>
</div>`;
