/**
 * The playable Othello board: squares to tap, click or walk with the keyboard, discs that flip, and a pass to confirm.
 */

import { html, nothing, repeat, svg } from "lit";
import { cellOf, moved, order } from "../lib/cursor.js";
import { Shell } from "../lib/shell.js";
import { box, colour, disc, ground, lastMark, seatName, squareName } from "./drawing.js";
import { showChange } from "./motion.js";

/** @typedef {{text: string, cell?: number, flips?: number[]}} Move a legal move of the view, or the last one's effect */

export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{onMove: (text: string) => void, say: (sentence: string) => void}} to `say` speaks through the page's status line
   */
  constructor(host, { onMove, say }) {
    this.onMove = onMove;
    this.say = say;
    this.shell = new Shell(host, "othello");
    /** @type {any} what the server said last */
    this.state = null;
    /** @type {any} what is drawn: the server's view, or that view with the own move already made */
    this.shown = null;
    /** @type {Move | null} the own move that is drawn but not yet the server's */
    this.pending = null;
    this.cursor = { x: 0, y: 0 };
    /** @type {number | null} the square under the pointer or the keyboard's focus, whose flips are hinted at */
    this.near = null;
    this.words = "";
    const root = this.shell.root;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focused(event));
    root.addEventListener("focusout", () => this.hover(null));
    root.addEventListener("pointerover", (event) => this.hover(this.indexOf(cellOf(event))));
    root.addEventListener("pointerleave", () => this.hover(null));
  }

  /**
   * Show what the server says. A move of one's own that is drawn already stays until the view is another one, or until
   * `refuse`.
   *
   * @param {{view: any, last?: Move | null, yours?: number[], interactive?: boolean, history?: any[], flip?: boolean,
   *   settings?: Record<string, boolean>}} state
   */
  update(state) {
    const before = this.shown;
    const same = this.state?.view.text === state.view.text && this.state?.view.size === state.view.size;
    if (!same) {
      this.pending = null;
      this.words = "";
    }
    if (!this.state || this.state.view.size !== state.view.size) this.cursor = middle(state.view.size);
    const passed = this.mustPass;
    this.state = { last: null, yours: [], interactive: false, flip: false, ...state, settings: { targets: true, ...state.settings } };
    if (!this.pending) this.shown = this.state.view;
    this.paint();
    if (before && before.size === this.shown.size) showChange(this.shell.svg, before.cells, this.shown, this.state.last);
    if (this.mustPass && !(same && passed)) this.say("You have no legal move, so you pass. Press P or the Pass button.");
  }

  /** The server refused the move: take the drawn one back and show why. @param {string} text @param {string} sentence */
  refuse(text, sentence) {
    const wrong = this.pending;
    const before = this.shown;
    this.pending = null;
    this.shown = this.state.view;
    this.tell(sentence);
    if (wrong && before) showChange(this.shell.svg, before.cells, this.shown, null);
  }

  focus() {
    this.shell.focus();
  }

  destroy() {
    this.shell.destroy();
  }

  /** @returns {Move[]} the moves that may be made now */
  get moves() {
    return this.state?.interactive && !this.pending ? this.state.view.moves : [];
  }

  get mustPass() {
    return this.moves.length === 1 && this.moves[0].cell === undefined;
  }

  /** @param {Move} move */
  make(move) {
    const before = this.shown;
    const { cells, to_move: seat } = before;
    const own = seat === 0 ? "X" : "O";
    const turned = new Set([move.cell, ...(move.flips ?? [])]);
    this.pending = move;
    this.words = "";
    this.near = null;
    const drawn = [...cells].map((held, at) => (turned.has(at) ? own : held)).join("");
    this.shown = { ...before, cells: drawn, moves: [] };
    this.paint();
    showChange(this.shell.svg, before.cells, this.shown, move);
    this.onMove(move.text);
  }

  /** Play on a square, or say why not. @param {number} at */
  choose(at) {
    const { view, interactive, yours } = this.state;
    const move = this.moves.find((one) => one.cell === at);
    if (move) return this.make(move);
    if (view.returns) return this.tell("The game is over.");
    if (!yours.length || this.pending) return undefined;
    if (!interactive) return this.tell("It is not your turn.");
    if (this.mustPass) return this.tell("You have no legal move, so you pass. Press P or the Pass button.");
    const name = squareName(at % view.size, Math.floor(at / view.size));
    const other = seatName(1 - view.to_move);
    return this.tell(
      view.cells[at] === "-" ? `A disc on ${name} would enclose no ${other} disc.` : `There is a disc on ${name} already.`,
    );
  }

  /** Refuse in words, seen and spoken. @param {string} sentence */
  tell(sentence) {
    this.words = sentence;
    this.paint();
    this.say(sentence);
  }

  /** @param {import("../lib/cursor.js").Cell | null} cell */
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
      this.paint();
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.cursor.y * size + this.cursor.x);
    } else if (event.key.toLowerCase() === "p" && this.mustPass) {
      this.make(this.moves[0]);
    } else if (event.key === "Escape" && this.words) {
      this.words = "";
      this.paint();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const cell = cellOf(event);
    if (!cell) return;
    this.cursor = cell;
    this.hover(this.indexOf(cell));
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
    const legal = new Map(this.moves.filter((move) => move.cell !== undefined).map((move) => [move.cell, move]));
    const hinted = new Set(settings.targets ? (legal.get(this.near ?? -1)?.flips ?? []) : []);
    const drawing = html`<svg
      class=${`drawing othello board-drawing seat-${this.shown.to_move} ${this.moves.length ? "open" : ""}`}
      viewBox=${box(this.shown.size)}
      role="grid"
      aria-label="Othello board"
    >
      ${ground(size, { flip })}
      ${repeat(order(size, flip), (y) => y, (y, row) => svg`<g role="row">${repeat(order(size, flip), (x) => x, (x, column) =>
        this.square(x, y, column, row, legal.get(y * size + x), hinted))}</g>`)}
    </svg>`;
    this.shell.paint(drawing, { words: this.words, tone: this.words ? "bad" : "", over: this.passButton() });
    this.shell.measure();
  }

  /**
   * @param {number} x @param {number} y the square
   * @param {number} column @param {number} row where it is drawn
   * @param {Move | undefined} move the legal move on it
   * @param {Set<number>} hinted the discs that the move near the pointer would flip
   */
  square(x, y, column, row, move, hinted) {
    const at = y * this.shown.size + x;
    const held = this.shown.cells[at];
    const last = (this.pending ?? this.state.last)?.cell === at;
    const current = this.cursor.x === x && this.cursor.y === y;
    return svg`<g role="gridcell" class=${`square ${move ? "legal" : ""}`} data-x=${x} data-y=${y}
        transform=${`translate(${column * 100 + 50} ${row * 100 + 50})`}
        tabindex=${current ? 0 : -1} aria-label=${this.label(x, y, held, move, last)}>
      <rect class="hit" x="-50" y="-50" width="100" height="100" />
      ${held === "-" ? nothing : disc(held, hinted.has(at) ? "hinted" : "")}
      ${last ? lastMark() : nothing}
      ${move && this.state.settings.targets ? svg`<circle class="target" r="10" />` : nothing}
      ${move ? svg`<circle class="ghost" r="38" />` : nothing}
      ${current ? svg`<rect class="focus-ring" x="-45" y="-45" width="90" height="90" rx="8" />` : nothing}</g>`;
  }

  /**
   * @param {number} x @param {number} y @param {string} held @param {Move | undefined} move @param {boolean} last
   * @returns {string} a square's name for those who cannot see it: "d3, empty, legal, flips 1"
   */
  label(x, y, held, move, last) {
    const parts = [squareName(x, y), colour(held)];
    if (move) parts.push("legal", `flips ${move.flips?.length ?? 0}`);
    if (last) parts.push("last move");
    return parts.join(", ");
  }

  passButton() {
    if (!this.mustPass) return nothing;
    return html`<div class="board-over">
      <button type="button" class="button primary board-pass" @click=${() => this.make(this.moves[0])}>Pass</button>
      <span>No legal move</span>
    </div>`;
  }
}

/** @param {number} size */
function middle(size) {
  return { x: size / 2 - 1, y: size / 2 - 1 };
}
