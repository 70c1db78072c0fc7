/**
 * A table of positions that is made backwards, pass by pass, on the game's own board: each square tells what the table has
 * of the position with the piece on it, and the chosen one why. It may ask which square the next pass decides.
 */

import { html, nothing, render } from "lit";
import { ngettext, _ } from "lib/messages.js";
import { count } from "lib/format.js";
import { moved } from "../boards/lib/cursor.js";
import { stepButtons } from "./steps.js";

const ACROSS = 9;

/** @param {HTMLElement} host @param {Lessons.Table} about @param {(right: boolean) => void} [answered] with it, each pass is asked for before it is made */
export async function mountTable(host, about, answered) {
  /** @type {Boards.Module} */
  const { picture } = await import(`boards/${about.game}.js`);
  new Making(host, about, picture, answered).draw();
}

class Making {
  /** @param {HTMLElement} host @param {Lessons.Table} about @param {Boards.Module["picture"]} picture @param {((right: boolean) => void) | undefined} answered */
  constructor(host, about, picture, answered) {
    this.host = host;
    this.about = about;
    this.picture = picture;
    this.answered = answered;
    this.last = about.passes.length + (about.open ? 1 : 0);
    /** How many passes are made. */
    this.at = about.at;
    this.slice = about.slices[0];
    this.cell = this.slice.cells[0];
    if (answered) this.skip();
    host.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Whether the table has this at a pass: what is decided in n plies pass n + 1 decides, and after the last of them the rest is even. */
  known({ plies = -1 }, at = this.at) {
    return plies >= 0 ? plies < at : at > this.about.passes.length;
  }

  /** @param {Lessons.TableCell} cell */
  fresh = (cell) => this.known(cell, this.at + 1) && !this.known(cell);

  /* Doing */

  /** @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(this.last, at));
    this.draw();
  }

  /** Another slice, with the same square chosen where it has one. @param {Lessons.Table["slices"][number]} slice */
  turn(slice) {
    this.slice = slice;
    this.cell = slice.cells.find(({ x, y }) => x === this.cell.x && y === this.cell.y) ?? slice.cells[0];
    this.draw();
  }

  /** @param {Lessons.TableCell | undefined} cell */
  choose(cell) {
    if (!cell) return;
    this.cell = cell;
    this.draw();
    /** @type {SVGElement | null} */ (this.host.querySelector(".note[aria-checked=true]"))?.focus();
  }

  /** @param {number} x @param {number} y */
  find = (x, y) => this.slice.cells.find((cell) => cell.x === x && cell.y === y);

  /** @param {Event} event */
  clicked(event) {
    const note = event.target instanceof Element ? event.target.closest(".note") : null;
    if (note instanceof SVGElement) this.choose(this.find(Number(note.dataset.x), Number(note.dataset.y)));
  }

  /** Arrows walk over the squares; one that the slice leaves out is passed over. @param {KeyboardEvent} event */
  pressed(event) {
    if (!(event.target instanceof Element) || !event.target.matches(".note")) return;
    let { x, y } = this.cell;
    for (;;) {
      const next = moved({ x, y }, event.key, ACROSS, ACROSS, false);
      if (!next) return;
      event.preventDefault();
      if (next.x === x && next.y === y) return;
      ({ x, y } = next);
      const cell = this.find(x, y);
      if (cell) return this.choose(cell);
    }
  }

  /** The chosen square is the answer: does the next pass decide it? */
  judge() {
    const right = this.fresh(this.cell);
    if (right) this.at += 1;
    if (right) this.skip();
    this.draw();
    this.answered?.(right);
  }

  /** Whether the next pass decides a square of any slice. */
  get asks() {
    return this.about.slices.some(({ cells }) => cells.some(this.fresh));
  }

  /** Make the passes of which there is nothing to ask. */
  skip() {
    while (this.at < this.last && !this.asks) this.at += 1;
  }

  /* Saying */

  /** Why a position is what it is. @param {Lessons.TableCell} cell */
  reason({ result, plies, moves }) {
    const { names } = this.about;
    const mover = names[this.slice.mover];
    const other = names[1 - this.slice.mover];
    if (!this.known({ plies })) return _("{mover} moves here: not decided yet.", { mover });
    if (!plies) return _("The game is over here: {winner} has won.", { winner: result > 0 ? mover : other });
    const best = moves.find((move) => move[1] === result && move[2] === plies)?.[0] ?? "";
    if (!result) return _("Nobody wins: {mover} plays {best} and cannot be beaten, nor {other}.", { mover, other, best });
    return result > 0
      ? ngettext("{mover} wins in {count} ply: after {best} {other} is lost.", "{mover} wins in {count} plies: after {best} {other} is lost.", plies, { mover, other, best })
      : ngettext("{mover} loses in {count} ply, whatever it plays; {best} holds out longest.", "{mover} loses in {count} plies, whatever it plays; {best} holds out longest.", plies, { mover, best });
  }

  /** How far the table is. */
  progress() {
    const { passes, size, open } = this.about;
    const done = passes.slice(0, this.at).reduce((sum, each) => sum + each, 0);
    if (!this.at) return _("The table is empty: none of its {size} positions is decided.", { size: count(size) });
    if (this.at > passes.length) return ngettext("No move decides any more. {count} position is left: nobody wins it.", "No move decides any more. {count} positions are left: nobody wins them.", open);
    return _("Pass {at}: {fresh} more decided, {done} of {size} in all.", { at: this.at, fresh: count(passes[this.at - 1]), done: count(done), size: count(size) });
  }

  /* Drawing */

  notes() {
    return this.slice.cells.map((cell) => {
      const { x, y, result, plies } = cell;
      /** @type {Boards.Note["tone"]} */
      const tone = !this.known(cell) ? "open" : result > 0 ? "good" : result < 0 ? "bad" : "even";
      const text = this.known(cell) ? written(result, plies) : "·";
      return { x, y, text, tone, chosen: cell === this.cell, words: `${x} ${y}: ${this.known(cell) ? text : _("not decided yet")}` };
    });
  }

  draw() {
    const { about, slice, cell } = this;
    const board = this.picture(cell.view, { label: slice.title, options: about.options, notes: this.notes() });
    render(
      html`<div class="table-board" data-game=${about.game} @click=${(/** @type {Event} */ event) => this.clicked(event)}>${board}</div>
        <div class="column gap-3">
          <div class="button-row" role="group" aria-label=${_("Who moves")}>${about.slices.map((each) => html`<button type="button" class="button small" aria-pressed=${each === slice} @click=${() => this.turn(each)}>${each.title}</button>`)}</div>
          <p class="strong table-progress two-lines" role="status">${this.progress()}</p>
          ${this.answered ? this.question() : stepButtons(this.at, this.last, (at) => this.go(at), _("Next pass"))}
          <p class="table-reason two-lines" aria-live="polite">${this.reason(cell)}</p>
          ${cell.moves.length ? this.moves() : nothing}
          <p class="soft small">${_("+3: whoever moves wins in 3 plies. −4: it loses in 4. =: nobody wins. 0: the game is over. Choose a square to see why.")}</p>
        </div>`,
      this.host,
    );
  }

  question() {
    if (!this.asks) return html`<p>${_("The table is complete.")}</p>`;
    return html`<p>${_("Choose a square that the next pass decides; it may be one with the other to move.")}</p><div class="button-row"><button type="button" class="button primary table-check" @click=${() => this.judge()}>${_("Check")}</button></div>`;
  }

  /** Each move with what is known after it, counted from before it. */
  moves() {
    const known = (/** @type {number} */ plies) => this.known({ plies: plies < 0 ? plies : plies - 1 });
    return html`<table class="small table-moves"><thead><tr><th scope="col">${_("Move")}</th><th scope="col">${_("What the table has for {mover}", { mover: this.about.names[this.slice.mover] })}</th></tr></thead>
      <tbody>${this.cell.moves.map(([text, result, plies]) => html`<tr><th scope="row" class="mono">${text}</th><td class="number">${known(plies) ? written(result, plies) : "?"}</td></tr>`)}</tbody></table>`;
  }
}

/** A result as it stands on squares. @param {number} result @param {number} plies */
const written = (result, plies) => (plies === 0 ? "0" : result > 0 ? `+${plies}` : result < 0 ? `−${plies}` : "=");
