/**
 * The board of a node, read-only, with the move that led there shown as the board shows moves and as an arrow; a game
 * without arrows shows its still picture.
 */

import { render } from "lit";
import { showArrows } from "../play/arrows.js";

export class NodeBoard {
  /** @param {HTMLElement} host @param {import("./trace.js").Trace} trace @param {any} options */
  constructor(host, trace, options) {
    this.host = host;
    this.trace = trace;
    this.options = options;
    this.wanted = null;
    this.board = null;
    this.shown = -1;
    host.dataset.game = trace.head.game;
    this.ready = this.load();
  }

  async load() {
    const module = await import(`boards/${this.trace.head.game}.js`);
    this.arrow = module.arrow ? (await module.arrow()).arrow : null;
    if (this.gone) return;
    this.picture = module.picture;
    if (this.arrow) this.board = new module.Board(this.host, { onMove() {}, say() {} });
    if (this.wanted) this.show(this.wanted.row, this.wanted.found);
  }

  /** @param {number} row @param {{view: any, effect: any} | null} found null while it travels: the last board stays */
  show(row, found) {
    if (!found) return;
    this.wanted = { row, found };
    if (!this.picture || this.shown === row) return;
    this.shown = row;
    const { view, effect } = found;
    if (!this.board) {
      render(this.picture(view, { last: effect, label: "The position of the node" }), this.host);
      return;
    }
    this.board.update({
      view, last: effect, yours: [], interactive: false, history: [], flip: false, settings: {}, options: this.options ?? {}, hint: null, idle: "",
    });
    this.pointed(row, view);
  }

  /** The move that led here as an arrow, where the game has arrows. */
  pointed(row, view) {
    if (!this.arrow) return;
    const { move, mover, parent } = this.trace;
    const found = row ? this.arrow(view, move[row], false) : null;
    showArrows(this.host, found ? [{ seat: Math.max(0, mover[parent[row]]), ...found }] : []);
  }

  leave() {
    this.gone = true;
    this.board?.destroy?.();
  }
}
