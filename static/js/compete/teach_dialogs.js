/** What the teacher's page asks before it does something, and the invitation in large for the projector. */

import { html, live, nothing } from "lit";
import { icon } from "lib/icons.js";
import { _, ngettext } from "lib/messages.js";
import { refusal } from "./parts.js";
import { houseChoices } from "./teach_form.js";

const close = (/** @type {Compete.TeachAct} */ act, words = _("Cancel")) => html`<button type="button" class="button" @click=${() => act.dialog(null)}>${words}</button>`;
const sends = (/** @type {() => void} */ run) => (/** @type {Event} */ event) => (event.preventDefault(), run());

/** @typedef {Compete.TeachPage & {dialog: Compete.Dialog}} Asked */

/** @type {Record<string, Function>} */
const KINDS = { begin, rename, title: retitle, house, delete: remove, invite };

/**
 * The content of the open dialog.
 * @param {Asked} page @param {any} given @param {Compete.TeachAct} act @param {{code: (size: string) => unknown, address: unknown}} large
 */
export const dialog = (page, given, act, large) => KINDS[page.dialog.kind](page, act, { ...large, given });

function begin(/** @type {Asked} */ page, /** @type {Compete.TeachAct} */ act) {
  const { shown } = page;
  const out = shown.bots.filter((bot) => !shown.plays.includes(bot.called) && !shown.waits.includes(bot.called));
  return html`<h2 id="dialog-title">${_("Begin the event?")}</h2>
    <p>${ngettext("{count} bot takes part: {names}. From now on field and settings stand.", "{count} bots take part: {names}. From now on field and settings stand.", shown.plays.length, { names: shown.plays.join(", ") })}</p>
    ${shown.waits.length ? html`<p class="notice warn">${ngettext("Still in its first games, and left out if you begin now: {names}.", "Still in their first games, and left out if you begin now: {names}.", shown.waits.length, { names: shown.waits.join(", ") })}</p>` : nothing}
    ${out.length ? html`<p class="soft">${_("Not among them: {names}.", { names: out.map((bot) => bot.called).join(", ") })}</p>` : nothing} ${refusal(page.failure)}
    <div class="button-row"><button type="button" class="button primary" ?disabled=${page.busy} @click=${() => act.step("run", { without_waiting: shown.waits.length > 0 })}>${icon("play")}${shown.waits.length ? _("Begin without them") : _("Begin")}</button>${close(act)}</div>`;
}

/**
 * A dialog that asks for a line of text.
 * @param {Asked} page @param {Compete.TeachAct} act @param {string} name of the text in the dialog
 * @param {{title: unknown, label: string, most?: number, run: (text: string) => void, says: string, kind?: string, off?: boolean, before?: unknown, more?: unknown, leave?: string}} about
 */
function asksText(page, act, name, { title, label, most, run, says, kind = "primary", off = false, before = nothing, more = nothing, leave }) {
  const text = page.dialog[name];
  return html`<form novalidate @submit=${sends(() => run(text))}>
    <h2 id="dialog-title">${title}</h2>
    ${before}
    <div class="field"><label for="dialog-${name}-text">${label}</label>
      <input id="dialog-${name}-text" maxlength=${most ?? nothing} autocomplete="off" .value=${live(text)} @input=${(/** @type {FieldEvent} */ e) => act.dialog({ ...page.dialog, [name]: e.target.value })} /></div>
    ${refusal(page.failure)}
    <div class="button-row"><button class="button ${kind}" ?disabled=${page.busy || off}>${says}</button>${more}${close(act, leave)}</div>
  </form>`;
}

function rename(/** @type {Asked} */ page, /** @type {Compete.TeachAct} */ act) {
  const { bot } = page.dialog;
  const run = (/** @type {string} */ alias) => act.bot(bot, "alias", { alias });
  const more = html`<button type="button" class="button" ?disabled=${page.busy} @click=${() => act.bot(bot, "alias")}>${_("A colour and an animal")}</button>`;
  return asksText(page, act, "alias", { title: _("Rename {alias}", { alias: bot.called }), label: _("Shown to everybody as"), most: 40, says: _("Rename"), run, more });
}

function retitle(/** @type {Asked} */ page, /** @type {Compete.TeachAct} */ act) {
  return asksText(page, act, "title", { title: _("Title of the competition"), label: _("Title"), most: 80, says: _("Change it"), run: act.title });
}

function remove(/** @type {Asked} */ page, /** @type {Compete.TeachAct} */ act) {
  const { title } = page.shown;
  const before = html`<p>${_("All its bots with their versions, games and logs are forgotten, and an event that runs is stopped. Nobody can bring it back.")}</p>`;
  const run = (/** @type {string} */ text) => act.remove(text.trim());
  return asksText(page, act, "title", { title: _("Delete {title}?", { title }), before, label: _("Type the title to be sure"), says: _("Delete it all"), kind: "danger", off: page.dialog.title.trim() !== title, leave: _("Keep it"), run });
}

function house(/** @type {Asked} */ page, /** @type {Compete.TeachAct} */ act, /** @type {{given: any}} */ { given }) {
  const { chosen } = page.dialog;
  return html`<form novalidate @submit=${sends(() => chosen.length && act.house(chosen))}>
    <h2 id="dialog-title">${_("Bots of our own")}</h2>
    <div class="teach-house tiles gap-apart">${houseChoices(given.levels, chosen, (now) => act.dialog({ ...page.dialog, chosen: now }), "add")}</div>
    ${refusal(page.failure)}
    <div class="button-row"><button class="button primary" ?disabled=${page.busy || !chosen.length}>${_("Add")}</button>${close(act)}</div>
  </form>`;
}

function invite(/** @type {Asked} */ page, /** @type {Compete.TeachAct} */ act, /** @type {{code: (size: string) => unknown, address: unknown}} */ { code, address }) {
  return html`<div class="teach-projector">
    <div><h2 id="dialog-title">${page.shown.title}</h2>
      <p>${_("Write a bot for {game_title} and hand it in at", { game_title: page.shown.game_title })}</p>
      <p class="mono teach-address break">${address}</p></div>
    ${code("large")}
    <div class="button-row">${close(act, _("Close"))}</div>
  </div>`;
}
