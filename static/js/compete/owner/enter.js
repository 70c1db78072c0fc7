/** Taking part: asks for a bot, keeps its key in this browser, and shows the secret link plainly once. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { takeFragment } from "lib/kept.js";
import { _, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { whatIsPlayed } from "../conditions.js";
import { keepGoingOn, keepOwner, ownBots, ownerLink } from "../keys.js";
import { refusal } from "../parts.js";
import { filesWords, STATES } from "../words.js";
import { codeField } from "./code_field.js";
import { secretLink } from "./settings.js";

const host = find("#enter");
const shown = pageData("shown");
const isOpen = shown.state === "open" || shown.codes; // a mate of a team may come later

/** @type {{made: any, problem: string, busy: boolean, names: Record<string, string>, code: string}} */
const state = { made: null, problem: "", busy: false, names: {}, code: takeFragment("code") };

async function enter(/** @type {FormEvent} */ event) {
  event.preventDefault();
  if (state.busy) return;
  const form = new FormData(event.target);
  state.busy = true;
  draw();
  const name = String(form.get("name") ?? "").trim();
  const body = shown.codes ? { code: state.code } : { name: name || null, show_name: form.has("show") && name !== "" };
  const found = await ask(`/api/competitions/${shown.id}/bots`, body);
  state.busy = false;
  state.problem = found.ok ? "" : found.error.sentence;
  if (found.ok) {
    state.made = found.data;
    keepOwner(shown.id, found.data.bot, found.data.key);
  }
  draw();
  /** @type {HTMLElement | null} */ (document.querySelector("#entered h2"))?.focus();
}

const form = () => html`<form class="card owner-form column gap-4" @submit=${enter} novalidate>
  <h2>${_("Your bot")}</h2>
  <p>${_("It gets a name of a colour and an animal, which is all that others see.")}</p>
  ${shown.codes ? codeField(state.code, (code) => (state.code = code)) : naming()}
  ${refusal(state.problem)}
  <button class="button primary large" ?disabled=${state.busy}>${_("Take part")}</button>
</form>`;

const naming = () => html`<div class="field">
    <label for="name">${_("Your own name")} <span class="soft">${_("(if you like)")}</span></label>
    <input id="name" name="name" maxlength="40" autocomplete="name" aria-describedby="name-help" />
    <p class="hint" id="name-help">${_("The teacher sees it, so that your bot is known to be yours.")}</p>
  </div>
  <label class="choice"><input type="checkbox" name="show" />${_("Show everybody this name instead of the other")}</label>`;

const closed = () => html`<div class="card owner-form column gap-4">
  <h2>${_("Not open")}</h2>
  <p>${_("This competition is {state}, so it takes no further bots.", { state: STATES[shown.state] ?? shown.state })}</p>
  <div class="button-row"><a class="button" href=${served(`/compete/${shown.id}`)}>${_("See how it stands")}</a></div>
</div>`;

const entered = (/** @type {{bot: string, alias: string, key: string, url: string}} */ { bot, alias, key, url }) => html`<section class="card owner-form column gap-4" id="entered" aria-labelledby="entered-title">
  <h2 id="entered-title" tabindex="-1">${withElements(_("Your bot is called {alias}"), { alias: html`<span class="owner-alias nowrap">${alias}</span>` })}</h2>
  ${secretLink(ownerLink(shown.id, bot, key), shown.codes)}
  <div class="button-row">
    <a class="button primary large" href=${served(`/write/${shown.game}?competition=${shown.id}&bot=${bot}`)}>${icon("board")}${_("Write it in the browser")}</a>
    <a class="button large" href=${url}>${icon("hand")}${_("Hand in a file")}</a>
  </div>
</section>`;

const steps = () => html`<section class="card owner-steps">
  <h2>${_("How it goes")}</h2>
  <ol class="column below-4">
    <li>${withElements(_("{step} {files}."), { step: html`<strong>${_("Hand in")}</strong>`, files: filesWords(shown.languages) })}</li>
    <li>${withElements(_("{step}: it plays itself and a random bot, a few seconds each. If it fails, you see why."), { step: html`<strong>${_("First games")}</strong>` })}</li>
    <li>${withElements(_("{step}: it meets bots of about its own strength, and climbs."), { step: html`<strong>${_("The ladder")}</strong>` })}</li>
    <li>${withElements(_("{step}: the games that count, when the teacher begins it."), { step: html`<strong>${_("The event")}</strong>` })}</li>
  </ol>
  <p class="small soft">${_("Hand in better versions as often as you like. All are kept, and you choose which one plays.")}</p>
</section>`;

function mine() {
  const bots = Object.keys(ownBots(shown.id)).filter((bot) => bot !== state.made?.bot && state.names[bot]);
  if (!bots.length) return nothing;
  return html`<section class="card"><h2>${_("Your bots here")}</h2>
    <ul class="owner-mine below-3 column gap-1">${bots.map((bot) => html`<li><a href=${served(`/compete/${shown.id}/bots/${bot}`)}>${state.names[bot]}</a></li>`)}</ul>
    <p class="small soft">${_("This browser holds their keys.")}</p>
  </section>`;
}

const draw = () =>
  render(
    html`<div class="owner-columns column gap-4 align-start">
      <div class="column gap-4">${state.made ? entered(state.made) : isOpen ? form() : closed()} ${mine()}</div>
      <div class="column gap-4">${steps()} ${whatIsPlayed(shown.conditions)}</div>
    </div>`,
    host,
  );

async function namesOfMine() {
  if (!Object.keys(ownBots(shown.id)).length && shown.season === 1) return;
  const found = await ask(`/api/competitions/${shown.id}`);
  if (!found.ok) return;
  keepGoingOn(found.data);
  state.names = Object.fromEntries(found.data.bots.map((/** @type {Compete.Listed} */ bot) => [bot.entry, bot.name]));
  draw();
}

draw();
namesOfMine();
