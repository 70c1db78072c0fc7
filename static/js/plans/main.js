/** The page of a plan: its entries in a row, what is done with each, and the plan's way to a file, the server and the class. */

import { html, live, nothing, render } from "lit";
import { find, focusSoon } from "lib/dom.js";
import { dialogBox, settleDialog } from "lib/dialog.js";
import { ask, UNREACHABLE } from "lib/http.js";
import { icon } from "lib/icons.js";
import { keep, keepAmong, keptAmong, recallData, takeFragment } from "lib/kept.js";
import { _ } from "lib/messages.js";
import { drawPosition } from "lib/pictures.js";
import { saveFile } from "lib/save.js";
import { origin, served } from "lib/served.js";
import { Speaker } from "lib/speaker.js";
import { oncePerFrame } from "lib/store.js";
import { readPasted } from "../lab/link.js";
import { look, positionOf } from "../lab/looking.js";
import { allSet, keepSet } from "../homework/memory.js";
import { usualTerms } from "../homework/terms.js";
import { conflict, homeworkDialog, runDialog, shareDialog } from "./dialogs.js";
import { entryForm } from "./forms.js";
import { fileName, fileOf, KEPT, KINDS, kindOf, MOST_KEPT, moved, newEntry, plain, sizeWords } from "./kinds.js";

/** @typedef {import("./kinds.js").Entry} Entry */
/** @typedef {{uid: number, entry: Entry, shown: any, problem: string, pasted: string}} Row */

const DRAFT = "plyground.plan-draft.";
const ASK_AFTER = 350;

const host = find("#plan");
const stock = JSON.parse(find("script", HTMLScriptElement, host).text);
const speaker = new Speaker(find("#plan-status"));
let uids = 0;
/** What is on the page. `key` changes the plan that the server keeps under `id`, `revision` is that of `saved`. */
const state = {
  id: /** @type {string} */ (stock.plan), key: "", revision: 0, saved: "", title: "", rows: /** @type {Row[]} */ ([]), open: 0, dragged: -1, over: -1,
  problem: "", note: "", dialog: /** @type {any} */ (null), base: origin(), loading: Boolean(stock.plan),
};
const plan = () => ({ title: state.title, entries: state.rows.map(({ entry }) => plain(entry)) });
const text = () => fileOf(plan());
const isSaved = () => (state.id ? text() === state.saved : state.rows.length === 0 && !state.title);
const say = (/** @type {string} */ sentence) => speaker.say(sentence);

/** Show what changed, and keep it in this browser, so that nothing is lost. @param {Partial<typeof state>} [change] */
function set(change = {}) {
  Object.assign(state, change);
  if (!state.loading) keep(DRAFT + state.id, isSaved() ? null : { file: text(), revision: state.revision, at: Date.now() });
  draw();
}

/** Rows for the entries of a plan; each is looked at by the server. @param {Entry[]} entries */
const rowsOf = (entries) => entries.map((entry) => ({ uid: ++uids, entry, shown: null, problem: "", pasted: "" }));

/** @param {{title: string, entries: Entry[]}} found @param {Partial<typeof state>} [more] */
function take(found, more = {}) {
  set({ title: found.title, rows: rowsOf(found.entries), open: 0, ...more });
  for (const row of state.rows) lookAt(row);
}

/** @param {Row} row */
async function lookAt(row) {
  const sent = plain(row.entry);
  const answer = await ask("/api/plans/entry", { entry: sent });
  if (JSON.stringify(plain(row.entry)) !== JSON.stringify(sent)) return;
  if (answer.ok) Object.assign(row, { shown: answer.data.shown, problem: "" });
  else Object.assign(row, { problem: answer.error.sentence });
  draw();
}

/** @type {Map<number, number>} */
const timers = new Map();

/** @param {Row} row @param {Record<string, any>} change @param {number} [wait] */
function edit(row, change, wait = ASK_AFTER) {
  row.entry = { ...row.entry, ...change };
  for (const [name, value] of Object.entries(change)) if (value === undefined) delete row.entry[name];
  if ("game" in change) row.pasted = "";
  clearTimeout(timers.get(row.uid));
  timers.set(row.uid, setTimeout(() => lookAt(row), wait));
  set({ note: "" });
}

/** Whatever names a position, in place of the entry's; nothing of it counts once something else is typed. @param {Row} row @param {string} given */
async function paste(row, given) {
  row.pasted = given;
  const refuse = (/** @type {string} */ sentence) => row.pasted === given && (Object.assign(row, { problem: sentence }), draw());
  let found;
  try {
    found = readPasted(given);
  } catch {
    return refuse(_("That link of the lab is damaged; copy it once more."));
  }
  if (found.kind === "stage") return refuse(_("That is a link of a search; it belongs in an entry of that kind."));
  let source = { game: row.entry.game, options: row.entry.options ?? {}, position: "", moves: /** @type {string[]} */ ([]) };
  if (found.kind === "game") {
    const answer = await positionOf(found.id, found.ply);
    if (!answer.ok) return refuse(answer.error.sentence);
    source = answer.data;
  } else if (found.kind === "position") source = found;
  else if (found.kind === "text") source.position = found.text;
  const answer = await look(source);
  if (!answer.ok) return refuse(answer.error.sentence);
  const { game, options, start, moves } = answer.data;
  const there = await ask("/api/position", { game, options, position: start, moves });
  if (!there.ok) return refuse(there.error.sentence);
  if (row.pasted !== given) return;
  edit(row, { game, options: there.data.options, position: there.data.text }, 0);
  row.pasted = given;
}

/** A puzzle of a game, another one each time. @param {Row} row @param {string} game */
async function puzzle(row, game) {
  const answer = await ask(`/api/puzzles/next?${new URLSearchParams({ game, seed: String(Math.floor(Math.random() * 1e9)) })}`);
  if (answer.ok) return edit(row, { game, puzzle: answer.data.id }, 0);
  row.problem = answer.error.sentence;
  draw();
}

/** @param {string} name as in `KINDS` */
function add(name) {
  const game = state.rows.findLast(({ entry }) => entry.game)?.entry.game ?? "";
  const known = name === "puzzle" ? stock.puzzles.map((/** @type {any} */ { value }) => value) : stock.games.filter((/** @type {any} */ each) => name !== "exercise" || each.exercises.length).map((/** @type {any} */ { id }) => id);
  const row = rowsOf([newEntry(name, known.includes(game) ? game : known[0], Math.floor(Math.random() * 1e9))])[0];
  if (name === "exercise") row.entry.exercise = stock.games.find((/** @type {any} */ { id }) => id === row.entry.game).exercises[0].value;
  set({ rows: [...state.rows, row], open: row.uid });
  if (name === "puzzle") puzzle(row, row.entry.game);
  else if (["position", "move", "made", "exercise"].includes(name)) lookAt(row);
  focus(`#row-${row.uid} .plan-form :is(input, textarea, select)`);
}

/** Give the focus to an element once it is drawn. @param {string} selector */
const focus = (selector) => focusSoon(() => host.querySelector(selector));

/** @param {number} from @param {number} to @param {string} [button] which keeps the focus */
function move(from, to, button = "") {
  if (to < 0 || to >= state.rows.length) return;
  const { uid } = state.rows[from];
  set({ rows: moved(state.rows, from, to), dragged: -1, over: -1 });
  say(_("Entry {from} is now entry {to}.", { from: from + 1, to: to + 1 }));
  if (button) focus(`#row-${uid} .${button}`);
}

/** @param {number} at */
function remove(at) {
  const [gone] = state.rows.slice(at, at + 1);
  set({ rows: state.rows.filter((__, place) => place !== at), note: "" });
  state.dialog = null;
  undone = { row: gone, at };
  say(_("Entry {number} is taken away.", { number: at + 1 }));
  focus("#plan-undo");
  draw();
}
/** What was taken away last. @type {{row: Row, at: number} | null} */
let undone = null;

function undo() {
  if (!undone) return;
  const { row, at } = undone;
  undone = null;
  set({ rows: [...state.rows.slice(0, at), row, ...state.rows.slice(at)] });
  focus(`#row-${row.uid} .plan-edit`);
}

/** What a refusal of the server says; of one entry it is shown beside that. @param {Protocol.Refusal} error */
function refused(error) {
  set({ problem: error.sentence });
  say(error.sentence);
}

const bearer = () => ({ Authorization: `Bearer ${state.key}` });

/** Keep the plan on the server: in its place, or as a new one. @param {{fresh?: boolean, revision?: number}} [how] */
async function save({ fresh = false, revision = state.revision } = {}) {
  const sent = plan();
  const file = fileOf(sent);
  const answer = state.id && state.key && !fresh ? await ask(`/api/plans/${state.id}`, { plan: sent, revision }, bearer()) : await ask("/api/plans", { plan: sent });
  if (!answer.ok) {
    if (answer.error.code === "plan_changed") return set({ dialog: { kind: "conflict", theirs: answer.error } });
    return refused(answer.error);
  }
  const before = state.id;
  if (answer.data.id) {
    Object.assign(state, { id: answer.data.id, key: answer.data.key });
    history.replaceState(history.state, "", served(`/class/plans/${state.id}`));
    keep(DRAFT + before, null);
  }
  keepAmong(KEPT, state.id, { key: state.key, title: sent.title }, MOST_KEPT);
  set({ revision: answer.data.revision, saved: file, problem: "", dialog: null, note: _("Saved on this server.") });
  say(state.note);
  return true;
}

const saveAsFile = (/** @type {string} */ named = state.title) => saveFile(new Blob([text()], { type: "application/json" }), fileName(named));

/** The questions in Moodle's XML; what only a search can tell is looked for first. */
async function saveForMoodle() {
  set({ problem: "", note: _("Working out the answers …") });
  try {
    const answer = await fetch(served("/api/plans/moodle"), { method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify({ plan: plan() }) });
    if (!answer.ok) return refused((await answer.json()).error ?? UNREACHABLE);
    saveFile(await answer.blob(), fileName(state.title).replace(/plan\.json$/, "xml"));
    set({ note: _("Saved as a file. In Moodle it is imported into the question bank, as Moodle XML.") });
  } catch {
    refused(UNREACHABLE);
  }
}

/** @param {FieldEvent} event */
async function openFile({ target }) {
  const [file] = target.files ?? [];
  target.value = "";
  if (!file) return;
  const answer = await ask("/api/plans/read", file);
  if (!answer.ok) return refused(answer.error);
  if (state.rows.length || state.title) saveAsBefore();
  leave();
  take(answer.data.plan, { problem: answer.data.left_out.join(" "), note: _("Opened. It is not yet saved on this server.") });
  say(state.note);
}

/** What is on the page goes to a place of its own in this browser before another plan takes its place. */
const saveAsBefore = () => isSaved() || keep(`${DRAFT}before`, { file: text(), at: Date.now() });

/** The page is of no plan of the server any more. */
function leave() {
  Object.assign(state, { id: "", key: "", revision: 0, saved: "" });
  history.replaceState(history.state, "", served("/class/plans"));
}

/** @param {any} theirs */
function takeTheirs(theirs) {
  saveAsFile();
  take(theirs.plan, { revision: theirs.revision, saved: fileOf(theirs.plan), dialog: null, note: _("This is theirs now; yours was saved as a file.") });
}

async function deletePlan() {
  const answer = await ask(`/api/plans/${state.id}/delete`, {}, bearer());
  if (!answer.ok) return refused(answer.error);
  keep(KEPT + state.id, null);
  leave();
  set({ dialog: null, note: _("Deleted on this server. It stands here until you leave the page.") });
}

/** Open a class that runs this plan, or go back to one. */
async function run() {
  if (!isSaved() && !(await save())) return;
  set({ dialog: { kind: "run" } });
}

async function openClass() {
  const made = await ask("/api/classes", {});
  if (!made.ok) return refused(made.error);
  location.assign(`${made.data.url}&plan=${state.id}`);
}

/** Set the plan as it stands here as homework. */
async function setHomework() {
  const { terms, like } = state.dialog;
  const list = allSet().find(({ id }) => id === like);
  const answer = await ask("/api/homework", { plan: plan(), ...terms, ...(list ? { like: { id: list.id, key: list.key } } : {}) });
  if (!answer.ok) return set({ dialog: { ...state.dialog, problem: answer.error.sentence } });
  keepSet(answer.data.id, { key: answer.data.key, title: state.title });
  location.assign(answer.data.url);
}

const act = { setHomework, save, saveAsFile, takeTheirs, openClass, deletePlan, close: () => set({ dialog: null }), dialog: (/** @type {any} */ more) => set({ dialog: { ...state.dialog, ...more } }) };

/** @param {Row} row @param {number} at */
function entryCard(row, at) {
  const kind = kindOf(row.entry);
  const open = state.open === row.uid;
  const heading = row.shown?.heading || row.entry.prompt || row.entry.title || _("not filled in yet");
  return html`<li id="row-${row.uid}" class="card plan-row ${state.over === at ? "over" : ""} ${state.dragged === at ? "dragged" : ""}"
      @dragover=${(/** @type {DragEvent} */ event) => state.dragged >= 0 && (event.preventDefault(), state.over !== at && set({ over: at }))} @drop=${(/** @type {DragEvent} */ event) => (event.preventDefault(), state.dragged >= 0 && move(state.dragged, at))}>
    <span class="plan-number rounded sunken strong centred number" draggable="true" title=${_("Drag it to another place")} @dragstart=${(/** @type {DragEvent} */ event) => (event.dataTransfer?.setData("text/plain", String(at)), set({ dragged: at }))} @dragend=${() => set({ dragged: -1, over: -1 })}>${at + 1}</span>
    <div class="plan-words"><p class="plan-kind inline small strong">${icon(KINDS[kind].icon)}${KINDS[kind].title}</p><h2>${heading}</h2>
      ${row.shown?.prompt && row.shown.prompt !== heading ? html`<p>${row.shown.prompt}</p>` : nothing}
      ${row.entry.kind === "text" && row.entry.title ? html`<p class="soft small">${row.entry.text.slice(0, 160)}</p>` : nothing}
      ${row.shown?.right ? html`<p class="soft small">${_("Right: {label}", { label: row.shown.right.label })}</p>` : row.shown?.searched ? html`<p class="soft small">${_("The search finds what is right.")}</p>` : nothing}
      ${row.problem ? html`<p class="notice bad" role=${open ? "alert" : nothing}>${row.problem}</p>` : nothing}</div>
    <div class="plan-picture" data-uid=${row.uid} ?hidden=${!row.shown?.board}></div>
    <div class="button-row">
      <button type="button" class="button small plan-edit" aria-expanded=${open} @click=${() => set({ open: open ? 0 : row.uid })}>${open ? _("Done") : _("Change")}</button>
      <button type="button" class="button small quiet icon-only plan-up" ?disabled=${at === 0} aria-label=${_("Entry {number}: up", { number: at + 1 })} @click=${() => move(at, at - 1, at > 1 ? "plan-up" : "plan-down")}>↑</button>
      <button type="button" class="button small quiet icon-only plan-down" ?disabled=${at === state.rows.length - 1} aria-label=${_("Entry {number}: down", { number: at + 1 })} @click=${() => move(at, at + 1, at < state.rows.length - 2 ? "plan-down" : "plan-up")}>↓</button>
      <button type="button" class="button small quiet icon-only" aria-label=${_("Entry {number}: a copy of it", { number: at + 1 })} @click=${() => copy(at)}>${icon("copy")}</button>
      <button type="button" class="button small quiet icon-only" aria-label=${_("Entry {number}: take it away", { number: at + 1 })} @click=${() => remove(at)}>${icon("close")}</button></div>
    ${open ? entryForm(kind, row, { edit: (change) => edit(row, change), paste: (given) => paste(row, given), draft: (given) => (row.pasted = given), puzzle: (game) => puzzle(row, game), seed: () => edit(row, { seed: Math.floor(Math.random() * 1e9) }, 0), problem: (sentence) => (Object.assign(row, { problem: sentence }), draw()) }, stock) : nothing}
  </li>`;
}

/** @param {number} at */
function copy(at) {
  const row = rowsOf([structuredClone(state.rows[at].entry)])[0];
  set({ rows: [...state.rows.slice(0, at + 1), row, ...state.rows.slice(at + 1)] });
  lookAt(row);
}

/** The other plans that this browser keeps the keys of. */
function others() {
  const names = keptAmong(KEPT).filter((name) => name !== state.id);
  const draft = state.id ? null : recallData(`${DRAFT}before`);
  if (!names.length && !draft) return nothing;
  return html`<section class="card column gap-2" aria-labelledby="plan-others"><h2 id="plan-others">${_("Your other plans on this device")}</h2>
    <ul class="row gap-apart">${names.map((name) => html`<li><a href=${served(`/class/plans/${name}`)}>${recallData(KEPT + name)?.title || _("A plan without a title")}</a></li>`)}</ul>
    ${draft ? html`<p class="button-row"><button type="button" class="button small" @click=${() => (keep(`${DRAFT}before`, null), take(JSON.parse(draft.file)))}>${_("Back to what stood here before")}</button></p>` : nothing}</section>`;
}

/** A form that opens the sheet, or its key, in a tab of its own. @param {boolean} key */
const sheetForm = (key) => html`<form method="post" action=${served("/class/plans/sheet")} target="_blank" rel="noopener"><input type="hidden" name="plan" .value=${text()} />${key ? html`<input type="hidden" name="key" value="1" />` : nothing}
  <button class="button" ?disabled=${!state.rows.length}>${key ? _("Answer key") : _("Worksheet")}</button></form>`;

function head() {
  const where = state.id ? (state.key ? (isSaved() ? _("Saved on this server.") : _("Changed, and kept in this browser until you save it.")) : _("Somebody else’s plan: changes are saved as a plan of your own.")) : _("Kept in this browser until you save it.");
  return html`<section class="card column gap-4">
    <div class="field"><label for="plan-title">${_("Title of the plan")}</label><input id="plan-title" maxlength="300" autocomplete="off" .value=${live(state.title)} @input=${(/** @type {FieldEvent} */ event) => set({ title: event.target.value, note: "" })} /></div>
    <p class="soft">${sizeWords(state.rows.map(({ entry }) => entry))}. ${state.note || where}</p>
    ${state.problem ? html`<p class="notice bad" role="alert">${state.problem}</p>` : nothing}
    <div class="button-row">
      <button type="button" class="button primary" ?disabled=${isSaved()} @click=${() => save({ fresh: Boolean(state.id) && !state.key })}>${icon("check")}${_("Save")}</button>
      <button type="button" class="button" ?disabled=${!state.rows.length} @click=${run}>${icon("people")}${_("Run it in a class")}</button>
      <button type="button" class="button" id="plan-homework" ?disabled=${!state.rows.some(({ entry }) => entry.points)} @click=${() => set({ dialog: { kind: "homework", terms: usualTerms(), like: allSet()[0]?.id ?? "", problem: "" } })}>${icon("clock")}${_("Set as homework")}</button>
      ${sheetForm(false)} ${sheetForm(true)}
      <button type="button" class="button" ?disabled=${!state.id} @click=${() => set({ dialog: { kind: "share" } })}>${icon("share")}${_("Share")}</button></div>
    <div class="button-row"><button type="button" class="button small" ?disabled=${!state.rows.length} @click=${() => saveAsFile()}>${icon("load")}${_("Save as a file")}</button>
      <button type="button" class="button small" ?disabled=${!state.rows.length} @click=${saveForMoodle}>${icon("load")}${_("Questions for Moodle (XML)")}</button>
      <label class="button small" for="plan-file">${_("Open a file")}</label><input id="plan-file" class="hidden-visually" type="file" accept=".json,.xml,application/json,text/xml" @change=${openFile} />
      ${state.id ? html`<a class="button small quiet" href=${served("/class/plans")}>${_("A new plan")}</a>` : nothing}</div>
  </section>`;
}

const adding = () => html`<section class="card column" aria-labelledby="plan-add"><h2 id="plan-add">${_("Add")}</h2>
  <div class="button-row">${Object.entries(KINDS).map(([name, { title, icon: sign }]) => html`<button type="button" class="button small" data-kind=${name} @click=${() => add(name)}>${icon(sign)}${title}</button>`)}</div></section>`;

/** @type {Record<string, () => any>} */
const DIALOGS = {
  conflict: () => conflict(state, act),
  share: () => shareDialog(state, act),
  run: () => runDialog(state, act),
  homework: () => homeworkDialog(state, act),
};

function page() {
  return html`<div class="plan-page column gap-4 in-middle"><h1>${_("Plan")}</h1>
    <p class="lead soft">${_("Put positions, searches, questions, puzzles, exercises and texts in a row. Then run it in a class with “Next”, or print it.")}</p>
    ${head()}
    ${undone ? html`<p class="button-row" role="status">${_("An entry was taken away.")} <button type="button" class="button small" id="plan-undo" @click=${undo}>${icon("undo")}${_("Bring it back")}</button></p>` : nothing}
    <ol class="column gap-4" aria-label=${_("Entries")}>${state.rows.map(entryCard)}</ol>
    ${adding()} ${others()}</div>
    ${dialogBox(state.dialog && DIALOGS[state.dialog.kind](), () => state.dialog && set({ dialog: null }))}`;
}

const draw = oncePerFrame(() => {
  render(page(), host);
  for (const row of state.rows) drawPosition(host.querySelector(`[data-uid="${row.uid}"]`), row.shown?.board ?? null);
  settleDialog(host);
});

/** What stood here when the page was left, or what the server has. */
async function begin() {
  const key = takeFragment("k") || (recallData(KEPT + state.id)?.key ?? "");
  const draft = recallData(DRAFT + state.id);
  host.replaceChildren();
  if (!state.id) return draft ? take(JSON.parse(draft.file)) : draw();
  const answer = await ask(`/api/plans/${state.id}`);
  if (!answer.ok) {
    leave();
    return draft ? take(JSON.parse(draft.file), { problem: answer.error.sentence, loading: false }) : set({ problem: answer.error.sentence, loading: false });
  }
  const { plan: found, revision } = answer.data;
  Object.assign(state, { key, revision: draft?.revision || revision, saved: fileOf(found), loading: false });
  if (key) keepAmong(KEPT, state.id, { key, title: found.title }, MOST_KEPT);
  take(draft ? JSON.parse(draft.file) : found);
}

ask("/api/address").then((answer) => answer.ok && set({ base: answer.data.base }));
await begin();
