/** The playable Tak board, drawn: stacks, the hand with its pieces, what was put down, the last move, the road. */

import { html, nothing, repeat, svg } from "lit";
import { order } from "../lib/cursor.js";
import { hintMark } from "../lib/hint.js";
import { at, box, ground, lastMark, middle, roadBand, stack, touched } from "./drawing.js";
import { held, most, place, targets } from "./hand.js";
import { COLOURS, KINDS, count, squareLabel } from "./labels.js";
import { spread, squareName } from "./notation.js";
import { UsedBoard } from "./using.js";

/**
 * What is needed only once somebody moves or looks into a stack: it is loaded behind the board, which is drawn first.
 *
 * @type {any}
 */
const later = {};

export class Board extends UsedBoard {
  /**
   * @param {HTMLElement} host
   * @param {{onMove: (text: string) => void, say: (sentence: string) => void}} to
   */
  constructor(host, to) {
    super(host, to);
    this.load();
  }

  async load() {
    const parts = [import("./making.js"), import("./asked.js"), import("./inside.js"), import("./motion.js")];
    Object.assign(later, ...(await Promise.all(parts)));
    if (this.state) this.paint();
  }

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
    later.showMove?.(this.shell.svg, move.text, after.size, this.state.flip);
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
    const { flip } = state;
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
        ${later.inWork?.(this, cells, inHand) ?? nothing} ${later.hintWay?.(this) ?? nothing}
      </g>
    </svg>`;
    const stackShown = this.inside === null ? null : { cell: this.inside, text: cells[this.inside], size, carry, flip };
    this.shell.paint(drawing, {
      ...this.explanation(),
      buttons: later.tools?.(this) ?? nothing,
      over: later.insidePanel?.(stackShown) ?? nothing,
    });
    this.shell.measure();
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
    const classes = ["square"];
    if (legal || free.has(cell)) classes.push("legal");
    if (proposal?.cell === cell) classes.push("proposed");
    if (shown.road?.includes(cell)) classes.push("on-road");
    return svg`<g role="gridcell" class=${classes.join(" ")} data-x=${x} data-y=${y} data-cell=${cell}
        transform=${at(middle(cell, size, state.flip))} tabindex=${current ? 0 : -1}
        aria-label=${this.label(cell, text, legal, free.has(cell), touchedAs >= 0, numbers ? later.roadCount?.(shown, cell) : "")}>
      <rect class="hit" x="-50" y="-50" width="100" height="100" />
      ${touchedAs >= 0 ? lastMark(last.length > 1 && touchedAs === 0) : nothing}
      ${numbers ? later.roadNumbers?.(shown, cell) : nothing}
      ${text ? stack(text, shown.carry) : nothing}
      ${free.has(cell) && state.settings.targets ? svg`<circle class="target" cy="38" r="8" />` : nothing}
      ${this.hinted?.text.endsWith(squareName(cell, size)) ? hintMark() : nothing}
      ${current ? svg`<rect class="focus-ring" x="-46" y="-46" width="92" height="92" rx="8" />` : nothing}</g>`;
  }

  /** @param {number} cell @param {string} text @param {boolean} legal @param {boolean} free @param {boolean} last @param {string} numbers */
  label(cell, text, legal, free, last, numbers) {
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
      numbers && `row and column ${numbers}`,
    ]);
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
