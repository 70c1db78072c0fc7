/**
 * The playable Tak board: stacks, the hand with its pieces, what was put down, the last move, the road; and what pointers and
 * keys do. The mouse points at a stack to see its inside, a finger presses long; a right click lifts fewer pieces or changes the piece.
 */

import { html, nothing, svg } from "lit";
import { _ } from "lib/messages.js";
import { cellOf } from "../lib/cursor.js";
import { hintMark } from "../lib/signs.js";
import { rows, square } from "../lib/squares.js";
import { ActingBoard } from "./acting.js";
import { box, ground, lastMark, middle, roadBand, stack, touched } from "./drawing.js";
import { held, most, place, targets } from "./hand.js";
import { COLOURS, KINDS, STEPS, count, height, spread, squareLabel, squareName } from "./notation.js";

/** `later.js`, once it is there. @type {any} */
const later = {};

/** @typedef {import("./hand.js").Hand} Hand */

const LONG_PRESS = 450;
/** @type {Record<string, string>} */
const PIECE_KEYS = { f: "F", s: "S", w: "S", c: "C" };
/** @type {Record<string, string>} */
const ARROWS = { ArrowUp: "+", ArrowDown: "-", ArrowRight: ">", ArrowLeft: "<" };
/** @type {Record<string, string>} */
const OPPOSITE = { "+": "-", "-": "+", ">": "<", "<": ">" };

export class Board extends ActingBoard {
  /** @param {HTMLElement} host @param {Boards.Listener} to */
  constructor(host, to) {
    super(host, to);
    /** whether the click that ends a long press is to be left alone */
    this.pressedLong = false;
    const end = () => clearTimeout(this.timer);
    this.listen({
      pointerdown: (event) => this.pressedDown(event),
      pointerup: end,
      pointercancel: end,
      pointerleave: () => (end(), this.look(null)),
      pointerover: (event) => event.pointerType === "mouse" && this.look(this.indexOf(cellOf(event))),
      click: (event) => this.clicked(event),
      contextmenu: (event) => this.rightClicked(event),
      focusout: () => this.look(null),
    });
    this.load();
  }

  /* Drawing. */

  async load() {
    Object.assign(later, await import("./later.js"));
    later.drags(this);
    if (this.state) this.paint();
  }

  /** @param {any} view */
  begin({ size }) {
    this.cursor = { x: Math.floor(size / 2), y: Math.floor(size / 2) };
    this.hand = this.proposal = this.inside = null;
  }

  /** @param {boolean} same */
  changed(same) {
    if (!same || !this.moves.length) this.hand = this.proposal = null;
    if (!same) this.armed = "";
    if (!same) this.inside = null;
  }

  /** @param {any} before @param {any} after @param {any} move */
  animate(before, after, move) {
    if (!move || this.seen || String(before.cells) === String(after.cells)) return;
    later.showMove?.(this.svg, move.text, after.size, this.state.flip);
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
    const drawing = html`<svg class="drawing tak board-drawing ${hand ? "carrying" : ""}" viewBox=${box(size)} role="grid" aria-label=${_("Tak board")}>
      ${ground(size, { flip })} ${roadBand(shown.road, size, flip)}
      ${rows(size, flip, (x, y) => this.square({ x, y }, about))}
      <g aria-hidden="true" class="things">
        ${later.inWork?.(this, cells, inHand) ?? nothing} ${later.hintWay?.(this) ?? nothing}
      </g>
    </svg>`;
    const stackShown = this.inside === null ? null : { cell: this.inside, text: cells[this.inside], size, carry, flip };
    this.draw(drawing, {
      ...this.explanation(),
      buttons: later.tools?.(this) ?? nothing,
      over: later.insidePanel?.(stackShown) ?? nothing,
    });
  }

  /** @param {import("../lib/cursor.js").Cell} place @param {{cells: string[], free: Set<number>, last: number[]}} about the whole board */
  square(place, { cells, free, last }) {
    const { shown, state, proposal, hand, size, cursor } = this;
    const cell = /** @type {number} */ (this.indexOf(place));
    const touchedAs = last.indexOf(cell);
    const text = cells[cell];
    const legal = !hand && (this.kinds(cell).length > 0 || most(this.spreads, cell) > 0);
    const numbers = state.settings.numbers && !text && !shown.returns;
    const classes = { legal: legal || free.has(cell), proposed: proposal?.cell === cell, "on-road": shown.road?.includes(cell) };
    const about = {
      at: middle(cell, size, state.flip),
      cursor,
      label: this.label(cell, text, legal, free.has(cell), touchedAs >= 0, numbers ? later.roadCount?.(shown, cell) : ""),
      classes: Object.entries(classes).filter(([, on]) => on).map(([name]) => name).join(" "),
    };
    return square(
      place,
      about,
      svg`${touchedAs >= 0 ? lastMark(last.length > 1 && touchedAs === 0) : nothing}
      ${numbers ? later.roadNumbers?.(shown, cell) : nothing}
      ${text ? stack(text, shown.carry) : nothing}
      ${free.has(cell) && state.settings.targets ? svg`<circle class="target" cy="38" r="8" />` : nothing}
      ${this.hinted?.text.endsWith(squareName(cell, size)) ? hintMark() : nothing}`,
    );
  }

  /** @param {number} cell @param {string} text @param {boolean} legal @param {boolean} free @param {boolean} last @param {string} numbers */
  label(cell, text, legal, free, last, numbers) {
    const { hand, proposal, shown, size } = this;
    const limit = legal ? most(this.spreads, cell) : 0;
    return squareLabel(cell, size, text, [
      proposal?.cell === cell && _("not placed yet"),
      hand !== null && place(hand, size) === cell && _("{held} in hand above it", { held: held(hand) }),
      free && _("drop here"),
      legal && _("legal"),
      limit > 0 && _("lifts up to {limit}", { limit }),
      Boolean(shown.road?.includes(cell)) && _("on the road"),
      Boolean(this.hinted) && touched(this.hinted?.text ?? "", size).includes(cell) && _("hint"),
      last && _("last move"),
      numbers && _("row and column {numbers}", { numbers }),
    ]);
  }

  /**
   * What stands below the board: a refusal, else what is in the hand or put down, or what the first turn is about.
   * @returns {{words: string, tone: "" | "bad"}}
   */
  explanation() {
    const { hand, proposal, size, touch } = this;
    if (this.words) return { words: this.words, tone: "bad" };
    if (proposal) {
      const change = this.kinds(proposal.cell).length > 1 ? (touch ? _(", tap again for another piece") : _(", click again for another piece")) : "";
      return { words: _("{piece} on {square}", { piece: KINDS[proposal.piece], square: squareName(proposal.cell, size) }) + change, tone: "" };
    }
    if (hand) {
      const here = squareName(place(hand, size), size);
      return { words: _("{pieces} in hand over {here}", { pieces: count(held(hand)), here }), tone: "" };
    }
    const { ply, placing, to_move: mover } = this.state.view;
    const swap = this.moves.length > 0 && ply < 2 && placing !== mover;
    return { words: swap ? _("First turn: you place a {placing} flat.", { placing: COLOURS[placing] }) : "", tone: "" };
  }

  destroy() {
    clearTimeout(this.placing);
    clearTimeout(this.timer);
    super.destroy();
  }

  /* Pointers. */

  /** Show the inside of a stack, unless pieces are in the hand. @param {number | null} cell */
  look(cell) {
    if (!this.state) return;
    const shown = cell !== null && !this.hand && height(this.shown.cells[cell]) > 1 ? cell : null;
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
    if (this.pressedLong) return void (this.pressedLong = false);
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

  /** @param {string} key */
  pressed(key) {
    this.touch = false;
    if (this.hand) return this.pressedInHand(key, this.hand);
    const { cursor, proposal } = this;
    const cell = /** @type {number} */ (this.indexOf(cursor));
    if (key === " " && proposal?.cell === cell) this.propose(cell, this.nextKind(cell, proposal.piece));
    else if (key === "Enter" || key === " ") this.choose(cell, true);
    else if (PIECE_KEYS[key] && this.kinds(cell).length) this.propose(cell, PIECE_KEYS[key]);
    else if (/^[1-9]$/.test(key) && most(this.spreads, cell)) this.liftFrom(cell, Number(key));
    else if (["Escape", "Backspace"].includes(key) && proposal) this.cancel();
    else return this.walkGrid(key, this.size, this.size, this.state.flip) || this.sharedKey(key);
    return true;
  }

  /** @param {import("../lib/cursor.js").Cell} cell */
  moveTo(cell) {
    this.cursor = cell;
    this.take({});
    this.focus();
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
    if (x < 0 || y < 0 || x >= this.size || y >= this.size) this.tell(_("The board ends there."));
    else this.dropOn(/** @type {number} */ (this.indexOf({ x, y })));
  }

  /** @param {import("../lib/cursor.js").Cell | null} cell @param {FocusEvent} event */
  entered(cell, event) {
    if (!cell) return;
    this.cursor = cell;
    if (event.target instanceof Element && event.target.matches(":focus-visible")) this.look(this.indexOf(cell));
    this.paint();
  }
}
