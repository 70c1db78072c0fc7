/** What else an owner may do: the own name, the secret link, and to withdraw. */

import { html, nothing } from "lit";
import { icon } from "lib/icons.js";
import { linkField } from "lib/link_field.js";
import { _ } from "lib/messages.js";
import { ownerLink } from "../keys.js";

/** What opens a bot, in a field of its own with a button that copies it. @param {string} link @param {boolean} coded whether a join code opens it too */
export const secretLink = (link, coded) => html`<div class="column">
  <p class="notice warn">${coded
    ? html`<span><strong>${_("This link opens your bot, and so does your code in any browser.")}</strong> ${_("Whoever has either can hand in for you.")}</span>`
    : html`<span><strong>${_("Keep this link: it is the only key to your bot.")}</strong> ${_("This browser remembers it, no other does. Whoever has it can hand in for you.")}</span>`}</p>
  ${linkField(_("Your secret link"), link)}
</div>`;

async function rename(/** @type {Compete.OwnPage} */ page, /** @type {FormEvent} */ event) {
  event.preventDefault();
  const form = new FormData(event.target);
  const done = await page.change("name", { name: String(form.get("own-name")), show_name: form.has("shown") }, "name");
  if (done) page.say(_("The name is kept."));
}

function showLink(/** @type {Compete.OwnPage} */ page, /** @type {boolean} */ shown) {
  page.linkShown = shown;
  page.draw();
}

function presence(/** @type {Compete.OwnPage} */ page) {
  const { shown } = page;
  const back = shown.versions.find((version) => version.admission === "validated" || version.admission === "admitted") ?? shown.versions[0];
  if (!shown.versions.length) return nothing;
  if (shown.active === null) {
    return html`<p>${_("This bot is withdrawn: it plays neither the ladder nor the next event.")}</p>
      ${back && back.admission !== "refused"
        ? html`<button type="button" class="button" ?disabled=${page.busy !== ""} @click=${() => page.change(`versions/${back.number}/choose`, {}, "choose")}>${_("Let version {number} play again", { number: back.number })}</button>`
        : nothing}`;
  }
  return html`<p class="small soft">${_("A withdrawn bot plays neither the ladder nor the next event. You can take that back.")}</p>
    <button type="button" class="button danger" ?disabled=${page.busy !== ""} @click=${() => page.change("withdraw", {}, "withdraw")}>${_("Withdraw")}</button>`;
}

/** @param {Compete.OwnPage} page */
export function settings(page) {
  const { shown, own } = page;
  return html`<section class="card owner-settings column gap-4">
    <h2>${_("Yours")}</h2>
    <form class="owner-form column gap-4" novalidate @submit=${(/** @type {FormEvent} */ event) => rename(page, event)}>
      <div class="field">
        <label for="own-name">${_("Your own name")}</label>
        <input id="own-name" name="own-name" maxlength="40" autocomplete="name" value=${own.own_name ?? ""} aria-describedby="own-name-help" />
        <p class="hint" id="own-name-help">${_("The teacher sees it; others see “{alias}”.", { alias: shown.alias })}</p>
      </div>
      <label class="choice"><input type="checkbox" name="shown" ?checked=${own.name_shown} />${_("Show it to everybody instead")}</label>
      <div class="button-row"><button class="button" ?disabled=${page.busy !== ""}>${_("Keep the name")}</button></div>
    </form>
    <details class="owner-more" @toggle=${(/** @type {{currentTarget: HTMLDetailsElement}} */ event) => showLink(page, event.currentTarget.open)}>
      <summary>${_("The secret link")}</summary>
      ${page.linkShown ? secretLink(ownerLink(shown.competition.id, shown.bot, page.key), page.own?.coded) : nothing}
      <p class="hint above-4">${_("Has somebody else seen it? A new link makes this one worthless, on your other devices too.")}</p>
      <p class="button-row above-3"><button type="button" class="button" id="new-link" ?disabled=${page.busy !== ""} @click=${() => page.renewKey()}>${icon("again")}${_("A new link")}</button></p>
    </details>
    <div class="owner-form column gap-4">${presence(page)}</div>
  </section>`;
}
