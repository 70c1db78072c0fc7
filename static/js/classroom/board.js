/**
 * One board of the class in a host that the page keeps: to look at, or to choose a move on. A chosen move is not made; the board
 * marks it and takes another until the question closes.
 */

export class ClassBoard {
  /** @param {{say: (sentence: string) => void, choose?: (text: string) => void}} to */
  constructor({ say, choose = () => {} }) {
    this.say = say;
    this.choose = choose;
    /** @type {HTMLElement | null} */
    this.host = null;
    this.game = "";
    /** @type {Boards.Module | null} */
    this.module = null;
    /** @type {Boards.Board | null} */
    this.board = null;
    /** @type {Classroom.Shown | null} */
    this.wanted = null;
    /** @type {Protocol.View | null} */
    this.view = null;
    /** What is drawn, as a text. */
    this.drawn = "";
    this.pointing = false;
  }

  /**
   * Show a position in a host; the board stays while host and game do.
   * @param {HTMLElement} host @param {Classroom.Shown} what
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
      this.board = new module.Board(host, { onMove: (text) => this.chosen(text), say: (sentence) => void (this.wanted?.choosing && this.say(sentence)) });
    }
    this.update();
  }

  update() {
    const { wanted: what } = this;
    if (!this.board || !what) return;
    const key = JSON.stringify([what.view.text, what.choosing, what.chosen, what.pointed, what.last?.text, what.idle]);
    if (key === this.drawn && what.view === this.view) return;
    this.drawn = key;
    this.view = what.view;
    this.board.update({
      view: what.view,
      last: what.last ?? null,
      yours: what.choosing ? [what.view.to_move] : [],
      interactive: Boolean(what.choosing),
      history: what.history ?? [],
      flip: false,
      settings: {},
      options: what.options ?? {},
      hint: what.chosen ?? null,
      idle: what.idle ?? "",
    });
    this.point(what);
  }

  /** A move that is pointed out: an arrow, or a ring with the mover's shape, in games that have them. @param {Classroom.Shown} what */
  async point({ view, pointed }) {
    const { module, host } = this;
    if (!host || !module?.arrow || (!pointed && !this.pointing)) return;
    this.pointing = true;
    const { showArrows } = await import("../play/arrows.js");
    if (this.host !== host || this.view !== view) return;
    const found = pointed ? module.arrow(view, pointed, false, host) : null;
    showArrows(host, found ? [{ seat: view.to_move, ...found }] : []);
  }

  /** A move was chosen: take it back on the board, and tell. @param {string} text */
  chosen(text) {
    this.board?.refuse(text, "");
    this.choose(text);
  }

  focus() {
    this.board?.focus();
  }

  leave() {
    this.clear();
  }

  clear() {
    this.board?.destroy();
    this.board = this.host = this.wanted = this.view = null;
    this.game = this.drawn = "";
  }
}
