/**
 * A small opening book that grows step by step, as a tree to walk: each line a move with its value and how many positions are
 * open below it, and the board beside it. It may ask which position is opened next.
 */

import { html, nothing, render } from "lit";
import { count, signed } from "lib/format.js";
import { ngettext, _ } from "lib/messages.js";
import { number } from "../lab/labels.js";
import { stepButtons } from "./steps.js";

/** @param {HTMLElement} host @param {Lessons.Book} about @param {(right: boolean) => void} [answered] with it, each step is asked for before it is made */
export async function mountBook(host, about, answered) {
  /** @type {Boards.Module} */
  const { picture } = await import(`boards/${about.game}.js`);
  new Growing(host, about, picture, answered).draw();
}

class Growing {
  /** @param {HTMLElement} host @param {Lessons.Book} about @param {Boards.Module["picture"]} picture @param {((right: boolean) => void) | undefined} answered */
  constructor(host, about, picture, answered) {
    this.host = host;
    this.about = about;
    this.picture = picture;
    this.answered = answered;
    /** How many positions are open. */
    this.at = about.at;
    /** The number of the line that is looked at. */
    this.here = 0;
    /** @type {number[][]} */
    this.below = about.lines.map(() => []);
    about.lines.forEach(({ parent }, number) => parent >= 0 && this.below[parent].push(number));
  }

  /* What is known at a step */

  /** @param {number} line */
  value = (line) => this.about.lines[line].changes.findLast(([step]) => step <= this.at)?.[1];

  /** @param {number} line */
  isOpen = (line) => (this.about.lines[line].opened ?? Infinity) <= this.at;

  /** The moves that are in the book, the best first. @param {number} line */
  moves(line) {
    const known = this.isOpen(line) ? this.below[line].filter((each) => this.value(each) !== undefined) : [];
    return known.sort((one, other) => Number(this.value(other)) - Number(this.value(one)));
  }

  /** How many positions are open from a line on. @param {number} line @returns {number} */
  opened = (line) => this.moves(line).reduce((sum, each) => sum + this.opened(each), this.isOpen(line) ? 1 : 0);

  /** The lines from the start to one, without the start. @param {number} line @returns {number[]} */
  way = (line) => (line > 0 ? [...this.way(this.about.lines[line].parent), line] : []);

  /** @param {number} line */
  words = (line) => this.way(line).map((each) => this.about.lines[each].move).join(", ") || _("the start");

  /** How far the moves to a line are behind the best in turn. @param {number} line */
  behind = (line) => this.way(line).reduce((sum, each) => sum + Number(this.value(this.moves(this.about.lines[each].parent)[0])) - Number(this.value(each)), 0);

  /* Doing */

  /** @param {number} at */
  go(at) {
    const { steps } = this.about;
    const further = at > this.at;
    this.at = Math.max(0, Math.min(steps.length, at));
    if (further) this.here = steps[this.at - 1].opened;
    while (this.here && this.value(this.here) === undefined) this.here = this.about.lines[this.here].parent;
    this.draw();
  }

  /** @param {number | undefined} line */
  look(line) {
    if (line === undefined) return;
    this.here = line;
    this.draw();
    /** @type {HTMLElement | null} */ (this.host.querySelector(".book-line[aria-current=true]"))?.focus();
  }

  /** Up and down walk over the lines in sight, left and right to the line before and to the best move. @param {KeyboardEvent} event */
  pressed(event) {
    const lines = [.../** @type {NodeListOf<HTMLElement>} */ (this.host.querySelectorAll(".book-line"))].map(({ dataset }) => Number(dataset.line));
    const place = lines.indexOf(this.here);
    const parent = this.about.lines[this.here].parent;
    /** @type {Record<string, number | undefined>} */
    const next = { ArrowUp: lines[place - 1], ArrowDown: lines[place + 1], ArrowLeft: parent < 0 ? undefined : parent, ArrowRight: this.moves(this.here)[0] };
    if (!(event.key in next)) return;
    event.preventDefault();
    this.look(next[event.key]);
  }

  /** The line that is looked at is the answer: is it opened next? */
  judge() {
    const right = this.about.steps[this.at]?.right.includes(this.here);
    if (right) this.go(this.at + 1);
    this.answered?.(Boolean(right));
  }

  /* Saying */

  progress() {
    const { steps } = this.about;
    if (!this.at) return _("The book is empty: only the start is known.");
    const { cost, opened, value } = steps[this.at - 1];
    const before = this.at > 1 ? steps[this.at - 2].value : value;
    const open = ngettext("{count} position is open, the last one {words}, at a cost of {cost}.", "{count} positions are open, the last one {words}, at a cost of {cost}.", this.at, { words: this.words(opened), cost: number(cost) });
    return `${open} ${before === value ? _("The start is worth {value}.", { value: signed(value) }) : _("The start is worth {value} now; it was {before}.", { value: signed(value), before: signed(before) })}`;
  }

  /** What is to be said of the line that is looked at. */
  place() {
    const plies = this.way(this.here).length;
    if (this.isOpen(this.here)) return ngettext("In the book, with {count} move.", "In the book, with {count} moves.", this.moves(this.here).length);
    const behind = this.behind(this.here);
    return _("The book ends here. To come here costs {cost}: {plies} times {ply} for the plies, and {behind} behind the best.", { cost: number(plies * this.about.ply + behind), plies, ply: number(this.about.ply), behind: number(behind) });
  }

  /* Drawing */

  draw() {
    const { about, here } = this;
    const board = this.picture(about.lines[here].view, { label: this.words(here), options: about.options, named: true });
    render(
      html`<figure class="book-board" data-game=${about.game}>${board}<figcaption class="mono small">${this.words(here)}</figcaption></figure>
        <div class="column gap-3">
          <p class="strong book-progress two-lines" role="status">${this.progress()}</p>
          ${this.answered ? this.question() : stepButtons(this.at, about.steps.length, (at) => this.go(at), _("Open the next"))}
          <div class="book-tree scroll-y sunken rounded" role="tree" aria-label=${_("The book as a tree")} @keydown=${(/** @type {KeyboardEvent} */ event) => this.pressed(event)}>${this.lines(0, 1)}</div>
          <p aria-live="polite" class="book-place">${this.place()}</p>
        </div>`,
      this.host,
    );
    const tree = /** @type {HTMLElement} */ (this.host.querySelector(".book-tree"));
    const current = /** @type {HTMLElement} */ (tree.querySelector("[aria-current=true]"));
    tree.scrollTop = current.offsetTop - tree.offsetTop - tree.clientHeight / 2;
  }

  /** A line and, on the way to the one that is looked at, what follows. @param {number} line @param {number} level @returns {unknown} */
  lines(line, level) {
    const moves = this.moves(line);
    const unfolded = !line || line === this.here || this.way(this.here).includes(line);
    const current = line === this.here;
    return html`<button type="button" class="book-line one-row gap-3 align-baseline fill" role="treeitem" data-line=${line} aria-level=${level} aria-current=${current} tabindex=${current ? 0 : -1} aria-expanded=${moves.length ? unfolded : nothing}
        @click=${() => this.look(line)}>
        <span class="mono">${this.about.lines[line].move || _("the start")}</span><span class="number">${this.value(line) === undefined ? "" : signed(Number(this.value(line)))}</span>
        <span class="soft small">${this.isOpen(line) ? ngettext("{count} open", "{count} open", this.opened(line), { count: count(this.opened(line)) }) : _("not opened")}</span></button>
      ${unfolded && moves.length ? html`<div class="book-below" role="group">${moves.map((each) => this.lines(each, level + 1))}</div>` : nothing}`;
  }

  question() {
    if (this.at === this.about.steps.length) return html`<p>${_("The book is complete.")}</p>`;
    return html`<p>${_("Go to the position that is opened next.")}</p><div class="button-row"><button type="button" class="button primary book-check" @click=${() => this.judge()}>${_("Check")}</button></div>`;
  }
}
