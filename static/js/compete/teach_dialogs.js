/** What the teacher's page asks before it does something, and the invitation in large for the projector. */

import { html, live, nothing } from "lit";
import { icon } from "lib/icons.js";
import { houseChoices } from "./teach_new.js";

const failure = (/** @type {Compete.TeachPage & {dialog: Compete.Dialog}} */ page) => (page.failure ? html`<p class="notice bad" role="alert">${page.failure}</p>` : nothing);
const close = (/** @type {Compete.TeachAct} */ act, words = "Cancel") => html`<button type="button" class="button" @click=${() => act.dialog(null)}>${words}</button>`;
const sends = (/** @type {() => void} */ run) => (/** @type {Event} */ event) => (event.preventDefault(), run());

/** @type {Record<string, Function>} */
const KINDS = { begin, rename, title: retitle, house, delete: remove, invite };

/**
 * The content of the open dialog.
 * @param {Compete.TeachPage & {dialog: Compete.Dialog}} page @param {any} given @param {Compete.TeachAct} act @param {{code: (size: string) => unknown, address: unknown}} large
 */
export const dialog = (page, given, act, large) => KINDS[page.dialog.kind](page, act, { ...large, given });

function begin(/** @type {Compete.TeachPage & {dialog: Compete.Dialog}} */ page, /** @type {Compete.TeachAct} */ act) {
  const { shown } = page;
  const out = shown.bots.filter((bot) => !shown.plays.includes(bot.alias) && !shown.waits.includes(bot.alias));
  return html`<h2 id="dialog-title">Begin the event?</h2>
    <p>${shown.plays.length} bots take part: ${shown.plays.join(", ")}. From now on field and settings stand.</p>
    ${shown.waits.length ? html`<p class="notice warn">Still in ${shown.waits.length === 1 ? "its" : "their"} first games, and left out if you begin now: ${shown.waits.join(", ")}.</p>` : nothing}
    ${out.length ? html`<p class="soft">Not among them: ${out.map((bot) => bot.alias).join(", ")}.</p>` : nothing} ${failure(page)}
    <div class="button-row"><button type="button" class="button primary" ?disabled=${page.busy} @click=${() => act.step("run", { without_waiting: shown.waits.length > 0 })}>${icon("play")}${shown.waits.length ? "Begin without them" : "Begin"}</button>${close(act)}</div>`;
}

function rename(/** @type {Compete.TeachPage & {dialog: Compete.Dialog}} */ page, /** @type {Compete.TeachAct} */ act) {
  const { bot, alias } = page.dialog;
  return html`<form novalidate @submit=${sends(() => act.bot(bot, "alias", { alias }))}>
    <h2 id="dialog-title">Rename ${bot.alias}</h2>
    <div class="field"><label for="bot-alias">Shown to everybody as</label>
      <input id="bot-alias" maxlength="40" autocomplete="off" .value=${live(alias)} @input=${(/** @type {FieldEvent} */ e) => act.dialog({ ...page.dialog, alias: e.target.value })} /></div>
    ${failure(page)}
    <div class="button-row"><button class="button primary" ?disabled=${page.busy}>Rename</button>
      <button type="button" class="button" ?disabled=${page.busy} @click=${() => act.bot(bot, "alias")}>A colour and an animal</button>${close(act)}</div>
  </form>`;
}

function retitle(/** @type {Compete.TeachPage & {dialog: Compete.Dialog}} */ page, /** @type {Compete.TeachAct} */ act) {
  const { title } = page.dialog;
  return html`<form novalidate @submit=${sends(() => act.title(title))}>
    <h2 id="dialog-title">Title of the competition</h2>
    <div class="field"><label for="one-title">Title</label>
      <input id="one-title" maxlength="80" autocomplete="off" .value=${live(title)} @input=${(/** @type {FieldEvent} */ e) => act.dialog({ ...page.dialog, title: e.target.value })} /></div>
    ${failure(page)}
    <div class="button-row"><button class="button primary" ?disabled=${page.busy}>Change it</button>${close(act)}</div>
  </form>`;
}

function house(/** @type {Compete.TeachPage & {dialog: Compete.Dialog}} */ page, /** @type {Compete.TeachAct} */ act, /** @type {{given: any}} */ { given }) {
  const { chosen } = page.dialog;
  return html`<form novalidate @submit=${sends(() => chosen.length && act.house(chosen))}>
    <h2 id="dialog-title">Bots of our own</h2>
    <div class="teach-house tiles gap-apart">${houseChoices(given.levels, chosen, (now) => act.dialog({ ...page.dialog, chosen: now }), "add")}</div>
    ${failure(page)}
    <div class="button-row"><button class="button primary" ?disabled=${page.busy || !chosen.length}>Add</button>${close(act)}</div>
  </form>`;
}

function remove(/** @type {Compete.TeachPage & {dialog: Compete.Dialog}} */ page, /** @type {Compete.TeachAct} */ act) {
  const { title } = page.dialog;
  const wanted = page.shown.title;
  return html`<form novalidate @submit=${sends(() => act.remove(title.trim()))}>
    <h2 id="dialog-title">Delete ${wanted}?</h2>
    <p>All its bots with their versions, games and logs are forgotten, and an event that runs is stopped. Nobody can bring it back.</p>
    <div class="field"><label for="delete-title">Type the title to be sure</label>
      <input id="delete-title" autocomplete="off" .value=${live(title)} @input=${(/** @type {FieldEvent} */ e) => act.dialog({ ...page.dialog, title: e.target.value })} /></div>
    ${failure(page)}
    <div class="button-row"><button class="button danger" ?disabled=${page.busy || title.trim() !== wanted}>Delete it all</button>${close(act, "Keep it")}</div>
  </form>`;
}

function invite(/** @type {Compete.TeachPage & {dialog: Compete.Dialog}} */ page, /** @type {Compete.TeachAct} */ act, /** @type {{code: (size: string) => unknown, address: unknown}} */ { code, address }) {
  return html`<div class="teach-projector">
    <div><h2 id="dialog-title">${page.shown.title}</h2>
      <p>Write a bot for ${page.shown.game_title} and hand it in at</p>
      <p class="mono teach-address break">${address}</p></div>
    ${code("large")}
    <div class="button-row">${close(act, "Close")}</div>
  </div>`;
}
