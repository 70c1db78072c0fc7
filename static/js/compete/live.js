/** The games of a competition that are played now, each with its board, clocks and a link by which it is followed. */

import { html, nothing, render, repeat } from "lit";
import { find, pageData } from "lib/dom.js";
import { clockTime } from "lib/format.js";
import { ask } from "lib/http.js";
import { mark } from "lib/marks.js";
import { _, ngettext } from "lib/messages.js";
import { boardsAsMet } from "lib/pictures.js";
import { served } from "lib/served.js";
import { keepLooking } from "lib/store.js";
import { lostNotice } from "./parts.js";
import { KINDS } from "./words.js";

const AGAIN_MS = 1500;
const host = find("#live");
const shown = pageData("shown");
/** @type {Compete.LiveCard[]} */
let games = shown.games;
let waiting = 0;
let lost = false;

const { boards, meet } = boardsAsMet(() => draw());

function card(/** @type {Compete.LiveCard} */ game) {
  const board = boards.get(game.game);
  return html`<li data-game=${game.game}><a class="card live-card tall column gap-2" href=${served(`/compete/${shown.id}/live/${game.id}`)}>
    <span class="live-board">${board ? board.picture(game.view) : nothing}</span>
    ${game.names.map(
      (name, seat) => html`<span class="row gap-2 ${game.view.to_move === seat ? "strong" : ""}"><span class="inline gap-2 shrink">${mark(seat, 18, game.game)} <span class="name">${name}</span></span>
        <span class="mono">${clockTime(game.left[seat])}</span></span>`,
    )}
    <span class="soft small">${KINDS[game.kind]}, ${_("move {ply}", { ply: game.ply })}${game.watchers ? `, ${_("{watchers} watching", { watchers: game.watchers })}` : ""}</span>
  </a></li>`;
}

const template = () => html`<header class="compete-head below-5">
    <h1>${_("Games being played now")}</h1>
    <p class="soft">${shown.title} · ${shown.game_title}</p>
    ${lostNotice(lost)}
    ${waiting ? html`<p class="soft">${ngettext("{count} challenge waits for its turn.", "{count} challenges wait for their turn.", waiting)}</p>` : nothing}
  </header>
  ${games.length
    ? html`<ul class="live-games tiles">${repeat(games, (game) => game.id, card)}</ul>`
    : html`<p class="card soft">${_("No game is being played at the moment. They appear here by themselves: of the ladder while new versions climb, of the event, and those that owners ask for on the page of their bot.")}</p>`}`;

const draw = () => render(template(), host);

async function again() {
  const found = await ask(`/api/competitions/${shown.id}/live`);
  lost = !found.ok && found.error.code === "unreachable";
  if (found.ok) ({ games, waiting } = found.data);
  draw();
  meet(games);
  return AGAIN_MS;
}

draw();
meet(games);
keepLooking(again, AGAIN_MS);
