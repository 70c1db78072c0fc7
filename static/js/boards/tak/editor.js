/**
 * The Tak position editor: a colour and a piece are chosen below, and a square takes that piece on top of its stack; the
 * side to move and the number of the move are set beside them. Every change is told as TPS.
 */

import { html, nothing } from "lit";
import { button } from "lib/button.js";
import { _ } from "lib/messages.js";
import { cellOf, clamp, order } from "../lib/cursor.js";
import { rows, square } from "../lib/squares.js";
import { EditorSurface } from "../lib/editing.js";
import { box, ground, middle, stack } from "./drawing.js";
import { kindButton } from "./making.js";
import { KINDS, height, squareLabel, sum, topFlats } from "./notation.js";

/** @type {Record<string, string>} what a key chooses and puts */
const KIND_KEYS = { f: "F", s: "S", w: "S", c: "C" };
const MOST_NUMBER = 999;
const TITLES = [_("White"), _("Black")];

export class Editor extends EditorSurface {
  /** @param {HTMLElement} host @param {Boards.Edited} edited */
  constructor(host, { view, onChange }) {
    super(host, "tak", onChange);
    this.size = 0;
    /** @type {string[]} */
    this.cells = [];
    this.mover = 0;
    this.number = 1;
    this.seat = 0;
    this.kind = "F";
    this.listen({
      click: (event) => {
        const cell = this.index(cellOf(event));
        if (cell !== null) this.use(cell);
      },
      contextmenu: (event) => {
        const cell = this.index(cellOf(event));
        if (cell === null) return;
        event.preventDefault();
        this.remove(cell);
      },
    });
    this.update(view);
  }

  /** Show another position, such as one pasted or of another size. @param {any} view */
  update(view) {
    if (this.size !== view.size) this.cursor = { x: 0, y: 0 };
    this.size = view.size;
    this.carry = view.carry;
    this.cells = [...view.cells];
    this.mover = view.to_move;
    this.number = Math.floor(view.ply / 2) + 1;
    this.note("");
  }

  get text() {
    const { size, cells } = this;
    const ranks = order(size, true).map((rank) => {
      const row = cells.slice(rank * size, (rank + 1) * size).map((text) => text || "x");
      return row.join(",").replace(/x(,x)+/g, (run) => `x${(run.length + 1) / 2}`);
    });
    return `${ranks.join("/")} ${this.mover + 1} ${this.number}`;
  }

  /** @param {{cells?: string[], mover?: number, number?: number}} what is changed */
  change({ cells = this.cells, mover = this.mover, number = this.number }) {
    this.cells = cells;
    this.mover = mover;
    const lying = sum(cells.map(height));
    // The first turn of each side only places: with more on the board the second move at least has come.
    this.number = lying > (mover ? 1 : 0) ? Math.max(2, number) : lying === 0 && !mover ? 1 : number;
    this.told();
  }

  /** Put the chosen piece on a square, or take one away if none is chosen. @param {number} cell */
  use(cell) {
    if (this.kind) this.put(cell);
    else this.remove(cell);
  }

  /** Put the chosen piece on top of a square, or say why not. @param {number} cell */
  put(cell) {
    const text = this.cells[cell];
    if (/[SC]$/.test(text)) return this.note(_("Nothing lies on a {piece}. Take it away first.", { piece: KINDS[text.at(-1) ?? "S"] }));
    this.set(cell, `${text}${this.seat + 1}${this.kind === "F" ? "" : this.kind}`);
  }

  /** Take the top piece away. @param {number} cell */
  remove(cell) {
    if (this.cells[cell]) this.set(cell, this.cells[cell].slice(0, height(this.cells[cell]) - 1));
  }

  /** @param {number} cell @param {string} text */
  set(cell, text) {
    this.change({ cells: this.cells.map((held, one) => (one === cell ? text : held)) });
  }

  /** @template {import("../lib/cursor.js").Cell | null} C @param {C} cell */
  index(cell) {
    return cell && (this.size - 1 - cell.y) * this.size + cell.x;
  }

  /** @param {string} key */
  pressed(key) {
    const cell = (this.size - 1 - this.cursor.y) * this.size + this.cursor.x;
    if (key === "Enter" || key === " ") this.use(cell);
    else if (["-", "Delete", "Backspace"].includes(key)) this.remove(cell);
    else if (key === "1" || key === "2") this.choose({ seat: Number(key) - 1 });
    else if (KIND_KEYS[key]) {
      this.kind = KIND_KEYS[key];
      this.put(cell);
    } else return this.walkGrid(key, this.size, this.size);
    return true;
  }

  /** @param {{seat?: number, kind?: string}} chosen what the next click puts; no kind takes pieces away */
  choose({ seat = this.seat, kind = this.kind }) {
    this.seat = seat;
    this.kind = kind;
    this.note("");
  }

  paint() {
    const { size, cells, cursor } = this;
    const one = (/** @type {number} */ x, /** @type {number} */ y) => {
      const cell = (size - 1 - y) * size + x;
      const about = { at: middle(cell, size), cursor, label: squareLabel(cell, size, cells[cell], []), classes: "legal" };
      return square({ x, y }, about, cells[cell] ? stack(cells[cell], this.carry) : nothing);
    };
    const drawing = html`<svg class="drawing tak board-drawing editing" viewBox=${box(size)} role="grid"
      aria-label=${_("Tak position: Enter puts the chosen piece, 1 and 2 choose the colour, F, S and C put a flat, a wall and a capstone, Delete takes the top piece away")}>
      ${ground(size)} ${rows(size, false, one)}
    </svg>`;
    const [white, black] = topFlats(cells);
    const words = this.words || _("{white} white and {black} black flats on top", { white, black });
    this.draw(drawing, { words, tone: this.words ? "bad" : "", buttons: this.tools() });
  }

  tools() {
    const count = (/** @type {FieldEvent} */ event) =>
      this.change({ number: clamp(Math.round(Number(event.target.value)) || 1, MOST_NUMBER) || 1 });
    return html`<div class="tak-palette row gap-1" role="group" aria-label=${_("Piece to put")}>
        ${TITLES.map((title, seat) => button(title, () => this.choose({ seat }), { pressed: this.seat === seat }))}
        ${Object.keys(KINDS).map((kind) => kindButton(this.seat, kind, this.kind === kind, () => this.choose({ kind })))}
        ${button(_("Take away"), () => this.choose({ kind: "" }), { pressed: this.kind === "" })}
      </div>
      <div class="tak-palette row gap-1" role="group" aria-label=${_("The game")}>
        ${TITLES.map((title, mover) => button(_("{colour} to move", { colour: title }), () => this.change({ mover }), { pressed: this.mover === mover }))}
        <label class="board-count inline small"
          >Move <input type="number" min="1" max=${MOST_NUMBER} .value=${String(this.number)} @change=${count}
        /></label>
        ${button(_("Clear"), () => this.change({ cells: this.cells.map(() => ""), mover: 0, number: 1 }), { kind: "quiet" })}
      </div>`;
  }
}
