/** The student's page of a homework: come in by a code, and answer one task after the other, on any device. */

import { html, nothing, render } from "lit";
import { dialogBox, settleDialog } from "lib/dialog.js";
import { find, focusSoon, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { keep, recall } from "lib/kept.js";
import { linkField } from "lib/link_field.js";
import { _, withElements } from "lib/messages.js";
import { origin } from "lib/served.js";
import { Speaker } from "lib/speaker.js";
import { oncePerFrame } from "lib/store.js";
import { ShownBoard } from "../lab/shown_board.js";
import { keepCode, studentCode } from "./memory.js";
import { pointsWords, standing, taskCard, verdict } from "./task.js";
import { moment } from "./terms.js";

/** @typedef {import("./task.js").Task} Task */
/** @typedef {{title: string, due: number, until: number, gone: number, over: boolean, late: boolean, name: string, code: string, points: number, of: number, tasks: Task[]}} Work */

const given = pageData("given");
const root = `/api/homework/${given.id}`;
const host = find("#homework");
const speaker = new Speaker(find("#homework-status"));
const say = (/** @type {string} */ sentence) => void (sentence && speaker.say(sentence));
const draftOf = (/** @type {number} */ at) => `plyground.homework-draft.${given.id}.${at}`;
const board = new ShownBoard({ say, choose: (text) => set({ picked: text }) });

/** The search that is asked about. @type {import("../classroom/stage.js").ClassStage | null} */
let stage = null;

/** Show the search that a task asks about, at its step and without what is asked; its own answer stands in the lab. @param {Task | null} now */
async function showStage(now) {
  const stand = /** @type {HTMLElement | null} */ (host.querySelector("#homework-stage"));
  const link = String((now?.staged && now.question?.stage) || "");
  const shown = { id: link, step: 0, at: "", eye: "", veil: "" };
  if (stage && (!link || stage.host !== stand || !stage.has(shown))) {
    stage.leave();
    stage = null;
  }
  if (!link || !stand || !now) return;
  const asked = now.done ? "" : now.question?.kind ?? "";
  if (stage) return stage.ask(asked);
  const { ClassStage } = await import("../classroom/stage.js");
  if (stage || task() !== now || !stand.isConnected) return;
  stage = new ClassStage(stand, { kind: "stage", link, asked, stage: shown }, { alone: true });
}

/** How long a move of a puzzle is seen before the reply to it. */
const STEP_MS = 700;

const state = {
  work: /** @type {Work | null} */ (null), code: studentCode(given.id), at: 0, picked: /** @type {string | null} */ (null), draft: "",
  /** Which of the boards of a puzzle's last step is seen; null for the last one. */
  shown: /** @type {number | null} */ (null),
  sending: false, problem: "", said: "", name: "", typed: "", entering: false, dialog: false, base: origin(),
};

const set = (/** @type {Partial<typeof state>} */ change) => {
  Object.assign(state, change);
  draw();
};
const bearer = () => ({ Authorization: `Bearer ${state.code}` });
const task = () => state.work?.tasks[state.at] ?? null;

/** Go to a task: nothing is picked there yet. @param {number} at @param {boolean} [focus] */
function go(at, focus = true) {
  const exercise = state.work?.tasks[at]?.exercise;
  for (const form of host.querySelectorAll("form")) form.reset(); // what was typed and not sent belongs to the task before
  set({ at, picked: null, shown: null, problem: "", said: "", draft: exercise ? recall(draftOf(at)) ?? state.work?.tasks[at].given.at(-1)?.text ?? exercise.template : "" });
  if (focus) focusSoon(() => host.querySelector("#homework-prompt"));
}

/** What the server has of this student now. */
async function load() {
  set({ entering: true, problem: "" });
  const answer = await ask(`${root}/work`, undefined, bearer());
  if (!answer.ok) {
    if (["bad_code", "needs_code"].includes(answer.error.code)) {
      keepCode(given.id, "");
      state.code = "";
    }
    return set({ entering: false, problem: answer.error.sentence });
  }
  const first = !state.work;
  keepCode(given.id, answer.data.code);
  set({ entering: false, work: answer.data, code: answer.data.code });
  if (first) go(Math.max(0, answer.data.tasks.findIndex((/** @type {Task} */ each) => each.number !== null && !each.done && !each.given.length)), false);
}

/** @param {FormEvent} event */
async function enter(event) {
  event.preventDefault();
  const fields = new FormData(event.target);
  const code = String(fields.get("code") ?? "").trim();
  const name = String(fields.get("name") ?? "").trim();
  if (code) {
    set({ code, name, typed: code });
    return load();
  }
  if (!given.open || !name) return set({ problem: given.open ? _("Type your name, or your code if you have one.") : _("Type your code first."), name });
  set({ entering: true, problem: "", name });
  const answer = await ask(`${root}/enter`, { name });
  if (!answer.ok) return set({ entering: false, problem: answer.error.sentence });
  set({ code: answer.data.code });
  await load();
  set({ dialog: Boolean(state.work) });
}

/** Show the boards of a puzzle's last step one after another: the move, then the reply to it. @param {number} at */
function play(at) {
  setTimeout(() => {
    if (state.at !== at || state.shown === null) return;
    const more = state.shown + 1 < (task()?.question?.played?.length ?? 0);
    set({ shown: more ? state.shown + 1 : null });
    if (more) play(at);
  }, STEP_MS);
}

/** @param {string} text */
async function send(text) {
  const now = task();
  if (!now || state.sending || !text.trim()) return;
  set({ sending: true, problem: "", said: "" });
  const whole = [...(now.question?.moves ?? []), text].join("|");
  const answer = await ask(`${root}/answer`, { entry: now.at, attempt: now.given.length + 1, text: whole }, bearer());
  if (!answer.ok) {
    set({ sending: false, problem: answer.error.sentence });
    say(answer.error.sentence);
    if (["answered_elsewhere", "no_more_tries", "homework_over"].includes(answer.error.code)) await refresh();
    return;
  }
  const there = answer.data.state.tasks[now.at];
  const last = there.given.at(-1);
  const moved = Boolean(there.question?.played && (last?.step || last?.part === 1));
  set({ sending: false, picked: null, work: answer.data.state, said: answer.data.answer.said, shown: moved ? 0 : null });
  if (moved) play(now.at);
  say(`${verdict(there).words} ${answer.data.answer.said}`);
  focusSoon(() => (document.activeElement === document.body ? host.querySelector(".notice[data-part]") : null)); // of a form that is gone
}

/** Look what another device has done meanwhile; what is said stays. */
async function refresh() {
  const answer = await ask(`${root}/work`, undefined, bearer());
  if (answer.ok) set({ work: answer.data });
}
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && state.work && !state.sending && refresh());

function door() {
  if (state.entering) return html`<p class="centred" role="status">${_("One moment …")}</p>`;
  return html`<form class="class-card column gap-4 justify-start pad-5 card" @submit=${enter} novalidate>
    <h1>${given.title || _("Homework")}</h1>
    ${given.open ? html`<div class="field"><label for="name">${_("Your name")}</label><input id="name" name="name" maxlength="70" autocomplete="name" .value=${state.name} aria-describedby="name-help" />
      <p class="hint" id="name-help">${_("Only your teacher sees it.")}</p></div>` : nothing}
    <div class="field"><label for="code">${given.open ? _("Your code, if you have been here before") : _("Your code")}</label>
      <input id="code" name="code" class="mono" maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" .value=${state.typed} aria-describedby="code-help" aria-invalid=${state.problem ? "true" : "false"} />
      <p class="hint" id="code-help">${_("Eight letters and digits. Your teacher has them; you need no account.")}</p></div>
    ${state.problem ? html`<p class="notice bad" role="alert">${state.problem}</p>` : nothing}
    <button class="button primary large">${_("Begin")}</button>
  </form>`;
}

/** @param {Work} work */
function when({ over, late, due, until }) {
  if (over) return _("The time is over. You see the answers here.");
  if (late) return _("It was due on {due}. Late work is taken until {until}, and marked.", { due: moment(due), until: moment(until) });
  return _("Due on {due}.", { due: moment(due) });
}

/** @param {Work} work */
function head(work) {
  return html`<header class="homework-head column gap-2"><div class="row gap-apart align-baseline"><h1 class="break">${work.title || _("Homework")}</h1>
      <span class="number">${withElements(_("{points} of {all} points"), { all: work.of, points: html`<b>${pointsWords(work.points)}</b>` })}</span></div>
    <p class=${work.late || work.over ? "notice warn" : "soft"}>${when(work)}</p>
    <nav aria-label=${_("Tasks")}><ol class="homework-places row gap-1">${work.tasks.map((each, at) => {
      const { sign, words, tone } = standing(each);
      const name = each.number === null ? each.heading : _("Question {number}", { number: each.number });
      return html`<li><button type="button" class="homework-place rounded centred raised tint ${tone}" aria-current=${at === state.at ? "step" : nothing} aria-label="${name}: ${words}" title="${name}: ${words}" @click=${() => go(at)}><span aria-hidden="true">${each.number ?? "i"}${each.number !== null && sign !== String(each.number) ? html`<small>${sign}</small>` : nothing}</span></button></li>`;
    })}</ol></nav></header>`;
}

const linkDialog = () => html`<h2 id="dialog-title">${_("Go on on another device")}</h2>
  <p class="below-3">${_("This link, or your code, opens your homework on any device. Whoever has it answers in your name.")}</p>
  ${linkField(_("Your link"), `${state.base}/homework/${given.id}#code=${state.code}`)}
  <p class="above-4">${_("Code")}: <strong class="mono codes-code">${state.code.replace(/^(....)(....)$/, "$1-$2")}</strong></p>
  <form method="dialog" class="button-row above-4"><button class="button primary" autofocus>${_("Close")}</button></form>`;

/** @param {Work} work */
function page(work) {
  const now = work.tasks[state.at];
  return html`<div class="homework-page in-middle column gap-4">${head(work)}
    ${taskCard(now, { ...state, over: work.over, longest: given.longest }, { pick: (text) => set({ picked: text }), send, draft: (text) => (keep(draftOf(state.at), text), set({ draft: text })) })}
    <p class="button-row justify-between"><button type="button" class="button" ?disabled=${state.at === 0} @click=${() => go(state.at - 1)}>${_("Back")}</button>
      <button type="button" class="button ${now.done || now.number === null ? "primary" : ""}" id="homework-next" ?disabled=${state.at === work.tasks.length - 1} @click=${() => go(state.at + 1)}>${_("Next")}</button></p>
    <footer class="column gap-2 small"><p class="row gap-apart align-baseline"><span>${work.name}</span><button type="button" class="button small quiet" @click=${() => set({ dialog: true })}>${icon("share")}${_("Go on on another device")}</button></p>
      <p class="soft">${_("What you answer is seen by your teacher alone, and deleted on {gone}.", { gone: moment(work.gone) })}</p></footer></div>
    ${dialogBox(state.dialog && linkDialog(), () => state.dialog && set({ dialog: false }))}`;
}

const draw = oncePerFrame(() => {
  render(state.work ? page(state.work) : door(), host);
  settleDialog(host);
  const stand = /** @type {HTMLElement | null} */ (host.querySelector("#homework-board"));
  const now = task();
  showStage(now);
  const shown = now?.question?.view ? now.question : now?.scene;
  if (!stand || !now || !shown) return board.clear();
  const played = now.question?.played;
  const step = played?.[state.shown ?? played.length - 1];
  const choosing = now.question?.kind === "move" && !now.done && !state.sending && state.shown === null;
  const { game, view, options } = shown;
  const given = now.given.at(-1);
  const wrong = given?.part === 1 || given?.step ? null : (given?.text.split("|").at(-1) ?? null);
  const last = played ? wrong : now.part === 1 ? now.answer?.text : given?.text;
  board.show(stand, { game, view: step?.view ?? view, options, last: step?.last, choosing, chosen: choosing ? state.picked : null, pointed: now.question?.kind === "move" && !state.picked ? last ?? null : null });
});

ask("/api/address").then((answer) => answer.ok && set({ base: answer.data.base }));
if (state.code) load();
else draw();
