/**
 * The Tak position editor: a colour and a piece are chosen below, and a square takes that piece on top of its stack; the
 * side to move and the number of the move are set beside them. Every change is told as TPS.
 */

import { html, nothing, repeat, svg } from "lit";
import { cellOf, moved, order } from "../lib/cursor.js";
import { Shell } from "../lib/shell.js";
import { at, box, ground, middle, stack, stone } from "./drawing.js";
import { KINDS, squareLabel } from "./labels.js";
import { height, topFlats } from "./notation.js";

/** @type {Record<string, string>} what a key chooses and puts */
const KIND_KEYS = { f: "F", s: "S", w: "S", c: "C" };
const MOST_NUMBER = 999;
const TITLES = ["White", "Black"];

export class Editor {
  /**
   * @param {HTMLElement} host
   * @param {{view: any, onChange: (text: string) => void}} with `view` to begin with
   */
  constructor(host, { view, onChange }) {
    this.onChange = onChange;
    this.shell = new Shell(host, "tak");
    this.cursor = { x: 0, y: 0 };
    this.size = 0;
    this.carry = 0;
    /** @type {string[]} */
    this.cells = [];
    this.mover = 0;
    this.number = 1;
    this.seat = 0;
    this.kind = "F";
    this.words = "";
    const root = this.shell.root;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("contextmenu", (event) => this.rightClicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => {
      const cell = cellOf(event);
      if (cell) this.walk(cell);
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
    this.words = "";
    this.paint();
  }

  focus() {
    this.shell.focus();
  }

  destroy() {
    this.shell.destroy();
  }

  /** The position's text form. */
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
    const lying = cells.reduce((all, text) => all + height(text), 0);
    // The first turn of each side only places: with more on the board the second move at least has come.
    this.number = lying > (mover ? 1 : 0) ? Math.max(2, number) : lying === 0 && !mover ? 1 : number;
    this.words = "";
    this.paint();
    this.onChange(this.text);
  }

  /** Put the chosen piece on top of a square, or say why not. @param {number} cell */
  put(cell) {
    const text = this.cells[cell];
    if (/[SC]$/.test(text)) return this.tell(`Nothing lies on a ${KINDS[text.at(-1) ?? "S"]}. Take it away first.`);
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

  /** @param {string} sentence */
  tell(sentence) {
    this.words = sentence;
    this.paint();
  }

  /** @param {import("../lib/cursor.js").Cell} cell */
  index({ x, y }) {
    return (this.size - 1 - y) * this.size + x;
  }

  /** @param {Event} event */
  clicked(event) {
    const cell = cellOf(event);
    if (!cell) return;
    if (this.kind === "") this.remove(this.index(cell));
    else this.put(this.index(cell));
  }

  /** @param {Event} event */
  rightClicked(event) {
    const cell = cellOf(event);
    if (!cell) return;
    event.preventDefault();
    this.remove(this.index(cell));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.shell.focused) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const next = moved(this.cursor, key, this.size, this.size, false);
    const cell = this.index(this.cursor);
    if (next) {
      this.walk(next);
      this.focus();
    } else if (key === "Enter" || key === " ") {
      if (this.kind) this.put(cell);
      else this.remove(cell);
    } else if (["-", "Delete", "Backspace"].includes(key)) this.remove(cell);
    else if (key === "1" || key === "2") this.choose({ seat: Number(key) - 1 });
    else if (KIND_KEYS[key]) {
      this.kind = KIND_KEYS[key];
      this.put(cell);
    } else return;
    event.preventDefault();
  }

  /** @param {{seat?: number, kind?: string}} chosen what the next click puts; no kind takes pieces away */
  choose({ seat = this.seat, kind = this.kind }) {
    this.seat = seat;
    this.kind = kind;
    this.tell("");
  }

  /** @param {import("../lib/cursor.js").Cell} cell */
  walk(cell) {
    if (cell.x === this.cursor.x && cell.y === this.cursor.y) return;
    this.cursor = cell;
    this.paint();
  }

  paint() {
    const numbers = order(this.size, false);
    const drawing = html`<svg
      class="drawing tak board-drawing editing"
      viewBox=${box(this.size)}
      role="grid"
      aria-label="Tak position: Enter puts the chosen piece, 1 and 2 choose the colour, F, S and C put a flat, a wall and a capstone, Delete takes the top piece away"
    >
      ${ground(this.size)}
      ${repeat(numbers, (y) => svg`<g role="row">${repeat(numbers, (x) => this.square({ x, y }))}</g>`)}
    </svg>`;
    const [white, black] = topFlats(this.cells);
    const words = this.words || `${white} white and ${black} black flats on top`;
    this.shell.paint(drawing, { words, tone: this.words ? "bad" : "", buttons: this.tools() });
    this.shell.measure();
  }

  /** @param {import("../lib/cursor.js").Cell} place */
  square({ x, y }) {
    const cell = this.index({ x, y });
    const current = this.cursor.x === x && this.cursor.y === y;
    return svg`<g role="gridcell" class="square legal" data-x=${x} data-y=${y} tabindex=${current ? 0 : -1}
        transform=${at(middle(cell, this.size))} aria-label=${squareLabel(cell, this.size, this.cells[cell], [])}>
      <rect class="hit" x="-50" y="-50" width="100" height="100" />
      ${this.cells[cell] ? stack(this.cells[cell], this.carry) : nothing}
      ${current ? svg`<rect class="focus-ring" x="-46" y="-46" width="92" height="92" rx="8" />` : nothing}</g>`;
  }

  tools() {
    const choice = (/** @type {string} */ title, /** @type {boolean} */ pressed, /** @type {() => void} */ act) =>
      html`<button type="button" class="button small" aria-pressed=${pressed ? "true" : "false"} @click=${act}>${title}</button>`;
    const kind = (/** @type {string} */ one) => {
      const sign = html`<svg class="drawing tak sign-picture" viewBox="-40 -40 80 80" aria-hidden="true">
        ${stone({ seat: this.seat, kind: one }, { signed: false })}
      </svg>`;
      const title = KINDS[one][0].toUpperCase() + KINDS[one].slice(1);
      return html`<button
        type="button"
        class="button small"
        aria-pressed=${this.kind === one ? "true" : "false"}
        @click=${() => this.choose({ kind: one })}
      >
        ${sign}${title}
      </button>`;
    };
    const count = (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLInputElement} */ (event.target);
      this.change({ number: Math.max(1, Math.min(MOST_NUMBER, Math.round(Number(value)) || 1)) });
    };
    return html`<div class="tak-palette row gap-1" role="group" aria-label="Piece to put">
        ${TITLES.map((title, seat) => choice(title, this.seat === seat, () => this.choose({ seat })))}
        ${Object.keys(KINDS).map(kind)} ${choice("Take away", this.kind === "", () => this.choose({ kind: "" }))}
      </div>
      <div class="tak-palette row gap-1" role="group" aria-label="The game">
        ${TITLES.map((title, mover) => choice(`${title} to move`, this.mover === mover, () => this.change({ mover })))}
        <label class="board-count inline small"
          >Move <input type="number" min="1" max=${MOST_NUMBER} .value=${String(this.number)} @change=${count}
        /></label>
        <button type="button" class="button small quiet" @click=${() => this.clear()}>Clear</button>
      </div>`;
  }

  /** The empty board of the start. */
  clear() {
    this.change({ cells: this.cells.map(() => ""), mover: 0, number: 1 });
  }
}
