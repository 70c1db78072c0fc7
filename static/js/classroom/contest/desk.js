/** Whoever plays against all others: the board that waits longest for a move, all boards beside it, and “n” for the next. */

import { html, nothing, render, repeat } from "lit";
import { boardsAsMet } from "lib/pictures.js";
import { _, ngettext } from "lib/messages.js";
import { cell } from "./cells.js";
import { OwnBoard } from "./own_board.js";
import { cameTo } from "./words.js";

/** Whether a board waits for the one. @param {Classroom.Contest} contest @param {Classroom.ContestBoard} board @param {Classroom.Card | undefined} card */
export const waits = ({ one }, board, card) => Boolean(!board.how && card && board.players[card.view.to_move]?.no === one?.no);

/** The boards that wait, those that have waited longest first. @param {Classroom.Contest} contest @param {Record<string, Classroom.Card>} boards @param {Map<number, number>} since */
export const waiting = (contest, boards, since) =>
  contest.boards.filter((board) => waits(contest, board, boards[board.number])).sort((one, other) => (since.get(one.number) ?? 0) - (since.get(other.number) ?? 0) || one.number - other.number);

export class Desk {
  /** @param {{line: import("../line.js").ClassLine, say: (sentence: string) => void, state: () => Classroom.State, draw: () => void}} to */
  constructor({ line, say, state, draw }) {
    this.state = state;
    this.draw = draw;
    this.say = say;
    this.own = new OwnBoard({ line, say, moved: () => this.next(true) });
    this.met = boardsAsMet(draw);
    this.chosen = 0;
    /** When each board began to wait. @type {Map<number, number>} */
    this.since = new Map();
    this.count = 0;
    /** @type {HTMLElement | null} */
    this.host = null;
    addEventListener("keydown", (event) => this.pressed(event));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const typing = event.target instanceof HTMLElement && event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select, dialog");
    if (!this.host?.isConnected || event.key !== "n" || event.ctrlKey || event.altKey || event.metaKey || typing) return;
    event.preventDefault();
    this.next();
  }

  /** Turn to the next board that waits. @param {boolean} [quietly] whether the board stays where none does */
  next(quietly = false) {
    const { contest, boards } = this.state();
    if (!contest) return;
    const list = waiting(contest, boards, this.since).filter(({ number }) => number !== this.chosen || !this.own.turn);
    const [found] = list.filter(({ number }) => number !== this.chosen);
    if (!found) return quietly ? undefined : this.say(_("No other board waits for you."));
    this.chosen = found.number;
    this.draw();
    this.say(_("Board {number}: {names}", { number: found.number, names: found.players.map(({ name }) => name).join(", ") }));
    requestAnimationFrame(() => this.own.focus());
  }

  /** @param {HTMLElement} host @param {Classroom.Inside & {contest: Classroom.Contest}} state @param {number} now */
  show(host, state, now) {
    this.host = host;
    const { contest, boards, room } = state;
    this.met.meet([{ game: contest.game }]);
    for (const board of contest.boards) {
      if (!waits(contest, board, boards[board.number])) this.since.delete(board.number);
      else if (!this.since.has(board.number)) this.since.set(board.number, ++this.count);
    }
    const list = waiting(contest, boards, this.since);
    if (!contest.boards.some(({ number }) => number === this.chosen)) this.chosen = 0;
    if (!this.chosen || (contest.boards[this.chosen - 1]?.how && list.length)) this.chosen = (list[0] ?? contest.boards[0])?.number ?? 0;
    const chosen = contest.boards.find(({ number }) => number === this.chosen);
    const module = this.met.boards.get(contest.game);
    const others = [...list, ...contest.boards.filter((board) => !list.includes(board))];
    render(html`<div class="contest-desk column gap-4">
      <div class="column gap-2"><div class="row gap-apart justify-between"><h2>${chosen ? _("Board {number}", { number: chosen.number }) : ""}${chosen?.how && chosen.points ? html` <span class="soft">${cameTo(chosen, chosen.points[chosen.players.findIndex(({ no }) => no === contest.one?.no)])}</span>` : nothing}</h2>
          <button type="button" class="button small" aria-keyshortcuts="n" ?disabled=${!list.some(({ number }) => number !== this.chosen)} @click=${() => this.next()}>${_("Next board (n)")}</button></div>
        <div id="contest-own"></div></div>
      <div class="column gap-2"><p class="soft number" role="status">${list.length ? ngettext("{count} board waits for you", "{count} boards wait for you", list.length) : _("No board waits for you.")}</p>
        <ul class="contest-list scroll tiles gap-2">${repeat(others, ({ number }) => number, (board) => html`<li><button type="button" class="button contest-choice column gap-1 fill ${waits(contest, board, boards[board.number]) ? "waits" : ""} ${board.how ? "over" : ""}" data-board=${board.number} aria-pressed=${board.number === this.chosen}
          aria-label=${_("Board {number}: {names}", { number: board.number, names: board.players.map(({ name }) => name).join(", ") }) + (waits(contest, board, boards[board.number]) ? _(", waits for you") : "")} @click=${() => ((this.chosen = board.number), this.draw())}>${cell(contest, board, boards[board.number], module, now)}</button></li>`)}</ul></div>
    </div>`, host);
    const place = /** @type {HTMLElement | null} */ (host.querySelector("#contest-own"));
    if (place && chosen) this.own.show(place, chosen.id, chosen.players.map(({ name }) => name), room.paused);
  }

  leave() {
    if (this.host) render(nothing, this.host);
    this.host = null;
    this.own.leave();
  }
}
