/**
 * The wall of a class, for the projector: the code in giant type to join by; or what the teacher shows; or the question with its answers.
 * Nobody's name stands here unless the teacher says so.
 */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";
import { _, withElements } from "lib/messages.js";
import { origin, served } from "lib/served.js";
import { makeStore, oncePerFrame } from "lib/store.js";
import { clock } from "./answer.js";
import { ShownBoard } from "../lab/shown_board.js";
import { spelled } from "./code.js";
import { bars, histogram, letter } from "./histogram.js";
import { WallBoards } from "./contest/wall_boards.js";
import { titleOf } from "./contest/words.js";
import { ClassLine } from "./line.js";
import { Scene } from "./scene.js";
import { firstState, hearing, inside, reduce, secondsLeft, showing } from "./state.js";
import { alone, aloneWords, answersWords, beside, hasBoard, playedWords, promptOf, rightWord, sceneWords, turnWords } from "./words.js";

const MOST_NAMES = 60;
/** So many of them have room. */
let roomFor = MOST_NAMES;
/** Type is no smaller than this part of the screen's height and width, 24 pixels of 1920 x 1080, as long as anything else can give way; and never smaller than this part of its usual size. */
const [LEAST_HIGH, LEAST_WIDE, SMALLEST] = [1 / 45, 1 / 80, 0.4];
/** A question takes at most this part of the height. */
const MOST_HIGH = 0.165;
/** What is right is called by its letter alone where it has more characters. */
const LONG = 30;
/** A narrower window is no wall, and can be scrolled. */
const NARROWEST_PX = 640;

const host = find("#class-wall");
const code = host.dataset.code ?? "";
const path = `/class/${code}`;
const store = makeStore(reduce, firstState({ base: origin() }));
const { dispatch } = store;

/** Nodes of a tree grow with the screen, for those in the last row: at this width they are as large as at a desk. */
const DESK_PX = 1100;
const scene = new Scene({ say() {}, code, least: innerWidth / DESK_PX });
const board = new ShownBoard();
const line = new ClassLine({ code, role: "wall", hear: hearing(dispatch) });
const walls = new WallBoards(() => draw());
const now = () => performance.now() / 1000;

const address = (/** @type {string} */ base) => `${base.replace(/^https?:\/\//, "")}${path}`;
const qr = html`<img class="class-qr" src=${served(`/qr.svg?path=${encodeURIComponent(path)}`)} alt=${_("QR code of this class's address")} />`;
const giant = html`<span class="class-code strong nowrap mono" aria-label=${_("The code: {spelled}", { spelled: spelled(code) })}><span>${code.slice(0, 3)}</span><span>${code.slice(3)}</span></span>`;

/** The line at the top of every screen but the first. @param {Classroom.Inside} state @param {string} title */
const head = ({ room, line: name }, title) => html`<header class="class-wall-head one-row align-start justify-between">
  <h1>${title}</h1>
  ${name === "lost" ? html`<p class="class-wall-lost" role="alert">${_("The line to the server is lost; trying again.")}</p>` : nothing}
  <span class="class-wall-join raised rounded-card inline fixed"><span class="mono">${giant}</span><span class="inline number">${icon("people")}${room.count}<span class="hidden-visually"> ${_("joined")}</span></span></span>
</header>`;

/** @param {Classroom.Inside} state */
function welcome({ room, ui }) {
  return html`<section class="class-wall-welcome">
    <div class="class-wall-words column justify-start"><h1>${_("Join the class")}</h1>
      <p class="class-wall-address break">${withElements(_("at {b} with the code"), { b: html`<b class="mono">${_("{base}/class", { base: ui.base.replace(/^https?:\/\//, "") })}</b>` })}</p>
      ${giant}
      <p class="class-wall-count number">${withElements(_("{count} joined"), { count: html`<b>${room.count}</b>` })}</p></div>
    <figure class="column">${qr}<figcaption class="mono">${address(ui.base)}</figcaption></figure>
    ${alone(ui.base) ? html`<p class="notice warn whole-row class-wall-alone" role="alert">${aloneWords()}</p>` : nothing}
    ${names(room)}
  </section>`;
}

/** Only when the teacher shows them. @param {Classroom.Room} room */
function names({ names: shown }) {
  if (!shown?.length || !roomFor) return nothing;
  return html`<ul class="class-wall-names row whole-row ${shown.length > 16 ? "many" : ""}" aria-label=${_("Joined")}>${shown.slice(0, roomFor).map((name) => html`<li>${name}</li>`)}
    ${shown.length > roomFor ? html`<li>${_("and {count} more", { count: shown.length - roomFor })}</li>` : nothing}</ul>`;
}

const message = (/** @type {string} */ sign, /** @type {string} */ title, /** @type {string} */ words) => html`<section class="class-wall-message centred">${icon(sign)}<h1>${title}</h1><p>${words}</p></section>`;

/** @param {Classroom.Inside} state */
function question(state) {
  const { room } = state;
  const asked = room.question;
  if (!asked) return nothing;
  const lettered = Boolean(asked.choices?.length);
  const side = hasBoard(room, true) ? html`<div class="class-wall-board" id="class-board"></div>` : beside(room, true) ? html`<div class="class-scene" id="class-scene"></div>` : nothing;
  return html`${head(state, promptOf(asked))}
    <section class="class-wall-question ${side === nothing ? "alone" : ""}">
      ${side}
      <div class="class-wall-answers column">
        ${hasBoard(room, true) && turnWords(asked) ? html`<p>${turnWords(asked)}</p>` : nothing}
        <p class="class-counted one-row gap-3 justify-between any-width number"><span>${asked.state === "open" ? answersWords(asked, room.count) : _("{answers} answered", { answers: asked.answers })}</span>${clock(secondsLeft(state, now()))}</p>
        ${playedWords(room.scene) ? html`<p class="class-played">${playedWords(room.scene)}</p>` : nothing}
        ${asked.tally
          ? histogram(bars(asked.tally, { choices: asked.choices, answer: asked.answer }), { word: rightWord(asked), lettered })
          : html`${lettered ? html`<ol class="class-wall-choices column">${asked.choices?.map(({ label }, at) => html`<li class="one-row">${mark(at, 36)}<b>${letter(at)}</b><span>${label}</span></li>`)}</ol>` : nothing}
              <progress class="class-progress fill" max=${Math.max(1, room.count, asked.answers)} value=${asked.answers} aria-label=${_("Answers")}></progress>`}
        ${asked.answer?.label && asked.source?.kind !== "vote"
          ? html`<div class="class-wall-answer rounded-card one-row align-start">${icon("check")}<p class="column"><b>${told(asked)}</b>${asked.answer.why ? html`<span>${asked.answer.why}</span>` : nothing}</p></div>`
          : asked.state === "closed" ? html`<p class="class-wall-closed">${_("Answers are closed.")}</p>` : nothing}
      </div>
    </section>`;
}

/** What is right: its words, or the letters of long choices, which stand above. @param {Classroom.Question} question */
function told({ answer, choices }) {
  const label = answer?.label ?? "";
  if (label.length <= LONG || !choices?.length) return label;
  return choices.flatMap(({ text }, at) => (answer?.right?.includes(text) ? [letter(at)] : [])).join(", ") || label;
}

/** @param {Classroom.State} state */
function body(state) {
  if (state.line === "refused") return message("close", _("No class here"), state.barred?.sentence ?? "");
  if (!inside(state)) return message("clock", _("One moment"), _("The wall joins the class."));
  switch (showing(state)) {
    case "ended":
      return message("flag", _("The class has ended"), _("Thank you for coming."));
    case "paused":
      return html`${head(state, "")}${message("pause", _("Paused"), _("Eyes to the front."))}`;
    case "welcome":
      return welcome(state);
    case "question":
      return question(state);
    case "contest":
      return state.contest ? html`${head(state, titleOf(state.contest))}${walls.template({ ...state, contest: state.contest }, now() + state.offset)}` : nothing;
    default:
      return html`${head(state, sceneWords(state.room.scene))}${playedWords(state.room.scene) ? html`<p class="class-played">${playedWords(state.room.scene)}</p>` : nothing}<div class="class-scene" id="class-scene"></div>${names(state.room)}`;
  }
}

function paint() {
  const { state } = store;
  host.dataset.showing = state.line === "refused" ? "refused" : showing(state);
  roomFor = MOST_NAMES;
  render(body(state), host);
  while (fewerNames()) render(body(state), host);
  walls.settle(host);
  fitted();
  const { room } = state;
  const place = /** @type {HTMLElement | null} */ (host.querySelector("#class-scene"));
  scene.grow(innerWidth / DESK_PX);
  scene.offer(room?.question ? { kind: room.question.kind, open: room.question.state !== "revealed" } : null);
  if (place && room) scene.show(place, beside(room, true) ?? room.scene);
  else scene.leave();
  const stand = /** @type {HTMLElement | null} */ (host.querySelector("#class-board"));
  if (!stand || !room?.question?.view) return board.clear();
  const { game, view, options, answer, kind } = room.question;
  board.show(stand, { game, view, options, pointed: kind === "move" ? (answer?.text ?? null) : null });
}

/** Whether fewer names must be shown, since the last ones do not fit above the screen's edge and its button. */
function fewerNames() {
  const names = [...host.querySelectorAll(".class-wall-names li")];
  if (innerWidth < NARROWEST_PX || !names.length) return false;
  const edge = document.getElementById("class-full")?.getBoundingClientRect().top || innerHeight;
  const fit = names.filter((name) => name.getBoundingClientRect().bottom <= edge).length;
  if (fit === names.length) return false;
  roomFor = Math.max(0, Math.min(roomFor, fit) - 1);
  return true;
}

/**
 * Make the type of what does not fit its place smaller, as little as lets it fit: nobody can scroll a wall. Long answers take room of what
 * stands beside them before they become too small for the last row.
 */
function fitted() {
  if (innerWidth < NARROWEST_PX) return;
  const least = Math.min(innerWidth * LEAST_WIDE, innerHeight * LEAST_HIGH);
  const title = /** @type {HTMLElement | null} */ (host.querySelector(".class-wall-head h1"));
  if (title) shrunk(title, () => title.offsetHeight > innerHeight * MOST_HIGH, least);
  const place = /** @type {HTMLElement | null} */ (host.querySelector(".class-wall-answers"));
  if (!place) return;
  const over = () => place.scrollHeight > place.clientHeight + 1;
  place.parentElement?.classList.remove("wordy");
  if (shrunk(place, over, least)) return;
  place.parentElement?.classList.add("wordy");
  if (!shrunk(place, over, least)) shrunk(place, over, 0);
}

/** @param {HTMLElement} place @param {() => boolean} over whether it is too large @param {number} least pixels @returns {boolean} whether it fits then */
function shrunk(place, over, least) {
  place.style.fontSize = "";
  const usual = parseFloat(getComputedStyle(place).fontSize);
  const smallest = Math.max(least, SMALLEST * usual);
  for (let size = usual; over(); ) {
    if (size <= smallest) return false;
    size = Math.max(smallest, size * 0.94);
    place.style.fontSize = `${size}px`;
  }
  return true;
}

const draw = oncePerFrame(paint);
addEventListener("resize", draw);
store.subscribe(draw);
setInterval(() => (secondsLeft(store.state, now()) !== null || (store.state.contest?.clock && store.state.room?.scene.kind === "contest")) && draw(), 500);
document.getElementById("class-full")?.addEventListener("click", () => document.documentElement.requestFullscreen?.());
ask("/api/address").then((answer) => answer.ok && dispatch({ type: "ui", change: { base: answer.data.base } }));
paint();
line.start();
