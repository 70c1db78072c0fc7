/** The page of puzzles: shows one, has each move looked at, shows what refutes a wrong one, and leads on to the next. */

import { button } from "lib/button.js";
import { find, pageData } from "lib/dom.js";
import { askPosition } from "boards/lib/asking.js";
import { icon } from "lib/icons.js";
import { _, ngettext } from "lib/messages.js";
import { boardOf } from "lib/pictures.js";
import { served } from "lib/served.js";
import { Speaker } from "lib/speaker.js";
import { nextTask } from "lib/store.js";
import { html, nothing, render } from "lit";
import { spaced } from "../classroom/code.js";
import { opened } from "../classroom/memory.js";
import { fragment } from "../lab/address.js";
import { daysInARow, kept, save, strength, suitable, withResult } from "./kept.js";
import { Source } from "./source.js";

const RUSH_SECONDS = 180;
const RUSH_MISSES = 3;
const STEP_MS = 450;
const HARDER_AFTER = 3;

const panel = find("#puzzle-panel");
const host = find("#puzzle-board");
const title = find("#puzzle-title");
const speaker = new Speaker(find("#puzzle-status"));
const { listed, asked, days } = pageData("puzzle-data");
const source = new Source(listed, days);
const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().slice(0, 10);

/** @typedef {"daily" | "one" | "streak" | "rush"} Mode */
/** @type {{puzzle: any, moves: string[], shown: string[], phase: "solve" | "busy" | "wrong" | "solved" | "told" | "over", mode: Mode, game: string, kind: string, score: number, misses: number, ends: number, counted: boolean}} */
const state = { puzzle: null, moves: [], shown: [], phase: "busy", mode: "daily", game: find("#puzzles").dataset.game ?? "", kind: "", score: 0, misses: 0, ends: 0, counted: false };
/** @type {Boards.Board | null} */
let board = null;
let boardGame = "";
let drawn = 0;
let clock = 0;

/** What stands beside the board is shown once that has its size, so that nothing moves. */
const SETTLED_MS = 100;
let settling = 0;
const settled = new ResizeObserver(() => {
  clearTimeout(settling);
  settling = setTimeout(whole, SETTLED_MS);
});
/** Once the board is there, and waits for nothing, such as its map. */
function whole() {
  if (host.firstElementChild && !host.querySelector(".board-waits")) return ready();
  settling = setTimeout(whole, SETTLED_MS);
}
function ready() {
  settled.disconnect();
  find("#puzzles").dataset.ready = "";
}

const say = (/** @type {string} */ sentence, /** @type {"plain" | "bad"} */ tone = "plain") => speaker.say(sentence, tone);

/** Show the position after these moves, those after `from` one by one. @param {string[]} moves @param {number} from */
async function show(moves, from = moves.length) {
  const mine = ++drawn;
  const { game, options, position } = state.puzzle;
  if (boardGame !== game) {
    board?.destroy();
    const { Board } = await boardOf(game);
    if (mine !== drawn) return;
    boardGame = host.dataset.game = game;
    board = new Board(host, { onMove: (text) => void choose(text), say });
    settled.observe(host);
  }
  for (let count = Math.min(from, moves.length); count <= moves.length; count += 1) {
    let view = count ? null : state.puzzle.view;
    if (!view) {
      const found = await askPosition("/api/position", { game, options, position, moves: moves.slice(0, count) });
      if (mine !== drawn) return;
      if (!found.ok) return say(found.error.sentence, "bad");
      view = found.data.view;
    }
    const mayMove = state.phase === "solve" && count === moves.length;
    board?.update({ view, history: [], options, last: null, yours: mayMove ? [state.puzzle.seat] : [], interactive: mayMove, flip: false, settings: { targets: true }, hint: null, idle: "" });
    if (count < moves.length) await new Promise((wake) => setTimeout(wake, STEP_MS));
    if (mine !== drawn) return;
  }
}

/** A puzzle that the server sent, or why there is none. @param {Protocol.Answer} found */
function open(found) {
  if (!found.ok) {
    say(found.error.sentence, "bad");
    ready();
    return draw();
  }
  Object.assign(state, { puzzle: found.data, moves: [], shown: [], phase: "solve", counted: false });
  history.replaceState(history.state, "", served(state.mode === "one" || state.mode === "daily" ? `/puzzles/${found.data.game}/${found.data.id}` : `/puzzles${state.game ? `/${state.game}` : ""}`));
  say([source.away ? _("The server cannot be reached: this puzzle is kept on this device.") : "", found.data.task, _("{seat} to move.", { seat: found.data.seat_name })].join(" ").trim());
  draw();
  void nextTask().then(() => show([]));
}

/** The wanted difficulty: of one's own strength, rising in a streak or a rush. */
const wanted = () => (state.mode === "one" ? suitable(kept()) : Math.min(6, 1 + Math.floor(state.score / HARDER_AFTER)));

async function following() {
  const found = await source.next({ game: state.game, kind: state.kind, grade: wanted() });
  if (state.phase !== "over") open(found);
}
function daily() {
  const [game] = days[today] ?? [];
  if (game) void boardOf(game); // comes while the puzzle does
  return source.daily(today).then(open);
}

/** @param {Mode} mode */
function start(mode) {
  clearInterval(clock);
  Object.assign(state, { mode, score: 0, misses: 0, phase: "busy" });
  if (mode === "rush") {
    state.ends = Date.now() + RUSH_SECONDS * 1000;
    clock = window.setInterval(() => (Date.now() >= state.ends ? over() : draw()), 1000);
  }
  void (mode === "daily" ? daily() : following());
}

/** Whether what is solved counts towards a record. @param {Mode} mode @returns {mode is "streak" | "rush"} */
const counting = (mode) => mode === "streak" || mode === "rush";

/** The end of a streak or a rush. @param {string} [why] */
function over(why = "") {
  clearInterval(clock);
  const { mode, score } = state;
  state.phase = "over";
  const told = mode === "rush" ? ngettext("The rush is over: {count} puzzle solved.", "The rush is over: {count} puzzles solved.", score) : ngettext("The streak is over: {count} puzzle solved.", "The streak is over: {count} puzzles solved.", score);
  say(`${why} ${told}`.trim());
  draw();
  void show(state.moves);
}

/** Keep what a puzzle came to; each time that it is shown the first result counts. @param {boolean} solved */
function count(solved) {
  let now = withResult(kept(), state.puzzle, solved);
  if (!state.counted) {
    state.counted = true;
    if (solved) state.score += 1;
    else state.misses += 1;
    if (counting(state.mode)) now = { ...now, [state.mode]: Math.max(now[state.mode], state.score) };
  }
  save(now);
}

/** A move was chosen, on the board or in words. @param {string} text */
async function choose(text) {
  if (state.phase !== "solve") return;
  const { puzzle, moves } = state;
  state.phase = "busy";
  draw();
  const found = await source.tried(puzzle, moves, text);
  if (puzzle !== state.puzzle || /** @type {string} */ (state.phase) === "over") return;
  if (!found.ok) {
    state.phase = "solve";
    say(found.error.sentence, "bad");
    draw();
    return void show(moves);
  }
  const told = found.data;
  if (told.right) {
    state.moves = told.moves;
    state.phase = told.done ? "solved" : "solve";
    if (told.done) count(true);
    say(told.done ? _("Right: {move} solves it.", { move: told.move }) : _("Right: {move}. The answer is {answer}. Go on.", { move: told.move, answer: told.moves.slice(moves.length + 1).join(", ") }));
    draw();
    if (told.done && counting(state.mode)) return void following();
    return void show(told.moves, moves.length + 1);
  }
  count(false);
  state.phase = "wrong";
  state.shown = told.line;
  say(refutation(told), "bad");
  if (state.mode === "streak" || (state.mode === "rush" && state.misses >= RUSH_MISSES)) over(refutation(told));
  else if (state.mode === "rush") return void following();
  draw();
  void show([...told.moves, ...told.line.slice(0, 3)], told.moves.length);
}

/** What a wrong move comes to, in words. @param {any} told */
function refutation({ move, line, worth, away }) {
  /** @type {Record<string, string>} */
  const ends = { win: _("It still wins, but less clearly."), draw: _("Then it is a draw."), loss: _("Then the game is lost.") };
  const end = away ? _("What refutes it only the server can show, which cannot be reached.") : ends[worth.outcome] ?? "";
  return line.length ? `${_("{move} is not the move. The answer is {line}.", { move, line: line.slice(0, 5).join(", ") })} ${end}`.trim() : `${_("{move} is not the move.", { move })} ${end}`.trim();
}

function again() {
  state.phase = "solve";
  say(state.puzzle.task);
  draw();
  void show(state.moves);
}

async function tell() {
  const { puzzle, moves } = state;
  const found = await source.solution(puzzle);
  if (puzzle !== state.puzzle) return;
  if (!found.ok) return say(found.error.sentence, "bad");
  count(false);
  if (state.phase !== "over") state.phase = "told";
  say(_("The solution: {line}", { line: found.data.moves.join(", ") }));
  draw();
  void show(found.data.moves, moves.length);
}

const form = () => html`<form class="puzzle-form one-row gap-3" @submit=${(/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const field = find("#puzzle-move", HTMLInputElement);
  const text = field.value.trim();
  field.value = "";
  if (text) void choose(text);
}}><label for="puzzle-move">${_("Move")}</label><input id="puzzle-move" class="field" autocomplete="off" spellcheck="false" maxlength="200"><button class="button small" ?disabled=${state.phase !== "solve"}>${_("Make the move")}</button></form>`;

/** Where else the position can be looked at. */
function elsewhere() {
  const { game, id, options, position } = state.puzzle;
  const there = fragment({ game, options, position });
  const [room] = opened();
  const asking = (/** @type {string} */ path) => served(`${path}${there}&${new URLSearchParams({ puzzle: id })}`);
  return html`<p class="button-row"><a class="button small" href=${served(`/lab${there}`)}>${icon("eye")}${_("Open in the lab")}</a>
    <a class="button small" href=${served(`/analysis#${new URLSearchParams({ game, record: JSON.stringify({ plyground: 1, game, options, start: position, moves: [] }) })}`)}>${icon("board")}${_("Analyse")}</a>
    ${room ? html`<a class="button small" href=${asking(`/class/${room}/teach`)}>${icon("people")}${_("Ask class {code}", { code: spaced(room) })}</a>` : nothing}
    <a class="button small" href=${asking("/class")}>${room ? _("Ask another class") : _("Ask a class")}</a></p>
    <details class="small"><summary>${_("Position as text")}</summary><p class="mono puzzle-text" translate="no">${position}</p></details>`;
}

const stars = (/** @type {number} */ grade) => html`<span aria-hidden="true">${"●".repeat(grade)}${"○".repeat(6 - grade)}</span><span class="hidden-visually">${_("Difficulty {grade} of 6", { grade })}</span>`;

function about() {
  const { puzzle, mode, score, misses } = state;
  const left = Math.max(0, Math.ceil((state.ends - Date.now()) / 1000));
  return html`<p class="soft">${puzzle.title} · ${stars(puzzle.grade)} · ${puzzle.own_moves > 1 ? ngettext("{count} move to find", "{count} moves to find", puzzle.own_moves) : _("one move to find")}${puzzle.exact ? html` · ${_("exact")}` : html` · ${_("by deep search")}`}${kept().solved.includes(puzzle.id) ? html` · <span class="puzzle-solved">${icon("check")} ${_("solved")}</span>` : nothing}</p>
    ${mode === "streak" ? html`<p><strong>${_("Streak: {count}", { count: score })}</strong></p>` : nothing}
    ${mode === "rush" ? html`<p role="timer"><strong>${_("Rush: {count} solved, {misses} of {most} misses, {seconds} s left", { count: score, misses, most: RUSH_MISSES, seconds: left })}</strong></p>` : nothing}`;
}

function own() {
  const what = kept();
  const found = strength(what);
  return html`<dl class="puzzle-own row">
    <div><dt>${_("Strength in puzzles")}</dt><dd>${found ? _("{value}, from {low} to {high}", { value: found.strength, low: found.low, high: found.high }) : _("not yet known")}</dd></div>
    <div><dt>${_("Days in a row")}</dt><dd>${daysInARow(what.days, today)}</dd></div>
    <div><dt>${_("Best streak")}</dt><dd>${what.streak}</dd></div>
    <div><dt>${_("Best rush")}</dt><dd>${what.rush}</dd></div></dl>
    <p class="small soft">${_("Kept on this device alone.")}</p>`;
}

function chooser() {
  const kinds = listed.find((/** @type {any} */ game) => game.id === state.game)?.kinds ?? [];
  const pick = (/** @type {Event} */ event, /** @type {"game" | "kind"} */ field) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    Object.assign(state, field === "game" ? { game: value, kind: "" } : { kind: value });
    start("one");
  };
  return html`<div class="row"><label for="puzzle-game">${_("Game")}</label><select id="puzzle-game" .value=${state.game} @change=${(/** @type {Event} */ event) => pick(event, "game")}>
      <option value="">${_("all")}</option>${listed.map((/** @type {any} */ game) => html`<option value=${game.id} ?selected=${game.id === state.game}>${game.title} (${game.count})</option>`)}</select>
    ${kinds.length ? html`<label for="puzzle-kind">${_("Kind")}</label><select id="puzzle-kind" @change=${(/** @type {Event} */ event) => pick(event, "kind")}>
      <option value="">${_("all")}</option>${kinds.map((/** @type {any} */ kind) => html`<option value=${kind.id} ?selected=${kind.id === state.kind}>${kind.title} (${kind.count})</option>`)}</select>` : nothing}</div>`;
}

/** How a streak or a rush ends, or begins anew. */
const way = () => state.phase === "over" ? button(_("Once more"), () => start(state.mode), { kind: "primary" })
  : button(state.mode === "rush" ? _("End the rush") : _("End the streak"), () => over());

function draw() {
  const { puzzle, phase } = state;
  if (!puzzle) return render(more(), panel);
  title.textContent = puzzle.day ? _("Puzzle of the day: {kind}", { kind: puzzle.kind_title }) : puzzle.kind_title;
  render(html`${about()} ${form()}
    <p class="button-row">
      ${phase === "wrong" ? button(_("Try again"), again, { kind: "primary" }) : nothing}
      ${phase === "over" || ((phase === "solve" || phase === "wrong") && !counting(state.mode)) ? button(_("Show the solution"), () => void tell()) : nothing}
      ${counting(state.mode) ? way() : button(_("Next puzzle"), () => start("one"), { kind: phase === "solved" || phase === "told" ? "primary" : "" })}
    </p>
    ${elsewhere()} ${more()}`, panel);
}

/** What else there is to solve, and what was. */
const more = () => html`<section class="card column" aria-labelledby="puzzle-modes"><h3 id="puzzle-modes">${_("More puzzles")}</h3>
      <p class="button-row">${button(_("Puzzle of the day"), () => start("daily"))} ${button(_("Streak"), () => start("streak"))} ${button(_("Rush, 3 minutes"), () => start("rush"))}</p>
      ${chooser()} ${own()}</section>`;

/** The puzzle that the address names: sent with the page, or else of those that this browser keeps. */
const [, ofGame, ofName] = /\/puzzles\/([^/]+)\/([^/]+)$/.exec(location.pathname) ?? [];
if (asked || ofName) {
  state.mode = "one";
  if (asked) open({ ok: true, data: asked });
  else void source.one(ofGame, ofName).then(open);
} else start(state.game ? "one" : "daily");
