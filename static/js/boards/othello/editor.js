/**
 * The Othello position editor: a square cycles through empty, dark and light; the side to move is chosen below. Every
 * change is told as the position's text: the squares row by row from a1, a space, and the side to move.
 */

import { html, nothing } from "lit";
import { button } from "lib/button.js";
import { _ } from "lib/messages.js";
import { cellOf } from "../lib/cursor.js";
import { capital } from "../lib/signs.js";
import { box, rows, square, squareName } from "../lib/squares.js";
import { EditorSurface } from "../lib/editing.js";
import { coloursClass, contents, disc, ground, middle, names } from "./drawing.js";

/** @type {Record<string, string>} */
const NEXT = { "-": "X", X: "O", O: "-" };
/** @type {Record<string, string>} what a key puts on the square */
const KEYS = { x: "X", d: "X", o: "O", l: "O", "-": "-", Delete: "-", Backspace: "-" };

export class Editor extends EditorSurface {
  /** @param {HTMLElement} host @param {Boards.Edited} edited */
  constructor(host, { view, onChange, options = {} }) {
    super(host, "othello", onChange);
    this.size = 0;
    this.cells = "";
    this.next = "X";
    this.listen({
      click: (event) => {
        const cell = cellOf(event);
        if (cell) this.cycle(cell);
      },
    });
    this.update(view, options);
  }

  /** Show another position, such as one pasted or of another size, or in the colours of other options. @param {any} view @param {Protocol.Options} [options] */
  update(view, options = this.options) {
    /** @type {Protocol.Options | undefined} */
    this.options = options;
    if (this.size !== view.size) this.cursor = { x: 0, y: 0 };
    this.size = view.size;
    this.cells = view.cells;
    this.next = view.to_move === 1 ? "O" : "X";
    this.paint();
  }

  get text() {
    return `${this.cells} ${this.next}`;
  }

  /** @param {string} cells @param {string} [next] */
  change(cells, next = this.next) {
    this.cells = cells;
    this.next = next;
    this.told();
  }

  /** @param {import("../lib/cursor.js").Cell} cell @param {string} held */
  put({ x, y }, held) {
    const at = y * this.size + x;
    this.change(this.cells.slice(0, at) + held + this.cells.slice(at + 1));
  }

  /** @param {import("../lib/cursor.js").Cell} cell */
  cycle(cell) {
    this.put(cell, NEXT[this.cells[cell.y * this.size + cell.x]]);
  }

  /** The four discs of the standard start. */
  start() {
    const rest = "-".repeat(this.size / 2 - 1);
    const empty = "-".repeat(this.size).repeat(this.size / 2 - 1);
    this.change(`${empty}${rest}OX${rest}${rest}XO${rest}${empty}`, "X");
  }

  /** @param {string} key */
  pressed(key) {
    if (key === "Enter" || key === " ") this.cycle(this.cursor);
    else if (KEYS[key]) this.put(this.cursor, KEYS[key]);
    else return this.walkGrid(key, this.size, this.size);
    return true;
  }

  paint() {
    const { size, cells } = this;
    const [dark, light] = names(this.options);
    const count = (/** @type {string} */ one) => cells.split(one).length - 1;
    const cell = (/** @type {number} */ x, /** @type {number} */ y) => {
      const at = y * size + x;
      const label = `${squareName(x, y)}, ${contents(cells[at], [dark, light])}`;
      return square({ x, y }, { at: middle(at, size), cursor: this.cursor, label }, cells[at] === "-" ? nothing : disc(cells[at]));
    };
    this.draw(
      html`<svg class="drawing othello board-drawing editing ${coloursClass(this.options)}" viewBox=${box(size)} role="grid"
        aria-label=${_("Othello position: Enter changes a square, X puts {dark}, O puts {light}, Delete empties", { dark, light })}>
        ${ground(size)} ${rows(size, false, cell)}
      </svg>`,
      { words: `${count("X")} ${dark}, ${count("O")} ${light}`, tone: "", buttons: this.tools([dark, light]) },
    );
  }

  /** @param {string[]} colours */
  tools(colours) {
    const side = (/** @type {string} */ next, /** @type {number} */ seat) =>
      button(_("{colour} to move", { colour: capital(colours[seat]) }), () => this.change(this.cells, next), { pressed: this.next === next });
    return html`${["X", "O"].map(side)} ${button(_("Start position"), () => this.start(), { kind: "quiet" })}
      ${button(_("Clear"), () => this.change("-".repeat(this.size ** 2)), { kind: "quiet" })}`;
  }
}
