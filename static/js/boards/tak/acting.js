/**
 * What is done on a Tak board, by whatever means: an empty square is chosen for a flat, again for a wall or a capstone, and
 * confirmed; a stack is lifted, then its pieces fall. All is drawn as it happens, and nothing is sent before the last piece
 * has fallen.
 */

import { _ } from "lib/messages.js";
import { LiveBoard } from "../lib/live.js";
import { capital } from "../lib/signs.js";
import { drop, dropAll, held, lift, most, place, undo } from "./hand.js";
import { KINDS, count, readMove, spread, spreadText, squareName, top, topFlats } from "./notation.js";

/** @typedef {Protocol.Effect} Move */
/** @typedef {import("./hand.js").Hand} Hand */

/** Switches that the page offers, in the order shown. */
export const settings = [
  { name: "targets", title: _("Show where lifted pieces can go"), default: true },
  { name: "quick", title: _("One click or tap places a flat; a second one at once makes it a wall, a third a capstone"), default: true },
  { name: "numbers", title: _("Show row and column numbers on empty squares"), default: false },
];

/** The least height of a coordinate, in units. */
const SMALLEST_COORDINATE = 22;
/** Milliseconds after which a flat that was put down by one click is placed, if no second one changes it. */
const SOON = 350;

export class ActingBoard extends LiveBoard {
  /** @param {HTMLElement} host @param {Boards.Listener} to */
  constructor(host, to) {
    super(host, "tak", to, settings);
    this.least = SMALLEST_COORDINATE;
    /** @type {Hand | null} the pieces that are lifted */
    this.hand = null;
    /** @type {{cell: number, piece: string} | null} the piece that is put down but not yet confirmed */
    this.proposal = null;
    /** the kind of piece that was taken from the reserve by a click, "" for none */
    this.armed = "";
    /** @type {number | null} the stack whose inside is shown */
    this.inside = null;
    /** @type {Move[] | null} the moves whose texts are in `texts` */
    this.listed = null;
    /** @type {Set<string>} */
    this.texts = new Set();
    /** whether the move on its way was drawn step by step already */
    this.seen = false;
    /** whether the last pointer was a finger */
    this.touch = false;
    /** places the flat that one click has put down */
    this.placing = 0;
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

  /** A square is chosen: place, lift, drop or cancel, whichever fits. @param {number} cell @param {boolean} byKeys */
  choose(cell, byKeys) {
    if (!this.moves.length) {
      if (this.idle) this.tell(this.idle);
    } else if (this.hand) {
      if (cell === this.hand.cell) this.cancel();
      else this.dropOn(cell);
    } else if (this.kinds(cell).includes(this.armed)) this.commit(cell, this.armed);
    else if (this.proposal?.cell === cell) {
      if (byKeys) this.confirm();
      else this.propose(cell, this.nextKind(cell, this.proposal.piece));
    } else if (this.kinds(cell).length) {
      const kinds = this.kinds(cell);
      const { quick } = this.state.settings;
      if (kinds.length === 1 && (quick || !this.touch)) return this.commit(cell, kinds[0]);
      this.propose(cell, kinds[0]);
      if (quick && !byKeys) this.placing = setTimeout(() => this.confirm(), SOON);
    } else if (most(this.spreads, cell)) this.liftFrom(cell, most(this.spreads, cell));
    else this.tell(this.whyNot(cell));
  }

  /** @param {number} cell with nothing to place on and nothing to lift from */
  whyNot(cell) {
    const piece = top(this.shown.cells[cell]);
    const name = squareName(cell, this.size);
    if (!piece) return _("You have nothing left to place on {name}.", { name });
    if (this.state.view.ply < 2) return _("There is a piece on {name} already; a new one goes on an empty square.", { name });
    if (piece.seat !== this.state.view.to_move) {
      return piece.seat ? _("The stack on {name} is Black's, whose piece is on top.", { name }) : _("The stack on {name} is White's, whose piece is on top.", { name });
    }
    return _("The stack on {name} cannot move: walls, capstones or the edge are all around it.", { name });
  }

  /** @param {number} cell @param {string} piece */
  nextKind(cell, piece) {
    const kinds = this.kinds(cell);
    return kinds[(kinds.indexOf(piece) + 1) % kinds.length];
  }

  /** Put a piece down, to be confirmed. @param {number} cell @param {string} piece */
  propose(cell, piece) {
    const name = squareName(cell, this.size);
    if (!this.kinds(cell).includes(piece)) return this.tell(_("You cannot place a {piece} on {name}.", { piece: KINDS[piece], name }));
    this.take({ proposal: { cell, piece } });
    this.say(_("{piece} on {name}, not placed yet.", { piece: capital(KINDS[piece]), name }));
  }

  /** Place the piece that was put down. */
  confirm() {
    if (this.proposal) this.commit(this.proposal.cell, this.proposal.piece);
  }

  /** @param {number} cell @param {string} piece */
  commit(cell, piece) {
    this.send((piece === "F" ? "" : piece) + squareName(cell, this.size), this.proposal !== null);
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
    if (this.hand?.drops.length) return this.tell(_("Take the dropped pieces back first: Backspace, or the button."));
    this.take({ hand: lift(cell, lifted) });
    if (number > limit) this.tell(_("At most {pieces} can be lifted from {square}.", { pieces: count(limit), square: squareName(cell, this.size) }));
    else this.say(_("{pieces} of {square} in hand.", { pieces: count(lifted), square: squareName(cell, this.size) }));
  }

  /** Lift one piece fewer, the most again after one. @param {number} cell */
  liftFewer(cell) {
    const limit = most(this.spreads, cell);
    const now = this.hand?.cell === cell ? this.hand.count : limit + 1;
    this.liftFrom(cell, now > 1 ? now - 1 : limit);
  }

  /** Drop pieces towards a square. @param {number} cell */
  dropOn(cell) {
    if (!this.hand) return;
    const next = drop(this.hand, cell, this.spreads, this.size);
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
    this.say(_("{square}: {dropped} dropped, {held} in hand.", { square: squareName(here, this.size), dropped: next.drops.at(-1) ?? 0, held: held(next) }));
  }

  dropRest() {
    const next = this.hand && dropAll(this.hand, this.spreads);
    if (next) this.dropped(next);
    else this.tell(_("Choose the square on which the first piece falls."));
  }

  /** @param {number} cell */
  whyNoDrop(cell) {
    const { hand, size } = this;
    if (!hand) return "";
    const name = squareName(cell, size);
    const here = squareName(place(hand, size), size);
    if (hand.direction) return _("Nothing can be dropped on {name}: the pieces go on from {here} in a straight line.", { name, here });
    return _("The {pieces} from {square} cannot go to {name}.", { pieces: count(hand.count), square: squareName(hand.cell, size), name });
  }

  /** Take back what was dropped last; with nothing dropped, put the pieces down again. */
  back() {
    if (!this.hand?.drops.length) return this.cancel();
    const next = undo(this.hand);
    const here = place(next, this.size);
    this.cursor = this.cellAt(here);
    this.take({ hand: next });
    this.say(_("Taken back: {held} in hand over {square}.", { held: held(next), square: squareName(here, this.size) }));
  }

  cancel() {
    if (this.hand) this.cursor = this.cellAt(this.hand.cell);
    const had = this.hand ?? this.proposal;
    this.take({});
    if (had) this.say(_("Nothing is moved."));
  }

  /** @param {{hand?: Hand | null, proposal?: {cell: number, piece: string} | null}} what now is in the hand or put down */
  take({ hand = null, proposal = null }) {
    clearTimeout(this.placing);
    this.hand = hand;
    this.proposal = proposal;
    this.inside = null;
    const keep = this.focused;
    this.note("");
    if (keep) this.focus();
  }
}
