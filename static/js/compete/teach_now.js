/** How far a competition is, and what can be done next: the head of the teacher's page of one competition. */

import { html, nothing } from "lit";
import { duration, listed } from "lib/format.js";
import { icon } from "lib/icons.js";
import { _, locale, ngettext, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { medal, refusal, table } from "./parts.js";
import { points, progressWords } from "./words.js";

/** The steps of a competition with the one that it has come to. @param {Compete.Taught} shown */
function stepsOf(shown) {
  const steps = [
    ["bots", _("Bots come in")],
    ["ready", _("No more bots")],
    ["event", _("Event")],
    ...(shown.settings.final >= 2 ? [["final", _("Final")]] : []),
    ["over", _("Table")],
  ];
  /** @type {Record<string, string>} */
  const stages = { open: "bots", closed: "ready", finished: "over" };
  const here = stages[shown.state] ?? (shown.progress?.waits || shown.final_begun ? "final" : "event");
  return { steps, at: steps.findIndex(([name]) => name === here) };
}

export function stepper(/** @type {Compete.Taught} */ shown) {
  const { steps, at } = stepsOf(shown);
  return html`<ol class="teach-steps above-4 row gap-apart soft" aria-label=${_("Steps of the competition")}>
    ${steps.map(
      ([, title], number) => html`<li class="one-row ${number < at ? "done" : number === at ? "here" : ""}" aria-current=${number === at ? "step" : nothing}
        ><span class="teach-step-mark round-mark small strong number" aria-hidden="true">${number < at ? icon("check") : number + 1}</span>${title}</li>`,
    )}
  </ol>`;
}

const button = (/** @type {Compete.TeachAct} */ act, /** @type {string} */ step, /** @type {unknown} */ words, kind = "") => html`<button type="button" class="button ${kind}" ?disabled=${act.busy()} @click=${() => act.step(step)}>${words}</button>`;

/** What is going on, in a sentence, with the buttons for what comes next. @param {Compete.Taught} shown @param {Compete.TeachAct} act */
export function now(shown, act) {
  return html`<section class="card teach-now column pad-5" aria-labelledby="now-title">
    ${nowContent(shown, act)} ${refusal(shown.problem === act.sandbox() ? "" : shown.problem)}
    ${act.failure() ? html`<p class="notice bad" role="alert" id="step-failure" tabindex="-1">${act.failure()}</p>` : nothing}
  </section>`;
}

function nowContent(/** @type {Compete.Taught} */ shown, /** @type {Compete.TeachAct} */ act) {
  if (!shown.begun) return before(shown, act);
  if (shown.state === "finished") return over(shown);
  const waits = shown.progress.waits && !shown.runs;
  const title = waits ? _("The final waits") : shown.state === "paused" ? (shown.runs ? _("Pausing") : _("Paused")) : shown.runs ? _("The event is being played") : _("The event stands still");
  return html`<h2 id="now-title">${title}</h2>
    <div class="compete-progress row gap-apart number"><progress max=${Math.max(1, shown.progress.total)} value=${shown.progress.done} aria-label=${_("Games played")}></progress>
      <span>${ends(progressWords(shown.progress), shown.progress.seconds_left)}</span></div>
    ${waits ? html`<p>${withElements(_("All is played but the final. Gather everybody before the {page}, then begin it."), { page: html`<a href=${served(`/compete/${shown.id}/final`)}>${_("page of the final")}</a>` })}</p>` : nothing}
    ${shown.state === "paused" && shown.runs ? html`<p class="soft">${_("It stops as soon as the next game ends.")}</p>` : nothing}
    <p class="button-row">
      ${waits
        ? button(act, "final", html`${icon("play")}${_("Begin the final")}`, "primary large")
        : shown.state === "paused" || !shown.runs
          ? button(act, "run", html`${icon("play")}${_("Go on")}`, "primary large")
          : button(act, "pause", html`${icon("pause")}${_("Pause")}`)}
    </p>`;
}

/** "…, until 14:32" for an event that takes more than a minute or two. @param {string} progress @param {number | null} left */
function ends(progress, left) {
  if (left === null || left < 90) return progress;
  const time = new Date(Date.now() + left * 1000).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
  return _("{progress}, until {time}", { progress, time });
}

function before(/** @type {Compete.Taught} */ shown, /** @type {Compete.TeachAct} */ act) {
  const few = shown.plays.length < shown.least;
  const closed = shown.state === "closed";
  const bots = ngettext("{count} bot", "{count} bots", shown.plays.length);
  return html`<h2 id="now-title">${closed ? _("Ready for the event") : _("Bots come in")}</h2>
    <p>
      ${shown.expected && !few
        ? withElements(_("{bots} would take part in {games}."), { bots, games: html`<strong>${ngettext("{count} game", "{count} games", shown.expected)}</strong>` })
        : _("{bots} would take part.", { bots })}
      ${shown.waits.length ? ngettext("One is in its first games.", "{count} are in their first games.", shown.waits.length) : nothing}
      ${few ? _("An event needs at least {least}.", { least: shown.least }) : nothing}
    </p>
    ${phase(_("First games"), shown.phases.validation)} ${phase(_("Ladder"), shown.phases.ladder)}
    <p class="button-row">
      <button type="button" class="button primary large" ?disabled=${few || act.busy()} @click=${() => act.dialog({ kind: "begin" })}>${icon("play")}${_("Begin the event")}</button>
      ${closed ? button(act, "open", _("Take bots again"), "large") : button(act, "close", _("Close to new bots"), "large")}
    </p>`;
}

function phase(/** @type {string} */ title, /** @type {Compete.Taught["phases"][string]} */ { played, waiting, seconds_left: left }) {
  if (!waiting) return played ? html`<p class="soft small">${_("{title}: {games} played.", { title, games: ngettext("{count} game", "{count} games", played) })}</p>` : nothing;
  const done = ngettext("{played} of {count} game", "{played} of {count} games", played + waiting, { played });
  return html`<div class="compete-progress row gap-apart number small"><progress max=${played + waiting} value=${played} aria-label=${title}></progress>
    <span>${left ? _("{title}: {done}, about {left} left", { title, done, left: duration(left) }) : _("{title}: {done}", { title, done })}</span></div>`;
}

function over(/** @type {Compete.Taught} */ shown) {
  const first = shown.standings.filter((/** @type {Compete.Row} */ row) => row.badge === 1);
  return html`<h2 id="now-title">${_("The event is over")}</h2>
    <p class="large strong">${ngettext("{names} stands first with {points} points.", "{names} stand first with {points} points.", first.length, { names: listed(first.map((/** @type {Compete.Row} */ row) => row.called)), points: points(first[0]?.points ?? 0) })}</p>
    ${shown.final_winner ? html`<p class="large strong">${_("{winner} has won the final.", { winner: shown.final_winner })}</p>` : nothing}
    <p class="button-row"><a class="button primary" href=${served(`/compete/${shown.id}`)}>${_("Show the table to all")}</a></p>`;
}

/** The table with the real names, which stand here alone. @param {Compete.Taught} shown */
export function realTable(shown) {
  if (!shown.standings.length) return nothing;
  /** @type {import("./parts.js").Column[]} */
  const columns = [
    { title: _("Place"), kind: "number", cell: (row) => row.place },
    { title: _("Bot"), head: true, cell: (row) => html`${medal(row.badge)}${row.called}` },
    { title: _("Name"), kind: "wide", cell: (row) => row.name ?? html`<span class="soft">–</span>` },
    { title: _("Points"), kind: "number", cell: (row) => html`<strong>${points(row.points)}</strong>` },
    { title: _("Bonus"), kind: "number", cell: (row) => (row.bonus ? `+${points(row.bonus)}` : "") },
  ];
  return html`<section class="card" aria-labelledby="table-title"><h2 id="table-title">${_("Table")}</h2>${table(columns, shown.standings, { kind: "teach-table" })}</section>`;
}
