/** The teacher's report: a grade for each student by the teacher's formula, the versions behind it, and the tests. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { numberInput, menu } from "lib/fields.js";
import { fixed, signed } from "lib/format.js";
import { icon } from "lib/icons.js";
import { _, locale, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { admissionBadge, refusal, table } from "./parts.js";
import { askTeacher, hasKey, noKey, save } from "./teach_ask.js";
import { boardLink } from "./tests.js";

/** @typedef {{version: string, number: number, created: number, admission: string, elo: number | null, elo_error: number | null, games: number, score: number | null, tokens: number | null, active: boolean, counts: Record<string, {tests: number, asked: number, passed: number}>, better: string[]}} VersionRow */
/** @typedef {{bot: string, alias: string, names: string[], values: Record<string, number | null>, grade: number | null, why: string, versions: VersionRow[]}} Student */
/** @typedef {import("./tests.js").PositionTest & {asked: number, passed: number}} ReportTest */
/** @typedef {{formula: string | null, usual: string, values: {name: string, what: string}[], tests: ReportTest[], bots: number, students: Student[]}} Report */

const AGAIN_MS = 5000;
const host = find("#desk");
const given = pageData("given");
const root = `/${given.id}`;
const EMPTY = { title: "", position: "", moves: "", avoid: "", seconds: /** @type {number | null} */ (null), hidden: false };
/** @type {{found: Report | null, formula: string | null, test: typeof EMPTY, taken: {kind: string, grade: number | null, count: number | null, hidden: boolean}, problems: Record<string, string>, busy: boolean, said: string}} */
const state = { found: null, formula: null, test: { ...EMPTY }, taken: { kind: "", grade: null, count: 5, hidden: false }, problems: {}, busy: false, said: "" };

const change = (/** @type {Partial<typeof state>} */ fields) => {
  Object.assign(state, fields);
  render(template(), host);
};

/** Ask for the report, or for a change of it; whether it was done. @param {string} path @param {unknown} [body] @param {string} [part] of the page that says what is wrong */
async function send(path, body, part = "page") {
  if (state.busy) return false;
  change({ busy: body !== undefined, said: "", problems: { ...state.problems, [part]: "" } });
  const found = await askTeacher(root + path, body);
  change(found.ok ? { busy: false, found: found.data } : { busy: false, problems: { ...state.problems, [part]: found.error.sentence } });
  return found.ok;
}

const download = async (/** @type {string} */ which) => change({ problems: { ...state.problems, page: await save(`${root}/report.csv?table=${which}`, `plyground-${given.id}-${which}.csv`) } });
const lines = (/** @type {string} */ text) => text.split("\n").map((line) => line.trim()).filter(Boolean);
const share = (/** @type {{tests: number, passed: number}} */ counts) => (counts.tests ? _("{passed} of {tests}", counts) : "–");
const day = (/** @type {number} */ at) => new Date(at * 1000).toLocaleString(locale, { dateStyle: "short", timeStyle: "short" });
const elo = (/** @type {VersionRow} */ row) => (row.elo === null ? "–" : html`${signed(Math.round(row.elo))} <span class="soft">± ${Math.round(row.elo_error ?? 0)}</span>`);
const percent = (/** @type {number | null} */ value) => (value === null ? "–" : `${fixed(100 * value, 0)} %`);

/* Grades */

function grades(/** @type {Report} */ found) {
  const text = state.formula ?? found.formula ?? "";
  const set = (/** @type {Event} */ event) => {
    event.preventDefault();
    send("/report/formula", { formula: text }, "formula").then((done) => done && change({ formula: null, said: _("The formula is kept.") }));
  };
  return html`<section class="card column gap-2" aria-labelledby="formula-title"><h2 id="formula-title">${_("Grades")}</h2>
    <form class="column gap-2" novalidate @submit=${set}>
      <div class="field"><label for="formula">${_("Formula")}</label>
        <input id="formula" class="mono" spellcheck="false" autocomplete="off" placeholder=${found.usual} aria-describedby="formula-help" .value=${text} @input=${(/** @type {FieldEvent} */ event) => change({ formula: event.target.value })} />
        <p class="hint" id="formula-help">${_("Numbers, the names below, + - * / and brackets, min, max and round. Empty: no grades.")}</p></div>
      ${refusal(state.problems.formula)}
      <p class="button-row"><button class="button primary" ?disabled=${state.busy || state.formula === null}>${_("Grade by it")}</button>
        ${text ? nothing : html`<button type="button" class="button quiet" @click=${() => change({ formula: found.usual })}>${_("As proposed")}</button>`}</p>
    </form>
    <details><summary>${_("What it may name")}</summary>
      <dl class="report-values small">${found.values.map(({ name, what }) => html`<dt class="mono">${name}</dt><dd>${what}</dd>`)}</dl></details>
  </section>`;
}

function versions(/** @type {Student} */ student) {
  return html`<details><summary>${ngettext("{count} version", "{count} versions", student.versions.length)}</summary>
    <ol class="report-versions column gap-2">${student.versions.map(
      (row) => html`<li><p><strong>${_("Version {number}", { number: row.number })}</strong> ${admissionBadge(row.admission)} <span class="soft small">${day(row.created)}</span></p>
        <p class="small">${elo(row)} ${_("Elo")} · ${ngettext("{count} game", "{count} games", row.games)} · ${_("score {share}", { share: percent(row.score) })} · ${_("public {public}, hidden {hidden}", { public: share(row.counts.public), hidden: share(row.counts.hidden) })}</p>
        ${row.better.length ? html`<p class="small soft">${row.better.join(" ")}</p>` : nothing}</li>`,
    )}</ol></details>`;
}

function students(/** @type {Report} */ found) {
  const value = (/** @type {string} */ name) => (/** @type {Student} */ student) => percent(student.values[name]);
  const columns = [
    { title: _("Student"), head: true, cell: (/** @type {Student} */ student) => html`${student.names.join(", ") || student.alias}${student.names.length ? html` <a class="small" href=${served(`/compete/${given.id}/bots/${student.bot}`)}>${student.alias}</a>` : nothing}` },
    { title: _("Elo"), kind: "number", cell: (/** @type {Student} */ { values }) => (values.rating === null ? "–" : signed(Math.round(values.rating))) },
    { title: _("Share of points"), kind: "number", cell: value("score"), hint: _("of all points, by the games of ladder, event and final") },
    { title: _("Public"), kind: "number", cell: value("public") },
    { title: _("Hidden"), kind: "number", cell: value("hidden") },
    { title: _("Grade"), kind: "number", cell: (/** @type {Student} */ { grade, why }) => (grade === null ? html`<span class="soft" title=${why}>–<span class="hidden-visually">${why}</span></span>` : html`<strong>${fixed(grade, grade % 1 ? 2 : 0)}</strong>`) },
  ];
  return html`<section class="card report-students">
    <div class="row justify-between"><h2 id="students-title">${ngettext("{count} student or team", "{count} students and teams", found.students.length)}</h2>
      <p class="button-row"><button type="button" class="button small" @click=${() => download("students")}>${icon("load")}${_("Grades (CSV)")}</button>
        <button type="button" class="button small" @click=${() => download("versions")}>${icon("load")}${_("Versions (CSV)")}</button></p></div>
    ${found.students.length ? html`<div class="report-scroll" tabindex="0" role="region" aria-labelledby="students-title">${table(columns, found.students, { more: (student) => html`<tr><td colspan=${columns.length}>${versions(student)}</td></tr>` })}</div>` : html`<p class="soft">${_("Nobody has handed in yet.")}</p>`}
    ${refusal(state.problems.page)}
  </section>`;
}

/* Tests */

function testRow(/** @type {ReportTest} */ test, /** @type {number} */ bots) {
  const wanted = test.moves.length ? _("Wanted: {moves}", { moves: test.moves.join(", ") }) : test.avoid.length ? _("Not: {moves}", { moves: test.avoid.join(", ") }) : "";
  return html`<li><p><strong>${test.title}</strong> ${test.hidden ? html`<span class="badge">${_("hidden")}</span>` : nothing} ${boardLink(given, test)}</p>
    <p class="small soft">${wanted}${wanted ? " · " : ""}${_("{passed} of {bots} bots pass", { passed: test.passed, bots })}${test.asked < bots ? html` · ${_("not all asked yet")}` : nothing}
      <button type="button" class="button small quiet" aria-label="${_("Remove")}: ${test.title}" ?disabled=${state.busy} @click=${() => send(`/tests/${test.id}/remove`, {}, "tests")}>${_("Remove")}</button></p></li>`;
}

const put = (/** @type {Partial<typeof EMPTY>} */ fields) => change({ test: { ...state.test, ...fields } });
const typed = (/** @type {"title" | "position" | "moves" | "avoid"} */ name) => (/** @type {FieldEvent} */ event) => put({ [name]: event.target.value });

function newTest() {
  const { test } = state;
  const add = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const body = { ...test, moves: lines(test.moves), avoid: lines(test.avoid) };
    if (await send("/tests", body, "test")) change({ test: { ...EMPTY }, said: _("The test is added.") });
  };
  return html`<details class="above-2"><summary>${_("Write a test")}</summary>
    <form class="column gap-2 report-form" novalidate @submit=${add}>
      <div class="field"><label for="test-title">${_("In words")}</label><input id="test-title" maxlength="120" autocomplete="off" placeholder=${_("finds the win in one")} .value=${test.title} @input=${typed("title")} /></div>
      <div class="field"><label for="test-position">${_("Position")}</label><textarea id="test-position" class="mono" rows="2" spellcheck="false" aria-describedby="test-help" .value=${test.position} @input=${typed("position")}></textarea>
        <p class="hint" id="test-help">${_("As text: the position editor of the analysis board writes it.")} <a href=${served(`/analysis#${new URLSearchParams({ game: given.game, options: JSON.stringify(given.options) })}`)}>${_("Analysis board")}</a></p></div>
      <div class="report-pair tiles-fit gap-3"><div class="field"><label for="test-moves">${_("Moves of which one is wanted")}</label><textarea id="test-moves" class="mono" rows="3" spellcheck="false" .value=${test.moves} @input=${typed("moves")}></textarea><p class="hint">${_("One in each line")}</p></div>
        <div class="field"><label for="test-avoid">${_("Moves that are wrong")}</label><textarea id="test-avoid" class="mono" rows="3" spellcheck="false" .value=${test.avoid} @input=${typed("avoid")}></textarea><p class="hint">${_("One in each line")}</p></div></div>
      <div class="field"><label for="test-seconds">${_("Within so many seconds")}</label>${numberInput("test-seconds", { low: 0.1, high: 60 }, test.seconds, (seconds) => put({ seconds }))}<p class="hint">${_("Empty: the clock of the ladder.")}</p></div>
      <label class="choice"><input type="checkbox" id="test-hidden" .checked=${test.hidden} @change=${(/** @type {FieldEvent} */ event) => put({ hidden: event.target.checked })} /><span>${_("Hidden: authors see the count alone")}</span></label>
      ${refusal(state.problems.test)}
      <p class="button-row"><button class="button primary" ?disabled=${state.busy}>${_("Add the test")}</button></p>
    </form></details>`;
}

function puzzles() {
  if (!given.puzzles.length) return nothing;
  const { taken } = state;
  const pick = (/** @type {Partial<typeof taken>} */ fields) => change({ taken: { ...state.taken, ...fields } });
  const kinds = [{ value: "", title: _("Any kind") }, ...given.puzzles.map((/** @type {any} */ each) => ({ value: each.kind, title: `${each.title} (${each.count})` }))];
  const take = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await send("/tests/puzzles", { ...taken, grade: taken.grade ?? 0 }, "puzzles")) change({ said: _("The puzzles are added.") });
  };
  return html`<details class="above-2"><summary>${_("Take from the puzzles")}</summary>
    <form class="column gap-2 report-form" novalidate @submit=${take}>
      <div class="report-pair tiles-fit gap-3"><div class="field"><label for="puzzle-kind">${_("Kind")}</label>${menu("puzzle-kind", kinds, taken.kind, (kind) => pick({ kind }))}</div>
        <div class="field"><label for="puzzle-count">${_("How many")}</label>${numberInput("puzzle-count", { low: 1, high: 20, step: 1 }, taken.count, (count) => pick({ count }))}</div>
        <div class="field"><label for="puzzle-grade">${_("Difficulty, 1 to 6")}</label>${numberInput("puzzle-grade", { low: 1, high: 6, step: 1 }, taken.grade, (grade) => pick({ grade }))}</div></div>
      <label class="choice"><input type="checkbox" id="puzzle-hidden" .checked=${taken.hidden} @change=${(/** @type {FieldEvent} */ event) => pick({ hidden: event.target.checked })} /><span>${_("Hidden: authors see the count alone")}</span></label>
      ${refusal(state.problems.puzzles)}
      <p class="button-row"><button class="button primary" ?disabled=${state.busy}>${_("Take them")}</button></p>
    </form></details>`;
}

function tests(/** @type {Report} */ found) {
  return html`<section class="card" aria-labelledby="tests-title"><h2 id="tests-title">${_("Tests")}</h2>
    <p class="soft small">${_("Every version that gets through its first games is asked for a move in each position, with the limits of its games. Public tests are shown to authors with what their bot did, hidden ones as counts.")}</p>
    ${found.tests.length ? html`<ul class="test-list column gap-2">${found.tests.map((test) => testRow(test, found.bots))}</ul>` : html`<p class="soft">${_("There are no tests yet.")}</p>`}
    ${refusal(state.problems.tests)} ${newTest()} ${puzzles()}
  </section>`;
}

function template() {
  if (!hasKey()) return noKey();
  const { found } = state;
  return html`<header class="compete-head below-5"><h1>${_("Report")}</h1>
      <p class="lead soft">${_("Who handed in what, what made it better, which tests it passes, and a grade by your formula.")}</p></header>
    ${found ? html`<div class="column gap-4">${students(found)} ${grades(found)} ${tests(found)}</div>` : state.problems.page ? refusal(state.problems.page) : html`<p class="soft" role="status">${_("One moment …")}</p>`}
    <p class="hidden-visually" role="status">${state.said}</p>`;
}

change({});
if (hasKey()) {
  send("/report");
  setInterval(() => !document.hidden && !state.busy && send("/report"), AGAIN_MS);
}
