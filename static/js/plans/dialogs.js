/** The dialogs of a plan: two who changed it, its links, and the class that runs it. */

import { html, nothing } from "lit";
import { confirmation } from "lib/dialog.js";
import { linkField } from "lib/link_field.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { opened } from "../classroom/memory.js";
import { spaced } from "../classroom/code.js";
import { allSet } from "../homework/memory.js";
import { termsFields } from "../homework/terms.js";
import { sizeWords } from "./kinds.js";

/** @typedef {{id: string, key: string, title: string, base: string, dialog: any}} State */
/** @typedef {{save: (how?: {fresh?: boolean, revision?: number}) => any, takeTheirs: (theirs: any) => void, openClass: () => void, setHomework: () => void, deletePlan: () => void, close: () => void, dialog: (dialog: any) => void}} Act */

/** Somebody else saved the plan meanwhile: nothing was written, and one of three things is done. @param {State} state @param {Act} act */
export function conflict({ dialog: { theirs } }, act) {
  return html`<h2 id="dialog-title">${_("Somebody else has changed this plan")}</h2>
    <p>${_("Nothing was written over. Theirs: “{title}”, {size}.", { title: theirs.plan.title || _("A plan without a title"), size: sizeWords(theirs.plan.entries) })}</p>
    <div class="column gap-2 above-4">
      <button type="button" class="button primary" autofocus @click=${() => act.save({ fresh: true })}>${_("Keep mine as another plan")}</button>
      <button type="button" class="button" @click=${() => act.takeTheirs(theirs)}>${_("Take theirs, and save mine as a file")}</button>
      <button type="button" class="button danger" @click=${() => act.save({ revision: theirs.revision })}>${_("Write mine over theirs")}</button>
      <button type="button" class="button quiet" @click=${act.close}>${_("Decide later")}</button></div>`;
}

/** @param {State} state @param {Act} act */
export function shareDialog({ id, key, base, dialog }, act) {
  if (dialog.deleting) return confirmation(_("Delete this plan on the server?"), html`<p>${_("Its links open nothing any more.")}</p>`, _("Keep"), _("Delete"), act.deletePlan);
  const link = `${base}/class/plans/${id}`;
  return html`<h2 id="dialog-title">${_("Share")}</h2>
    <p class="below-3">${_("Whoever has this link sees the plan with its answers, runs it, and keeps what they change as a plan of their own.")}</p>
    ${linkField(_("To read"), link)}
    ${key ? html`<p class="above-4 below-3">${_("Whoever has this one changes the plan itself: for your other devices and your colleagues.")}</p>
      <div class="field"><label for="plan-own-link">${_("To change")}</label><input id="plan-own-link" class="mono" readonly .value=${`${link}#k=${key}`} @focus=${(/** @type {FieldEvent} */ event) => event.target.select()} /></div>` : nothing}
    <form method="dialog" class="button-row above-4"><button class="button primary">${_("Close")}</button>
      ${key ? html`<button type="button" class="button danger" @click=${() => act.dialog({ kind: "share", deleting: true })}>${_("Delete on the server")}</button>` : nothing}</form>`;
}

/** @param {State} state @param {Act} act */
export function runDialog({ id }, act) {
  const before = opened();
  return html`<h2 id="dialog-title">${_("Run it in a class")}</h2>
    <p>${_("The teacher’s page of the class goes through the plan with “Next”.")}</p>
    ${before.length ? html`<h3>${_("Opened on this device")}</h3><ul>${before.map((code) => html`<li><a class="mono" href=${served(`/class/${code}/teach#plan=${id}`)}>${spaced(code)}</a></li>`)}</ul>` : nothing}
    <form method="dialog" class="button-row above-4"><button class="button">${_("Close")}</button><button type="button" class="button primary" autofocus @click=${act.openClass}>${_("Open a class")}</button></form>`;
}

/** Tries that can be chosen from. */
const MOST_TRIES = 20;

/** The terms on which the plan is set as homework; the list is pasted later, or is that of an earlier one. @param {State} state @param {Act} act */
export function homeworkDialog(state, act) {
  const { dialog } = state;
  const before = allSet();
  return html`<h2 id="dialog-title">${_("Set as homework")}</h2>
    <p class="below-4">${_("The plan is set as it stands now; later changes of the plan do not change the homework.")}</p>
    <form class="column gap-4" novalidate @submit=${(/** @type {Event} */ event) => (event.preventDefault(), act.setHomework())}>
      ${termsFields(dialog.terms, MOST_TRIES, (/** @type {any} */ more) => act.dialog({ terms: { ...state.dialog.terms, ...more } }))}
      ${before.length ? html`<div class="field"><label for="homework-like">${_("The list, with its codes")}</label><select id="homework-like" @change=${(/** @type {FieldEvent} */ { target }) => act.dialog({ like: target.value })}>
        <option value="" ?selected=${!dialog.like}>${_("a new one, which you paste next")}</option>
        ${before.map(({ id, title }) => html`<option value=${id} ?selected=${dialog.like === id}>${_("the one of “{title}”", { title: title || _("Homework") })}</option>`)}</select></div>` : nothing}
      ${dialog.problem ? html`<p class="notice bad" role="alert">${dialog.problem}</p>` : nothing}
      <p class="button-row"><button type="button" class="button" @click=${act.close}>${_("Cancel")}</button><button class="button primary">${_("Set it")}</button></p></form>`;
}
