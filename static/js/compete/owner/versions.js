/** The versions of a bot, the latest first; its owner notes, takes back the source, and chooses the one that plays. */

import { html, nothing } from "lit";
import { saveFrom } from "lib/save.js";
import { _, ngettext } from "lib/messages.js";
import { authorised } from "../keys.js";
import { admissionBadge } from "../parts.js";
import { ADMISSIONS } from "../words.js";

const when = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

async function save(/** @type {Compete.OwnPage} */ page, /** @type {number} */ number) {
  page.problem = await saveFrom(`${page.address}/versions/${number}/source`, authorised(page.key));
  page.draw();
}

async function noted(/** @type {Compete.OwnPage} */ page, /** @type {FieldEvent} */ event, /** @type {number} */ number) {
  event.preventDefault();
  if (await page.change(`versions/${number}/note`, { note: page.noteDraft }, `note ${number}`)) page.editing = null;
  page.draw();
}

function note(/** @type {Compete.OwnPage} */ page, /** @type {Compete.Version} */ version) {
  const text = page.own.notes[version.number];
  if (page.editing === version.number) {
    return html`<form class="owner-note row" @submit=${(/** @type {FieldEvent} */ event) => noted(page, event, version.number)}>
      <label class="hidden-visually" for="note">${_("Note of version {number}", { number: version.number })}</label>
      <input id="note" maxlength="500" .value=${page.noteDraft} @input=${(/** @type {FieldEvent} */ event) => {
        page.noteDraft = event.target.value;
      }} />
      <button class="button small primary">${_("Keep")}</button>
      <button type="button" class="button small quiet" @click=${() => {
        page.editing = null;
        page.draw();
      }}>${_("Leave it")}</button>
    </form>`;
  }
  return text ? html`<p class="owner-noted break">${text}</p>` : nothing;
}

function tools(/** @type {Compete.OwnPage} */ page, /** @type {Compete.Version} */ version) {
  const edit = () => {
    page.editing = version.number;
    page.noteDraft = page.own.notes[version.number] ?? "";
    page.draw();
    setTimeout(() => document.getElementById("note")?.focus(), 150);
  };
  const which = _("version {number}", { number: version.number });
  const mayPlay = !version.active && version.admission !== "refused";
  return html`<span class="button-row owner-tools">
    ${mayPlay
      ? html`<button type="button" class="button small" ?disabled=${page.busy !== ""} @click=${() => page.change(`versions/${version.number}/choose`, {}, "choose")}>
          ${_("Let it play")}<span class="hidden-visually">: ${which}</span>
        </button>`
      : nothing}
    ${page.own.files[version.number]
      ? html`<button type="button" class="button small quiet" @click=${() => save(page, version.number)}>${_("Save the source")}<span class="hidden-visually">: ${which}</span></button>`
      : nothing}
    <button type="button" class="button small quiet" @click=${edit}>${page.own.notes[version.number] ? _("Change the note") : _("Add a note")}<span class="hidden-visually">: ${which}</span></button>
  </span>`;
}

const field = (/** @type {Compete.OwnPage} */ page) =>
  page.shown.in_event === null
    ? nothing
    : html`<p class="small soft">${_("The event is played with version {number}, which stands in its field whatever plays the ladder now.", { number: page.shown.in_event })}</p>`;

function standing(/** @type {Compete.Version} */ { admission, active }) {
  const plays = active && admission !== "refused" && admission !== "waiting";
  return admissionBadge(admission, plays ? _("plays now") : admission === "validated" ? _("may play") : ADMISSIONS[admission], active ? "owner-plays" : "");
}

/** @param {Compete.BotPage} page */
export function versions(page) {
  const { shown, own } = page;
  const owned = /** @type {Compete.OwnPage} */ (page);
  if (!shown.versions.length) {
    return own ? nothing : html`<section class="card"><h2>${_("Versions")}</h2><p class="soft">${_("Nothing has been handed in yet.")}</p></section>`;
  }
  return html`<section class="card" id="versions">
    <h2>${_("Versions")}</h2>
    ${field(owned)}
    <ol class="owner-versions">
      ${shown.versions.map(
        (version) => html`<li>
          <span class="owner-version-head row gap-near">
            <span class="strong">${_("Version {number}", { number: version.number })}</span>
            ${standing(version)}
            <span class="soft small">${when.format(new Date(version.created * 1000))}${version.tokens === null ? "" : `, ${ngettext("{count} token", "{count} tokens", version.tokens)}`}</span>
          </span>
          ${version.reason ? html`<p class="owner-reason small whole-row">${version.reason}</p>` : nothing} ${own ? note(owned, version) : nothing}
          ${own ? tools(owned, version) : nothing}
        </li>`,
      )}
    </ol>
  </section>`;
}
