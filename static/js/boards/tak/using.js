/**
 * How a Tak board is used: pointers and keys, and what each of them does. The mouse points at a stack to see its inside, a
 * finger presses long; a right click lifts fewer pieces or changes the piece.
 */

import { cellOf, moved } from "../lib/cursor.js";
import { ActingBoard } from "./acting.js";
import { most, place } from "./hand.js";
import { STEPS } from "./notation.js";

/** @typedef {import("./hand.js").Hand} Hand */

const LONG_PRESS = 450;
/** @type {Record<string, string>} */
const PIECE_KEYS = { f: "F", s: "S", w: "S", c: "C" };
/** @type {Record<string, string>} */
const ARROWS = { ArrowUp: "+", ArrowDown: "-", ArrowRight: ">", ArrowLeft: "<" };
/** @type {Record<string, string>} */
const OPPOSITE = { "+": "-", "-": "+", ">": "<", "<": ">" };

export class UsedBoard extends ActingBoard {
  /**
   * @param {HTMLElement} host
   * @param {{onMove: (text: string) => void, say: (sentence: string) => void}} to
   */
  constructor(host, to) {
    super(host, to);
    /** whether the click that ends a long press is to be left alone */
    this.pressedLong = false;
    const root = this.shell.root;
    root.addEventListener("pointerdown", (event) => this.pressedDown(event));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      root.addEventListener(end, () => clearTimeout(this.timer));
    }
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.look(this.indexOf(cellOf(event))));
    root.addEventListener("pointerleave", () => this.look(null));
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("contextmenu", (event) => this.rightClicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focused(event));
    root.addEventListener("focusout", () => this.look(null));
  }

  destroy() {
    clearTimeout(this.timer);
    super.destroy();
  }

  /* Pointers. */

  /** Show the inside of a stack, unless pieces are in the hand. @param {number | null} cell */
  look(cell) {
    if (!this.state) return;
    const stack = cell !== null && !this.hand && this.shown.cells[cell].length > 1 ? cell : null;
    const shown = stack !== null && !/^\d[SC]$/.test(this.shown.cells[stack]) ? stack : null;
    const { inside } = this;
    if (shown === inside) return;
    this.inside = shown;
    this.paint();
  }

  /** @param {PointerEvent} event */
  pressedDown(event) {
    this.touch = event.pointerType !== "mouse";
    this.pressedLong = false;
    clearTimeout(this.timer);
    if (!this.touch) return;
    const cell = this.indexOf(cellOf(event));
    if (this.inside !== null) this.look(null);
    this.timer = setTimeout(() => {
      this.look(cell);
      this.pressedLong = this.inside !== null;
    }, LONG_PRESS);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    clearTimeout(this.timer);
    if (this.pressedLong) {
      this.pressedLong = false;
      return;
    }
    if (event.target instanceof Element && event.target.closest("[data-confirm]")) return this.confirm();
    const cell = this.indexOf(cellOf(event));
    if (cell !== null) this.choose(cell, false);
  }

  /** @param {MouseEvent} event */
  rightClicked(event) {
    const cell = this.indexOf(cellOf(event));
    if (cell === null) return;
    event.preventDefault();
    if (this.touch || !this.moves.length) return;
    if (this.hand && this.hand.cell !== cell) this.back();
    else if (most(this.spreads, cell)) this.liftFewer(cell);
    else if (this.kinds(cell).length) {
      this.propose(cell, this.nextKind(cell, this.proposal?.cell === cell ? this.proposal.piece : "F"));
    } else this.choose(cell, false);
  }

  /* Keys. */

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.shell.focused) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    this.touch = false;
    if (!(this.hand ? this.pressedInHand(key, this.hand) : this.pressedOnBoard(event, key))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event @param {string} key */
  pressedOnBoard(event, key) {
    const { cursor } = this;
    const next = moved(cursor, key, this.size, this.size, this.state.flip);
    const cell = /** @type {number} */ (this.indexOf(cursor));
    const limit = most(this.spreads, cell);
    const kinds = this.kinds(cell);
    if (next) {
      this.cursor = next;
      this.take({});
      this.focus();
    } else if (key === "Enter") this.choose(cell, true);
    else if (key === " ") {
      if (this.proposal?.cell === cell) this.propose(cell, this.nextKind(cell, this.proposal.piece));
      else this.choose(cell, true);
    } else if (PIECE_KEYS[key] && kinds.length) this.propose(cell, PIECE_KEYS[key]);
    else if (/^[1-9]$/.test(key) && limit) this.liftFrom(cell, Number(key));
    else if (["Escape", "Backspace"].includes(key) && this.proposal) this.cancel();
    else return this.sharedKey(event);
    return true;
  }

  /** @param {string} key @param {Hand} hand */
  pressedInHand(key, hand) {
    const arrow = ARROWS[key];
    if (arrow) this.walkOn(this.state.flip ? OPPOSITE[arrow] : arrow, hand);
    else if (key === "Enter") this.dropRest();
    else if (key === " ") {
      if (hand.drops.length) this.dropOn(place(hand, this.size));
      else this.liftFewer(hand.cell);
    } else if (/^[1-9]$/.test(key)) this.liftFrom(hand.cell, Number(key));
    else if (key === "-") this.liftFrom(hand.cell, hand.count - 1);
    else if (key === "+") this.liftFrom(hand.cell, hand.count + 1);
    else if (key === "Backspace") this.back();
    else if (key === "Escape") this.cancel();
    else return false;
    return true;
  }

  /** Drop a piece on the next square in a direction; against the direction, take the last drop back. @param {string} direction @param {Hand} hand */
  walkOn(direction, hand) {
    if (hand.direction && direction === OPPOSITE[hand.direction]) return this.back();
    const here = this.cellAt(place(hand, this.size));
    const x = here.x + STEPS[direction][0];
    const y = here.y - STEPS[direction][1];
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) this.tell("The board ends there.");
    else this.dropOn(/** @type {number} */ (this.indexOf({ x, y })));
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const cell = cellOf(event);
    if (!cell) return;
    this.cursor = cell;
    if (event.target instanceof Element && event.target.matches(":focus-visible")) this.look(this.indexOf(cell));
    this.paint();
  }
}
