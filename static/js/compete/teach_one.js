/** The teacher's page of one competition: how far it is, its bots, the invitation, settings, files to take home. */

import { html, nothing, render } from "lit";
import { dialogBox, settleDialog } from "lib/dialog.js";
import { find, pageData } from "lib/dom.js";
import { copyText } from "lib/copy.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { keepLooking } from "lib/store.js";
import { _, ngettext, withElements } from "lib/messages.js";
import { origin, served } from "lib/served.js";
import { whatIsPlayed } from "./conditions.js";
import { askTeacher, hasKey, noKey, save } from "./teach_ask.js";
import { bots } from "./teach_bots.js";
import { dialog } from "./teach_dialogs.js";
import { now, realTable, stepper } from "./teach_now.js";
import { twice } from "./teach_twice.js";
import { lostNotice, refusal, seasonLinks, stateBadge } from "./parts.js";
import { readClock, settingsFields } from "./teach_form.js";
import { clockWords } from "./words.js";

const AGAIN_MS = 2000;

const host = find("#desk");
const given = pageData("given");
const root = `/${given.id}`;
/** @type {Omit<Compete.TeachPage, "shown"> & {shown: Compete.Taught | null}} */
const page = { shown: null, base: origin(), sandbox: "", problem: "", failure: "", busy: false, dialog: null, edited: null, said: "", lost: false };

const change = (/** @type {Partial<Compete.TeachPage>} */ fields) => {
  Object.assign(page, fields);
  draw();
};

/** Ask for a change and show what the competition is then. @param {string} path */
async function send(path, body = {}, fields = {}) {
  if (page.busy) return false;
  change({ busy: true, failure: "", said: "" });
  const found = await askTeacher(root + path, body);
  change({ busy: false, ...(found.ok ? { ...(found.data.phases ? { shown: found.data } : {}), ...fields } : { failure: found.error.sentence }) });
  if (!found.ok && !page.dialog) document.getElementById("step-failure")?.focus();
  return found.ok;
}

const act = {
  busy: () => page.busy,
  sandbox: () => page.sandbox,
  failure: () => (page.dialog ? "" : page.failure),
  step: (/** @type {string} */ name, body = {}) => send(`/${name}`, body, { dialog: null }),
  bot: (/** @type {Compete.TaughtBot} */ bot, /** @type {string} */ name, body = {}) => send(`/bots/${bot.id}/${name}`, body, { dialog: null }),
  house: (/** @type {string[]} */ texts) => send("/house", { bots: texts }, { dialog: null }),
  dialog: (/** @type {Compete.Dialog | null} */ what) => change({ dialog: what, failure: "" }),
  title: (/** @type {string} */ title) => send("/settings", { title }, { dialog: null }),
  async remove(/** @type {string} */ title) {
    if (page.busy) return;
    change({ busy: true, failure: "" });
    const gone = await askTeacher(`${root}/delete`, { title });
    if (gone.ok) return location.replace(served("/compete/teach"));
    change({ busy: false, failure: gone.error.sentence });
  },
  async settings() {
    if (await send("/settings", { settings: page.edited }, { edited: null })) change({ said: _("The settings are changed.") });
  },
  async save(/** @type {string} */ path, /** @type {string} */ name) {
    change({ failure: await save(root + path, name) });
  },
  async copy() {
    change({ said: (await copyText(page.base + invitation())) ? _("The address is copied.") : _("Copy the address by hand.") });
  },
};

const invitation = () => `/compete/${given.id}/enter`;
/** An address as people type it, to be broken after a stroke where it is too long for its line. @param {string} address */
const bare = (address) => address.replace(/^https?:\/\//, "").split("/").map((part, at) => (at ? html`/<wbr />${part}` : part));
/** Whether an address is that of this computer alone. @param {string} base */
const onlyHere = (base) => /^(localhost|127\..*|\[::1\])$/.test(new URL(base).hostname);
const code = (/** @type {string} */ size) => html`<img class="teach-qr rounded ${size}" src=${served(`/qr.svg?path=${encodeURIComponent(invitation())}`)} width="176" height="176" alt=${_("QR code of the address at which bots are handed in")} />`;

function invite(/** @type {Compete.Taught} */ shown) {
  return html`<section class="card teach-invite align-start" aria-labelledby="invite-title">
    <h2 id="invite-title">${_("Invitation")}</h2>
    ${code("")}
    <div><p class="mono teach-address break">${bare(page.base + invitation())}</p>
      <p class="button-row"><button type="button" class="button" @click=${() => change({ dialog: { kind: "invite" } })}>${icon("board")}${_("Show it large")}</button>
        <button type="button" class="button" @click=${act.copy}>${icon("copy")}${_("Copy")}</button></p>
      ${onlyHere(page.base) ? html`<p class="hint">${withElements(_("Only this computer reaches this address. Start the server with {command} to let others in."), { command: html`<code>make run HOST=0.0.0.0</code>` })}</p>` : nothing}
      ${shown.state === "open" ? nothing : html`<p class="hint">${_("The competition takes no new bots now.")}</p>`}
      <p class="hint">${shown.codes ? ngettext("Only with a code: {count} person stands in your list.", "Only with a code: {count} people stand in your list.", shown.codes) : shown.state === "open" ? _("Whoever knows the address may take part.") : nothing}
        <a href=${served(`/compete/${given.id}/teach/codes`)}>${_("Join codes")}</a></p></div>
  </section>`;
}

function places(/** @type {Compete.Taught} */ shown) {
  const { id } = shown;
  return html`<section class="card" aria-labelledby="places-title"><h2 id="places-title">${_("For everybody")}</h2>
    <ul class="teach-places column gap-2"><li><a href=${served(`/compete/${id}`)}>${_("Page of the competition")}</a><span class="soft small">${_("table and games to replay")}</span></li>
      <li><a href=${served(`/compete/${id}/ladder`)}>${_("Ladder")}</a><span class="soft small">${_("who is how strong before the event")}</span></li>
      ${shown.settings.final >= 2 ? html`<li><a href=${served(`/compete/${id}/final`)}>${_("Page of the final")}</a><span class="soft small">${_("live, for the projector")}</span></li>` : nothing}</ul>
  </section>`;
}

function settings(/** @type {Compete.Taught} */ shown) {
  const { edited } = page;
  const whole = { ...shown.settings, ...edited };
  if (shown.begun) {
    return html`<section class="card" aria-labelledby="settings-title"><h2 id="settings-title">${_("Settings")}</h2>
      <p class="soft">${withElements(_("The event has begun, so they stand: {pairing}, {clock}, bonus {bonus}."), { pairing: whole.pairing === "swiss" ? _("Swiss rounds") : _("everybody both ways round"), clock: clockWords(readClock(whole.clock)), bonus: html`<span class="mono">${whole.bonus || _("none")}</span>` })}</p></section>`;
  }
  return html`<section class="card" aria-labelledby="settings-title">
    <details class="teach-settings" ?open=${Boolean(edited)}><summary><h2 id="settings-title">${_("Settings")}</h2></summary>
      <form class="column" novalidate @submit=${(/** @type {FieldEvent} */ event) => (event.preventDefault(), act.settings())}>
        ${settingsFields(whole, given.settings, { seats: shown.seats, prefix: "set", languages: given.languages, change: (name, value) => change({ edited: { ...page.edited, [name]: value }, said: "" }) })}
        <p class="button-row"><button class="button primary" ?disabled=${!edited || page.busy}>${_("Change the settings")}</button>
          ${edited ? html`<button type="button" class="button quiet" @click=${() => change({ edited: null })}>${_("As they were")}</button>` : nothing}</p>
        ${edited ? refusal(page.failure) : nothing}
      </form></details>
  </section>`;
}

function files() {
  const name = `plyground-${given.id}`;
  const csv = (/** @type {string} */ which, /** @type {unknown} */ words) => html`<button type="button" class="button small" @click=${() => act.save(`/export.csv?table=${which}`, `${name}-${which}.csv`)}>${icon("load")}${words}</button>`;
  return html`<section class="card" aria-labelledby="files-title"><h2 id="files-title">${_("Take home")}</h2>
    <p class="soft small">${_("With the real names; the last holds every move of every game.")}</p>
    <div class="button-row">${csv("standings", _("Table (CSV)"))} ${csv("cross_table", _("Each against each (CSV)"))} ${csv("games", _("Games (CSV)"))}
      <button type="button" class="button small" @click=${() => act.save("/export.json", `${name}.json`)}>${icon("load")}${_("Everything (JSON)")}</button></div>
    <p class="small"><a href=${served(`/compete/${given.id}/teach/report`)}>${_("Report, tests and grades")}</a></p>
    <p class="button-row teach-danger above-4"><button type="button" class="button danger small" @click=${() => act.dialog({ kind: "delete", title: "" })}>${_("Delete the competition")}</button></p>
  </section>`;
}

function template() {
  if (!hasKey()) return noKey();
  const { shown } = page;
  if (!shown) return page.problem ? refusal(page.problem) : html`<p class="soft" role="status">${_("One moment …")}</p>`;
  return html`<header class="compete-head below-5">
      <div class="teach-title row gap-near align-baseline"><h1>${shown.title}</h1><button type="button" class="button quiet small" @click=${() => act.dialog({ kind: "title", title: shown.title })}>${_("Change the title")}</button></div>
      <p class="soft">${shown.game_title} · ${clockWords(readClock(shown.settings.clock))} · ${stateBadge(shown.state)}</p>
      ${seasonLinks(shown.season, "/teach")} ${stepper(shown)} ${lostNotice(page.lost)}
      ${page.sandbox ? html`<p class="notice warn" role="status">${page.sandbox}</p>` : nothing}
    </header>
    <div class="teach-columns column gap-4">
      <div class="column gap-4">${now(shown, act)} ${realTable(shown)} ${bots(shown, act)} ${twice(shown, draw)}</div>
      <div class="column gap-4">${invite(shown)} ${places(shown)} ${whatIsPlayed(shown.conditions)} ${settings(shown)} ${files()}</div>
    </div>
    <p class="hidden-visually" role="status">${page.said}</p>
    ${dialogBox(
      page.dialog && dialog({ ...page, shown, dialog: page.dialog }, given, act, { code, address: bare(page.base + invitation()) }),
      () => page.dialog && change({ dialog: null, failure: "" }),
      `teach-dialog ${page.dialog?.kind ?? ""}`,
    )}`;
}

function draw() {
  render(template(), host);
  settleDialog(host);
}

async function load() {
  const found = await askTeacher(`${root}/teach`);
  if (found.ok && !page.busy) change({ shown: found.data, lost: false, problem: "" });
  else if (!found.ok) change({ lost: found.error.code === "unreachable", problem: found.error.sentence });
  return hasKey() ? AGAIN_MS : 0;
}

draw();
if (hasKey()) {
  load().then((pause) => keepLooking(load, pause));
  ask("/api/address").then((found) => found.ok && change({ base: found.data.base }));
  askTeacher("/teach/sandbox").then((found) => found.ok && change({ sandbox: found.data.problem ?? "" }));
}
