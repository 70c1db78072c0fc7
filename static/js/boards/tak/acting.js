/**
 * How a Tak board is used: an empty square is tapped for a flat, again for a wall or a capstone, and confirmed; a stack is
 * tapped to lift it, then the squares on which its pieces fall. Everything is drawn as it happens, and nothing is sent
 * before the last piece has fallen. What is drawn is the board's part.
 */

import { cellOf, moved } from "../lib/cursor.js";
import { LiveBoard } from "../lib/live.js";
import { drop, dropAll, held, lift, most, place, undo } from "./hand.js";
import { KINDS, count } from "./labels.js";
import { STEPS, readMove, spread, spreadText, squareName, top, topFlats } from "./notation.js";

/** @typedef {import("../lib/live.js").Move} Move */
/** @typedef {import("./hand.js").Hand} Hand */

const LONG_PRESS = 450;
/** @type {Record<string, string>} */
const PIECE_KEYS = { f: "F", s: "S", w: "S", c: "C" };
/** @type {Record<string, string>} */
const ARROWS = { ArrowUp: "+", ArrowDown: "-", ArrowRight: ">", ArrowLeft: "<" };
/** @type {Record<string, string>} */
const OPPOSITE = { "+": "-", "-": "+", ">": "<", "<": ">" };

export class ActingBoard extends LiveBoard {
  /**
   * @param {HTMLElement} host
   * @param {{onMove: (text: string) => void, say: (sentence: string) => void}} to
   */
  constructor(host, to) {
    super(host, "tak", to);
    this.cursor = { x: 0, y: 0 };
    /** @type {Hand | null} the pieces that are lifted */
    this.hand = null;
    /** @type {{cell: number, piece: string} | null} the piece that is put down but not yet confirmed */
    this.proposal = null;
    /** @type {number | null} the stack whose inside is shown */
    this.inside = null;
    /** @type {Move[] | null} the moves whose texts are in `texts` */
    this.listed = null;
    /** @type {Set<string>} */
    this.texts = new Set();
    /** whether the move on its way was drawn step by step already */
    this.seen = false;
    this.touch = false;
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

  get size() {
    return this.state.view.size;
  }

  /** @returns {import("./hand.js").Spread[]} */
  get spreads() {
    return this.moves.length ? (this.state.view.spreads ?? []) : [];
  }

  /** The kinds of piece that may be placed on a cell. @param {number} cell @returns {string[]} */
  kinds(cell) {
    const { moves, size } = this;
    if (this.listed !== moves) {
      this.listed = moves;
      this.texts = new Set(moves.map(({ text }) => text));
    }
    const name = squareName(cell, size);
    return ["F", "S", "C"].filter((kind) => this.texts.has(kind === "F" ? name : kind + name));
  }

  /** @param {import("../lib/cursor.js").Cell | null} cell @returns {number | null} */
  indexOf(cell) {
    return cell && (this.size - 1 - cell.y) * this.size + cell.x;
  }

  /** The place of a cell in columns and rows from the top. @param {number} cell */
  cellAt(cell) {
    return { x: cell % this.size, y: this.size - 1 - Math.floor(cell / this.size) };
  }

  /** The view after a move, as far as its text tells. @param {any} view @param {Move} move */
  after(view, move) {
    const { size } = view;
    const read = readMove(move.text, size);
    if (!read) return view;
    if (read.direction) {
      const lifted = { cell: read.cell, direction: read.direction, drops: read.drops ?? [], count: 0 };
      lifted.count = lifted.drops.reduce((all, one) => all + one, 0);
      const { cells } = spread(view.cells, lifted, size);
      return { ...view, cells, flats: topFlats(cells) };
    }
    const cells = [...view.cells];
    cells[read.cell] = `${view.placing + 1}${read.piece === "F" ? "" : read.piece}`;
    const used = read.piece === "C" ? "capstones" : "stones";
    const reserves = view.reserves.map((/** @type {any} */ one, /** @type {number} */ seat) =>
      seat === view.placing ? { ...one, [used]: one[used] - 1 } : one,
    );
    return { ...view, cells, reserves, flats: topFlats(cells) };
  }

  /* What is done, by whatever means. */

  /** A square is chosen: place, lift, drop or cancel, whichever fits. @param {number} cell @param {boolean} byKeys */
  choose(cell, byKeys) {
    if (!this.moves.length) {
      if (this.idle) this.tell(this.idle);
    } else if (this.hand) {
      if (cell === this.hand.cell) this.cancel();
      else this.dropOn(cell);
    } else if (this.proposal?.cell === cell) {
      if (byKeys) this.confirm();
      else this.propose(cell, this.nextKind(cell, this.proposal.piece));
    } else if (this.kinds(cell).length) {
      const kinds = this.kinds(cell);
      const quick = !this.touch && (byKeys ? kinds.length === 1 : kinds.length === 1 || this.state.settings.quick);
      if (quick) this.commit(cell, kinds[0]);
      else this.propose(cell, kinds[0]);
    } else if (most(this.spreads, cell)) this.liftFrom(cell, most(this.spreads, cell));
    else this.tell(this.whyNot(cell));
  }

  /** @param {number} cell with nothing to place on and nothing to lift from */
  whyNot(cell) {
    const piece = top(this.shown.cells[cell]);
    const name = squareName(cell, this.size);
    if (!piece) return `You have nothing left to place on ${name}.`;
    if (this.state.view.ply < 2) return `There is a piece on ${name} already; a new one goes on an empty square.`;
    if (piece.seat !== this.state.view.to_move) {
      return `The stack on ${name} is ${piece.seat ? "Black" : "White"}'s, whose piece is on top.`;
    }
    return `The stack on ${name} cannot move: walls, capstones or the edge are all around it.`;
  }

  /** @param {number} cell @param {string} piece */
  nextKind(cell, piece) {
    const kinds = this.kinds(cell);
    return kinds[(kinds.indexOf(piece) + 1) % kinds.length];
  }

  /** Put a piece down, to be confirmed. @param {number} cell @param {string} piece */
  propose(cell, piece) {
    if (!this.kinds(cell).includes(piece)) {
      this.tell(`You cannot place a ${KINDS[piece]} on ${squareName(cell, this.size)}.`);
      return;
    }
    this.take({ proposal: { cell, piece } });
    this.say(`${KINDS[piece][0].toUpperCase()}${KINDS[piece].slice(1)} on ${squareName(cell, this.size)}, not placed yet.`);
  }

  /** Place the piece that was put down. */
  confirm() {
    if (this.proposal) this.commit(this.proposal.cell, this.proposal.piece);
  }

  /** @param {number} cell @param {string} piece */
  commit(cell, piece) {
    const text = (piece === "F" ? "" : piece) + squareName(cell, this.size);
    this.send(text, this.proposal !== null);
  }

  /** @param {string} text @param {boolean} seen whether the move is drawn already */
  send(text, seen) {
    const move = this.moves.find((one) => one.text === text);
    if (!move) return;
    this.seen = seen;
    this.make(move);
    this.seen = false;
  }

  /** Lift pieces from a stack, or lift another number of them. @param {number} cell @param {number} number */
  liftFrom(cell, number) {
    const limit = most(this.spreads, cell);
    const lifted = Math.max(1, Math.min(limit, number));
    if (this.hand?.drops.length) return this.tell("Take the dropped pieces back first: Backspace, or the button.");
    this.take({ hand: lift(cell, lifted) });
    if (number > limit) this.tell(`At most ${count(limit)} can be lifted from ${squareName(cell, this.size)}.`);
    else this.say(`${count(lifted)} of ${squareName(cell, this.size)} in hand.`);
  }

  /** Lift one piece fewer, the most again after one. @param {number} cell */
  liftFewer(cell) {
    const limit = most(this.spreads, cell);
    const now = this.hand?.cell === cell ? this.hand.count : limit + 1;
    this.liftFrom(cell, now > 1 ? now - 1 : limit);
  }

  /** Drop pieces towards a square. @param {number} cell */
  dropOn(cell) {
    const { hand, size } = this;
    if (!hand) return;
    const next = drop(hand, cell, this.spreads, size);
    if (next) this.dropped(next);
    else this.tell(this.whyNoDrop(cell));
  }

  /** @param {Hand} next */
  dropped(next) {
    if (!held(next)) {
      this.take({ hand: next });
      return this.send(spreadText(next.cell, next.direction ?? "+", next.drops, this.size), true);
    }
    const here = place(next, this.size);
    this.cursor = this.cellAt(here);
    this.take({ hand: next });
    this.say(`${squareName(here, this.size)}: ${next.drops.at(-1)} dropped, ${held(next)} in hand.`);
  }

  dropRest() {
    const next = this.hand && dropAll(this.hand, this.spreads);
    if (next) this.dropped(next);
    else this.tell("Choose the square on which the first piece falls.");
  }

  /** @param {number} cell */
  whyNoDrop(cell) {
    const { hand, size } = this;
    if (!hand) return "";
    const name = squareName(cell, size);
    const here = squareName(place(hand, size), size);
    if (hand.direction) return `Nothing can be dropped on ${name}: the pieces go on from ${here} in a straight line.`;
    return `The ${count(hand.count)} from ${squareName(hand.cell, size)} cannot go to ${name}.`;
  }

  /** Take back what was dropped last; with nothing dropped, put the pieces down again. */
  back() {
    if (!this.hand?.drops.length) return this.cancel();
    const next = undo(this.hand);
    const here = place(next, this.size);
    this.cursor = this.cellAt(here);
    this.take({ hand: next });
    this.say(`Taken back: ${held(next)} in hand over ${squareName(here, this.size)}.`);
  }

  cancel() {
    if (this.hand) this.cursor = this.cellAt(this.hand.cell);
    const had = this.hand ?? this.proposal;
    this.take({});
    if (had) this.say("Nothing is moved.");
  }

  /** @param {{hand?: Hand | null, proposal?: {cell: number, piece: string} | null}} what now is in the hand or put down */
  take({ hand = null, proposal = null }) {
    this.hand = hand;
    this.proposal = proposal;
    this.words = "";
    this.inside = null;
    const keep = this.shell.focused;
    this.paint();
    if (keep) this.focus();
  }

  /* Pointers. */

  /** Show the inside of a stack, unless pieces are in the hand. @param {number | null} cell */
  look(cell) {
    if (!this.state) return;
    const stack = cell !== null && !this.hand && this.shown.cells[cell].length > 1 ? cell : null;
    const shown = stack !== null && !/^\d[SC]$/.test(this.shown.cells[stack]) ? stack : null;
    if (shown === this.inside) return;
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
    const next = moved(this.cursor, key, this.size, this.size, this.state.flip);
    const cell = /** @type {number} */ (this.indexOf(this.cursor));
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
