/** The wall during a match or a tournament: as many boards as can be read at a time, page after page, the score, and the table. */

import { html, nothing, repeat } from "lit";
import { boardsAsMet } from "lib/pictures.js";
import { _ } from "lib/messages.js";
import { cell, inOrder } from "./cells.js";
import { table } from "./table.js";
import { scoreWords, standsWords } from "./words.js";

/** How long a page of boards is shown, in ms. */
const PAGE_MS = 12_000;
/** A board is no smaller than this part of the screen's height; a line of words below it takes so much more. */
const [LEAST, LINE] = [0.15, 0.036];
/** Pixels between boards. */
const GAP = 12;
/** The part of the width that the table takes beside boards; rows of it that fit. */
const [BESIDE, ROWS] = [0.3, 15];

/**
 * How boards are laid out: on as few pages as leave them large enough, as large as they can be there.
 * @param {number} count @param {number} width @param {number} height pixels @param {number} screen the screen's height @param {number} lines of words below each
 */
export function grid(count, width, height, screen, lines) {
  const [least, below] = [screen * LEAST, screen * LINE * lines];
  const side = (/** @type {number} */ columns, /** @type {number} */ rows) => Math.min(width / columns - GAP, height / rows - below - GAP);
  for (let pages = 1; ; pages++) {
    const each = Math.max(1, Math.ceil(count / pages));
    const fits = Array.from({ length: each }, (_each, at) => ({ columns: at + 1, each, pages, side: Math.floor(side(at + 1, Math.ceil(each / (at + 1)))) }));
    const best = fits.reduce((one, other) => (other.side > one.side ? other : one));
    if (best.side >= least || each === 1) return best;
  }
}

export class WallBoards {
  /** @param {() => void} draw */
  constructor(draw) {
    this.page = 0;
    this.pages = 1;
    this.size = { columns: 1, side: 100 };
    this.met = boardsAsMet(draw);
    setInterval(() => {
      if (this.pages < 2) return;
      this.page += 1;
      draw();
    }, PAGE_MS);
  }

  /** @param {Classroom.Inside & {contest: Classroom.Contest}} state @param {number} now the server's clock */
  template(state, now) {
    const { contest, boards } = state;
    this.met.meet([{ game: contest.game }]);
    const shown = contest.phase === "playing" || contest.kind === "simul" ? inOrder(contest) : [];
    const tabled = contest.table.length > 0;
    const [width, height] = [innerWidth * 0.94 * (tabled ? 1 - BESIDE : 1), innerHeight * 0.78];
    const { columns, each, side, pages } = grid(shown.length, width, height, innerHeight, contest.kind === "simul" ? 1 : 2);
    this.size = { columns, side };
    this.pages = shown.length ? pages : Math.max(1, Math.ceil(contest.table.length / (2 * ROWS)));
    const at = this.page % this.pages;
    const module = this.met.boards.get(contest.game);
    const part = shown.slice(at * each, (at + 1) * each);
    return html`<section class="contest-wall ${tabled && shown.length ? "with-table" : ""}">
      <p class="contest-stands one-row gap-3 justify-between any-width"><span>${standsWords(contest)} ${scoreWords(contest)}</span>
        ${contest.rests.length && contest.phase === "playing" ? html`<span class="soft">${_("Rests: {names}", { names: contest.rests.map(({ name }) => name).join(", ") })}</span>` : nothing}
        ${this.pages > 1 ? html`<span class="soft number">${_("Page {at} of {pages}", { at: at + 1, pages: this.pages })}</span>` : nothing}</p>
      ${shown.length ? html`<ul class="contest-grid">${repeat(part, (board) => board.number, (board) => html`<li class="contest-cell ${board.how ? "over" : ""}" data-board=${board.number}>${cell(contest, board, boards[board.number], module, now)}</li>`)}</ul>` : nothing}
      ${tabled ? this.tables(contest, shown.length > 0, at) : nothing}
    </section>`;
  }

  /** Let the grid on the page have its size. @param {HTMLElement} host */
  settle(host) {
    const grid = /** @type {HTMLElement | null} */ (host.querySelector(".contest-grid"));
    grid?.style.setProperty("--columns", String(this.size.columns));
    grid?.style.setProperty("--side", `${this.size.side}px`);
  }

  /** @param {Classroom.Contest} contest @param {boolean} beside @param {number} at */
  tables(contest, beside, at) {
    const count = contest.table.length;
    if (beside) {
      const parts = Math.ceil(count / ROWS);
      return html`<div class="contest-tables">${table(contest, { first: (at % parts) * ROWS, most: ROWS, short: true })}</div>`;
    }
    const first = at * 2 * ROWS;
    return html`<div class="contest-tables wide">${table(contest, { first, most: ROWS })}${count > first + ROWS ? table(contest, { first: first + ROWS, most: ROWS }) : nothing}</div>`;
  }
}
