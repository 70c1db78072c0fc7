/**
 * One board of the class in a host that the page keeps: to look at, or to choose a move on. A chosen move is not made; the board
 * marks it and takes another until the question closes.
 */

export class ClassBoard {
  /** @param {{say: (sentence: string) => void, choose?: (text: string) => void}} to */
  constructor({ say, choose = () => {} }) {
    this.say = say;
    this.choose = choose;
    this.host = null;
    this.game = "";
    this.board = null;
    this.wanted = null;
  }

  /**
   * Show a position in a host; the board stays while host and game do.
   * @param {HTMLElement} host
   * @param {{game: string, view: any, options?: any, last?: any, history?: any[], choosing?: boolean, chosen?: string | null,
   *   pointed?: string | null, idle?: string}} what `chosen` is the move that is marked as one's own, `pointed` one that is pointed out
   */
  async show(host, what) {
    this.wanted = what;
    if (this.host !== host || this.game !== what.game) {
      this.clear();
      this.wanted = what;
      this.host = host;
      this.game = what.game;
      host.dataset.game = what.game;
      const module = await import(`boards/${what.game}.js`);
      if (this.host !== host || this.game !== what.game || this.board) return;
      this.module = module;
      this.board = new module.Board(host, { onMove: (text) => this.chosen(text), say: (sentence) => this.wanted?.choosing && this.say(sentence) });
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

  /** A move that is pointed out: an arrow, or a ring with the mover's shape, in games that have them. */
  async point({ view, pointed }) {
    const { module, host } = this;
    if (!module.arrow || (!pointed && !this.pointing)) return;
    this.pointing = true;
    const [{ arrow }, { showArrows }] = await Promise.all([module.arrow(), import("../play/arrows.js")]);
    if (this.host !== host || this.view !== view) return;
    const found = pointed ? arrow(view, pointed, false) : null;
    showArrows(host, found ? [{ seat: view.to_move, ...found }] : []);
  }

  /** A move was chosen: take it back on the board, and tell. */
  chosen(text) {
    this.board.refuse(text, "");
    this.choose(text);
  }

  focus() {
    this.board?.focus();
  }

  clear() {
    this.board?.destroy?.();
    this.board = this.host = this.wanted = this.view = null;
    this.game = this.drawn = "";
  }
}
