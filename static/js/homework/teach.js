/** The teacher's page of a homework: the link and the codes, how it goes, the tables, the terms, and the end of it all. */

import { html, nothing, render } from "lit";
import { peopleForm, slips } from "lib/codes.js";
import { confirmation, dialogBox, settleDialog } from "lib/dialog.js";
import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { linkField } from "lib/link_field.js";
import { _, ngettext } from "lib/messages.js";
import { saveFrom } from "lib/save.js";
import { origin, served } from "lib/served.js";
import { oncePerFrame } from "lib/store.js";
import { newKey } from "lib/tokens.js";
import { keepSet, recallSet, teacherKey } from "./memory.js";
import { pathDialog, peopleTable, questionTable } from "./results.js";
import { moment, termsFields } from "./terms.js";

/** @typedef {import("./results.js").Person} Person */
/** @typedef {import("./results.js").Question} Question */
/** @typedef {{title: string, terms: import("./terms.js").Terms, now: number, most: number, of: number, questions: Question[], people: Person[]}} Shown */

const given = pageData("given");
const root = `/api/homework/${given.id}`;
const host = find("#homework");
const state = {
  key: teacherKey(given.id, given.title), shown: /** @type {Shown | null} */ (null), terms: /** @type {import("./terms.js").Terms | null} */ (null),
  list: "", problem: "", listProblem: "", termsProblem: "", said: "", busy: false, base: origin(), dialog: /** @type {any} */ (null), gone: false,
};

const set = (/** @type {Partial<typeof state>} */ change) => {
  Object.assign(state, change);
  draw();
};
const bearer = (key = state.key) => ({ Authorization: `Bearer ${key}` });

/** Ask as the teacher; what comes back is shown. @param {string} path @param {unknown} [body] @param {Partial<typeof state>} [then] @param {"problem" | "listProblem" | "termsProblem"} [where] */
async function send(path, body = undefined, then = {}, where = "problem") {
  if (state.busy) return;
  set({ busy: true, problem: "", listProblem: "", termsProblem: "", said: "" });
  const answer = await ask(root + path, body, bearer());
  if (!answer.ok) {
    const other = recallSet(given.id)?.other;
    if (answer.error.code === "not_setter" && other && other !== state.key) {
      set({ busy: false, key: other });
      return send(path, body, then, where);
    }
    set({ busy: false, [where]: answer.error.sentence, gone: answer.error.code === "no_such_homework", ...(answer.error.code === "not_setter" && !state.shown ? { key: "" } : {}) });
    return;
  }
  keepSet(given.id, { key: state.key, title: given.title });
  set({ busy: false, shown: answer.data, ...then });
}

/** The page makes the new key and keeps it beside the old one: if the answer is lost, one of the two opens the page. */
async function newLink() {
  const [old, fresh] = [state.key, newKey()];
  keepSet(given.id, { key: old, title: given.title, other: fresh });
  const answer = await ask(`${root}/key`, { key: fresh }, bearer());
  if (!answer.ok) return set({ dialog: { kind: "link", told: answer.error.sentence } });
  keepSet(given.id, { key: fresh, title: given.title });
  set({ key: fresh, dialog: { kind: "link", told: _("The old link opens nothing any more.") } });
}

/** @param {Person} person */
async function openPath(person) {
  const answer = await ask(`${root}/people/${person.number}`, undefined, bearer());
  if (!answer.ok) return set({ problem: answer.error.sentence });
  set({ dialog: { kind: "path", person, path: answer.data.path } });
}

/** Open who has answered a question that people read, and was not read yet. @param {Question} question */
function read(question) {
  const at = state.shown?.questions.indexOf(question) ?? -1;
  const person = state.shown?.people.find(({ cells }) => cells[at]?.to_read);
  if (person) openPath(person);
}

/** @param {import("./results.js").Step} step @param {number} part */
async function mark({ entry }, part) {
  const { person } = state.dialog;
  await send("/mark", { person: person.number, entry, part });
  await openPath(person);
}

async function removeAll() {
  const answer = await ask(`${root}/delete`, {}, bearer());
  if (!answer.ok) return set({ dialog: null, problem: answer.error.sentence });
  keepSet(given.id, null);
  set({ dialog: null, gone: true, shown: null });
}

const save = async (/** @type {string} */ what) => set({ problem: await saveFrom(`${root}/${what}.csv`, bearer()) });

const path = `/homework/${given.id}`;
const link = () => state.base + path;

/** @type {Record<string, () => any>} */
const DIALOGS = {
  path: () => pathDialog(state.dialog.person, state.dialog.path, mark),
  delete: () => confirmation(_("Delete this homework?"), html`<p>${_("The list, all answers and all points go at once, and nobody can bring them back.")}</p>`, _("Keep"), _("Delete"), removeAll),
  remove: () => confirmation(_("Take {name} off the list?", { name: state.dialog.person.name }), html`<p>${_("What this person has answered goes too.")}</p>`, _("Keep"), _("Take off"), () => send(`/people/${state.dialog.person.number}/remove`, {}, { dialog: null })),
  link: () => html`<h2 id="dialog-title">${_("Your link")}</h2><p class="below-3">${_("It opens this page on your other devices, and for your colleagues.")}</p>
    ${linkField(_("Your link"), `${link()}/teach#k=${state.key}`)}
    <p class="hint above-4">${_("Has somebody else seen it? A new link makes this one worthless, on your other devices too.")}</p>
    ${state.dialog.told ? html`<p class="hint" role="status">${state.dialog.told}</p>` : nothing}
    <form method="dialog" class="button-row above-4"><button type="button" class="button" @click=${newLink}>${icon("again")}${_("A new link")}</button><button class="button primary" autofocus>${_("Close")}</button></form>`,
};

/** @param {Shown} shown */
function when({ terms, now }) {
  if (now > terms.until) return _("It is over; no more answers are taken.");
  if (now > terms.due) return _("It was due on {due}; late work is taken until {until}.", { due: moment(terms.due), until: moment(terms.until) });
  return _("Due on {due}.", { due: moment(terms.due) });
}

/** @param {Shown} shown */
const head = (shown) => html`<section class="card column gap-4 codes-tools">
  <p>${when(shown)} ${_("Deleted by itself on {gone}.", { gone: moment(shown.terms.gone) })}</p>
  <div><p class="below-3">${shown.terms.open ? _("Give this link to your students. Each types a name or a code, and goes on on any device by a link of their own.") : _("Give this link to your students. Each types the code from your list; no account is needed.")}</p>
    ${linkField(_("For students"), link(), "student-link")}
    <img class="homework-qr rounded above-3" src=${served(`/qr.svg?path=${encodeURIComponent(path)}`)} width="176" height="176" alt=${_("QR code of the link for students")} /></div>
  ${state.problem ? html`<p class="notice bad" role="alert">${state.problem}</p>` : nothing}
  <div class="button-row"><button type="button" class="button" ?disabled=${state.busy} @click=${() => send("")}>${icon("again")}${_("Look again")}</button>
    <button type="button" class="button" @click=${() => set({ dialog: { kind: "link" } })}>${icon("share")}${_("Your link")}</button>
    <button type="button" class="button" @click=${() => save("results")}>${icon("load")}${_("Points (CSV)")}</button>
    <button type="button" class="button" @click=${() => save("answers")}>${icon("load")}${_("All answers (CSV)")}</button>
    <button type="button" class="button" id="gradebook" @click=${() => save("gradebook")}>${icon("load")}${_("Gradebook for Moodle (CSV)")}</button>
    <button type="button" class="button danger" id="delete" @click=${() => set({ dialog: { kind: "delete" } })}>${_("Delete everything")}</button></div>
  ${unknown(shown.people)}
</section>`;

/** Who is left out of the gradebook. @param {Person[]} people */
function unknown(people) {
  const without = people.filter((person) => !person.sign);
  if (!without.length || without.length === people.length) return nothing;
  const count = without.length;
  const words = ngettext("The gradebook leaves out {count} person without an e-mail address or ID number: Moodle refuses a whole file in which it does not find one of the users.", "The gradebook leaves out {count} people without an e-mail address or ID number: Moodle refuses a whole file in which it does not find one of the users.", count);
  return html`<p class="hint" id="unknown">${words}</p>`;
}

/** @param {Person} person @param {string} words @param {() => void} does */
const personButton = (person, words, does) => html`<button type="button" class="button small quiet" ?disabled=${state.busy} aria-label="${words}: ${person.name}" @click=${does}>${words}</button>`;

/** @param {Person[]} people */
const codes = (people) => html`<section class="card codes-table">
  <div class="row justify-between"><h2 id="codes-title">${ngettext("{count} person", "{count} people", people.length)}</h2>
    <p class="button-row"><button type="button" class="button small" @click=${() => print()}>${_("Print slips")}</button>
      <button type="button" class="button small" @click=${() => save("codes")}>${icon("load")}${_("Table (CSV)")}</button></p></div>
  <div class="codes-scroll" tabindex="0" role="region" aria-labelledby="codes-title"><table class="homework-table fill"><thead><tr><th scope="col">${_("Name")}</th><th scope="col">${_("In the gradebook")}</th><th scope="col">${_("Code")}</th><th scope="col"><span class="hidden-visually">${_("What can be done")}</span></th></tr></thead>
    <tbody>${people.map((person) => html`<tr><th scope="row">${person.name}</th><td>${person.sign || "–"}</td><td><span class="mono codes-code">${person.code}</span></td>
      <td>${personButton(person, _("New code"), () => send(`/people/${person.number}/renew`, {}))} ${personButton(person, _("Take off"), () => set({ dialog: { kind: "remove", person } }))}</td></tr>`)}</tbody></table></div>
</section>`;

/** @param {Shown} shown */
function page(shown) {
  const { questions, people } = shown;
  const terms = () => state.terms ?? shown.terms;
  const help = _("A line for each person: the name, and after a semicolon, or in a second column of a spreadsheet, the e-mail address or ID number by which Moodle knows them. Names are shown to you alone. Who stands in the list already stays, with the address or number that is given now.");
  const set_terms = (/** @type {Event} */ event) => (event.preventDefault(), send("", terms(), { terms: null, said: _("The terms are kept.") }, "termsProblem"));
  return html`<div class="homework-page in-middle column gap-5"><header class="codes-tools"><h1 class="break">${shown.title || _("Homework")}</h1></header>
    ${head(shown)}
    ${people.length ? html`<section class="card codes-tools"><h2 id="people-title">${_("Who did what")}</h2>${peopleTable(questions, people, shown.of, openPath)}<p class="hint">${_("The small number counts the tries. A name opens all that this person answered.")}</p></section>
      <section class="card codes-tools"><h2 id="questions-title">${_("Which question fails most")}</h2>${questionTable(questions, read)}</section>` : nothing}
    ${people.length ? codes(people) : nothing}
    <div class="codes-tools">${peopleForm({ title: people.length ? _("More people") : _("Who does it"), help, list: state.list, problem: state.listProblem, busy: state.busy, typed: (list) => set({ list }), add: () => send("/people", { list: state.list }, { list: "", said: _("The list is kept.") }, "listProblem") })}</div>
    <form class="card column gap-4 codes-tools" novalidate @submit=${set_terms}><h2>${_("Terms")}</h2>${termsFields(terms(), given.tries, (change) => set({ terms: { ...terms(), ...change } }))}
      ${state.termsProblem ? html`<p class="notice bad" role="alert">${state.termsProblem}</p>` : nothing}
      <p class="button-row"><button class="button" ?disabled=${state.busy || !state.terms}>${_("Keep these terms")}</button></p></form>
    ${slips(people, shown.title, link())}
    <p class="hidden-visually" role="status">${state.said}</p></div>
    ${dialogBox(state.dialog && DIALOGS[state.dialog.kind](), () => state.dialog && set({ dialog: null }), "homework-dialog")}`;
}

const away = () => html`<div class="card column pad-5"><h1>${state.gone ? _("This homework is deleted") : _("Homework")}</h1>
  <p>${state.gone ? _("Nothing of it is kept on the server.") : state.problem || _("This page opens with the teacher’s link.")}</p><p><a class="button" href=${served("/homework")}>${_("Your homework")}</a></p></div>`;

const draw = oncePerFrame(() => {
  render(state.shown ? page(state.shown) : state.busy ? html`<p role="status">${_("One moment …")}</p>` : away(), host);
  settleDialog(host);
});

ask("/api/address").then((answer) => answer.ok && set({ base: answer.data.base }));
if (state.key) send("");
else draw();
