/**
 * The wall: live games side by side for a projector, those of competitions among them. It fills itself with the liveliest games, keeps the place of each
 * while it moves, and shows a result for a while before another game takes the place.
 */

import { html, nothing, render, repeat } from "lit";
import { find } from "lib/dom.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { boardsAsMet, takeData } from "lib/pictures.js";
import { served } from "lib/served.js";
import { ask } from "lib/http.js";
import { keepLooking } from "lib/store.js";
import { openLobby, players } from "../pages/live.js";
import { arrange, applied, cardOf, gone, SIZES } from "./places.js";

/** How long a finished game hangs on while others wait, in ms. */
const LINGER = 12_000;
/** How often games of competitions are asked for, in ms. */
const CONTESTS_MS = 1500;

const host = find("#wall");
const note = find("#wall-line");
const asked = new URLSearchParams(location.search);
const only = asked.get("game");
let size = SIZES.includes(Number(asked.get("boards"))) ? Number(asked.get("boards")) : 4;
/** @type {Watch.Card[]} */
let places = [];

const wanted = (/** @type {Watch.Card} */ card) => !only || card.game === only;

function cell(/** @type {Watch.Card} */ card) {
  const board = boards.get(card.game);
  const over = card.status === "finished";
  return html`<li class="wall-cell ${over ? "over" : ""}" data-game=${card.game}>
    <a class="card pad-3 tall" href=${served(card.href ?? `/g/${card.id}`)}>
      <div class="wall-board fixed">${board ? board.picture(card.view) : nothing}</div>
      <div class="wall-words large number">
        ${players(
          card,
          (seat, at) => html`<span class="seat one-row shrink rounded ${!over && card.view.to_move === at ? "to-move" : ""}"
            >${mark(at, 24, card.game)}<span class="name">${seat.name}</span></span>`,
        )}
        <div class="wall-facts column gap-1">
          <strong>${card.title}</strong>
          <span>${over ? (card.view.ending ?? _("finished")) : _("move {ply}", { ply: card.ply })}${card.paused ? `, ${_("paused")}` : ""}</span>
          ${card.watchers ? html`<span>${_("{watchers} watching", { watchers: card.watchers })}</span>` : nothing}
        </div>
      </div>
    </a>
  </li>`;
}

const empty = html`<div class="wall-empty large centred">
  <p><strong>${_("No game is being played at the moment.")}</strong></p>
  <p class="soft">${_("Each game that begins on this server appears here by itself.")}</p>
</div>`;

function paint() {
  const shown = places.slice(0, size);
  host.dataset.shown = String(SIZES.find((each) => each >= shown.length));
  const list = html`<ul class="wall-games">${repeat(shown, (card) => card.id, cell)}</ul>`;
  render(shown.length ? list : empty, host);
}

const { boards, meet } = boardsAsMet(paint);

function take(/** @type {Watch.Card[]} */ next) {
  places = arrange(next.filter(wanted), performance.now(), LINGER, size);
  paint();
  meet(places);
}

for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input[name='boards']"))) {
  input.checked = Number(input.value) === size;
  input.addEventListener("change", () => {
    size = Number(input.value);
    const address = new URL(location.href);
    address.searchParams.set("boards", input.value);
    history.replaceState(null, "", address);
    take(places);
  });
}
document.getElementById("wall-full")?.addEventListener("click", () => document.documentElement.requestFullscreen?.());

/** Cards as they are told now. @param {Watch.Card[]} cards */
const told = (cards) => take(applied(places, cards, performance.now()));

told(takeData(host));
setInterval(() => take(places), 2000);

/** Games of competitions are asked for, all together; one that is no longer among them is over. An idle wall has the featured match shown. */
keepLooking(async () => {
  const found = await ask(places.some(({ status }) => status !== "finished") ? "/api/watch/games" : "/api/watch/games?idle=1");
  if (found.ok) {
    const cards = found.data.games.map(cardOf);
    told([...cards, ...gone(places, cards)]);
  }
  return CONTESTS_MS;
}, 1);
await openLobby(note, _("The line to the server is lost; trying again."), told, ({ card, gone }) => {
  const known = places.find((each) => each.id === gone);
  if (card) told([card]);
  else if (known) told([{ ...known, status: "finished" }]);
});
