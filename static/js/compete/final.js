/** A final before a class: the bracket fills in, the boards of its games go on move by move, the winner is honoured. */

import { html, nothing, render, repeat } from "lit";
import { find, pageData } from "lib/dom.js";
import { listed } from "lib/format.js";
import { ask } from "lib/http.js";
import { makeStore, oncePerFrame } from "lib/store.js";
import { _ } from "lib/messages.js";
import { origin, served } from "lib/served.js";
import { Boards, gameCell, gameTitle, podium, runClocks } from "./final_boards.js";
import { bracketList, bracketTree, keyOf, matchGames, tableOf } from "./final_bracket.js";
import { FinalLine } from "./final_line.js";
import { coming, firstState, reduce, told } from "./final_state.js";
import { gameOf, matchName, phaseWords, titleWords } from "./final_words.js";
import { authorised, keptTeacher, teacherKey } from "./keys.js";
import { refusal } from "./parts.js";
import { clockWords } from "./words.js";

/** Below this width, in pixels, the rounds stand one below another; how often clocks run and results fall due, in ms. */
const NARROW = 420;
const TICK = 100;

const host = find("#final");
const said = find("#final-said");
const given = pageData("shown");
const id = given.state.id;
const now = () => performance.now();
const store = makeStore(reduce, firstState(given, now()));
const { dispatch } = store;
const boards = new Boards();
const path = `/compete/${id}/final`;
dispatch({ type: "offset", offset: given.now - now() / 1000 });
let base = origin();
let width = 0;
let key = teacherKey();
let refused = "";

const serverNow = () => store.state.offset + now() / 1000;

/** @type {Record<string, string>} */
const LINES = {
  lost: _("The line to the server is lost; trying again."),
  refused: _("The server lets nobody watch here any more; load the page again."),
};

/** The teacher begins the final; a key that is not the teacher's is forgotten. */
async function begin() {
  const found = await ask(`/api/competitions/${id}/final`, {}, authorised(key));
  refused = found.ok ? "" : found.error.sentence;
  if (!found.ok && found.error.code === "not_teacher") key = keptTeacher() === key ? "" : keptTeacher();
  draw();
}

const versus = (/** @type {any[]} */ sides) => html`<b>${sides[0].name}</b> <span class="soft">(${sides[0].seed})</span> – <b>${sides[1].name}</b> <span class="soft">(${sides[1].seed})</span>`;

/** The games that come next at a table of more than two. @param {Compete.FinalState} state @param {number} most */
function nextAtTable(state, most) {
  const list = state.shown.games.filter((game) => !game.ranks && !state.games[game.id]).slice(0, most);
  if (!list.length) return nothing;
  return html`<div class="final-next"><h2>${_("Next")}</h2><ol class="column gap-1">${list.map((game) => html`<li><b>${game.names.join(" – ")}</b></li>`)}</ol></div>`;
}

function next(/** @type {Compete.FinalState} */ state, /** @type {number} */ most) {
  if (state.shown.table) return nextAtTable(state, most);
  const list = coming(state).slice(0, most);
  if (!list.length) return nothing;
  const { rounds, match_games: length } = state.shown;
  return html`<div class="final-next"><h2>${_("Next")}</h2><ol class="column gap-1">${list.map(
    ({ match, game, at }) => html`<li>${versus((game?.seats ?? [0, 1]).map((side) => match.sides[side]))}
      <span class="soft">${matchName(match, rounds.length)}, ${gameOf(match, at, length)}</span></li>`,
  )}</ol></div>`;
}

/** While there is no game to look at: what is waited for, and where to look on. @param {Compete.FinalState} state */
function interval(state) {
  const { shown } = state;
  const bar = shown.planned && shown.phase === "event"
    ? html`<progress max=${shown.planned} value=${shown.played} aria-label=${_("Games played")}></progress>`
    : nothing;
  return html`<section class="final-interval row justify-between card">
    <div class="column">
      <h2>${titleWords(shown)}</h2>
      <p>${phaseWords(shown)}</p>
      ${bar}
      ${shown.phase === "waits" && !shown.runs && key
        ? html`<p><button type="button" class="button primary" @click=${begin}>${_("Begin the final")}</button></p>`
        : nothing}
      ${refusal(shown.problem)} ${refusal(refused)}
      ${next(state, 4)}
    </div>
    <figure class="column gap-2 break centred"><img src=${served(`/qr.svg?path=${encodeURIComponent(path)}`)} alt=${_("QR code of this page's address")} width="180" height="180" />
      <figcaption>${_("Watch along:")} <span class="mono">${base.replace(/^https?:\/\//, "")}<wbr />${path}</span></figcaption></figure>
  </section>`;
}

function scene(/** @type {Compete.FinalState} */ state, /** @type {number} */ at) {
  const games = state.places.map((each) => state.games[each]);
  if (games.length) {
    return html`<div class="final-boards" data-count=${games.length}>${repeat(games, (game) => game.id, (game) => gameCell(state, game, at, serverNow()))}</div>`;
  }
  if (state.shown.phase === "finished") return podium(state.shown);
  return interval(state);
}

function bracket(/** @type {Compete.FinalState} */ state) {
  const { shown } = state;
  const about = { games: state.games, open: state.open, choose: (/** @type {string} */ match) => dispatch({ type: "open", match }) };
  if (shown.table) return html`<h2>${_("The table of the final")}</h2>${tableOf(shown)}`;
  if (!shown.rounds) {
    return html`<p class="soft">${shown.has_final ? _("The bracket is drawn when bots have played.") : _("This competition has no final: its table decides.")} <a href=${served(`/compete/${id}`)}>${_("The table")}</a></p>`;
  }
  const title = shown.provisional ? html`<h2>${_("If the event ended now")}</h2>` : html`<h2 class="hidden-visually">${_("The bracket")}</h2>`;
  if (width < NARROW) return html`${title}${bracketList(shown, about)}`;
  const chosen = shown.rounds.flat().find((match) => keyOf(match) === state.open);
  return html`${title}${bracketTree(shown, { width, ...about })}${chosen ? matchGames(shown, chosen) : nothing}
    ${shown.phase === "finished" && !chosen ? html`<p class="soft small">${_("Choose a match to replay its games.")}</p>` : nothing}`;
}

function template(/** @type {Compete.FinalState} */ state, /** @type {number} */ at) {
  const rounds = state.shown.rounds?.length ?? 0;
  return html`<div class="final-layout column" data-phase=${state.shown.phase} data-rounds=${rounds > 2 ? "many" : "few"} ?data-provisional=${state.shown.provisional}>
    <div class="final-stage">${scene(state, at)}</div>
    <div class="final-bracket">${bracket(state)}</div>
    <div class="final-after">${state.places.length ? next(state, 3) : nothing}</div>
  </div>
  ${LINES[state.line] ? html`<p class="notice warn final-lost above-4" role="alert">${LINES[state.line]}</p>` : nothing}`;
}

/** Results and pairings are spoken; moves are not, there are too many. */
let spoken = "";
function speak(/** @type {Compete.FinalState} */ state, /** @type {number} */ at) {
  const ended = state.places.map((each) => state.games[each]).filter((game) => told(game, at));
  const words = state.shown.podium.length && !state.places.length
    ? _("{names} won.", { names: listed(state.shown.podium.filter((each) => each.place === 1).map((each) => each.name)) })
    : ended.map((game) => `${gameTitle(state.shown, game)}: ${game.ended?.sentence}`).join(" ") || phaseWords(state.shown);
  if (words !== spoken) said.textContent = spoken = words;
}

function paint() {
  const { state } = store;
  const at = now();
  render(template(state, at), host);
  boards.show(host, state.games);
  runClocks(host, state.games, serverNow());
  speak(state, at);
  const measured = host.querySelector(".final-bracket")?.clientWidth ?? 0;
  if (measured && measured !== width) {
    width = measured;
    draw();
  }
}

const draw = oncePerFrame(paint);
const line = new FinalLine({
  competition: id,
  hear: {
    snapshot: (snapshot) => dispatch({ type: "snapshot", given: snapshot, now: now() }),
    state: (state) => dispatch({ type: "state", state, now: now() }),
    game: (game) => dispatch({ type: "game", game, now: now() }),
    move: (move) => dispatch({ type: "move", ...move }),
    line: (name) => dispatch({ type: "line", line: name }),
    offset: (seconds) => dispatch({ type: "offset", offset: seconds }),
  },
});

store.subscribe((state, before) => {
  if (state.gap && !before.gap) line.join();
  draw();
});

/** Results fall due and boards change hands by time alone; the words of a game that begins count down. */
let counted = "";
setInterval(() => {
  const at = now();
  dispatch({ type: "tick", now: at });
  const { state } = store;
  runClocks(host, state.games, serverNow());
  const due = state.places.map((each) => [told(state.games[each], at), state.games[each].moves.length ? 0 : Math.ceil((state.games[each].turn_at ?? 0) - serverNow())]).join();
  if (due !== counted) draw();
  counted = due;
}, TICK);

find("#final-facts").textContent = `${given.state.game_title} · ${clockWords(given.state.clock)}`;
find("#final-full").addEventListener("click", () => document.documentElement.requestFullscreen?.());
new ResizeObserver(() => draw()).observe(host);
ask("/api/address").then((found) => {
  if (found.ok) base = found.data.base;
  draw();
});
paint();
line.start();
