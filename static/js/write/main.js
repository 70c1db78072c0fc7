/** The page where a bot is written: the editor, tries against other bots, the bot's world, and handing in. */

import { find, pageData } from "lib/dom.js";
import { ask, asker, askText } from "lib/http.js";
import { keep, recall } from "lib/kept.js";
import { oncePerFrame } from "lib/store.js";
import { saveFile } from "lib/save.js";
import { keepGoingOn } from "../compete/keys.js";
import { render } from "lit";
import { boardOf } from "lib/pictures.js";
import { fixed } from "lib/format.js";
import { _, ngettext } from "lib/messages.js";
import { newKey } from "lib/tokens.js";
import { Editor } from "./editor.js";
import { about, handIn, handInPanel, latestSource, ownBot } from "./hand_in.js";
import { showGame } from "../watch/shown_game.js";
import { controls, languageMenu, logbook, outcome, startState, times, trialOf } from "./try_panel.js";
import { withWeights } from "../compete/weights.js";
import { bindTabs } from "./tabs.js";
import { offerTests } from "./tests.js";

const KEEP_MS = 400;
const CHECK_MS = 200;
const SLOW_MS = 5000;
const PLACE_MS = 1000;
const MOST_AGAIN = 20;

const given = pageData("given");
const { game, competition, bot, languages } = given;
if (competition) keepGoingOn(competition);
const PYTHON = "python";
/** What a bot is written in, by its id. @param {string} id */
const languageOf = (id) => languages.find((/** @type {Write.Language} */ each) => each.id === id && each.there);
/** Where the text of a bot is kept, or, where none is named, that of the game. @param {string} own */
const place = (own, language = state.language) =>
  `plyground.write.${own ? `${game.id}.${competition?.id ?? ""}.${own}` : game.id}${language === PYTHON ? "" : `.${language}`}`;
/** Where the language chosen last is kept. */
const LANGUAGE = `plyground.write.${game.id}.language`;
const say = (/** @type {string} */ sentence) => (find("#write-said").textContent = sentence);
const state = startState(given);

/** The text to begin with, and what is said of it. */
async function beginning() {
  const kept = recall(place(bot));
  if (kept !== null) return [kept, _("As you left it in this browser.")];
  const latest = bot ? await latestSource(competition.id, bot, state.language) : null;
  if (latest !== null) return [latest, _("As you handed it in last.")];
  const draft = bot ? recall(place("")) : null;
  return draft === null ? [await template(), _("The template, ready to run.")] : [draft, _("As you left it in this browser.")];
}

/** The template in the language that is chosen. @returns {Promise<string>} */
async function template() {
  if (state.language === PYTHON) return given.template;
  return (await askText(`/api/templates/${game.id}?language=${state.language}`, {}, "text/plain")) ?? "";
}

const kept = recall(LANGUAGE) ?? PYTHON;
state.language = (languageOf(kept) ?? languageOf(PYTHON) ?? languages.find((/** @type {Write.Language} */ each) => each.there) ?? { id: PYTHON }).id;

const [text, said] = await beginning();
const editor = new Editor(find("#editor"), text, changed);
if (state.language !== PYTHON) editor.begin(text, isPython());
const tabs = bindTabs(find("#write-tabs"));
say(said);

/* Writing */

/** Whether the editor can colour what is written. */
function isPython() {
  return languageOf(state.language)?.suffix === ".py";
}

/** Write in another language; the text of this one stays where it is. @param {string} id */
async function speak(id) {
  save();
  state.language = id;
  keep(LANGUAGE, id);
  const [text, said] = await beginning();
  editor.begin(text, isPython());
  say(said);
  change((now) => Object.assign(now, { result: null, refused: null }));
  find("#board-place").hidden = true;
  showReference();
}

/** The reference of the module in Python, or of the lines that a program speaks. */
function showReference() {
  for (const part of document.querySelectorAll("[data-speaks]")) part.toggleAttribute("hidden", (part.getAttribute("data-speaks") === "python") !== isPython());
}
showReference();

let waiting = 0;

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(save, KEEP_MS);
}

function save() {
  clearTimeout(waiting);
  waiting = 0;
  say(keep(place(bot), editor.text) ? _("Kept in this browser.") : _("This browser keeps nothing: save your bot as a file."));
}

addEventListener("pagehide", () => waiting && save());

/* An exercise in code that is to be a bot */

const carried = `plyground.carried.${game.id}`;
const brought = recall(carried);
if (brought !== null && isPython()) {
  keep(carried, null);
  editor.replace(brought);
  save();
  say(_("Your exercise is here as a bot: try it, and hand it in. Undo (Ctrl+Z) brings your text back."));
}

find("#anew").addEventListener("click", async () => {
  editor.replace(await template());
  clearTimeout(waiting);
  keep(place(bot), null);
  say(_("The template is back. Undo (Ctrl+Z) brings your text back."));
  editor.view.focus();
});

find("#save").addEventListener("click", () => saveFile(new Blob([editor.text], { type: isPython() ? "text/x-python" : "text/plain" }), `bot${languageOf(state.language)?.suffix ?? ".py"}`));

find("#open").addEventListener("click", () => find("#file").click());
find("#file").addEventListener("change", async () => {
  const field = find("#file", HTMLInputElement);
  const file = field.files?.[0];
  field.value = "";
  if (!file) return;
  if (file.size > given.most_source) return say(_("A file that is written here has at most {most} kB.", { most: given.most_source / 1000 }));
  const text = await file.text();
  if (text.includes("\0")) return say(_("{name} is no text.", { name: file.name }));
  editor.replace(text.replace(/\r\n?/g, "\n"));
  save();
  say(_("{name} is open. Undo (Ctrl+Z) brings your text back.", { name: file.name }));
});

/* Trying */

/** Ends the board of the game before. */
let stop = () => {};

/** What is said of a ply of the game that was played. @param {Protocol.Snapshot} played @param {number} ply */
function plyWords({ moves, seats }, ply) {
  const move = moves[ply - 1];
  return move ? _("{ply} of {all}. {name}: {move}, {seconds} s", { ply, all: moves.length, name: seats[move.seat].name, move: move.text, seconds: move.seconds === undefined ? "" : fixed(move.seconds, 2) }) : ngettext("Start, {count} move follows", "Start, {count} moves follow", moves.length);
}

/** A view that did not come with the game. @param {number} ply @param {Protocol.Snapshot} played */
async function load(ply, { options, moves }) {
  const found = await ask("/api/position", { game: game.id, options, moves: moves.slice(0, ply).map((move) => move.text) });
  return found.ok ? { first: ply, views: [{ ...found.data.view, text: found.data.text }] } : null;
}

/** The answer to a try; a server that is being started anew is asked once more. @param {unknown} trial @returns {Promise<Protocol.Answer>} */
async function answerTo(trial) {
  for (let left = MOST_AGAIN; ; left--) {
    const answer = await ask("/api/trials", trial);
    if (answer.ok || !left || !["unreachable", "closing"].includes(answer.error.code)) return answer;
    await new Promise((goOn) => setTimeout(goOn, PLACE_MS));
  }
}

async function tryOut() {
  if (state.trying || state.problem) return;
  save();
  editor.mark([]);
  change((now) => Object.assign(now, { trying: true, refused: null }));
  tabs.choose("try");
  const patience = setTimeout(() => change((now) => (now.slow = true)), SLOW_MS);
  const ticket = newKey();
  const asking = setInterval(async () => {
    const found = await ask(`/api/trials/${ticket}`);
    if (found.ok && state.trying) change((now) => (now.place = found.data.place));
  }, PLACE_MS);
  const answer = await answerTo(withWeights({ ...trialOf(state, given, editor.text), ticket }, state.weights));
  clearTimeout(patience);
  clearInterval(asking);
  change((now) => {
    now.trying = now.slow = false;
    now.place = 0;
    now.result = answer.ok ? answer.data : null;
    now.refused = answer.ok ? null : answer.error;
  });
  find("#board-place").hidden = !answer.ok;
  stop();
  if (answer.ok) arrange(answer.data);
  else editor.mark(problemsOf(answer.error));
  paint();
  if (answer.ok) stop = await showGame(newPlace(), answer.data.board, { load, views: answer.data.views, words: plyWords });
  if (matchMedia("(max-width: 60rem)").matches) find("#outcome").scrollIntoView({ block: "start" });
}

/**
 * Mark the line that failed; then what the bot printed matters more than the board, and stands before it.
 * @param {{verdict: Write.Verdict, problem: {line: number, sentence: string} | null}} given
 */
function arrange({ verdict, problem }) {
  editor.mark(problem ? [problem] : []);
  const [log, played] = [find("#log"), find("#board-place").parentElement];
  if (verdict.code === "fair") played?.after(log);
  else played?.before(log);
}

/** What a compiler said, line by line; empty for any other refusal. @param {any} error @returns {{line: number, sentence: string}[]} */
const problemsOf = (error) => error?.problems ?? [];

/** A fresh place for the board of the next game, which may be of another size. */
function newPlace() {
  const place = document.createElement("div");
  place.className = "embed";
  find("#board-place").replaceChildren(place);
  return place;
}

find("#try").addEventListener("click", tryOut);
// Before the editor sees it, which has other uses for this key.
const hearKey = (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  tryOut();
};
addEventListener("keydown", hearKey, { capture: true });

offerTests(given, () => ({ source: editor.text, language: state.language }), () => state.weights);

/* Options are checked by the server, which also knows how many seats they make. */

const check = asker("/api/position", CHECK_MS, () => ({ game: game.id, options: state.options }), (answer) =>
  change((now) => {
    now.problem = answer.ok ? null : answer.error;
    if (answer.ok) now.seats = answer.data.seats;
    now.seat = Math.min(now.seat, now.seats - 1);
  }),
);

function options(/** @type {(state: Write.State) => void} */ how) {
  change(how);
  check();
}

/* Handing in */

async function submit() {
  if (state.handing) return;
  save();
  change((now) => Object.assign(now, { handing: true, handed: null }));
  const suffix = languageOf(state.language)?.suffix ?? ".py";
  const { code, language, weights } = state;
  const answer = await handIn({ competition: competition.id, bot, code, source: editor.text, language, suffix, note: state.note.trim(), weights });
  if (answer.bot) keep(place(answer.bot), editor.text);
  if (answer.ok) return location.assign(answer.data.url);
  editor.mark(problemsOf(answer.error));
  change((now) => Object.assign(now, { handing: false, handed: answer.error }));
}

addEventListener("pageshow", (event) => event.persisted && change((now) => (now.handing = false)));

/* Drawing */

function change(/** @type {(state: Write.State) => void} */ how) {
  how(state);
  draw();
}

const board = await boardOf(game.id);

function paint() {
  const names = board.seatNames?.(state.options) ?? game.seat_names;
  const button = find("#try", HTMLButtonElement);
  button.disabled = state.trying || Boolean(state.problem);
  render(controls(state, given, names, { change, options }), find("#controls"));
  render(languageMenu(state, languages, speak), find("#language"));
  render(outcome(state, { goTo: (line) => editor.goTo(line) }), find("#outcome"));
  render(times(state.trying ? null : state.result), find("#times"));
  render(logbook(state.trying ? null : state.result), find("#log"));
  find("#board-place").classList.toggle("old", state.trying);
  if (competition) render(handInPanel(state, competition, ownBot(competition.id, bot), { change, handIn: submit }), find("#hand-in"));
}

const draw = oncePerFrame(paint);
paint();
if (Object.keys(state.options).length) check();
if (competition && ownBot(competition.id, bot)) {
  const own = await about(competition.id, ownBot(competition.id, bot));
  change((now) => (now.own = own));
}
