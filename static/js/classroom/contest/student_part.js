/** A student's part in a match or a tournament, on the phone: whom they play, their board, how it stands; or all boards, for who plays against all. */

import { html, nothing } from "lit";
import { _ } from "lib/messages.js";
import { Desk } from "./desk.js";
import { OwnBoard } from "./own_board.js";
import { table } from "./table.js";
import { againstWords, cameTo, scoreWords, standsWords, titleOf } from "./words.js";

/** @param {Classroom.Inside} state */
export function contestPart({ contest, you }) {
  const part = you?.contest;
  if (!contest || !part) return nothing;
  const board = part.board;
  const going = Boolean(board && !board.how);
  return html`<section class="column gap-3 contest-part" aria-labelledby="contest-heading">
    <h1 id="contest-heading" class="class-caption">${titleOf(contest)}</h1>
    ${part.one ? html`<p class="strong">${scoreWords(contest)}</p><div id="contest-desk"></div>`
      : html`<p class="contest-against strong break">${heading(contest, part)}</p>
        ${board && (contest.phase === "playing" || contest.kind === "simul") ? html`<div id="contest-own"></div>` : nothing}`}
    <p class="soft row gap-apart"><span>${standsWords(contest)}</span><span>${contest.kind === "simul" && !part.one ? scoreWords(contest) : nothing}</span></p>
    ${contest.table.length ? html`<details class="contest-standing" ?open=${!going}><summary>${_("The table")}</summary>${table(contest, { own: part.no, short: true })}</details>` : nothing}
  </section>`;
}

/** What a student reads first. @param {Classroom.Contest} contest @param {Classroom.Part} part */
function heading(contest, { no, plays, board }) {
  if (board && !board.how) return againstWords(board);
  if (board && (contest.phase !== "open")) return `${againstWords(board)}: ${cameTo(board, board.points)}`;
  if (!plays) return _("You play no more in this tournament.");
  if (contest.rests.some((rest) => rest.no === no)) return _("You have nobody to play against in this round, and rest.");
  return contest.phase === "over" ? "" : _("You are in. Your board appears here by itself; you are No. {no}.", { no });
}

/** What plays in the page: one's own board, or the desk of who plays against all. */
export class Playing {
  /** @param {{line: () => import("../line.js").ClassLine, say: (sentence: string) => void, state: () => Classroom.State, draw: () => void}} to */
  constructor(to) {
    this.to = to;
    /** @type {OwnBoard | null} */
    this.own = null;
    /** @type {Desk | null} */
    this.desk = null;
  }

  /** @param {HTMLElement} host @param {Classroom.Inside} state @param {number} now */
  show(host, state, now) {
    const { line, say, state: known, draw } = this.to;
    const { contest, you, room } = state;
    const desk = /** @type {HTMLElement | null} */ (host.querySelector("#contest-desk"));
    if (desk && contest) {
      this.desk ??= new Desk({ line: line(), say, state: known, draw });
      return this.desk.show(desk, { ...state, contest }, now);
    }
    this.desk?.leave();
    const place = /** @type {HTMLElement | null} */ (host.querySelector("#contest-own"));
    const board = you?.contest?.board;
    if (!place || !board) return this.leave();
    this.own ??= new OwnBoard({ line: line(), say });
    this.own.show(place, board.id, board.players.map(({ name }) => name), room.paused);
  }

  leave() {
    this.own?.leave();
    this.desk?.leave();
    this.own = null;
  }
}
