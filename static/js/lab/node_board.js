/**
 * The board of a node, read-only, with the move that led there shown as the board shows moves and as an arrow; a game
 * without arrows shows its still picture.
 */

import { render } from "lit";

export class NodeBoard {
  /** @param {HTMLElement} host @param {import("./trace.js").Trace} trace @param {Protocol.Options | undefined} options */
  constructor(host, trace, options) {
    this.host = host;
    this.trace = trace;
    this.options = options;
    /** What was asked for while the board was loaded. @type {{node: Parameters<NodeBoard["show"]>[0], found: Lab.Shown, veil: Parameters<NodeBoard["show"]>[2]} | null} */
    this.wanted = null;
    /** @type {Boards.Board | null} */
    this.board = null;
    /** @type {Boards.FindArrow | null} */
    this.arrow = null;
    /** @type {Boards.Module["picture"] | null} */
    this.picture = null;
    this.gone = false;
    /** @type {number | string} */
    this.shown = -1;
    this.veiled = false;
    host.dataset.game = trace.head.game;
    this.ready = this.load();
  }

  async load() {
    /** @type {Boards.Module} */
    const module = await import(`boards/${this.trace.head.game}.js`);
    this.arrow = module.arrow ?? null;
    if (this.arrow) this.showArrows = (await import("../play/arrows.js")).showArrows;
    if (this.gone) return;
    this.picture = module.picture;
    if (this.arrow && !module.picturePoints) this.board = new module.Board(this.host, { onMove() {}, say() {} });
    if (this.wanted) this.show(this.wanted.node, this.wanted.found, this.wanted.veil);
  }

  /**
   * @param {number | {key: number | string, seat: number, move: string}} node a node of the trace, or a move that was cut
   * @param {Lab.Shown | null} found null while it travels: the last board stays
   * @param {((view: Protocol.View) => Protocol.View) | null} [veil] what may be seen of the view now; null for all of it
   */
  show(node, found, veil = null) {
    if (!found) return;
    this.wanted = { node, found, veil };
    const row = typeof node === "number" ? this.of(node) : node;
    if (!this.picture || (this.shown === row.key && !veil && !this.veiled)) return;
    this.shown = row.key;
    this.veiled = Boolean(veil);
    const { effect } = found;
    const view = veil ? veil(found.view) : found.view;
    if (!this.board) {
      render(this.picture(view, { last: effect, seat: row.seat, label: "The position of the node" }), this.host);
      return;
    }
    this.board.update({ view, last: effect, yours: [], options: this.options ?? {}, idle: "" });
    this.pointed(row, view);
  }

  /** What leads to a node of the trace. @param {number} row */
  of(row) {
    const { move, mover, parent } = this.trace;
    return { key: row, seat: row ? Math.max(0, mover[parent[row]]) : 0, move: row ? move[row] : "" };
  }

  /** The move that led here as an arrow, where the game has arrows. @param {{move: string, seat: number}} node @param {Protocol.View} view */
  pointed({ move, seat }, view) {
    if (!this.arrow) return;
    const found = move ? this.arrow(view, move, false, this.host) : null;
    this.showArrows?.(this.host, found ? [{ seat, ...found }] : []);
  }

  leave() {
    this.gone = true;
    this.board?.destroy?.();
  }
}
