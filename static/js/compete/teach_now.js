/** How far a competition is, and what can be done next: the head of the teacher's page of one competition. */

import { html, nothing } from "lit";
import { duration, plural } from "lib/format.js";
import { icon } from "lib/icons.js";
import { medal, refusal, table } from "./parts.js";
import { points, progressWords } from "./words.js";

/** The steps of a competition with the one that it has come to. @param {Compete.Taught} shown */
function stepsOf(shown) {
  const steps = [
    ["bots", "Bots come in"],
    ["ready", "No more bots"],
    ["event", "Event"],
    ...(shown.settings.final >= 2 ? [["final", "Final"]] : []),
    ["over", "Table"],
  ];
  /** @type {Record<string, string>} */
  const stages = { open: "bots", closed: "ready", finished: "over" };
  const here = stages[shown.state] ?? (shown.progress?.waits || shown.final_begun ? "final" : "event");
  return { steps, at: steps.findIndex(([name]) => name === here) };
}

export function stepper(/** @type {Compete.Taught} */ shown) {
  const { steps, at } = stepsOf(shown);
  return html`<ol class="teach-steps row gap-apart soft" aria-label="Steps of the competition">
    ${steps.map(
      ([, title], number) => html`<li class=${number < at ? "done" : number === at ? "here" : ""} aria-current=${number === at ? "step" : nothing}
        ><span class="teach-step-mark small strong number" aria-hidden="true">${number < at ? icon("check") : number + 1}</span>${title}</li>`,
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
  const title = waits ? "The final waits" : shown.state === "paused" ? (shown.runs ? "Pausing" : "Paused") : shown.runs ? "The event is being played" : "The event stands still";
  return html`<h2 id="now-title">${title}</h2>
    <div class="compete-progress row gap-apart number"><progress max=${Math.max(1, shown.progress.total)} value=${shown.progress.done} aria-label="Games played"></progress>
      <span>${progressWords(shown.progress)}${ends(shown.progress.seconds_left)}</span></div>
    ${waits ? html`<p>All is played but the final. Gather everybody before the <a href="/compete/${shown.id}/final">page of the final</a>, then begin it.</p>` : nothing}
    ${shown.state === "paused" && shown.runs ? html`<p class="soft">It stops as soon as the next game ends.</p>` : nothing}
    <p class="button-row">
      ${waits
        ? button(act, "final", html`${icon("play")}Begin the final`, "primary large")
        : shown.state === "paused" || !shown.runs
          ? button(act, "run", html`${icon("play")}Go on`, "primary large")
          : button(act, "pause", html`${icon("pause")}Pause`)}
    </p>`;
}

/** ", until 14:32" for an event that takes more than a minute or two. @param {number | null} left */
function ends(left) {
  if (left === null || left < 90) return nothing;
  return `, until ${new Date(Date.now() + left * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}`;
}

function before(/** @type {Compete.Taught} */ shown, /** @type {Compete.TeachAct} */ act) {
  const few = shown.plays.length < shown.least;
  const closed = shown.state === "closed";
  return html`<h2 id="now-title">${closed ? "Ready for the event" : "Bots come in"}</h2>
    <p>
      ${plural(shown.plays.length, "bot")} would take part${shown.expected && !few ? html` in <strong>${plural(shown.expected, "game")}</strong>` : nothing}.
      ${shown.waits.length ? html`${shown.waits.length === 1 ? "One is" : `${shown.waits.length} are`} in ${shown.waits.length === 1 ? "its" : "their"} first games.` : nothing}
      ${few ? `An event needs at least ${shown.least}.` : nothing}
    </p>
    ${phase("First games", shown.phases.validation)} ${phase("Ladder", shown.phases.ladder)}
    <p class="button-row">
      <button type="button" class="button primary large" ?disabled=${few || act.busy()} @click=${() => act.dialog({ kind: "begin" })}>${icon("play")}Begin the event</button>
      ${closed ? button(act, "open", "Take bots again", "large") : button(act, "close", "Close to new bots", "large")}
    </p>`;
}

function phase(/** @type {string} */ title, /** @type {Compete.Taught["phases"][string]} */ { played, waiting, seconds_left: left }) {
  if (!waiting) return played ? html`<p class="soft small">${title}: ${plural(played, "game")} played.</p>` : nothing;
  return html`<div class="compete-progress row gap-apart number small"><progress max=${played + waiting} value=${played} aria-label=${title}></progress>
    <span>${title}: ${played} of ${plural(played + waiting, "game")}${left ? `, about ${duration(left)} left` : ""}</span></div>`;
}

function over(/** @type {Compete.Taught} */ shown) {
  const first = shown.standings.filter((/** @type {Compete.Row} */ row) => row.badge === 1);
  return html`<h2 id="now-title">The event is over</h2>
    <p class="large strong">${first.map((/** @type {Compete.Row} */ row) => row.alias).join(" and ")} ${first.length === 1 ? "stands" : "stand"} first with ${points(first[0]?.points ?? 0)} points.</p>
    ${shown.final_winner ? html`<p class="large strong">${shown.final_winner} has won the final.</p>` : nothing}
    <p class="button-row"><a class="button primary" href="/compete/${shown.id}">Show the table to all</a></p>`;
}

/** The table with the real names, which stand here alone. @param {Compete.Taught} shown */
export function realTable(shown) {
  if (!shown.standings.length) return nothing;
  /** @type {import("./parts.js").Column[]} */
  const columns = [
    { title: "Place", kind: "number", cell: (row) => row.place },
    { title: "Bot", head: true, cell: (row) => html`${medal(row.badge)}${row.alias}` },
    { title: "Name", kind: "wide", cell: (row) => row.name ?? html`<span class="soft">–</span>` },
    { title: "Points", kind: "number", cell: (row) => html`<strong>${points(row.points)}</strong>` },
    { title: "Bonus", kind: "number", cell: (row) => (row.bonus ? `+${points(row.bonus)}` : "") },
  ];
  return html`<section class="card" aria-labelledby="table-title"><h2 id="table-title">Table</h2>${table(columns, shown.standings, { kind: "teach-table" })}</section>`;
}
