/** The page of a review: has a game judged, tells how far that is, and shows every move with what it lost. */

import { find } from "lib/dom.js";
import { fieldsOf } from "lib/fragment.js";
import { ask, askText } from "lib/http.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { nextTask } from "lib/store.js";
import { html, nothing, render } from "lit";
import { fragment } from "../lab/address.js";
import { showGame } from "../watch/shown_game.js";
import { ownSeats, reviewed } from "./asking.js";
import { BAD, MARKS, markPicture } from "./marks.js";
import { takeMistakes } from "./own_games.js";
import { judgement, list, sides } from "./panels.js";
import { plot } from "./plot.js";
import { toDeck } from "./to_deck.js";

const AT_ONCE = 63;
/** Moves of the list that are drawn in one task. */
const ROWS = 32;
const BEHIND = 8;
const host = find("#review");
const problem = find("#review-problem");

/** `rows` of the list are drawn. @type {{request: any, game: any, key: string, review: Review.Review | null, done: number, of: number, ply: number, rows: number}} */
const state = { request: null, key: "", game: null, review: null, done: 0, of: 0, ply: 0, rows: 0 };
/** Counts the games that were opened, so that late answers are not heard. */
let opened = 0;
let stop = () => {};

function refuse(/** @type {string} */ sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
}

/** The id of the game that was played here, "" without. */
const cameFrom = () => fieldsOf(location.hash).get("from") ?? "";

/** The record that the address names, by itself or by the id of a game that was played here or in a competition. */
async function asked() {
  const given = fieldsOf(location.hash);
  const from = given.get("from") ?? "";
  if (from) {
    const found = await ask(`/api/games/${encodeURIComponent(from)}/record`);
    if (!found.ok) return void refuse(found.error.sentence);
    return { record: JSON.stringify(found.data), game: found.data.game };
  }
  const [event, match] = [given.get("event"), given.get("match")];
  if (event && match) {
    const found = await askText(`/api/competitions/${encodeURIComponent(event)}/games/${encodeURIComponent(match)}/notation?form=json`);
    return found === null ? void refuse(_("This game of a competition cannot be read.")) : { record: found };
  }
  const line = Number(given.get("line")) || 0;
  const record = given.get("record");
  if (!record) return void refuse(_("This address names no game to review: open it from the end of a game, or from “Replay a game”."));
  return { record, ...(given.has("game") ? { game: given.get("game") } : {}), ...(line ? { line } : {}) };
}

const go = (/** @type {number} */ ply) => host.querySelector("#embed")?.dispatchEvent(new CustomEvent("go", { detail: ply }));
/** Why marked moves were worse, by ply, as far as it was asked. @type {Record<number, any>} */
let reasons = {};

/** The reason in the game's own terms, and the way into the search. @param {Review.Ply | undefined} ply */
function reason(ply) {
  if (!ply || !BAD.includes(ply.mark)) return nothing;
  if (!(ply.ply in reasons)) {
    reasons[ply.ply] = null;
    const into = reasons;
    ask(`/api/reviews/${state.key}/${ply.ply}`).then((found) => {
      into[ply.ply] = found.ok ? found.data : { sentence: found.error.sentence };
      draw();
    });
  }
  const found = reasons[ply.ply];
  const { game } = state;
  const before = { plyground: 1, game: game.game, options: game.options, start: game.start, moves: game.moves.slice(0, ply.ply - 1).map((/** @type {Protocol.Move} */ move) => move.text) };
  const from = cameFrom();
  const better = html`<a class="button primary" href=${served(`/deck#${new URLSearchParams({ review: state.key, ply: String(ply.ply), ...(from ? { from } : {}) })}`)}>${icon("hint")}${_("Play it better")}</a>`;
  const again = html`<a class="button" href=${served(`/new/${game.game}?${new URLSearchParams({ record: JSON.stringify(before) })}`)}>${icon("again")}${_("Play a game from here")}</a>`;
  const at = JSON.stringify(before.moves);
  const analyse = html`<a class="button" href=${served(`/analysis#${new URLSearchParams({ game: game.game, record: JSON.stringify({ ...before, moves: game.moves.map((/** @type {Protocol.Move} */ move) => move.text) }), at })}`)}>${icon("board")}${_("Analyse")}</a>`;
  return html`${found ? nothing : html`<p class="small soft">${_("Looking for the reason …")}</p>`} ${found?.sentence ? html`<p class="review-reason">${found.sentence}</p>` : nothing}
    <p class="button-row">${better} ${analyse} ${again} ${found?.stage ? html`<a class="button" href=${served(`/lab${fragment(found.stage)}`)} target="_blank">${icon("eye")}${_("See the answer {move} in the search", { move: found.stage.line[1] })}</a>` : nothing}</p>`;
}

/** The address holds the shown move, for a reload and the way back to it. */
function remember() {
  const fields = fieldsOf(location.hash);
  fields.set("ply", String(state.ply));
  history.replaceState(history.state, "", `#${fields}`);
}

const shownPly = () => state.review?.plies[state.ply - 1];

/** To the next marked move, or back to the one before. @param {number} by */
function step(by) {
  const marked = (state.review?.plies ?? []).filter((ply) => BAD.includes(ply.mark)).map((ply) => ply.ply);
  const next = by > 0 ? marked.find((ply) => ply > state.ply) : marked.filter((ply) => ply < state.ply).at(-1);
  if (next) go(next);
}

function progress() {
  const { done, of } = state;
  return html`<section class="card column gap-2" role="status"><p>${_("The Hare looks at every move: {done} of {of}.", { done, of })}</p>
    <progress class="fill" max=${of || 1} value=${done} aria-label=${_("How far the review is")}></progress></section>`;
}

function draw() {
  const { review, ply } = state;
  const tool = (/** @type {string} */ name, /** @type {string} */ words, /** @type {number} */ by) =>
    html`<button type="button" class="button" @click=${() => step(by)}>${icon(name)}${words}</button>`;
  render(
    review
      ? html`<p class="button-row">${tool("back", _("Mistake before"), -1)} ${tool("forward", _("Next mistake"), 1)}</p>
        ${judgement(review, shownPly(), reason(shownPly()))} ${plot(review, ply, go)} ${sides(review)} ${toDeck(review, ownSeats(cameFrom()), draw)}
        ${state.rows ? list(review, ply, go, state.rows) : nothing}
        ${state.rows >= review.plies.length ? scaleWords(review) : nothing}`
      : progress(),
    find("#review-panels"),
  );
  if (review) nextTask().then(inSight);
  const badge = find("#review-badge");
  const shown = shownPly();
  render(shown ? html`${markPicture(shown.mark, 24)}<span>${shown.move}: ${MARKS[shown.mark].word}</span>` : nothing, badge);
  badge.className = `review-badge inline gap-2 ${shown?.mark ?? ""}`;
}

/** On which scale the chances are. @param {Review.Review} review */
const scaleWords = (review) => html`<p class="small soft">${review.exact_from ? _("Exact from move {ply} on. ", { ply: review.exact_from }) : nothing}${review.measured
  ? _("Chances are on the scale of this game’s own games of self-play.") : _("Chances are on a usual scale: nobody has measured this game’s.")}</p>`;

/** Draw the list of moves in several tasks, so that none of them is long. @param {Review.Review} review */
async function drawRows(review) {
  for (state.rows = 0; state.review === review && state.rows < review.plies.length; ) {
    await nextTask();
    state.rows += ROWS;
    draw();
  }
}

/** Keep the shown move in the middle of the list. */
function inSight() {
  const entry = host.querySelector(".review-list li:has([aria-current])");
  const frame = host.querySelector(".review-list");
  if (entry instanceof HTMLElement && frame) frame.scrollTop = entry.offsetTop - frame.clientHeight / 2;
}

/** Wait until the review is there; mistakes of one's own go into the deck. @param {number} mine */
async function judge(mine) {
  const found = await reviewed(state.request, (done, of) => (Object.assign(state, { done, of }), draw()), () => mine === opened);
  if (!found) return;
  if ("sentence" in found) return refuse(found.sentence);
  Object.assign(state, found);
  const from = cameFrom();
  if (ownSeats(from).length) takeMistakes(found.review, from);
  draw();
  await drawRows(found.review);
  if (mine !== opened) return;
  const { showOpening } = await import("./opening.js");
  if (mine === opened) showOpening(find("#review-opening"), state.game, go);
}

async function begin() {
  const mine = ++opened;
  reasons = {};
  refuse("");
  const request = await asked();
  if (!request || mine !== opened) return;
  const found = await ask("/api/replays", request);
  if (mine !== opened) return;
  if (!found.ok) return refuse(found.error.sentence);
  const game = found.data;
  stop();
  Object.assign(state, { request: { ...request, game: game.game }, game, review: null, done: 0, of: game.ply, ply: 0, rows: 0 });
  find("#review-title").textContent = _("Review: {title}", { title: game.title });
  render(
    html`<div class="review-board column gap-2"><div id="embed" class="embed"></div><p id="review-badge" class="review-badge"></p>
      <p class="button-row"><a class="button" href=${served(`/replay#${new URLSearchParams({ game: game.game, record: request.record })}`)}>${icon("board")}${_("Replay")}</a></p></div>
      <div id="review-panels" class="review-panels column gap-4" data-game=${game.game} data-colours=${game.options?.colours ?? "usual"}></div>
      <div id="review-opening" class="review-opening"></div>`,
    host,
  );
  draw();
  const embed = find("#embed", HTMLElement, host);
  embed.addEventListener("shown", (event) => {
    state.ply = /** @type {CustomEvent} */ (event).detail.ply;
    remember();
    draw();
  });
  judge(mine);
  const start = Number(fieldsOf(location.hash).get("ply") ?? game.ply);
  stop = await showGame(embed, game, {
    switches: { start, speed: 1, autoplay: false, flip: false },
    async load(ply, shown) {
      const first = Math.max(0, ply - BEHIND);
      const views = await ask(`/api/replays/views?from=${first}&to=${Math.min(shown.ply, first + AT_ONCE)}`, state.request);
      return views.ok ? { first, views: views.data.views } : null;
    },
  });
  host.dataset.drawn = "";
}

addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
  if (event.key === "n") step(1);
  if (event.key === "p") step(-1);
});
addEventListener("hashchange", begin);
await nextTask(); // scripts are read in one task, the page is drawn in others
begin();
