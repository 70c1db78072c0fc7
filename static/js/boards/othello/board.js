/**
 * The playable Othello board: squares to tap, click or walk with the keyboard, discs that flip, and a pass to confirm.
 */

import { html, nothing, repeat, svg } from "lit";
import { cellOf, moved, order } from "../lib/cursor.js";
import { LiveBoard } from "../lib/live.js";
import { hintMark } from "../lib/hint.js";
import { box, coloursClass, contents, disc, ground, lastMark, names, squareName } from "./drawing.js";
import { showChange } from "./motion.js";

/** @typedef {import("../lib/live.js").Move} Move with `cell`, and `flips`; the pass has neither */
/** @typedef {import("../lib/cursor.js").Cell} Cell */

export class Board extends LiveBoard {
  /**
   * @param {HTMLElement} host
   * @param {{onMove: (text: string) => void, say: (sentence: string) => void}} to
   */
  constructor(host, to) {
    super(host, "othello", to);
    this.cursor = { x: 0, y: 0 };
    /** @type {number | null} the square under the pointer or the keyboard's focus, whose flips are hinted at */
    this.near = null;
    const root = this.shell.root;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focused(event));
    root.addEventListener("focusout", () => this.hover(null));
    root.addEventListener("pointerover", (event) => this.hover(this.indexOf(cellOf(event))));
    root.addEventListener("pointerleave", () => this.hover(null));
  }

  defaults() {
    return { targets: true };
  }

  /** @param {any} one @param {any} other */
  sameBoard(one, other) {
    return one.size === other.size;
  }

  /** @param {any} view */
  begin(view) {
    this.cursor = { x: view.size / 2 - 1, y: view.size / 2 - 1 };
    this.near = null;
  }

  /** @param {any} view @param {Move} move */
  after(view, move) {
    const own = view.to_move === 0 ? "X" : "O";
    const turned = new Set([move.cell, ...(move.flips ?? [])]);
    return { ...view, cells: [...view.cells].map((held, at) => (turned.has(at) ? own : held)).join("") };
  }

  /** @param {any} before @param {any} after @param {Move | null} move */
  animate(before, after, move) {
    showChange(this.shell.svg, before.cells, after, move);
  }

  /** Play on a square, or say why not. @param {number} at */
  choose(at) {
    const move = this.moves.find((one) => one.cell === at);
    if (move) this.make(move);
    else if (this.idle) this.tell(this.idle);
    else if (this.moves.length) this.tell(this.whyNot(at));
  }

  /** @param {number} at a square on which no legal move is listed */
  whyNot(at) {
    const { size, cells, to_move: seat } = this.state.view;
    const name = squareName(at % size, Math.floor(at / size));
    if (cells[at] !== "-") return `There is a disc on ${name} already.`;
    return `A disc on ${name} would enclose no ${names(this.state.options)[1 - seat]} disc.`;
  }

  /** @param {Cell | null} cell */
  indexOf(cell) {
    return cell && cell.y * this.state.view.size + cell.x;
  }

  /** @param {Event} event */
  clicked(event) {
    const at = this.indexOf(cellOf(event));
    if (at !== null) this.choose(at);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.shell.focused) return;
    const { size } = this.state.view;
    const next = moved(this.cursor, event.key, size, size, this.state.flip);
    if (next) {
      this.cursor = next;
      this.words = "";
      this.paint();
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.cursor.y * size + this.cursor.x);
    } else if (!this.sharedKey(event)) {
      return;
    }
    event.preventDefault();
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const cell = cellOf(event);
    if (!cell) return;
    this.cursor = cell;
    this.near = this.indexOf(cell);
    this.paint();
  }

  /** @param {number | null} at */
  hover(at) {
    if (!this.state || this.near === at) return;
    this.near = at;
    this.paint();
  }

  paint() {
    const { settings, flip } = this.state;
    const { size } = this.shown;
    const legal = new Map(this.moves.map((move) => [move.cell, move]));
    const hinted = new Set(settings.targets ? (legal.get(this.near ?? -1)?.flips ?? []) : []);
    const row = (/** @type {number} */ y, /** @type {number} */ down) =>
      svg`<g role="row">${repeat(
        order(size, flip),
        (x) => x,
        (x, across) => this.square({ x, y }, { x: across, y: down }, legal.get(y * size + x), hinted),
      )}</g>`;
    const drawing = html`<svg
      class=${`drawing othello board-drawing seat-${this.shown.to_move} ${coloursClass(this.state.options)}`}
      viewBox=${box(size)}
      role="grid"
      aria-label="Othello board"
    >
      ${ground(size, { flip })} ${repeat(order(size, flip), (y) => y, row)}
    </svg>`;
    this.shell.paint(drawing, { words: this.words, tone: "bad", over: this.pass });
    this.shell.measure();
  }

  /**
   * @param {Cell} cell
   * @param {Cell} place where it is drawn, in squares
   * @param {Move | undefined} move the legal move on it
   * @param {Set<number>} hinted the discs that the move near the pointer would flip
   */
  square(cell, place, move, hinted) {
    const at = cell.y * this.shown.size + cell.x;
    const held = this.shown.cells[at];
    const last = this.latest?.cell === at;
    const current = this.cursor.x === cell.x && this.cursor.y === cell.y;
    return svg`<g role="gridcell" class=${`square ${move ? "legal" : ""}`} data-x=${cell.x} data-y=${cell.y}
        transform=${`translate(${place.x * 100 + 50} ${place.y * 100 + 50})`}
        tabindex=${current ? 0 : -1} aria-label=${this.label(cell, held, move, last)}>
      <rect class="hit" x="-50" y="-50" width="100" height="100" />
      ${held === "-" ? nothing : disc(held, hinted.has(at) ? "hinted" : "")}
      ${last ? lastMark() : nothing}
      ${move && this.state.settings.targets ? svg`<circle class="target" r="10" />` : nothing}
      ${move && move === this.hinted ? hintMark() : nothing}
      ${move ? svg`<circle class="ghost" r="40" />` : nothing}
      ${current ? svg`<rect class="focus-ring" x="-45" y="-45" width="90" height="90" rx="8" />` : nothing}</g>`;
  }

  /**
   * A square's name for those who cannot see it, such as "d3, empty, legal, flips 1".
   *
   * @param {Cell} cell @param {string} held @param {Move | undefined} move @param {boolean} last
   */
  label(cell, held, move, last) {
    const parts = [squareName(cell.x, cell.y), contents(held, names(this.state.options))];
    if (move) parts.push("legal", `flips ${move.flips?.length ?? 0}`);
    if (move && move === this.hinted) parts.push("hint");
    if (last) parts.push("last move");
    return parts.join(", ");
  }
}
