/** What stands around the tree: the code with its lit line, the step in words, counts, and the tables of a search. */

import { html, nothing } from "lit";
import { count } from "lib/format.js";
import { mark } from "lib/marks.js";
import { _, withElements } from "lib/messages.js";
import { addedText, number, rowsOf, seatName, valueText } from "./labels.js";

/** @type {Record<string, string>} */
const LISTS = {
  open: "open", finished: "finished", ceiling: "ceiling", asleep: "asleep", woken: "woken", deleted: "deleted",
  losing: "loses", dropped: "deleted", stopped: "unfinished",
};

/** The pseudo-code, the line of the last step lit. @param {string[]} lines @param {number | null} lit */
export function code(lines, lit) {
  if (!lines.length) return nothing;
  const deep = (/** @type {string} */ line) => Math.min(3, Math.floor(line.search(/\S/) / 4));
  return html`<div class="lab-code raised rounded-card">
    <ol>${lines.map((line, at) => html`<li class="in-${deep(line)} ${at === lit ? "lit" : ""}" aria-current=${at === lit ? "step" : nothing}><code>${line.trim()}</code></li>`)}</ol>
  </div>`;
}

/** Scroll a column of code, where it scrolls, until the lit line is seen. @param {HTMLElement} column */
export function litInSight(column) {
  const lit = column.scrollHeight > column.clientHeight && column.querySelector(".lit");
  if (!lit || column.contains(document.activeElement)) return;
  const [frame, line] = [column.getBoundingClientRect(), lit.getBoundingClientRect()];
  if (line.bottom > frame.bottom) column.scrollTop += line.bottom - frame.bottom + 8;
  else if (line.top < frame.top) column.scrollTop -= frame.top - line.top + 8;
}

/** What will come, before the first step; nothing of it where it is to be predicted. @param {Lab.Trace} trace @param {boolean} asked */
const coming = ({ steps, size }, asked) =>
  asked ? _("The search has not begun. Take a step.") : _("The search has not begun. In {steps} steps it goes through the nodes that stand here in grey, {size} of them. Take a step.", { steps: count(steps), size: count(size) });

/** The sentence of the step, spoken politely; none while a question is asked. @param {Lab.Walk} walk @param {Lab.Words | null} words */
export function sentence({ at, state, predict, trace }, words) {
  const text = at === 0 ? coming(trace, predict.on) : ((state.long ? words?.long : words?.short) ?? "…");
  return predict.pending ? nothing : html`<p class="lab-sentence two-lines large" role="status" aria-live="polite">${text}</p>`;
}

/** What a trace tells of at all; found once, for a trace may be long. @type {WeakMap<Lab.Trace, {cutting: boolean, playing: boolean, looking: boolean}>} */
const told = new WeakMap();

/** @param {Lab.Trace} trace */
function tellsOf(trace) {
  const { kind, column } = trace;
  let found = told.get(trace);
  if (!found) {
    found = { cutting: kind.includes("cut"), playing: kind.includes("playout"), looking: kind.some((each, at) => each === "children" && column.values.has(at)) };
    told.set(trace, found);
  }
  return found;
}

/** How often each thing happened so far, and whose values these are. @param {Lab.Trace} trace @param {Lab.Replay} replay */
export function counts(trace, replay) {
  const { entered, leaves, cuts, skipped, playouts, looked } = replay.other;
  const row = (/** @type {string} */ title, /** @type {number} */ value) => html`<div><dt>${title}</dt><dd class="large strong">${count(value)}</dd></div>`;
  const { cutting, playing, looking } = tellsOf(trace);
  return html`<div class="lab-counts" role="group" aria-label=${_("Counts")}>
    <dl class="figures">${row(_("Nodes entered"), entered)} ${playing ? row(_("Playouts"), playouts) : nothing} ${playing && !leaves ? nothing : row(playing ? _("Ends met") : _("Leaves valued"), leaves)}
      ${looking ? row(_("Static values"), looked) : nothing} ${cutting ? row(_("Cuts"), cuts) : nothing}
      ${cutting ? row(_("Moves cut"), skipped) : nothing}</dl>
    <p class="small soft">${whose(trace)}</p>
  </div>`;
}

/** @param {Lab.Trace} trace */
function whose({ head }) {
  const of = { seat: _("those of {seat}", { seat: seatName({ head }, head.seat) }), mover: _("those of whoever is to move"), each: _("one for each seat, in order") };
  return html`${_("Values are {of}, in {counts}.", { of: of[head.view], counts: _(head.counts) })}`;
}

/** The shapes that the nodes of each seat have. @param {Lab.Trace} trace */
export function legend({ head }) {
  return html`<p class="lab-legend row gap-apart soft small" data-game=${head.game}>${head.seats.map((name, seat) => html`<span class="inline">${mark(seat, 18, head.game)} ${_("{name} to move", { name })}</span>`)}
    <span class="inline">${withElements(_("{i} game over"), { i: html`<i class="over-mark" aria-hidden="true"></i>` })}</span></p>`;
}

/** Root moves on their lists, as a search that deepens files them. @param {Lab.Trace} trace @param {Lab.Replay} replay */
export function rootTable(trace, replay) {
  const { table } = replay;
  if (!table.length) return nothing;
  const iteration = replay.other.iteration;
  return html`<section class="lab-table scroll">
    <h2>${iteration === null ? _("Root moves") : _("Root moves, iteration {iteration}", { iteration })}</h2>
    <table><thead><tr><th scope="col">${_("Move")}</th><th scope="col">${_("List")}</th><th scope="col" class="number">${_("Value")}</th></tr></thead>
      <tbody>${table.map(({ row, filed: list, filedValue: value, filedSure: sure }) => html`<tr class="list-${list}" data-root=${trace.move[row]}><th scope="row">${trace.move[row]}</th>
        <td>${LISTS[list] ?? list}</td><td class="number">${valueText({ value, sure })}</td></tr>`)}</tbody></table>
  </section>`;
}

/** The arithmetic of a budget at a node. @param {Lab.Known} known @param {boolean} atRoot */
export function budget(known, atRoot) {
  if (!known.budget.length) return nothing;
  const [whole, moves, each] = known.budget;
  return html`<section class="lab-table scroll"><h2>${_("Budget here")}</h2>
    <p class="mono">${sum(whole, moves, each, atRoot && whole - moves === each)}${each < 0 ? _(": the node is scored") : ""}</p></section>`;
}

const sum = (/** @type {number} */ whole, /** @type {number} */ moves, /** @type {number} */ each, /** @type {boolean} */ plain) =>
  plain ? `${whole} − ${moves} = ${each}` : `(${whole} − ${moves}) // ${moves} = ${number(each)}`;

/** The arithmetic down the levels, before a search runs. @param {number[][]} rows */
export function budgetRows(rows) {
  if (!rows?.length) return nothing;
  return html`<table class="lab-budget"><caption>${_("The budget down one line")}</caption>
    <thead><tr><th scope="col">${_("Ply")}</th><th scope="col">${_("Budget b")}</th><th scope="col">${_("Moves n")}</th><th scope="col">${_("Each gets")}</th></tr></thead>
    <tbody>${rows.map(([whole, moves, each], ply) => html`<tr><th scope="row">${ply}</th><td>${whole}</td><td>${moves}</td>
      <td class="mono">${sum(whole, moves, each, ply === 0 && whole - moves === each)}</td></tr>`)}</tbody></table>`;
}

/** What a node knew of its children when it chose which to visit. @param {Lab.Trace} trace @param {Lab.Known} known @param {number} row */
export function selection(trace, known, row) {
  const rows = rowsOf(known);
  if (!rows.length) return nothing;
  const moves = trace.family.get(row) ?? [];
  const shared = rows[0].share !== undefined;
  return html`<section class="lab-table scroll" tabindex="0"><h2>${_("Chosen by bound")}</h2>
    <table><thead><tr><th scope="col">${_("Move")}</th><th scope="col" class="number">${_("Visits")}</th><th scope="col" class="number">${_("Mean")}</th>${shared ? html`<th scope="col" class="number">${_("Share P")}</th>` : nothing}<th scope="col" class="number">${_("Added")}</th><th scope="col" class="number">${_("Bound")}</th></tr></thead>
      <tbody>${[...rows].sort((a, b) => b.bound - a.bound).slice(0, 12).map(({ index, visits, mean, bound, share }) => html`<tr>
        <th scope="row">${moves[index] ?? index}</th><td class="number">${visits}</td><td class="number">${visits ? number(mean) : ""}</td>${shared ? html`<td class="number">${number(share)}</td>` : nothing}
        <td class="number">${addedText({ visits, mean, bound })}</td><td class="number">${number(bound)}</td></tr>`)}</tbody></table>
  </section>`;
}
