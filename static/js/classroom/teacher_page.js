/** The teacher's page around the composer: the code and the switches, what is on screen with the question's levers, the students. */

import { html, live, nothing } from "lit";
import { confirmation } from "lib/dialog.js";
import { standing } from "lib/dom.js";
import { icon } from "lib/icons.js";
import { _, ngettext, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { clock } from "./answer.js";
import { spaced, spelled } from "./code.js";
import { bars, histogram } from "./histogram.js";
import { linkDialog } from "./link_dialog.js";
import { alone, aloneWords, answersWords, beside, hasBoard, playedWords, pointsWords, promptOf, rightWord, sceneWords, turnWords, waitingOf, waitingWords } from "./words.js";

/** Longer lists than this scroll in a box of their own, and names are found by typing. */
const FEW = 24;

const toggle = (/** @type {boolean} */ on, /** @type {string} */ label, /** @type {() => void} */ run, /** @type {string} */ sign) => html`<button type="button" class="button" aria-pressed=${on} @click=${run}>${icon(sign)}${label}</button>`;

/** Code, wall, and the switches that hold for the whole class. @param {Classroom.Inside} state @param {Classroom.Act} act */
export function head({ room, teacher, line, ui }, act) {
  return html`<header class="teach-head row gap-apart below-3">
    <div class="teach-code"><h1 class="class-code strong nowrap mono" aria-label=${_("Class {spelled}", { spelled: spelled(room.code) })}>${spaced(room.code)}</h1>
      <p class="soft small">${_("{base}/class", { base: ui.base.replace(/^https?:\/\//, "") })}</p></div>
    <p class="teach-count number" role="status">${withElements(_("{count} joined"), { count: html`<b>${room.count}</b>` })}</p>
    <div class="button-row">
      <a class="button" href=${served(`/class/${room.code}/wall`)} target="class-wall-${room.code}">${icon("board")}${_("Open the wall")}</a>
      ${toggle(room.paused, room.paused ? _("Go on") : _("Pause"), () => act.command({ do: "pause", on: !room.paused }), room.paused ? "play" : "pause")}
      ${toggle(!room.follow, _("Let them roam"), () => act.command({ do: "follow", on: !room.follow }), "eye")}
      ${toggle(Boolean(teacher?.names_shown ?? room.names), _("Names on the wall"), () => act.command({ do: "names", on: !(teacher?.names_shown ?? room.names) }), "people")}
      <button type="button" class="button" @click=${() => act.ui({ dialog: "link", renewed: "" })}>${icon("share")}${_("Your link")}</button>
      <button type="button" class="button danger" @click=${() => act.ui({ dialog: "end" })}>${icon("close")}${_("End the class")}</button>
    </div>
    ${line === "lost" ? html`<p class="notice warn whole-row" role="alert">${_("The line to the server is lost; trying again. The class is kept.")}</p>` : nothing}
  </header>`;
}

/** What everybody sees now. @param {Classroom.Inside} state @param {number | null} left @param {Classroom.Act} act */
export function onScreen(state, left, act) {
  const { room } = state;
  const { question, scene } = room;
  const next = question && beside(room, true);
  const voting = state.teacher?.play?.kind === "vote";
  return html`<section class="teach-screen column card" aria-labelledby="teach-screen-title">
    <div class="row justify-between"><h2 id="teach-screen-title" tabindex="-1">${question ? promptOf(question) : _("On screen: {scene}", { scene: sceneWords(scene) })}</h2>
      ${scene.kind !== "welcome" && !question && !voting ? html`<button type="button" class="button small" @click=${() => act.command({ do: "show", scene: { kind: "welcome" } })}>${_("Back to the code")}</button>` : nothing}</div>
    ${playedWords(scene) ? html`<p class="class-played" role="status">${playedWords(scene)}</p>` : nothing}
    ${voting ? html`<p class="button-row"><button type="button" class="button" ?disabled=${question?.state !== "open"} @click=${() => act.command({ do: "hurry" })}>${icon("hurry")}${_("Play the vote now")}</button>
        <button type="button" class="button" @click=${() => act.ui({ dialog: "votes" })}>${_("Stop the votes")}</button></p>` : nothing}
    <div class="teach-show column gap-4 ${question && next && next.kind !== "stage" ? "pair" : ""}">
      <div class="teach-scene" ?hidden=${Boolean(question) && !next}><div class="class-scene" id="class-scene"></div></div>
      ${question ? asked(state, question, left, act) : nothing}</div>
    ${scene.kind === "welcome" && !question ? html`<p class="soft">${withElements(_("The wall shows the code and a QR code. Students go to {code} and join with a nickname."), { code: html`<span class="mono">${state.ui.base.replace(/^https?:\/\//, "")}/class</span>` })}</p>` : nothing}
    ${scene.kind === "welcome" && !question && alone(state.ui.base) ? html`<p class="notice warn">${aloneWords()}</p>` : nothing}
    ${scene.kind === "stage" && !question ? html`<p class="button-row">
        <button type="button" class="button primary" @click=${() => act.askStage("cut")}>${_("Ask: cut or not?")}</button>
        <button type="button" class="button primary" @click=${() => act.askStage("value")}>${_("Ask: which value comes back?")}</button>
        <button type="button" class="button" @click=${() => act.askStage("next")}>${_("Ask: where next? (MCTS)")}</button></p>
      <p class="hint">${_("Steps that you take here are taken on all screens. A question goes on to the next step that can be asked about.")}</p>` : nothing}
  </section>`;
}

/** The question on all phones, as the teacher sees it: the answers always, the levers for what comes next. @param {Classroom.Inside} state @param {Classroom.Question} question @param {number | null} left @param {Classroom.Act} act */
function asked({ room, teacher }, question, left, act) {
  const answer = question.answer ?? teacher?.answer;
  const rows = question.tally ?? teacher?.tally ?? [];
  const vote = question.source?.kind === "vote";
  const waiting = question.source?.kind === "match" && !teacher?.answer;
  return html`<div class="teach-question column gap-4">
    ${hasBoard(room, true) ? html`<div class="column gap-2">${turnWords(question) ? html`<p>${turnWords(question)}</p>` : nothing}<div class="class-board" id="class-board"></div></div>` : nothing}
    <div class="teach-answers column">
      <p class="class-counted one-row gap-3 justify-between any-width number"><span>${answersWords(question, room.count)}</span>${clock(left)}</p>
      ${rows.length ? histogram(bars(rows, { choices: question.choices, answer }), { word: rightWord(question), lettered: Boolean(question.choices?.length) }) : html`<p class="soft">${_("No answer yet.")}</p>`}
      ${teacher?.in_words?.length && question.state !== "revealed" ? heaps(teacher, act) : nothing}
      ${teacher?.answer?.why && !vote ? html`<p class="class-why">${teacher.answer.why}</p>` : nothing}
      ${question.thinking ? html`<p class="soft" role="status">${_("The search is still thinking about its own answer …")}</p>` : nothing}
      ${waiting ? html`<p class="soft">${_("It is shown as soon as it happens.")}</p>` : nothing}
      <p class="button-row">
        ${question.state === "open" && !vote ? html`<button type="button" class="button" @click=${() => act.command({ do: "close_question" })}>${icon("pause")}${_("Close")}</button>` : nothing}
        ${question.state !== "revealed" && !vote && !waiting ? html`<button type="button" class="button primary" @click=${() => act.command({ do: "reveal" })}>${icon("eye")}${_("Reveal")}</button>` : nothing}
        ${question.state === "revealed" ? nothing : toggle(Boolean(question.tally), _("Answers on the wall"), () => act.command({ do: "tally", on: !question.tally }), "board")}
        ${vote ? nothing : html`<button type="button" class=${`button ${question.state === "revealed" ? "primary" : ""}`} @click=${act.next}>${icon("forward")}${question.state === "revealed" ? _("Next") : _("Drop it")}</button>`}
      </p>
    </div>
  </div>`;
}

const heapField = (/** @type {string} */ text) => `heap-${encodeURIComponent(text)}`;

/** What was answered in free words, and the heaps that the teacher sorts it on; the wall shows the heaps alone. @param {Classroom.Teacher} teacher @param {Classroom.Act} act */
function heaps({ in_words: said, answer }, act) {
  const names = [...new Set(said?.map(({ heap }) => heap ?? "").filter(Boolean))];
  const heaped = (/** @type {string} */ text, /** @type {string} */ heap) => act.command({ do: "sort", text, heap });
  return html`<section class="teach-heaps column gap-2" aria-labelledby="teach-heaps-title"><h3 id="teach-heaps-title">${_("Sort the answers")}</h3>
    <p class="hint">${_("Type a heap’s name beside an answer, or choose one that is there. The wall shows the heaps, never the answers.")}</p>
    <datalist id="teach-heap-names">${names.map((name) => html`<option value=${name}></option>`)}</datalist>
    <ul class="column gap-2">${said?.map(({ text, count, heap }) => html`<li class="row gap-apart"><span class="break grow">${text}${count > 1 ? html` <b class="number">× ${count}</b>` : nothing}</span>
      <input id=${heapField(text)} list="teach-heap-names" maxlength="60" autocomplete="off" aria-label=${_("Heap of “{text}”", { text })} placeholder=${_("heap")} .value=${live(standing(heapField(text), heap ?? ""))}
        @change=${(/** @type {FieldEvent} */ event) => heaped(text, event.target.value.trim())} /></li>`)}</ul>
    ${names.length ? html`<fieldset class="row gap-apart"><legend>${_("Right are")}</legend>${names.map((name) => html`<label class="inline"><input type="checkbox" .checked=${live(answer?.right.includes(name) ?? false)}
      @change=${(/** @type {FieldEvent} */ event) => act.command({ do: "heap_right", heap: name, on: /** @type {any} */ (event.target).checked })} />${name}</label>`)}</fieldset>` : nothing}
  </section>`;
}

/** The names that wait until the teacher approves them; no other screen shows them. @param {Classroom.Student[]} names @param {Classroom.Act} act */
function waiting(names, act) {
  const sign = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {() => void} */ run) => html`<button type="button" class="button icon-only small" aria-label=${label} title=${label} @click=${run}>${icon(picture)}</button>`;
  return html`<section class="teach-waiting column gap-2 notice warn" aria-labelledby="teach-waiting-title"><h3 id="teach-waiting-title">${waitingWords(names.length)}</h3>
    ${names.length > 1 ? html`<p class="button-row"><button type="button" class="button small" @click=${() => act.command({ do: "approve", all: true })}>${icon("check")}${_("Approve all")}</button>
      <button type="button" class="button small" @click=${() => act.command({ do: "refuse", all: true })}>${icon("close")}${_("Refuse all")}</button></p>` : nothing}
    <ul class="column gap-2 ${names.length > FEW ? "teach-many" : ""}">${names.map(({ key, nickname }) => html`<li class="one-row gap-2"><span class="break grow strong">${nickname}</span>
      ${sign("check", _("Approve {nickname}", { nickname }), () => act.command({ do: "approve", student: key }))} ${sign("close", _("Refuse {nickname}", { nickname }), () => act.command({ do: "refuse", student: key }))}</li>`)}</ul>
  </section>`;
}

/** Who is here. Names stand on this page alone. @param {Classroom.Inside} state @param {Classroom.Act} act */
export function students({ teacher, room, ui }, act) {
  const unseen = waitingOf(teacher);
  const all = teacher?.students.filter(({ waits }) => !waits) ?? [];
  const wanted = (all.length > FEW ? ui.find : "").trim().toLowerCase();
  const shown = wanted ? all.filter(({ nickname }) => nickname.toLowerCase().includes(wanted)) : all;
  return html`<section class="teach-students column card" aria-labelledby="teach-students-title">
    <h2 id="teach-students-title">${ngettext("{count} student", "{count} students", all.length)}</h2>
    ${unseen.length ? waiting(unseen, act) : nothing}
    ${all.length
      ? html`${all.length > FEW ? html`<label class="field"><span>${_("Find a name")}</span><input type="search" autocomplete="off" .value=${ui.find} @input=${(/** @type {FieldEvent} */ event) => act.ui({ find: event.target.value })} /></label>` : nothing}
        ${wanted ? html`<p class="hint" role="status">${ngettext("{count} of them has this in the name.", "{count} of them have this in the name.", shown.length)}</p>` : nothing}
        <div class=${all.length > FEW ? "teach-many" : ""} tabindex=${all.length > FEW ? 0 : nothing} role=${all.length > FEW ? "region" : nothing} aria-labelledby=${all.length > FEW ? "teach-students-title" : nothing}><table><thead><tr><th scope="col">${_("Nickname")}</th><th scope="col" class="number">${_("Points")}</th><th scope="col">${room.question ? _("Answered") : _("Here")}</th><th scope="col"><span class="hidden-visually">${_("Remove")}</span></th></tr></thead>
          <tbody>${shown.map((student) => html`<tr class=${student.connected ? "" : "away"}>
            <th scope="row">${student.nickname}</th><td class="number">${pointsWords(student.score)}</td>
            <td>${room.question && student.connected ? (student.answered ? html`${icon("check")}<span class="hidden-visually">${_("yes")}</span>` : html`<span class="soft">${_("not yet")}</span>`) : student.connected ? _("yes") : html`<span class="soft">${_("away")}</span>`}</td>
            <td><button type="button" class="button quiet icon-only small" aria-label=${_("Remove {nickname}", { nickname: student.nickname })} title=${_("Remove {nickname}", { nickname: student.nickname })} @click=${() => act.ui({ dialog: "remove", student })}>${icon("close")}</button></td></tr>`)}</tbody></table></div>`
      : unseen.length ? nothing : html`<p class="soft">${_("Nobody yet. Names appear here, and on the wall only if you say so.")}</p>`}
    <p class="button-row"><button type="button" class="button small" aria-pressed=${Boolean(teacher?.approval)} @click=${() => act.command({ do: "approval", on: !teacher?.approval })}>${icon("eye")}${_("Names wait for my approval")}</button>
      <button type="button" class="button small" ?disabled=${!all.length} @click=${act.saveScores}>${icon("load")}${_("Scores (CSV)")}</button></p>
    ${ui.saved ? html`<p class="hint" role="status">${ui.saved}</p>` : nothing}
  </section>`;
}

/** What is asked twice. @param {Classroom.State} state @param {Classroom.Act} act */
export function dialog({ ui }, act) {
  if (ui.dialog === "end") {
    const words = html`<p>${_("All students leave, and their names, answers and scores are forgotten. Save the scores first if you want them.")}</p>
      <p class="button-row"><button type="button" class="button" @click=${act.saveScores}>${icon("load")}${_("Scores (CSV)")}</button></p>
      ${ui.saved ? html`<p class="hint" role="status">${ui.saved}</p>` : nothing}`;
    return confirmation(_("End the class?"), words, _("Go on"), _("End the class"), () => act.command({ do: "close" }));
  }
  if (ui.dialog === "votes") {
    const words = html`<p>${_("A game that is not over yet is given up: the class resigns it.")}</p>`;
    return confirmation(_("Stop the votes?"), words, _("Play on"), _("Stop the votes"), () => act.command({ do: "vote_stop" }));
  }
  if (ui.dialog === "link") {
    return linkDialog(_("It opens this page on another device. Whoever has it can teach this class."), act.link(), ui.renewed, act.newLink);
  }
  const words = html`<p>${_("The place and its points are lost. Whoever has the code can join again under another name.")}</p>`;
  return confirmation(_("Remove {nickname}?", { nickname: ui.student.nickname }), words, _("Keep"), _("Remove"), () => act.command({ do: "remove", student: ui.student.key }));
}
