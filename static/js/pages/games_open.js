/** Open games: a list to join with one click, and a form to offer one. */

import { html, nothing } from "lit";
import { clockWords, since } from "lib/clock_words.js";
import { menu } from "lib/fields.js";
import { icon } from "lib/icons.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";

/** The clocks that are offered here; the setup page has all. */
const clocks = () => [
  { value: "none", title: _("No clock") },
  { value: "180+2", title: _("3 min, 2 s more each turn") },
  { value: "300+5", title: _("5 min, 5 s more each turn") },
  { value: "900+10", title: _("15 min, 10 s more each turn") },
  { value: "1d", title: _("1 day a move") },
  { value: "3d", title: _("3 days a move") },
  { value: "7d", title: _("7 days a move") },
];
const firsts = () => [
  { value: "lot", title: _("by lot") },
  { value: "me", title: _("you") },
  { value: "other", title: _("the other") },
];

/**
 * The list.
 * @param {Games.State} state
 * @param {{join(id: string): void, withdraw(id: string): void}} act
 */
export function openGames(state, act) {
  return html`<section class="column gap-3" aria-labelledby="open-title">
    <h2 id="open-title">${_("Open games")}</h2>
    ${state.problem ? html`<p class="notice bad" role="alert">${state.problem}</p>` : nothing}
    ${state.open.length
      ? html`<ul class="games-list">${state.open.map((game) => openGame(game, act))}</ul>`
      : html`<p class="soft">${_("Nobody looks for a game at the moment. Offer one: whoever comes here can join it.")}</p>`}
  </section>`;
}

/** What is said of a game: its host, its clock, who moves first, and how long it waits. @param {Games.Open} game */
export function facts({ clock, host_seat: hostSeat, seats, free, moves, waits }) {
  const first = seats === 2 && !moves ? (hostSeat === 0 ? _("you move second") : _("you move first")) : "";
  const many = seats > 2 ? ngettext("{count} seat free", "{count} seats free", free) : "";
  return [clockWords(clock) || _("no clock"), first, many, since(waits)].filter(Boolean).join(", ");
}

function openGame(/** @type {Games.Open} */ game, /** @type {{join(id: string): void, withdraw(id: string): void}} */ act) {
  const host = game.host || _("Somebody");
  return html`<li data-open=${game.id}>
    <span class="words"><strong>${game.title}</strong> <span>${host}</span> <span class="soft small">${facts(game)}</span></span>
    ${game.yours
      ? html`<span class="button-row"><a class="button small" href=${served(`/g/${game.id}`)}>${_("Your game")}</a>
          <button type="button" class="button small" @click=${() => act.withdraw(game.id)}>${_("Withdraw")}</button></span>`
      : html`<button type="button" class="button primary" aria-label=${_("Join {host} for {title}", { host, title: game.title })}
          @click=${() => act.join(game.id)}>${icon("play")}${_("Join")}</button>`}
  </li>`;
}

/**
 * The form that offers a game.
 * @param {Games.State} state @param {{offer(): void, wish(more: Partial<Games.State["wish"]>): void}} act
 */
export function offer({ wish, games }, act) {
  const submit = (/** @type {Event} */ event) => (event.preventDefault(), act.offer());
  return html`<form class="card column gap-3" @submit=${submit}>
    <h2>${_("Offer a game")}</h2>
    <div class="field"><label for="offer-game">${_("Game")}</label>
      ${menu("offer-game", games.map(({ id, title }) => ({ value: id, title })), wish.game, (game) => act.wish({ game }))}</div>
    <div class="field"><label for="offer-clock">${_("Clock")}</label>
      ${menu("offer-clock", clocks(), wish.clock, (clock) => act.wish({ clock }))}</div>
    <div class="field"><label for="offer-first">${_("Moves first")}</label>
      ${menu("offer-first", firsts(), wish.first, (first) => act.wish({ first }))}</div>
    <div class="field"><label for="offer-name">${_("Your nickname")}</label>
      <input id="offer-name" maxlength="20" autocomplete="nickname" .value=${wish.nickname}
        @input=${(/** @type {FieldEvent} */ event) => act.wish({ nickname: event.target.value })} /></div>
    <div class="button-row"><button class="button primary">${icon("people")}${_("Offer it to all")}</button>
      <a class="button" href=${served(`/new/${wish.game}?with=friend&open=1`)}>${_("Set up more")}</a></div>
  </form>`;
}
