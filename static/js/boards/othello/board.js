/**
 * The playable Othello board: squares to tap, click or walk with the keyboard, discs that flip, and a pass to confirm.
 */

import { html, nothing, svg } from "lit";
import { _ } from "lib/messages.js";
import { cellOf } from "../lib/cursor.js";
import { LiveBoard } from "../lib/live.js";
import { hintMark } from "../lib/signs.js";
import { box, rows, square, squareName } from "../lib/squares.js";
import { coloursClass, contents, disc, ground, lastMark, middle, names } from "./drawing.js";
import { showChange } from "./motion.js";

/** @typedef {Protocol.Effect} Move with `cell`, and `flips`; the pass has neither */
/** @typedef {import("../lib/cursor.js").Cell} Cell */

/** Switches that the page offers, in the order shown. */
export const settings = [{ name: "targets", title: _("Show legal moves"), default: true }];

export class Board extends LiveBoard {
  /** @param {HTMLElement} host @param {Boards.Listener} to */
  constructor(host, to) {
    super(host, "othello", to, settings);
    /** @type {number | null} the square under the pointer or the keyboard's focus, whose flips are hinted at */
    this.near = null;
    this.listen({
      click: (event) => this.choose(this.indexOf(cellOf(event))),
      focusout: () => this.hover(null),
      pointerover: (event) => this.hover(this.indexOf(cellOf(event))),
      pointerleave: () => this.hover(null),
    });
  }

  /** @param {any} view */
  begin({ size }) {
    this.cursor = { x: size / 2 - 1, y: size / 2 - 1 };
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
    showChange(this.svg, before.cells, after, move);
  }

  /** Play on a square, or say why not. @param {number | null} at */
  choose(at) {
    if (at === null) return;
    const move = this.moves.find((one) => one.cell === at);
    if (move) this.make(move);
    else if (this.idle) this.tell(this.idle);
    else if (this.moves.length) this.tell(this.whyNot(at));
  }

  /** @param {number} at a square on which no legal move is listed */
  whyNot(at) {
    const { size, cells, to_move: seat } = this.state.view;
    const name = squareName(at % size, Math.floor(at / size));
    if (cells[at] !== "-") return _("There is a disc on {name} already.", { name });
    return _("A disc on {name} would enclose no {seat} disc.", { name, seat: names(this.state.options)[1 - seat] });
  }

  /** @param {Cell | null} cell */
  indexOf(cell) {
    return cell && cell.y * this.state.view.size + cell.x;
  }

  /** @param {string} key */
  pressed(key) {
    const { size } = this.state.view;
    if (key === "Enter" || key === " ") this.choose(this.indexOf(this.cursor));
    else return this.walkGrid(key, size, size, this.state.flip) || this.sharedKey(key);
    return true;
  }

  /** @param {Cell | null} cell */
  entered(cell) {
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
    const { settings, flip, options } = this.state;
    const { size, to_move: mover } = this.shown;
    const legal = new Map(this.moves.map((move) => [move.cell, move]));
    const hinted = new Set(settings.targets ? (legal.get(this.near ?? -1)?.flips ?? []) : []);
    this.draw(
      html`<svg class="drawing othello board-drawing seat-${mover} ${coloursClass(options)}" viewBox=${box(size)} role="grid" aria-label=${_("Othello board")}>
        ${ground(size, { flip })} ${rows(size, flip, (x, y) => this.square({ x, y }, legal.get(y * size + x), hinted))}
      </svg>`,
      { over: this.pass },
    );
  }

  /** @param {Cell} cell @param {Move | undefined} move the legal move on it @param {Set<number>} hinted the discs that the move near the pointer would flip */
  square(cell, move, hinted) {
    const { size, cells } = this.shown;
    const at = cell.y * size + cell.x;
    const last = this.latest?.cell === at;
    const about = {
      at: middle(at, size, this.state.flip),
      cursor: this.cursor,
      label: this.label(cell, cells[at], move, last),
      classes: move ? "legal" : "",
    };
    return square(
      cell,
      about,
      svg`${cells[at] === "-" ? nothing : disc(cells[at], hinted.has(at) ? "hinted" : "")}
      ${last ? lastMark() : nothing}
      ${move && this.state.settings.targets ? svg`<circle class="target" r="10" />` : nothing}
      ${move && move === this.hinted ? hintMark() : nothing}
      ${move ? svg`<circle class="ghost" r="40" />` : nothing}`,
    );
  }

  /** A square's name for those who cannot see it, such as "d3, empty, legal, flips 1". @param {Cell} cell @param {string} held @param {Move | undefined} move @param {boolean} last */
  label(cell, held, move, last) {
    const parts = [squareName(cell.x, cell.y), contents(held, names(this.state.options))];
    if (move) parts.push(_("legal"), _("flips {discs}", { discs: move.flips?.length ?? 0 }));
    if (move && move === this.hinted) parts.push(this.state.hintWords ?? _("hint"));
    if (last) parts.push(_("last move"));
    return parts.join(", ");
  }
}
