/** The student's page: join by nickname, then whatever the teacher sends: the scene, questions, and how they came out. */

import { html, nothing, render } from "lit";
import { dialogBox, settleDialog } from "lib/dialog.js";
import { find, standing } from "lib/dom.js";
import { icon } from "lib/icons.js";
import { _, withElements } from "lib/messages.js";
import { origin, served } from "lib/served.js";
import { Speaker } from "lib/speaker.js";
import { makeStore, oncePerFrame } from "lib/store.js";
import { questionForm } from "./answer.js";
import { ShownBoard } from "../lab/shown_board.js";
import { spaced } from "./code.js";
import { contestPart, Playing } from "./contest/student_part.js";
import { ClassLine } from "./line.js";
import { linkDialog } from "./link_dialog.js";
import { keep, recall, studentToken } from "./memory.js";
import { roamLinks } from "./roam.js";
import { Scene } from "./scene.js";
import { answered, answering, firstState, hearing, inside, reduce, secondsLeft, showing } from "./state.js";
import { beside, changeWords, pointsWords, sceneWords, verdictWords } from "./words.js";

const LONGEST_NAME = 20;

const host = find("#class");
const code = host.dataset.code ?? "";
const token = studentToken(code);
const kept = recall(code);
const store = makeStore(reduce, firstState({ base: origin(), name: kept.nickname ?? "", joining: Boolean(token), dialog: false, renewed: "" }));
const { dispatch } = store;
const ui = (/** @type {Record<string, any>} */ change) => dispatch({ type: "ui", change });
const speaker = new Speaker(find("#class-status"));
const say = (/** @type {string} */ sentence) => void (sentence && speaker.say(sentence));
const scene = new Scene({ say, code });
const board = new ShownBoard({ say, choose: (text) => send(text) });
const playing = new Playing({ line: () => line, say, state: () => store.state, draw: () => draw() });
const now = () => performance.now() / 1000;

const hear = hearing(dispatch);
const line = new ClassLine({
  code,
  role: "student",
  token,
  spare: kept.once ?? "",
  hear: {
    ...hear,
    joined(ack) {
      if (!line.renewing) line.opens(line.token);
      if (ack.you) keep(code, { nickname: ack.you.nickname });
      ui({ joining: false, problem: "" });
      hear.joined(ack);
    },
    you: (you) => (you ? hear.you(you) : removed()),
    line(name, error) {
      if (name === "refused") refused(error);
      hear.line(name, error);
    },
  },
});

/** The class does not take this page: the wrong nickname can be changed, a wrong code cannot. @param {Protocol.Refusal} error */
function refused(error) {
  keep(code, { student: null, once: null });
  // A place that the class no longer knows is no fault of the reader's: the form says all there is to say.
  const sentence = error.code === "nickname_needed" && !store.state.ui.name ? "" : error.sentence;
  ui({ joining: false, problem: sentence });
  say(sentence);
}

/** The teacher took this student out, or did not approve the name. */
function removed() {
  const sentence = store.state.you?.waits ? _("The teacher did not approve this name. You may join under another.") : _("The teacher has taken you out of the class. You may join again.");
  keep(code, { student: null, once: null });
  line.token = line.spare = "";
  line.wanted = line.joined = false;
  dispatch({ type: "line", line: "refused", error: { code: "removed", sentence } });
  ui({ problem: sentence });
}

/** @param {FormEvent} event */
function enter(event) {
  event.preventDefault();
  const name = String(new FormData(event.target).get("nickname") ?? "").trim();
  if (!name) return ui({ problem: _("Type a nickname first.") });
  ui({ name, joining: true, problem: "" });
  line.enter(name);
}

/** @param {string} text */
async function send(text) {
  const question = store.state.room?.question?.id;
  if (!question || !answering(store.state) || answered(store.state) === text) return;
  dispatch({ type: "sending", question, text });
  const ack = await line.command({ do: "answer", question, text });
  dispatch({ type: "sent", question, text, error: ack.ok ? null : ack.error });
  say(ack.ok ? _("Your answer is in.") : ack.error.sentence);
}

/** @param {Classroom.State} state @returns {state is Classroom.Inside} */
const here = (state) => inside(state) && state.line !== "refused";
const NO_CLASS = "no_such_class";

/** @param {Classroom.State} state */
function joinForm(state) {
  const { joining, problem, name } = state.ui;
  if (state.barred?.code === NO_CLASS) {
    return html`<section class="class-card column gap-4 justify-start pad-5 card"><h1>${_("No class here")}</h1><p>${state.barred.sentence}</p>
      <p class="button-row"><a class="button primary" href=${served("/class")}>${_("Type another code")}</a></p></section>`;
  }
  if (joining && !problem && line.token) return html`<p class="class-wait above-6 centred" role="status">${_("Back to the class …")}</p>`;
  return html`<form class="class-card column gap-4 justify-start pad-5 card class-join" @submit=${enter} novalidate>
    <h1>${withElements(_("Join the class {spaced}"), { spaced: html`<span class="nowrap mono">${spaced(code)}</span>` })}</h1>
    <div class="field"><label for="nickname">${_("Your nickname")}</label>
      <input id="nickname" name="nickname" maxlength=${LONGEST_NAME} autocomplete="off" autocapitalize="words" spellcheck="false" required aria-describedby="nickname-help" aria-invalid=${problem ? "true" : "false"} .value=${standing("nickname", name)} />
      <p class="hint" id="nickname-help">${_("Up to {LONGEST_NAME} letters and digits. The teacher sees it and may show it on the wall; it is forgotten when the class ends.", { LONGEST_NAME })}</p></div>
    ${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : nothing}
    <button class="button primary large" ?disabled=${joining && !problem}>${joining && !problem ? _("Joining …") : _("Join")}</button>
  </form>`;
}

/** Have a new link; the old one opens nothing from then on. */
async function newLink() {
  if (line.renewing) return;
  const ack = await line.newLink();
  ui({ renewed: ack.ok ? _("The old link opens nothing any more.") : ack.error.sentence });
}

/** @param {Classroom.State} state */
const ownLink = ({ ui: { base, dialog, renewed } }) =>
  dialog && linkDialog(_("It opens your place in this class on another device. Whoever has it answers in your name."), `${base}/class/${code}#t=${line.token}`, renewed, newLink);

/** @param {Classroom.Inside} state */
function top({ you, line: name, room }) {
  return html`<header class="class-top row gap-apart align-baseline">
    <strong class="break">${you?.nickname ?? ""}</strong>
    ${you?.asked ? html`<span class="number">${withElements(_("{right} of {asked} right"), { asked: you.asked, right: html`<b>${pointsWords(you.score)}</b>` })}</span>` : nothing}
    <span class="soft mono">${spaced(room.code)}</span>
    ${room.open ? html`<button type="button" class="button quiet icon-only small" aria-label=${_("Your link")} title=${_("Your link")} @click=${() => ui({ dialog: true, renewed: "" })}>${icon("share")}</button>` : nothing}
    ${name === "lost" ? html`<p class="notice warn class-lost whole-row" role="alert">${_("The line to the server is lost; trying again. What you answered is kept.")}</p>` : nothing}
  </header>`;
}

const waiting = (/** @type {Classroom.Room} */ room, /** @type {Classroom.You | null} */ you) => html`<section class="class-card column gap-4 justify-start pad-5 card class-waiting">
  ${icon("check")}<h1>${_("You are in, {nickname}", { nickname: you?.nickname })}</h1>
  <p>${_("Look at the wall. Whatever the teacher sends appears here by itself.")}</p>
  <p class="soft number">${_("{count} joined", { count: room.count })}</p></section>`;

const unapproved = html`<section class="class-card column gap-4 justify-start pad-5 card class-waiting">${icon("clock")}<h1>${_("Your name waits")}</h1>
  <p>${_("The teacher looks at each name before it comes into the class. It goes on here by itself.")}</p></section>`;

const paused = html`<section class="class-card column gap-4 justify-start pad-5 card class-waiting">${icon("pause")}<h1>${_("Paused")}</h1><p>${_("Eyes to the front. It goes on here by itself.")}</p></section>`;

const ended = (/** @type {Classroom.State} */ { you }) => html`<section class="class-card column gap-4 justify-start pad-5 card class-waiting">${icon("flag")}<h1>${_("The class has ended")}</h1>
  ${you?.asked ? html`<p class="large number">${withElements(_("{nickname}: {right} of {asked} right"), { nickname: you.nickname, asked: you.asked, right: html`<b>${pointsWords(you.score)}</b>` })}</p>` : nothing}
  <p class="soft">${_("Nothing of you is kept on the server.")}</p>
  <p class="button-row"><a class="button primary" href=${served("/")}>${_("Play")}</a> <a class="button" href=${served("/lab")}>${_("The lab")}</a></p></section>`;

/** @param {Classroom.Room} room @param {Classroom.Scene} [what] */
function shown(room, what = room.scene) {
  return html`<section class="column" aria-labelledby="class-caption">${room.question
      ? html`<h2 id="class-caption" class="class-caption">${sceneWords(what)}</h2>`
      : html`<h1 id="class-caption" class="class-caption">${sceneWords(what)}</h1>`}
    <div class="class-scene" id="class-scene"></div></section>`;
}

/** @param {Classroom.Inside} state */
function body(state) {
  const { room, you } = state;
  const by = beside(room);
  if (you?.waits && room.open) return unapproved;
  switch (showing(state)) {
    case "ended":
      return ended(state);
    case "paused":
      return paused;
    case "question":
      // What is asked about stays beside the question.
      return html`${questionForm(state, secondsLeft(state, now()), send)} ${by ? shown(room, by) : nothing} ${room.scene.kind === "contest" ? contestPart(state) : nothing}`;
    case "contest":
      return contestPart(state);
    case "welcome":
      return html`${waiting(room, you)} ${room.follow ? nothing : roamLinks(room.scene)}`;
    default:
      return html`${shown(room)} ${room.follow ? nothing : roamLinks(room.scene)}`;
  }
}

function paint() {
  const { state } = store;
  if (!here(state)) {
    scene.leave();
    playing.leave();
    board.clear();
    return render(joinForm(state), host);
  }
  render(html`${top(state)}<div class="column gap-4 above-3">${body(state)}</div>
    ${dialogBox(ownLink(state), () => ui({ dialog: false }))}`, host);
  settleDialog(host);
  const { room } = state;
  const place = /** @type {HTMLElement | null} */ (host.querySelector("#class-scene"));
  scene.offer(room.question && { kind: room.question.kind, open: room.question.state !== "revealed", answer: answering(state) ? send : undefined });
  if (place) scene.show(place, beside(room) ?? room.scene);
  else scene.leave();
  playing.show(host, state, now() + state.offset);
  const stand = /** @type {HTMLElement | null} */ (host.querySelector("#class-board"));
  const { question } = room;
  if (!stand || !question?.view) return board.clear();
  const choosing = question.kind === "move" && answering(state);
  const { game, view, options } = question;
  const pointed = question.answer?.text ?? (choosing ? null : answered(state));
  board.show(stand, { game, view, options, last: question.last?.effect, choosing, chosen: choosing ? answered(state) : null, pointed: question.kind === "move" ? pointed : null });
}

const draw = oncePerFrame(paint);
store.subscribe((state, before) => {
  if (here(state)) {
    const was = !here(before) ? "out" : before.you?.waits ? "waiting" : "in";
    if (state.you?.waits) {
      if (was !== "waiting") say(_("Your name waits for the teacher’s approval."));
      return draw();
    }
    if (was !== "in") say(_("You are in the class, {nickname}.", { nickname: state.you?.nickname ?? "" }));
    say(changeWords(before.room, state.room));
    if (state.you?.correct !== before.you?.correct && typeof state.you?.correct === "boolean") say(verdictWords(state.room.question ?? {}, state.you));
  }
  draw();
});
setInterval(() => secondsLeft(store.state, now()) !== null && draw(), 500);
paint();
line.start();
