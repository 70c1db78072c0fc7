/** Above the panels: the result with what to do next, and a line that is broken. */

import { html, nothing } from "lit";
import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { botsOnly } from "./select.js";
import { isYours, resultHeading, yours } from "./words.js";

/** The result; nothing while the game goes on. @param {Play.State} state @param {Set<string>} able @param {Play.Act} act */
export function resultBanner(state, able, act) {
  const { game } = state;
  if (!game.result) return nothing;
  const { winner, sentence } = game.result;
  const glad = winner !== null && winner !== undefined && isYours(game, winner);
  return html`<section class="result column gap-2 card ${glad ? "glad" : ""}" aria-label=${_("Result")}>
    <h2 class="one-row">${winner === null || winner === undefined ? nothing : mark(winner, 24, game.game)} ${resultHeading(game)}</h2>
    ${sentence ? html`<p>${sentence}</p>` : nothing}
    <p class="button-row">
      ${next(state, able, act)}
      <button type="button" class="button" @click=${() => act.share()}>${icon("share")}${_("Share")}</button>
      ${game.ply ? html`<a class="button" href=${served(`/review#from=${game.id}`)}>${icon("eye")}${_("Review")}</a> <a class="button" href=${served(`/analysis#from=${game.id}`)}>${icon("board")}${_("Analyse")}</a>` : nothing}
      ${game.ply
        ? html`<button type="button" class="button" @click=${() => act.go(0)}>${icon("first")}${_("Look through")}</button>`
        : nothing}
      <a class="button" href=${served(`/new/${game.game}`)}>${_("New game")}</a>
    </p>
  </section>`;
}

/**
 * The rematch: the game that follows if there is one, else the button that asks for it, or the wait for the others.
 * @param {Play.State} state @param {Set<string>} able @param {Play.Act} act
 */
function next(state, able, act) {
  const { game } = state;
  if (game.next) {
    const words = yours(game).length || game.you.director ? _("Go to the rematch") : _("Watch the rematch");
    return html`<button type="button" class="button primary" @click=${act.enterNext}>${icon("again")}${words}</button>`;
  }
  if (!able.has("rematch")) {
    // Whoever has a seat may offer one as soon as the line is there: its room is kept.
    const soon = state.line === "connecting" && Object.keys(state.tokens).some((name) => name[0] === "s");
    return soon ? html`<button type="button" class="button primary" disabled>${icon("again")}${_("Rematch")}</button>` : nothing;
  }
  const offered = game.offers?.rematch ?? [];
  const mine = offered.some((seat) => isYours(game, seat));
  if (mine && !botsOnly(game)) return html`<span class="soft">${_("You offer a rematch. Waiting for an answer.")}</span>`;
  const words = offered.length ? _("Accept rematch") : _("Rematch");
  return html`<button type="button" class="button primary" @click=${act.rematch}>${icon("again")}${words}</button>`;
}

/** Whose link was renewed elsewhere watches on until they open the new one. @param {Play.State} state */
export function renewedNotice({ game }) {
  if (!game.you.renewed || game.you.seats.length || game.you.director) return nothing;
  return html`<p class="notice warn" role="alert">${_("Your link to this game was renewed on another device. Open the new one here to play on; until then you watch.")}</p>`;
}

/** What lies over the board while the line is broken or closed. @param {Play.State} state @param {Play.Act} act */
export function lineNotice(state, act) {
  if (state.line === "lost") {
    return html`<div class="line-notice"><p class="card">
      <strong>${_("Connection lost.")}</strong> ${_("Trying again; the game goes on from here as soon as the server answers.")}
    </p></div>`;
  }
  if (state.line === "refused") {
    return html`<div class="line-notice"><p class="card">
      <strong>${state.barred?.sentence}</strong>
      <span class="button-row"
        ><button type="button" class="button small" @click=${act.retry}>${_("Try again")}</button
        ><a class="button small" href=${served("/")}>${_("Home")}</a></span
      >
    </p></div>`;
  }
  return nothing;
}
