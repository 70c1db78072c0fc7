/** The exercises in code of one game: choose one, write it, have it checked, and see one's search beside the right one. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { segments } from "lib/fields.js";
import { count } from "lib/format.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { keep, recall } from "lib/kept.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { searchState } from "../homework/search_state.js";
import { moment } from "../homework/terms.js";
import { Editor } from "../write/editor.js";
import { RunStage } from "./run_stage.js";

/** @typedef {{id: string, title: string, text: string, hints: string[], minutes: number, template: string, lesson: string, bot: string, closed: number | null}} Exercise `closed` is until when hints and the right search are, in Unix seconds */
/** @typedef {{passed: boolean, public: boolean, depth: number, sentence: string | null, line: number, entered: number, reference: number | null}} Check */

const KEEP_MS = 400;
const { game, exercises } = /** @type {{game: Protocol.Game, exercises: Exercise[]}} */ (pageData("given"));
const place = (/** @type {string} */ id) => `plyground.exercise.${game.id}.${id}`;
const PASSED = `plyground.exercises.passed.${game.id}`;
/** @type {Set<string>} */
const passed = new Set(JSON.parse(recall(PASSED) ?? "[]"));

const state = {
  at: exercises.find(({ id }) => id === location.hash.slice(1)) ?? exercises.find(({ id }) => !passed.has(id)) ?? exercises[0],
  hints: 0,
  checking: false,
  /** @type {any} */ result: null,
  /** @type {{sentence: string} | null} */ refused: null,
  run: "own",
};
/** @type {RunStage | null} */
let stage = null;
let waiting = 0;

const editor = new Editor(find("#editor"), recall(place(state.at.id)) ?? state.at.template, changed);

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(save, KEEP_MS);
}

function save() {
  clearTimeout(waiting);
  waiting = 0;
  find("#said").textContent = keep(place(state.at.id), editor.text) ? _("Kept in this browser.") : _("This browser keeps nothing.");
}

addEventListener("pagehide", () => waiting && save());

/** @param {Exercise} exercise */
function choose(exercise) {
  if (waiting) save();
  Object.assign(state, { at: exercise, hints: 0, result: null, refused: null, run: "own" });
  history.replaceState(null, "", `#${exercise.id}`);
  editor.replace(recall(place(exercise.id)) ?? exercise.template);
  clearTimeout(waiting);
  waiting = 0;
  shown();
  draw();
}

async function check() {
  if (state.checking) return;
  save();
  editor.mark([]);
  const { at } = state;
  Object.assign(state, { checking: true, refused: null });
  draw();
  const answer = await ask("/api/exercises", { game: game.id, exercise: at.id, source: editor.text });
  state.checking = false;
  if (state.at !== at) return draw();
  state.result = answer.ok ? answer.data : null;
  state.refused = answer.ok ? null : answer.error;
  state.run = "own";
  const failed = state.result?.checks.find((/** @type {Check} */ each) => !each.passed);
  if (failed?.line) editor.mark([{ line: failed.line, sentence: failed.sentence }]);
  if (state.result?.passed) keep(PASSED, JSON.stringify([...passed.add(at.id)]));
  draw();
  shown();
}

/** Leave the solution, with what makes it a bot, for the page on which bots are written and handed in. */
const carry = () => keep(`plyground.carried.${game.id}`, editor.text.trimEnd() + "\n" + state.at.bot);

/** Put the run that was chosen on the stage. */
function shown() {
  stage?.leave();
  stage = null;
  const run = state.result?.shown?.[state.run];
  if (!run) return;
  stage = new RunStage(find("#stage"), run, state.run === "own" ? editor.text.split("\n") : []);
  stage.go(state.run === "own" ? run.at : 0);
}

find("#check").addEventListener("click", check);
find("#anew").addEventListener("click", () => (editor.replace(state.at.template), save()));
const hearKey = (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  check();
};
addEventListener("keydown", hearKey, { capture: true });

/* Drawing */

function list() {
  const chosen = (/** @type {Event} */ event) => choose(exercises[/** @type {HTMLSelectElement} */ (event.target).selectedIndex]);
  return html`<label class="field"><span class="label">${_("Exercise")} <span class="soft">${_("{right} of {all} passed", { right: passed.size, all: exercises.length })}</span></span>
    <select id="choose" @change=${chosen}>${exercises.map(
      (each, index) => html`<option .selected=${each === state.at}>${passed.has(each.id) ? "✓ " : ""}${index + 1}. ${each.title}</option>`,
    )}</select></label>`;
}

/** The next one that is not passed yet. */
function following() {
  const from = exercises.indexOf(state.at);
  return [...exercises.slice(from + 1), ...exercises.slice(0, from)].find(({ id }) => !passed.has(id));
}

function task() {
  const { title, text, hints, minutes, lesson, closed } = state.at;
  return html`<h2 id="exercise-title">${title}</h2>
    <p>${text} <span class="soft small">${ngettext("About {count} minute.", "About {count} minutes.", minutes)}</span></p>
    ${closed ? html`<p class="notice small" id="closed">${icon("clock")}${_("This is homework of yours: hints and the right search open on {date}.", { date: moment(closed) })}</p>` : nothing}
    ${hints.slice(0, state.hints).map((hint) => html`<p class="notice">${hint}</p>`)}
    <p class="row gap-near small">${state.hints < hints.length
      ? html`<button type="button" class="button small" id="hint" @click=${() => ((state.hints += 1), draw())}>${state.hints ? _("Another hint") : _("A hint")}</button>`
      : nothing}
      ${lesson ? html`<a href=${served(`/lessons/${lesson}`)}>${_("The lesson")}</a>` : nothing}</p>
    ${searchState()}`;
}

function outcome() {
  const { checking, refused, result } = state;
  if (checking) return html`<p class="notice write-running" role="status"><span class="write-spin fixed" aria-hidden="true"></span><span>${_("Your search runs.")}</span></p>`;
  if (refused) return html`<p class="notice bad" role="alert">${refused.sentence}</p>`;
  if (!result) return html`<p class="hint write-empty sunken rounded">${_("Here you will see your search as it went, node by node, beside the right one.")}</p>`;
  const failed = result.checks.find((/** @type {Check} */ each) => !each.passed);
  const right = result.checks.filter((/** @type {Check} */ each) => each.passed).length;
  const next = following();
  return html`<div class="notice write-verdict ${failed ? "bad" : "good"}" role="status"><div class="column gap-2 justify-start">
      <strong>${failed ? _("Not yet") : _("Right")}</strong>
      <p>${failed ? failed.sentence[0].toUpperCase() + failed.sentence.slice(1) : _("It is right at all {all} positions.", { all: result.all })}</p>
      ${failed?.line ? html`<button type="button" class="button small" id="go-to-line" @click=${() => editor.goTo(failed.line)}>${_("Go to line {line}", { line: failed.line })}</button>` : nothing}
      ${!failed && next ? html`<button type="button" class="button primary" id="next" @click=${() => choose(next)}>${_("Next: {title}", { title: next.title })}</button>` : nothing}
      ${!failed && state.at.bot ? html`<p><a class="button small" id="as-bot" href=${served(`/write/${game.id}`)} @click=${carry}>${icon("check")}${_("Make it a bot and hand it in")}</a></p>` : nothing}
      <p class="small soft">${failed ? (right ? ngettext("{count} position was right before.", "{count} positions were right before.", right) : nothing) : spent(result.checks)}</p>
    </div></div>`;
}

/** How many nodes the largest check took, and how many alpha-beta takes. @param {Check[]} checks */
function spent(checks) {
  const largest = checks.reduce((one, other) => (other.entered > one.entered ? other : one));
  if (!largest.entered || largest.reference === null) return nothing;
  return _("{entered} nodes at {depth} plies; alpha-beta in the game’s own order takes {reference}.", { entered: count(largest.entered), depth: largest.depth, reference: count(largest.reference) });
}

function runs() {
  const titles = [{ value: "own", title: _("Your search") }, { value: "right", title: _("The right one") }];
  return segments("run", _("On the stage"), titles, state.run, (value) => ((state.run = value), draw(), shown()));
}

function log() {
  const text = state.result?.log?.trimEnd();
  return text ? html`<details class="write-log"><summary>${_("What your program printed")}</summary><pre class="mono" tabindex="0" role="region" aria-label=${_("What your program printed")}>${text}</pre></details>` : nothing;
}

function draw() {
  find("#check", HTMLButtonElement).disabled = state.checking;
  render(list(), find("#exercises"));
  render(task(), find("#task"));
  render(outcome(), find("#outcome"));
  const runsHost = find("#runs");
  const both = Boolean(state.result?.shown?.right); // the right one may be closed
  runsHost.hidden = !both;
  render(both ? runs() : nothing, runsHost);
  render(log(), find("#log"));
  find("#stage").hidden = !state.result?.shown;
}

draw();
