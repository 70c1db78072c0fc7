/**
 * Questions about the step that comes next: cut or not, which value comes back, which node next, which move in the end.
 * A question is asked before its step is taken, so nothing on the page knows the answer yet.
 */

import { html, nothing } from "lit";
import { icon } from "lib/icons.js";
import { menu } from "lib/fields.js";
import { _, ngettext } from "lib/messages.js";
import { number, placeWords, readValue, seatName } from "./labels.js";
import { stepAt } from "./trace.js";

/** @typedef {"cut" | "value" | "next" | "final"} Mode */
/** @typedef {{mode: Mode, text: string, choices: {value: string, title: string}[] | null, answer: string, node: number, truth: string}} Question */

const MODES = [
  { value: "all", title: _("all questions") },
  { value: "cut", title: _("cut or not?") },
  { value: "value", title: _("which value comes back?") },
  { value: "next", title: _("which node next?") },
  { value: "final", title: _("which move in the end?") },
];
/** Moves that a question offers at most. */
const OFFERED = 8;
const CLOSE = 0.006;
const CHOOSING = new Set(["select", "toward"]);
/** It meets all moves of a node at once, so only where it goes down is a choice. */
const PROOF = "proof";

/**
 * The question about the step that comes next, null if there is none to ask.
 * @param {import("./trace.js").Trace} trace @param {import("./replay.js").Replay} replay @param {string} wanted
 * @returns {Question | null}
 */
export function questionAt(trace, replay, wanted) {
  const { at } = replay;
  if (at >= trace.steps) return null;
  const asks = (/** @type {Mode} */ mode) => wanted === "all" || wanted === mode;
  const next = stepAt(trace, at);
  if (asks("final") && at === 0) return final(trace);
  if (asks("cut") && at && trace.kind[at - 1] === "bound") return cut(trace, replay, next);
  if (asks("value") && next.kind === "value") return value(trace, next);
  if (asks("next") && CHOOSING.has(next.kind)) return child(trace, replay, next);
  if (asks("next") && next.kind === "enter" && trace.head.search !== PROOF) return child(trace, replay, next);
  return null;
}

/** @param {Lab.Trace} trace @returns {Question | null} */
function final(trace) {
  const place = trace.kind.lastIndexOf("answer");
  if (place < 0) return null;
  const { child } = stepAt(trace, place);
  const moves = trace.family.get(0) ?? trace.children[0].map((row) => trace.move[row]);
  if (child < 0 || moves.length < 2) return null;
  const choices = offered(moves, trace.move[child]);
  return {
    mode: "final", text: _("Which move will the search choose in the end?"), choices, answer: trace.move[child], node: child,
    truth: _("It chooses {move}.", { move: trace.move[child] }),
  };
}

/** @param {Lab.Trace} trace @param {Lab.Replay} replay @param {Lab.Step} next @returns {Question | null} */
function cut(trace, replay, next) {
  const row = trace.node[replay.at - 1];
  const { order } = replay.known(row);
  const tried = trace.children[row].filter((each) => trace.met[each] < replay.at).length;
  const left = order.length - tried;
  if (left < 1) return null;
  const is = next.kind === "cut" && next.node === row;
  return {
    mode: "cut",
    text: (ngettext("{seatName} has a move left at {place}. Cut, or looked at?", "{seatName} has {left} moves left at {place}. Cut, or looked at?", left, { seatName: seatName(trace, trace.mover[row]), left, place: placeWords(trace, row) })),
    choices: [{ value: "yes", title: _("Cut") }, { value: "no", title: _("Looked at") }],
    answer: is ? "yes" : "no",
    node: row,
    truth: is ? _("The rest is cut.") : _("The search looks on."),
  };
}

/** @param {Lab.Trace} trace @param {Lab.Step} next @returns {Question | null} */
function value(trace, next) {
  if (next.value === null) return null;
  return {
    mode: "value", text: _("Which value comes back from {place}?", { place: placeWords(trace, next.node) }), choices: null, answer: String(next.value), node: next.node,
    truth: _("It is {value}.", { value: number(next.value) }),
  };
}

/** @param {Lab.Trace} trace @param {Lab.Replay} replay @param {Lab.Step} next @returns {Question | null} */
function child(trace, replay, next) {
  const goal = CHOOSING.has(next.kind) ? next.child : next.node;
  const above = goal > 0 ? trace.parent[goal] : -1;
  if (above < 0) return null;
  const moves = trace.family.get(above) ?? [];
  const done = new Set(trace.children[above].filter((row) => next.kind !== "toward" && replay.known(row).status === "done").map((row) => trace.index[row]));
  const open = (replay.known(above).order.length ? replay.known(above).order : moves.map((__, index) => index)).filter((index) => !done.has(index));
  if (open.length < 2) return null;
  const choices = offered(open.map((index) => moves[index]), trace.move[goal]);
  return {
    mode: "next", text: _("Where does the search go next from {place}?", { place: placeWords(trace, above) }), choices, answer: trace.move[goal], node: goal,
    truth: _("It goes to {move}.", { move: trace.move[goal] }),
  };
}

/** Some of the moves with the right one among them, sorted so that its place says nothing. @param {string[]} moves @param {string} right */
function offered(moves, right) {
  const some = [...new Set(moves)].filter((move) => move !== right).slice(0, OFFERED - 1);
  return [...some, right].sort((a, b) => a.localeCompare(b, "en", { numeric: true })).map((move) => ({ value: move, title: move }));
}

/** @param {Question} question @param {string} given */
export function judged({ choices, answer }, given) {
  if (choices) return given === answer;
  const read = readValue(given);
  const exact = Number(answer);
  return given.trim() !== "" && (read === exact || Math.abs(read - exact) < CLOSE);
}

/** The kind of question and the score; and the question itself. @param {import("./theatre.js").Theatre} walk */
export function predictPanel(walk) {
  const { on, mode, right, asked, verdict } = walk.predict;
  if (!on) return nothing;
  return html`<div class="lab-predict row gap-apart"><label class="hidden-visually" for="lab-mode">${_("What is asked")}</label>${menu("lab-mode", MODES, mode, (chosen) => walk.predicting({ mode: chosen }))}
          <span class="number" data-score="${right}/${asked}">${_("{right} of {asked} right", { right, asked })}</span>
          <button type="button" class="button small" @click=${() => walk.nextQuestion()}>${icon("forward")}${_("Next question")}</button>
      ${verdict ? verdictWords(verdict) : nothing}
    </div>
    ${questionForm(walk, html`<button type="button" class="button quiet" @click=${() => walk.answer(null)}>${_("Skip")}</button>`)}`;
}

/** @param {Lab.Verdict} verdict */
export const verdictWords = ({ right, words }) => html`<p class="lab-verdict ${right ? "right" : "wrong"}" role="status">${words}</p>`;

/** The question that waits for an answer. @param {Lab.Walk} walk @param {unknown} [more] a further button */
export function questionForm(walk, more = nothing) {
  const { pending } = walk.predict;
  if (!pending) return nothing;
  const submit = (/** @type {FormEvent} */ event) => {
    event.preventDefault();
    walk.answer(String(new FormData(event.target).get("value") ?? ""));
  };
  return html`<form class="lab-question rounded-card column gap-2 pad-3 above-2" @submit=${submit}>
    <strong role="status">${pending.text}</strong>
    <div class="button-row">${pending.choices
        ? pending.choices.map(({ value: given, title }) => html`<button type="button" class="button" data-answer=${given} @click=${() => walk.answer(given)}>${title}</button>`)
        : html`<label>${_("Your value")} <input name="value" autocomplete="off" inputmode="text" required /></label><button class="button primary">${_("Answer")}</button>`}
      ${more}</div>
  </form>`;
}
