/** First steps: short stages of a game, each a position with a goal. The server's rules and search judge every move; the page keeps the way back. */

import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { keep, recallData } from "lib/kept.js";
import { _ } from "lib/messages.js";
import { boardOf, takeData } from "lib/pictures.js";
import { render } from "lit";
import { page } from "./page.js";

const REPLY_AFTER = 700;

const host = find("#first-steps");
const { game, stages, mild } = takeData(host);
const KEPT = `plyground.first.${game.id}`;

/** What was reached before, by the stages' ids. @type {Set<string>} */
const done = new Set(recallData(KEPT)?.done ?? []);
const first = stages.findIndex((/** @type {FirstSteps.Stage} */ stage) => !done.has(stage.id));
/** @type {FirstSteps.State} */
const state = { game, stages, mild, done, at: first < 0 ? stages.length : first, trail: [], busy: false, hint: null, help: "", refusal: "", typed: false };

const module = await boardOf(game.id);
/** @type {Boards.Board | null} */
let board = null;

/** The step that is shown: the last one of the trail. */
const now = () => state.trail[state.trail.length - 1];
const reduced = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Open a stage from its beginning; behind the last one is the whole game. @param {number} at */
function open(at, focus = true) {
  Object.assign(state, { at, hint: null, help: "", refusal: "", busy: false, typed: false });
  const stage = stages[at];
  state.trail = stage ? [{ text: "", view: stage.view, last: stage.last, state: "open", says: "" }] : [];
  board?.destroy();
  board = null;
  draw();
  if (stage) {
    const place = find("#first-board");
    if (stage.options.colours) place.dataset.colours = stage.options.colours;
    board = new module.Board(place, { onMove: (text) => void play(text), say: refused });
  }
  drawBoard();
  if (focus) find("#first-title").focus();
}

function draw() {
  render(page(state, now(), { open, play: typed, undo, help }), host);
}

function drawBoard() {
  const step = now();
  if (!board || !step) return;
  board.update({
    view: step.view,
    last: step.last,
    yours: [stages[state.at].view.to_move],
    interactive: step.state === "open" && !state.busy,
    history: [],
    options: stages[state.at].options,
    hint: state.hint,
    idle: step.state === "missed" ? _("Take the move back to try another one.") : step.state === "reached" ? _("This stage is done.") : "",
  });
}

/** Why a move was refused; "" when one is fine. @param {string} sentence */
function refused(sentence) {
  state.refusal = sentence;
  draw();
}

const moves = () => state.trail.slice(1).map((step) => step.text);

/** A move was made on the board, or typed. @param {string} text @returns {Promise<boolean>} whether it could be made */
async function play(text, byText = false) {
  if (state.busy || now()?.state !== "open") return false;
  Object.assign(state, { busy: true, refusal: "", help: "", hint: null });
  const at = state.at;
  const answer = await ask("/api/first-steps", { game: game.id, stage: stages[at].id, moves: moves(), move: text });
  if (at !== state.at) return false;
  state.busy = false;
  if (!answer.ok) {
    if (!byText) board?.refuse(text, answer.error.sentence);
    refused(answer.error.sentence);
    drawBoard();
    return false;
  }
  const { steps, state: outcome, says } = answer.data;
  for (const [number, step] of steps.entries()) {
    if (number) await new Promise((resolve) => void setTimeout(resolve, reduced() ? 0 : REPLY_AFTER));
    if (at !== state.at) return false;
    const last = number === steps.length - 1;
    state.busy = !last;
    state.trail.push({ ...step, own: number === 0, state: last ? outcome : "open", says: last ? says : "" });
    drawBoard();
    draw();
  }
  if (outcome === "reached") {
    done.add(stages[at].id);
    keep(KEPT, { done: [...done] });
    draw();
    find("#first-next").focus();
  } else if (outcome === "missed") find("#first-undo").focus();
  return true;
}

/** A move was typed, after a wrong one in its place. @param {FormEvent} event */
async function typed(event) {
  event.preventDefault();
  const field = event.target.elements.move;
  if (!field.value.trim()) return;
  if (now().state === "missed") undo();
  state.typed = true;
  if (await play(field.value, true)) field.value = "";
  else field.select();
}

/** Take the last own move back, with what was replied to it. */
function undo() {
  if (state.trail.length < 2 || state.busy) return;
  while (state.trail.length > 1 && !state.trail.pop()?.own);
  Object.assign(state, { refusal: "", hint: null });
  draw();
  drawBoard();
  if (state.typed) find("#first-move").focus();
  else board?.focus();
}

/** Say the next hint; after the last one the board shows a move. */
async function help() {
  const stage = stages[state.at];
  const given = stage.hints.indexOf(state.help) + 1;
  if (given < stage.hints.length && !state.hint) {
    state.help = stage.hints[given];
    return draw();
  }
  const at = state.at;
  const answer = await ask("/api/first-steps/help", { game: game.id, stage: stage.id, moves: moves() });
  if (at !== state.at) return;
  state.hint = answer.ok ? answer.data.move : null;
  if (!answer.ok) state.help = answer.error.sentence;
  else if (state.hint) state.help = _("Try {move}.", { move: state.hint });
  else state.help = _("The goal is out of reach from here. Take a move back.");
  draw();
  drawBoard();
}

open(state.at, false);
