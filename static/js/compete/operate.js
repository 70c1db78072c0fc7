/** How the server stands, for whoever runs it: what is in the way, its figures, and what it is at, read anew every few seconds. */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { count, duration } from "lib/format.js";
import { ask } from "lib/http.js";
import { linkField } from "lib/link_field.js";
import { _, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { authorised, keepTeacher, keptTeacher, teacherKey } from "./keys.js";
import { lostNotice, refusal, stateBadge, table } from "./parts.js";

const AGAIN_MS = 4000;

/** @type {Record<string, string>} */
const NAMES = {
  database: _("Database"),
  redis: _("Redis"),
  disk: _("Disk"),
  kernels: _("Kernels"),
  workers: _("Workers"),
  queue: _("Queue"),
  descriptors: _("Open files"),
};

const host = find("#desk");
const key = teacherKey();
/** @type {any} */
let found = null;
let lost = false;
let problem = "";
let trouble = "";
/** A new link for who has lost theirs, or why there is none. */
let link = { url: "", refused: "" };

const noKey = () => html`<div class="card column pad-5 above-4">
  <h1>${_("How the server stands")}</h1>
  ${refusal(problem)}
  <p>${withElements(_("This page opens with the teacher’s key: open the teacher’s link once, which {command} prints, and come back."), { command: html`<code>plyground event key</code>` })}</p>
</div>`;

const wellBadge = (/** @type {boolean} */ ok) => html`<span class="badge ${ok ? "good" : "bad"}">${ok ? _("well") : _("not well")}</span>`;

const check = (/** @type {[string, any]} */ [name, { ok, sentence }]) => html`<li class="card column gap-2 operate-check ${ok ? "" : "wrong"}">
  <div class="row justify-between"><strong>${NAMES[name] ?? name}</strong>${wellBadge(ok)}</div>
  <p class="small">${sentence}</p>
</li>`;

const figure = (/** @type {string} */ name, /** @type {unknown} */ value) => html`<div><dt class="small">${name}</dt><dd class="strong">${value}</dd></div>`;

/** A part with its table, or a sentence where there is nothing. @param {string} title @param {any[]} rows @param {string} none @param {import("./parts.js").Column[]} columns */
const part = (title, rows, none, columns) => html`<section><h2>${title}</h2>${rows.length ? table(columns, rows, { spoken: title }) : html`<p class="soft">${none}</p>`}</section>`;

function figures() {
  const { games, load, classes } = found;
  const students = classes.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.students, 0);
  return html`<dl class="operate-figures tiles above-5 below-5">
    ${figure(_("Games in memory"), count(games.in_memory))}
    ${figure(_("Games somebody follows"), count(games.followed))}
    ${figure(_("Bots to move"), count(games.thinking))}
    ${figure(_("Workers busy"), _("{busy} of {of}", { busy: load.busy, of: load.of }))}
    ${figure(_("Waiting for a worker"), count(load.waiting))}
    ${figure(_("Students in classes"), count(students))}
    ${figure(_("Version"), found.version)}
  </dl>`;
}

/** What is amiss with a server, or that nothing is. @param {{problems: string[]}} server */
const amiss = ({ problems }) => (problems.length ? problems.map((problem) => html`<p class="small"><span class="badge bad">${_("not well")}</span> ${problem}</p>`) : wellBadge(true));

/** How an engine stands: one that is tested now, stopped, well or not. @param {any} engine */
function engineState({ enabled, testing, sound, problem: broken }) {
  if (broken) return html`<span class="badge bad">${_("not read")}</span>`;
  if (testing !== null) return html`<span class="badge">${_("being tested")}</span>`;
  const state = sound === null ? html`<span class="badge">${_("not tested")}</span>` : wellBadge(sound);
  return html`${enabled ? nothing : html`<span class="badge">${_("stopped")}</span>`}${state}`;
}

const engineCard = (/** @type {any} */ engine) => html`<li class="card column gap-2 operate-check ${engine.problem || engine.sound === false ? "wrong" : ""}">
  <div class="row justify-between gap-2"><strong>${engine.title ?? engine.id}</strong><span class="row gap-2">${engineState(engine)}</span></div>
  ${engine.games ? html`<p class="small soft">${engine.games.join(", ")} · ${engine.protocol}</p>` : nothing}
  <p class="small">${engine.problem ?? (engine.testing || engine.tested)}</p>
  ${engineActions(engine)}
</li>`;

/** @param {any[]} engines */
const enginesPart = (engines) => html`<section class="operate-engines"><h2>${_("Engines of others")}</h2>${engines.length
  ? html`<ul class="tiles plain">${engines.map(engineCard)}</ul>`
  : html`<p class="soft">${withElements(_("None is declared; {command} declares one."), { command: html`<code>plyground engine add</code>` })}</p>`}</section>`;

/** @param {any} engine */
function engineActions({ id, title, enabled, testing, problem: broken }) {
  if (broken) return nothing;
  const press = (/** @type {string} */ what) => async () => {
    const answer = await ask(`/api/operate/engines/${id}`, { do: what }, authorised(key));
    trouble = answer.ok ? "" : answer.error.sentence;
    if (answer.ok) found = { ...found, engines: answer.data.engines };
    render(template(), host);
  };
  return html`<span class="row gap-2">
    <button class="button small" ?disabled=${testing !== null} @click=${press("test")} aria-label=${_("Test {engine}", { engine: title })}>${_("Test")}</button>
    <button class="button small" @click=${press(enabled ? "stop" : "enable")} aria-label=${enabled ? _("Stop {engine}", { engine: title }) : _("Enable {engine}", { engine: title })}>${enabled ? _("Stop") : _("Enable")}</button>
  </span>`;
}

/** @param {FormEvent} event */
async function renew(event) {
  event.preventDefault();
  const address = String(new FormData(event.target).get("address") ?? "").trim();
  if (!address) return;
  const answer = await ask("/api/operate/keys", { address }, authorised(key));
  link = answer.ok ? { url: location.origin + answer.data.url, refused: "" } : { url: "", refused: answer.error.sentence };
  render(template(), host);
}

const lostKeys = () => html`<section class="column gap-3 justify-start"><h2>${_("A lost link")}</h2>
  <form class="row gap-2 align-end operate-lost" @submit=${renew}>
    <div class="field"><label for="lost-address">${_("The address of a class, of homework or of a plan, as students have it")}</label><input id="lost-address" name="address" maxlength="500" autocomplete="off" spellcheck="false" required /></div>
    <button class="button">${_("Give a new link")}</button></form>
  <p class="small soft">${_("The teacher’s old link opens nothing from then on.")}</p>
  ${refusal(link.refused)}${link.url ? linkField(_("The new link, for its teacher alone"), link.url, "lost-link") : nothing}</section>`;

function parts() {
  const { games, classes, competitions, limited, servers, engines } = found;
  return html`<div class="operate-parts column gap-5">
    ${servers.length
      ? part(_("Servers"), servers, "", [
          { title: _("Machine and process"), cell: ({ server }) => html`<span class="break">${server}</span>`, head: true },
          { title: _("State"), cell: amiss },
          { title: _("Games in memory"), cell: ({ games: own }) => (own ? count(own.in_memory) : nothing) },
          { title: _("Workers busy"), cell: ({ load }) => (load ? _("{busy} of {of}", { busy: load.busy, of: load.of }) : nothing) },
        ])
      : nothing}
    ${enginesPart(engines)}
    ${part(_("Classes"), classes, _("No class is open."), [
      { title: _("Students"), cell: ({ students, members }) => _("{students} of {members}", { students, members }) },
      { title: _("Screens"), cell: ({ walls }) => walls },
      { title: _("Questions"), cell: ({ asked }) => asked },
      { title: _("Teacher’s last command"), cell: ({ idle }) => _("{time} ago", { time: duration(idle) }) },
    ])}
    ${part(_("Competitions"), competitions, _("There is no competition."), [
      { title: _("Title"), cell: ({ id, title }) => html`<a href=${served(`/compete/${id}/teach`)}>${title}</a>`, head: true },
      { title: _("State"), cell: ({ state, problem: what }) => html`${stateBadge(state)}${what ? html` <span class="badge bad">${what}</span>` : nothing}` },
      { title: _("Bots"), cell: ({ bots }) => bots },
    ])}
    ${part(_("Games that are played now"), games.live, _("No game is played."), [
      { title: _("Game"), cell: ({ id, game }) => html`<a href=${served(`/g/${id}`)}>${game} ${id}</a>`, head: true },
      { title: _("Ply"), cell: ({ ply }) => ply },
      { title: _("Watchers"), cell: ({ watchers }) => watchers },
    ])}
    ${part(_("Turned away lately"), limited, _("Nobody was turned away in the last quarter of an hour."), [
      { title: _("Who"), cell: ({ who }) => html`<span class="break">${who}</span>`, head: true },
      { title: _("Why"), cell: ({ sentence }) => sentence },
      { title: _("Times"), cell: ({ times }) => count(times) },
      { title: _("Last"), cell: ({ ago }) => _("{time} ago", { time: duration(ago) }) },
    ])}
    ${lostKeys()}
  </div>`;
}

function template() {
  if (!key || problem) return noKey();
  if (!found) return lostNotice(lost);
  return html`<header class="compete-head below-4 row gap-4 align-baseline"><h1>${_("How the server stands")}</h1>
      <span class="badge ${found.ready ? "good" : "bad"}">${found.ready ? _("ready") : _("not ready")}</span></header>
    ${lostNotice(lost)}${refusal(trouble)}
    <ul class="operate-checks tiles plain">${Object.entries(found.checks).map(check)}</ul>
    ${figures()}${parts()}`;
}

async function look() {
  const answer = await ask("/api/operate", undefined, authorised(key));
  lost = !answer.ok;
  if (answer.ok) {
    found = answer.data;
    if (keptTeacher() !== key) keepTeacher(key);
  } else if (answer.error.code === "not_teacher") problem = answer.error.sentence;
  render(template(), host);
  if (!problem) setTimeout(look, AGAIN_MS);
}

addEventListener("hashchange", () => new URLSearchParams(location.hash.slice(1)).has("key") && location.reload());
render(template(), host);
if (key) look();
