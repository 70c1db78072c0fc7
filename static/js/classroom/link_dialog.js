/** The dialog with one's own link to a class: for another device, and in place of one that others have seen. */

import { html, nothing } from "lit";
import { icon } from "lib/icons.js";
import { linkField } from "lib/link_field.js";
import { _ } from "lib/messages.js";

/** @param {string} words what the link opens @param {string} link @param {string} told what became of the old one @param {() => void} renew */
export const linkDialog = (words, link, told, renew) => html`<h2 id="dialog-title">${_("Your link")}</h2>
  <p class="below-3">${words}</p>
  ${linkField(_("Your link"), link)}
  <p class="hint above-4">${_("Has somebody else seen it? A new link makes this one worthless, on your other devices too.")}</p>
  ${told ? html`<p class="hint" role="status">${told}</p>` : nothing}
  <form method="dialog" class="button-row above-4"><button type="button" class="button" @click=${renew}>${icon("again")}${_("A new link")}</button><button class="button primary" autofocus>${_("Close")}</button></form>`;
