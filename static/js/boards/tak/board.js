/** The playable Tak board, drawn: stacks, the hand with its pieces, what was put down, the last move, the road. */

import { html, nothing, repeat, svg } from "lit";
import { order } from "../lib/cursor.js";
import { hintMark } from "../lib/hint.js";
import { ActingBoard } from "./acting.js";
import { at, box, ground, lastMark, middle, roadBand, stack, stone, topOf, touched } from "./drawing.js";
import { held, most, place, targets } from "./hand.js";
import { insidePanel } from "./inside.js";
import { COLOURS, KINDS, count, squareLabel } from "./labels.js";
import { showMove } from "./motion.js";
import { pieces, roadNumbers, spread, squareName } from "./notation.js";
import { tools } from "./tools.js";

/** Half of the smallest target, in CSS pixels. */
const HALF_TARGET = 13;
/** How far lifted pieces float above the stack, in units. */
const FLOAT = 16;

export class Board extends ActingBoard {
  defaults() {
    return { targets: true, quick: false, numbers: false };
  }

  /** @param {any} one @param {any} other */
  sameBoard(one, other) {
    return one.size === other.size;
  }

  /** @param {any} view */
  begin({ size }) {
    this.cursor = { x: Math.floor(size / 2), y: Math.floor(size / 2) };
    this.hand = this.proposal = this.inside = null;
  }

  /** @param {boolean} same */
  changed(same) {
    if (!same || !this.moves.length) this.hand = this.proposal = null;
    if (!same) this.inside = null;
  }

  /** @param {any} before @param {any} after @param {any} move */
  animate(before, after, move) {
    if (!move || this.seen || String(before.cells) === String(after.cells)) return;
    showMove(this.shell.svg, move.text, after.size, this.state.flip);
  }

  /** What is drawn: the shown cells, with pieces lifted and dropped, or one put down. */
  get drawn() {
    const { hand, proposal, shown } = this;
    if (hand) return spread(shown.cells, hand, this.size);
    const cells = [...shown.cells];
    if (proposal) cells[proposal.cell] = `${shown.placing + 1}${proposal.piece === "F" ? "" : proposal.piece}`;
    return { cells, held: "" };
  }

  paint() {
    const { state, shown, hand } = this;
    const { flip, settings } = state;
    const { size, carry } = shown;
    const { cells, held: inHand } = this.drawn;
    const free = hand ? targets(hand, this.spreads, size) : new Set();
    const last = hand || !this.latest ? [] : touched(this.latest.text, size);
    const about = { cells, free, last };
    const row = (/** @type {number} */ y) =>
      svg`<g role="row">${repeat(
        order(size, flip),
        (x) => x,
        (x) => this.square((size - 1 - y) * size + x, about),
      )}</g>`;
    const drawing = html`<svg
      class=${`drawing tak board-drawing ${hand ? "carrying" : ""}`}
      viewBox=${box(size)}
      role="grid"
      aria-label="Tak board"
    >
      ${ground(size, { flip })} ${roadBand(shown.road, size, flip)} ${repeat(order(size, flip), (y) => y, row)}
      <g aria-hidden="true" class="things">
        ${hand ? this.floating(hand, cells, inHand) : nothing} ${this.confirmSign()} ${this.hintArrow()}
      </g>
    </svg>`;
    const stackShown = this.inside === null ? null : { cell: this.inside, text: cells[this.inside], size, carry, flip };
    this.shell.paint(drawing, { ...this.explanation(), buttons: tools(this), over: insidePanel(stackShown) });
    this.shell.measure();
    // The rows are drawn before the drawing's scale is known; the numbers' size follows it.
    this.shell.root.classList.toggle("numbered", Boolean(settings.numbers));
  }

  /**
   * @param {number} cell
   * @param {{cells: string[], free: Set<number>, last: number[]}} about the whole board
   */
  square(cell, { cells, free, last }) {
    const { shown, state, proposal, hand, size } = this;
    const { x, y } = this.cellAt(cell);
    const current = this.cursor.x === x && this.cursor.y === y;
    const touchedAs = last.indexOf(cell);
    const text = cells[cell];
    const legal = !hand && (this.kinds(cell).length > 0 || most(this.spreads, cell) > 0);
    const numbers = state.settings.numbers && !text && !shown.returns;
    const [row, column] = numbers ? roadNumbers(shown.cells, shown.to_move, cell, size) : [0, 0];
    const classes = ["square"];
    if (legal || free.has(cell)) classes.push("legal");
    if (proposal?.cell === cell) classes.push("proposed");
    if (shown.road?.includes(cell)) classes.push("on-road");
    return svg`<g role="gridcell" class=${classes.join(" ")} data-x=${x} data-y=${y} data-cell=${cell}
        transform=${at(middle(cell, size, state.flip))} tabindex=${current ? 0 : -1}
        aria-label=${this.label(cell, text, legal, free.has(cell), touchedAs >= 0)}>
      <rect class="hit" x="-50" y="-50" width="100" height="100" />
      ${touchedAs >= 0 ? lastMark(last.length > 1 && touchedAs === 0) : nothing}
      ${numbers ? svg`<text class="numbers">${row}+${column}</text>` : nothing}
      ${text ? stack(text, shown.carry) : nothing}
      ${free.has(cell) && state.settings.targets ? svg`<circle class="target" cy="38" r="8" />` : nothing}
      ${this.hinted?.text.endsWith(squareName(cell, size)) ? hintMark() : nothing}
      ${current ? svg`<rect class="focus-ring" x="-46" y="-46" width="92" height="92" rx="8" />` : nothing}</g>`;
  }

  /** @param {number} cell @param {string} text @param {boolean} legal @param {boolean} free @param {boolean} last */
  label(cell, text, legal, free, last) {
    const { hand, proposal, shown, size } = this;
    const limit = legal ? most(this.spreads, cell) : 0;
    return squareLabel(cell, size, text, [
      proposal?.cell === cell && "not placed yet",
      hand !== null && place(hand, size) === cell && `${held(hand)} in hand above it`,
      free && "drop here",
      legal && "legal",
      limit > 0 && `lifts up to ${limit}`,
      Boolean(shown.road?.includes(cell)) && "on the road",
      Boolean(this.hinted) && touched(this.hinted?.text ?? "", size).includes(cell) && "hint",
      last && "last move",
    ]);
  }

  /** The pieces in the hand, floating above the square where the next one falls. @param {import("./hand.js").Hand} hand @param {string[]} cells @param {string} inHand */
  floating(hand, cells, inHand) {
    const { size, shown, state } = this;
    const cell = place(hand, size);
    const { x, y } = middle(cell, size, state.flip);
    const lowest = Math.min(topOf(cells[cell], shown.carry) - FLOAT, -FLOAT);
    const all = pieces(inHand);
    return svg`<g class="floating" transform=${`translate(${x} ${y})`}>${all.map((piece, level) =>
      stone(piece, { y: lowest - level * 7, signed: level === all.length - 1 }),
    )}</g>`;
  }

  /** The tick beside a piece that was put down: a second place for a finger or the mouse to confirm it. */
  confirmSign() {
    if (!this.proposal) return nothing;
    const { x, y } = middle(this.proposal.cell, this.size, this.state.flip);
    const r = Math.max(26, HALF_TARGET / this.shell.scale);
    const above = y > r * 2;
    return svg`<g class="confirm" data-confirm transform=${`translate(${x} ${above ? y - 50 - r * 0.5 : y + 50 + r * 0.5})`}>
      <circle r=${r} /><path d="M-11 1-3 9 12-9" transform=${`scale(${r / 26})`} /></g>`;
  }

  /** The way of a recommended stack move. */
  hintArrow() {
    const cells = this.hinted && !this.hand ? touched(this.hinted.text, this.size) : [];
    if (cells.length < 2) return nothing;
    const points = cells.map((cell) => middle(cell, this.size, this.state.flip));
    const end = /** @type {{x: number, y: number}} */ (points.at(-1));
    return svg`<path class="hint-way" d=${`M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`} />
      <g transform=${at(end)}>${hintMark()}</g>`;
  }

  /**
   * What stands below the board: a refusal, else what is in the hand or put down, or what the first turn is about.
   *
   * @returns {{words: string, tone: "" | "bad"}}
   */
  explanation() {
    const { hand, proposal, size, touch } = this;
    if (this.words) return { words: this.words, tone: "bad" };
    if (proposal) {
      const change = this.kinds(proposal.cell).length > 1 ? `, ${touch ? "tap" : "click"} again for another piece` : "";
      return { words: `${KINDS[proposal.piece]} on ${squareName(proposal.cell, size)}${change}`, tone: "" };
    }
    if (hand) {
      const here = squareName(place(hand, size), size);
      return { words: `${count(held(hand))} in hand over ${here}`, tone: "" };
    }
    const { ply, placing, to_move: mover } = this.state.view;
    const swap = this.moves.length > 0 && ply < 2 && placing !== mover;
    return { words: swap ? `First turn: you place a ${COLOURS[placing]} flat.` : "", tone: "" };
  }
}
