/**
 * The Othello position editor: a square cycles through empty, dark and light; the side to move is chosen below. Every
 * change is told as the position's text: the squares row by row from a1, a space, and the side to move.
 */

import { html, nothing, repeat, svg } from "lit";
import { cellOf, moved, order } from "../lib/cursor.js";
import { Shell } from "../lib/shell.js";
import { box, coloursClass, contents, disc, ground, names, squareName } from "./drawing.js";

const NEXT = { "-": "X", X: "O", O: "-" };
/** @type {Record<string, string>} what a key puts on the square */
const KEYS = { x: "X", d: "X", o: "O", l: "O", "-": "-", Delete: "-", Backspace: "-" };

export class Editor {
  /**
   * @param {HTMLElement} host
   * @param {{view: any, onChange: (text: string) => void, options?: Record<string, any>}} with `view` to begin with
   */
  constructor(host, { view, onChange, options = {} }) {
    this.onChange = onChange;
    this.shell = new Shell(host, "othello");
    this.cursor = { x: 0, y: 0 };
    this.size = 0;
    this.cells = "";
    /** @type {Record<string, any>} */
    this.options = options;
    this.next = "X";
    this.shell.root.addEventListener("click", (event) => this.clicked(event));
    this.shell.root.addEventListener("keydown", (event) => this.pressed(event));
    this.shell.root.addEventListener("focusin", (event) => {
      const cell = cellOf(event);
      if (cell) this.walk(cell);
    });
    this.update(view, options);
  }

  /**
   * Show another position, such as one pasted or of another size, or in the colours of other options.
   *
   * @param {any} view
   * @param {Record<string, any>} [options]
   */
  update(view, options = this.options) {
    this.options = options;
    if (this.size !== view.size) this.cursor = { x: 0, y: 0 };
    this.size = view.size;
    this.cells = view.cells;
    this.next = view.to_move === 1 ? "O" : "X";
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
    return `${this.cells} ${this.next}`;
  }

  /** @param {string} cells @param {string} [next] */
  change(cells, next = this.next) {
    this.cells = cells;
    this.next = next;
    this.paint();
    this.onChange(this.text);
  }

  /** @param {number} at @param {string} held */
  put(at, held) {
    this.change(this.cells.slice(0, at) + held + this.cells.slice(at + 1));
  }

  /** The four discs of the standard start. */
  start() {
    const cells = Array(this.size * this.size).fill("-");
    const low = this.size / 2 - 1;
    const high = low + 1;
    for (const [x, y, held] of [
      [low, low, "O"],
      [high, high, "O"],
      [high, low, "X"],
      [low, high, "X"],
    ]) {
      cells[Number(y) * this.size + Number(x)] = held;
    }
    this.change(cells.join(""), "X");
  }

  /** @param {Event} event */
  clicked(event) {
    const cell = cellOf(event);
    if (!cell) return;
    const at = cell.y * this.size + cell.x;
    this.put(at, NEXT[/** @type {"-" | "X" | "O"} */ (this.cells[at])]);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.shell.focused) return;
    const at = this.cursor.y * this.size + this.cursor.x;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const next = moved(this.cursor, event.key, this.size, this.size, false);
    if (next) {
      this.walk(next);
      this.focus();
    } else if (key === "Enter" || key === " ") {
      this.put(at, NEXT[/** @type {"-" | "X" | "O"} */ (this.cells[at])]);
    } else if (KEYS[key]) {
      this.put(at, KEYS[key]);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {import("../lib/cursor.js").Cell} cell */
  walk(cell) {
    if (cell.x === this.cursor.x && cell.y === this.cursor.y) return;
    this.cursor = cell;
    this.paint();
  }

  paint() {
    const numbers = order(this.size, false);
    const count = (/** @type {string} */ one) => [...this.cells].filter((held) => held === one).length;
    const [dark, light] = names(this.options);
    const drawing = html`<svg
      class=${`drawing othello board-drawing editing ${coloursClass(this.options)}`}
      viewBox=${box(this.size)}
      role="grid"
      aria-label=${`Othello position: Enter changes a square, X puts ${dark}, O puts ${light}, Delete empties`}
    >
      ${ground(this.size)}
      ${repeat(numbers, (y) => svg`<g role="row">${repeat(numbers, (x) => this.square(x, y))}</g>`)}
    </svg>`;
    this.shell.paint(drawing, { words: `${count("X")} ${dark}, ${count("O")} ${light}`, buttons: this.tools() });
    this.shell.measure();
  }

  /** @param {number} x @param {number} y */
  square(x, y) {
    const held = this.cells[y * this.size + x];
    const current = this.cursor.x === x && this.cursor.y === y;
    return svg`<g role="gridcell" class="square" data-x=${x} data-y=${y} tabindex=${current ? 0 : -1}
        transform=${`translate(${x * 100 + 50} ${y * 100 + 50})`} aria-label=${`${squareName(x, y)}, ${contents(held, names(this.options))}`}>
      <rect class="hit" x="-50" y="-50" width="100" height="100" />
      ${held === "-" ? nothing : disc(held)}
      ${current ? svg`<rect class="focus-ring" x="-45" y="-45" width="90" height="90" rx="8" />` : nothing}</g>`;
  }

  tools() {
    const words = names(this.options).map((name) => name[0].toUpperCase() + name.slice(1));
    const side = (/** @type {string} */ next) =>
      html`<button
        type="button"
        class="button small"
        aria-pressed=${this.next === next}
        @click=${() => this.change(this.cells, next)}
      >
        ${words[next === "X" ? 0 : 1]} to move
      </button>`;
    return html`${side("X")}${side("O")}
      <button type="button" class="button small quiet" @click=${() => this.start()}>Start position</button>
      <button type="button" class="button small quiet" @click=${() => this.change("-".repeat(this.size ** 2))}>Clear</button>`;
  }
}
