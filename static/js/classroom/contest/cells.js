/** Small boards of a match or a tournament, as pictures: each with who sits there, whose turn it is, and how it ended. */

import { html, nothing } from "lit";
import { clockTime } from "lib/format.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { secondsLeft } from "../../play/clocks.js";
import { resultWords } from "./words.js";

/** The boards of the round, those that go on first. @param {Classroom.Contest} contest */
export const inOrder = ({ boards }) => [...boards].sort((one, other) => Number(Boolean(one.how)) - Number(Boolean(other.how)) || one.number - other.number);

/**
 * What a cell holds; who plays against all others is not named in each; the picture comes from the game's own module.
 * @param {Classroom.Contest} contest @param {Classroom.ContestBoard} board @param {Classroom.Card | undefined} card @param {Boards.Module | undefined} module
 * @param {number} now the server's clock
 */
export function cell({ game, options, one }, board, card, module, now) {
  const moves = !board.how && card ? card.view.to_move : -1;
  return html`<div class="contest-picture in-square" data-game=${game} data-colours=${options?.colours ?? "usual"}>${card && module ? module.picture(card.view, { last: card.last, options, label: _("Board {number}", { number: board.number }) }) : nothing}</div>
    <div class="contest-who column" data-game=${game} data-colours=${options?.colours ?? "usual"}>${board.players.map(({ name, no }, seat) => (no === one?.no ? nothing : html`<span class="contest-seat one-row gap-1 shrink rounded ${moves === seat ? "to-move" : ""}">${mark(seat, 14, game)}<span class="name">${name}</span>
        ${board.points ? html`<b class="push">${board.points[seat] === 0.5 ? "½" : board.points[seat]}</b>` : card && !board.how ? time(card, seat, now) : nothing}</span>`))}
      ${board.how && !board.points ? html`<span class="soft small">${resultWords(board)}</span>` : nothing}</div>`;
}

/** @param {Classroom.Card} card @param {number} seat @param {number} now */
function time({ clock }, seat, now) {
  const left = secondsLeft(clock, seat, now);
  return left === null ? nothing : html`<span class="push mono">${clockTime(left)}</span>`;
}
