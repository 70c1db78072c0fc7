/** The dialog of a page: what is asked before something is done, the keys, or whatever else wants the whole attention. */

import { html, nothing } from "lit";
import { _ } from "lib/messages.js";

/**
 * The dialog, open while it has content, in which an element with the id `dialog-title` names it.
 * @param {unknown} content @param {() => void} close hears that the reader closed it @param {string} [kind]
 */
export function dialogBox(content, close, kind = "") {
  const open = Boolean(content) && content !== nothing;
  return html`<dialog class=${kind} aria-labelledby="dialog-title" data-open=${open} @close=${close}>${content}</dialog>`;
}

/** Open or close the dialog of a page that was just drawn. @param {ParentNode} host */
export function settleDialog(host) {
  const box = /** @type {HTMLDialogElement | null} */ (host.querySelector("dialog[data-open]"));
  const open = box?.dataset.open === "true";
  if (open && !box.open) box.showModal();
  else if (!open && box?.open) box.close();
}

/**
 * Ask before something is done.
 * @param {string} title @param {unknown} words @param {string} stay what not to do it is called @param {string} does what to do it is called @param {() => void} run
 */
export const confirmation = (title, words, stay, does, run) => html`<h2 id="dialog-title">${title}</h2> ${words}
  <form method="dialog" class="button-row"><button class="button" autofocus>${stay}</button><button class="button danger" @click=${run}>${does}</button></form>`;

/** The keys of a page. @param {[string[], string][]} keys each with what it does @param {unknown} [more] */
export const keyHelp = (keys, more = nothing) => html`<h2 id="dialog-title">${_("Keys")}</h2>
  <dl class="keys">${keys.map(([names, words]) => html`<dt>${names.map((name) => html`<kbd>${name}</kbd> `)}</dt><dd>${words}</dd>`)}</dl>
  ${more}
  <form method="dialog"><button class="button" autofocus>${_("Close")}</button></form>`;
