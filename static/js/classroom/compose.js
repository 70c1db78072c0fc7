/** The composer: a position, a search, a live game or a question of one's own, sent to all screens in a few taps. */

import { html, live, nothing } from "lit";
import { icon } from "lib/icons.js";
import { levelName } from "lib/level.js";
import { mark } from "lib/marks.js";
import { menu, segments } from "lib/fields.js";
import { changeable } from "../lab/veil.js";
import { _, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { letter } from "./histogram.js";
import { VOTE_SECONDS, ownQuestion } from "./composing.js";
import { startForm } from "./contest/start.js";

const TABS = [
  { value: "position", title: _("Position") },
  { value: "search", title: _("Search") },
  { value: "live", title: _("Live game") },
  { value: "own", title: _("Own question") },
  { value: "sheet", title: _("Worksheet") },
  { value: "contest", title: _("Match, tournament") },
];
const TIMES = [
  { value: "0", title: _("no limit") },
  { value: "15", title: "15 s" },
  { value: "30", title: "30 s" },
  { value: "60", title: "1 min" },
  { value: "120", title: "2 min" },
];
const MOST_CHOICES = 6;
/** Questions of a worksheet. */
const ON_SHEET = 6;

/** The worksheet of a class, to be printed by anybody, and its key, by the teacher alone: the token goes in a form, not in an address. */
const printed = (/** @type {Classroom.Room} */ { code }, /** @type {string} */ game, /** @type {string} */ token) => html`<form class="button-row" method="post" action=${served(`/class/${code}/worksheet`)} target="_blank" rel="noopener">
  <a class="button small" href=${served(`/class/${code}/worksheet?${new URLSearchParams({ game, questions: String(ON_SHEET) })}`)} target="_blank" rel="noopener">${_("Worksheet")}</a>
  <input type="hidden" name="token" value=${token} /><input type="hidden" name="game" value=${game} /><input type="hidden" name="questions" value=${ON_SHEET} />
  <button class="button small">${_("Answer key")}</button></form>`;

/** @typedef {(ui: Classroom.Ui, act: Classroom.Act, stock: Classroom.Stock) => Drawn} Tab */

/** @param {Classroom.Inside} state @param {Classroom.Act} act @param {Classroom.Stock} stock */
export function composer({ ui: all, room, teacher }, act, stock) {
  const ui = /** @type {Classroom.Ui} */ (all);
  const voting = teacher?.play?.kind === "vote";
  /** @type {Record<string, Tab>} */
  const tabs = { position, search, live: games, own, sheet, contest: (form, does, has) => startForm(form, does, has, teacher) };
  const tab = tabs[ui.tab];
  return html`<section class="column card" aria-labelledby="teach-compose-title">
    <div class="row gap-apart"><h2 id="teach-compose-title">${_("Send")}</h2>
      ${segments("send", _("What to send"), TABS, ui.tab, (chosen) => act.tab(chosen))}
      <div class="teach-time one-row push"><label for="teach-seconds">${_("Time to answer")}</label>${menu("teach-seconds", TIMES, ui.seconds, (seconds) => act.ui({ seconds }))}</div></div>
    ${ui.problem ? html`<p class="notice bad" role="alert">${ui.problem}</p>` : nothing}
    ${voting ? html`<p class="notice" id="teach-voting">${_("The class plays against a bot. Stop the votes to send something else.")}</p>` : nothing}
    <fieldset class="teach-tab" ?disabled=${voting} aria-label=${_("What is sent")} aria-describedby=${voting ? "teach-voting" : nothing}>${tab(ui, act, stock)}</fieldset>
    ${ui.tab === "sheet" ? printed(room, ui.source.game, stock.token) : nothing}
  </section>`;
}

const titleOf = (/** @type {Classroom.Stock} */ stock, /** @type {string} */ id) => stock.games.find((game) => game.id === id)?.title ?? id;

/** A position from the shelf, from text or from a link; then shown, asked about, or played on by the class against a bot. @type {Tab} */
function position(ui, act, stock) {
  const { looked, source } = ui;
  const game = stock.games.find(({ id }) => id === source.game);
  return html`<div class="teach-position column gap-4">
    <div class="column">
      <div class="field"><label for="teach-game">${_("Game")}</label>${menu("teach-game", stock.games.map(({ id, title }) => ({ value: id, title })), source.game, act.game)}</div>
      <div class="field"><label for="teach-shelf">${_("Chosen positions")}</label>${menu("teach-shelf", [{ value: "", title: _("the start") }, ...stock.shelf.map((each, at) => ({ value: String(at), title: `${titleOf(stock, each.game)}: ${each.title}` }))], ui.shelf, act.shelf)}</div>
      <div class="field"><label for="teach-text">${_("Or paste a position, a record or a link")}</label>
        <textarea id="teach-text" class="mono" rows="2" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder=${_("a text, /g/…, /lab#…")} .value=${live(ui.text)} @input=${(/** @type {FieldEvent} */ event) => act.draft(event.target.value)} @change=${(/** @type {FieldEvent} */ event) => act.paste(event.target.value)}></textarea></div>
      <div class="field"><label for="teach-caption">${_("Words above it (may be empty)")}</label><input id="teach-caption" maxlength="120" autocomplete="off" .value=${live(ui.caption)} @input=${(/** @type {FieldEvent} */ event) => act.ui({ caption: event.target.value })} /></div>
    </div>
    <figure class="teach-miniature column gap-1"><div id="teach-miniature"></div>
      <figcaption class="small soft">${looked ? (looked.over ? _("The game is over here.") : _("{seat} to move", { seat: looked.seats[looked.to_move] })) : "…"}</figcaption></figure>
    <div class="teach-acts column">
      <div class="button-row"><button type="button" class="button" ?disabled=${!looked} @click=${act.showPosition}>${icon("eye")}${_("Show it")}</button>
        <button type="button" class="button primary" ?disabled=${!looked || looked.over} @click=${act.askMove}>${icon("help")}${_("Ask: which move?")}</button>
        ${looked && !looked.over && changeable(looked.view) ? html`<button type="button" class="button" @click=${() => act.askTree(false)}>${_("Ask: fill in the tree")}</button>
            <button type="button" class="button" @click=${() => act.askTree(true)}>${_("Ask: fill in alpha-beta’s tree")}</button>` : nothing}
        ${looked && !looked.over && looked.searches?.some(({ refuses }) => !refuses) ? html`<button type="button" class="button" @click=${act.toStage}>${_("Look inside a search")}</button>` : nothing}</div>
      <fieldset class="teach-vote row gap-apart align-end"><legend>${_("Class against bot")}</legend>
        <div class="field"><label for="teach-level">${_("Bot")}</label>${menu("teach-level", (game?.levels ?? []).map((each) => ({ value: each.id, title: levelName(each) })), ui.level || (game?.default_level ?? ""), (level) => act.ui({ level }))}</div>
        <div class="field"><label for="teach-seat">${_("The class plays")}</label>${menu("teach-seat", (looked?.seats ?? game?.seat_names ?? []).map((name, seat) => ({ value: String(seat), title: name })), ui.seat, (seat) => act.ui({ seat }))}</div>
        <button type="button" class="button primary" ?disabled=${!looked || looked.over} @click=${act.startVote}>${icon("people")}${_("Begin the votes")}</button>
        ${Number(ui.seconds) ? nothing : html`<p class="hint whole-row">${_("No vote is without a limit: each takes {seconds} s.", { seconds: VOTE_SECONDS })}</p>`}
      </fieldset>
    </div>
  </div>`;
}

/** A stage of the laboratory: from the shelf, or by its link. @type {Tab} */
function search(ui, act, stock) {
  return html`<div class="column">
    <ul class="tiles gap-2">${stock.shelf.map((each, at) => html`<li><button type="button" class="button teach-card tall fill column gap-1 justify-start" data-stage=${at} @click=${() => act.showStage(at)}>
        <b>${each.title}</b><span class="soft">${titleOf(stock, each.game)}. ${each.words}</span></button></li>`)}</ul>
    <form class="teach-link row align-end" @submit=${act.pasteStage}><div class="field"><label for="teach-stage">${_("Or a link of the lab, at any step")}</label>
        <input id="teach-stage" name="link" class="mono" autocomplete="off" spellcheck="false" placeholder="/lab#…" required /></div>
      <button class="button">${_("Show this step")}</button></form>
    <p class="hint">${withElements(_("{a} to find a step; “Copy the link to this step” there, and paste it here."), { a: html`<a href=${served("/lab")} target="_blank" rel="noopener">${_("Open the lab")}</a>` })}</p>
  </div>`;
}

/** The games of this server that go on now. @type {Tab} */
function games(ui, act) {
  const { cards } = ui;
  return html`<div class="column">
    ${cards?.length
      ? html`<ul class="teach-games column gap-2">${cards.map((card) => html`<li class="row gap-apart justify-between" data-game=${card.id}>
          <div class="row gap-apart"><b>${card.title}</b><span class="row gap-apart" data-game=${card.game}>${card.seats.map((seat, at) => html`<span class="inline">${mark(at, 16, card.game)}${seat.name}</span>`)}</span><span class="soft number">${_("move {ply}", { ply: card.ply })}</span></div>
          <div class="button-row"><button type="button" class="button small" @click=${() => act.showGame(card.id)}>${icon("eye")}${_("Show it")}</button>
            <button type="button" class="button small primary" data-what="next" @click=${() => act.predict(card.id, "next")}>${_("Ask: which move next?")}</button>
            <button type="button" class="button small primary" data-what="winner" @click=${() => act.predict(card.id, "winner")}>${_("Ask: who wins?")}</button></div></li>`)}</ul>`
      : html`<p class="soft">${cards ? _("No game is being played on this server now.") : _("Looking …")}</p>`}
    <form class="teach-link row align-end" @submit=${act.pasteGame}><div class="field"><label for="teach-game-link">${_("Or a link of a game")}</label>
      <input id="teach-game-link" name="link" class="mono" autocomplete="off" spellcheck="false" placeholder="/g/…" required /></div>
      <button class="button">${_("Show it")}</button></form>
    <p class="button-row"><button type="button" class="button small" @click=${act.findGames}>${icon("again")}${_("Look again")}</button><a class="button small" href=${served("/")} target="_blank" rel="noopener">${_("Begin a game between bots")}</a></p>
  </div>`;
}

/** A question in the teacher's own words. @type {Tab} */
function own(ui, act) {
  const { draft } = ui;
  const edit = (/** @type {(now: Classroom.Draft) => Partial<Classroom.Draft>} */ change) => act.ui(({ draft: now }) => ({ draft: { ...now, ...change(now) } }));
  const line = (/** @type {number} */ at, /** @type {string} */ text) => edit(({ lines }) => ({ lines: lines.map((each, place) => (place === at ? text : each)) }));
  return html`<form class="teach-own column justify-start" @submit=${act.askOwn}>
    <div class="field"><label for="teach-prompt">${_("Question")}</label><input id="teach-prompt" maxlength="200" autocomplete="off" required .value=${live(draft.prompt)} @input=${(/** @type {FieldEvent} */ event) => edit(() => ({ prompt: event.target.value }))} /></div>
    ${segments("own-kind", _("Kind of answer"), [{ value: "choice", title: _("A choice") }, { value: "value", title: _("A number") }, { value: "text", title: _("Free words") }], draft.kind, (kind) => edit(() => ({ kind })))}
    ${draft.kind === "text" ? html`<p class="hint">${_("You alone read the answers, and sort them on heaps for the wall.")}</p>` : draft.kind === "value"
      ? html`<div class="field"><label for="teach-right">${_("The right number, if there is one")}</label><input id="teach-right" autocomplete="off" .value=${live(draft.value)} @input=${(/** @type {FieldEvent} */ event) => edit(() => ({ value: event.target.value }))} /></div>`
      : html`<fieldset class="column gap-2"><legend>${_("Choices; mark what is right, if anything is")}</legend>
          ${draft.lines.map((text, at) => html`<div class="one-row"><input type="checkbox" aria-label=${_("{letter} is right", { letter: letter(at) })} .checked=${live(draft.right.includes(at))} @change=${() => edit(({ right }) => ({ right: right.includes(at) ? right.filter((each) => each !== at) : [...right, at] }))} />
            <label for="teach-choice-${at}"><b>${letter(at)}</b></label><input id="teach-choice-${at}" maxlength="80" autocomplete="off" .value=${live(text)} @input=${(/** @type {FieldEvent} */ event) => line(at, event.target.value)} /></div>`)}
          <p class="button-row">${draft.lines.length < MOST_CHOICES ? html`<button type="button" class="button small" @click=${() => edit(({ lines }) => ({ lines: [...lines, ""] }))}>${_("One more")}</button>` : nothing}
            <button type="button" class="button small" @click=${() => edit(() => ({ lines: [_("Yes"), _("No")], right: [] }))}>${_("Yes or no")}</button></p></fieldset>`}
    <p class="button-row"><button class="button primary" ?disabled=${!ownQuestion(draft)}>${icon("help")}${_("Ask it")}</button></p>
  </form>`;
}

/** The questions of the printed worksheet, on the screen. @type {Tab} */
function sheet(ui, act, stock) {
  const { game } = ui.source;
  return html`<div class="teach-own column justify-start">
    <p>${_("The class has a worksheet of its own: trees to work out by hand, and positions of a game. Print it, print the key for yourself, and ask its questions here.")}</p>
    <div class="field"><label for="sheet-game">${_("Game")}</label>${menu("sheet-game", stock.games.map(({ id, title }) => ({ value: id, title })), game, act.game)}</div>
    <div class="button-row" role="group" aria-label=${_("Ask a question of the worksheet")}>${Array.from({ length: ON_SHEET }, (__, at) => html`<button type="button" class="button primary"
      data-sheet=${at + 1} @click=${() => act.askSheet(at + 1, ON_SHEET)}>${_("Ask {at}", { at: at + 1 })}</button>`)}</div>
  </div>`;
}
