/**
 * One board in a host that the page keeps: to look at, or to choose a move on. A chosen move is not made; the board marks it and takes
 * another until the question closes.
 */

import { render } from "lit";
import { _ } from "lib/messages.js";

export class ShownBoard {
  /**
   * @param {{say?: (sentence: string) => void, choose?: (text: string) => void, still?: boolean}} [to] `still`: it is never chosen on, so that a
   *   game without arrows is shown as a picture, on which its moves point themselves
   */
  constructor({ say = () => {}, choose = () => {}, still = false } = {}) {
    this.say = say;
    this.choose = choose;
    this.still = still;
    /** @type {HTMLElement | null} */
    this.host = null;
    this.game = "";
    /** @type {Boards.Module | null} */
    this.module = null;
    /** @type {Boards.Board | null} */
    this.board = null;
    /** @type {Lab.ShownBoard | null} */
    this.wanted = null;
    /** @type {Protocol.View | null} */
    this.view = null;
    /** What is drawn, as a text. */
    this.drawn = "";
    this.pointing = false;
  }

  /**
   * Show a position in a host; the board stays while host and game do.
   * @param {HTMLElement} host @param {Lab.ShownBoard} what
   */
  async show(host, what) {
    this.wanted = what;
    if (this.host !== host || this.game !== what.game) {
      this.clear();
      this.wanted = what;
      this.host = host;
      this.game = what.game;
      host.dataset.game = what.game;
      /** @type {Boards.Module} */
      const module = await import(`boards/${what.game}.js`);
      if (this.host !== host || this.game !== what.game || this.board) return;
      this.module = module;
      if (this.still && (!module.arrow || module.picturePoints)) return this.update();
      this.board = new module.Board(host, { onMove: (text) => this.chosen(text), say: (sentence) => void (this.wanted?.choosing && this.say(sentence)) });
    }
    this.update();
  }

  update() {
    const { wanted: what } = this;
    if (!this.module || !what) return;
    const key = JSON.stringify([what.view.text, what.choosing, what.chosen, what.pointed, what.last?.text, what.idle]);
    if (key === this.drawn && what.view === this.view) return;
    this.drawn = key;
    this.view = what.view;
    if (!this.board) return void (this.host && render(this.module.picture(what.view, { last: what.last, seat: what.seat, label: what.label }), this.host));
    this.board.update({
      view: what.view,
      last: what.last ?? null,
      yours: what.choosing ? [what.view.to_move] : [],
      interactive: Boolean(what.choosing),
      history: what.history ?? [],
      options: what.options ?? {},
      hint: what.chosen ?? null,
      hintWords: _("your choice"),
      idle: what.idle ?? "",
    });
    this.point(what);
  }

  /** A move that is pointed out: an arrow, or a ring with the mover's shape, in games that have them. @param {Lab.ShownBoard} what */
  async point({ view, pointed, seat = view.to_move }) {
    const { module, host } = this;
    if (!host || !module?.arrow || (!pointed && !this.pointing)) return;
    this.pointing = true;
    const { showArrows } = await import("../play/arrows.js");
    if (this.host !== host || this.view !== view) return;
    const found = pointed ? module.arrow(view, pointed, false, host) : null;
    showArrows(host, found ? [{ seat, ...found }] : []);
  }

  /** A move was chosen: take it back on the board, and tell. @param {string} text */
  chosen(text) {
    this.board?.refuse(text, "");
    this.choose(text);
  }

  leave() {
    this.clear();
  }

  clear() {
    this.board?.destroy();
    this.module = this.board = this.host = this.wanted = this.view = null;
    this.game = this.drawn = "";
  }
}
