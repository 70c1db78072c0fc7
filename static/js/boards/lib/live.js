/**
 * What every playable board shares: it shows what the server says, draws an own move at once, takes it back when the
 * server refuses it, and offers a pass when that is all there is. A game's board adds drawing and aiming.
 */

import { html, nothing } from "lit";
import { _ } from "lib/messages.js";
import { Surface } from "./surface.js";

const NOT_YOUR_TURN = _("It is not your turn.");
const MUST_PASS = _("You have no legal move, so you pass. Press P or the Pass button.");

/** What makes two views those of one board, as far as a view has it. */
const BOARD = ["game", "size", "width", "height", "map"];

export class LiveBoard extends Surface {
  /**
   * @param {HTMLElement} host @param {string} name of the game @param {Boards.Listener} to `say` speaks through the page's status line
   * @param {Boards.Switch[]} settings that the game's page offers, whose defaults hold where it gives none
   */
  constructor(host, name, { onMove, say }, settings) {
    super(host, name);
    this.usual = Object.fromEntries(settings.map((each) => [each.name, each.default]));
    this.onMove = onMove;
    this.say = say;
    /** @type {any} what the server said last, with defaults filled in */
    this.state = null;
    /** @type {any} what is drawn: the server's view, or that view with the own move already made */
    this.shown = null;
    /** @type {Protocol.Effect | null} the own move that is drawn but not yet the server's */
    this.pending = null;
  }

  /**
   * Show what the server says. An own move that is drawn already stays until the server's view is another one, or until
   * `refuse`, so that a repeated update takes nothing back.
   * @param {Boards.State} state
   */
  update(state) {
    const drawn = this.shown;
    this.root.classList.toggle("watched", state.yours?.length === 0);
    const same =
      this.state !== null && this.sameBoard(this.state.view, state.view) && this.state.view.text === state.view.text;
    const passing = this.mustPass;
    const fresh = this.state === null || !this.sameBoard(this.state.view, state.view);
    const blank = { last: null, yours: [], interactive: false, history: [], flip: false, hint: null, options: {}, idle: NOT_YOUR_TURN };
    this.state = { ...blank, ...state, settings: { ...this.usual, ...state.settings } };
    if (fresh) this.begin(state.view);
    if (!same) {
      this.pending = null;
      this.words = "";
    }
    if (!this.pending) this.shown = this.state.view;
    this.changed(same);
    this.paint();
    if (!fresh) this.animate(drawn, this.shown, this.state.last);
    if (this.mustPass && !(same && passing)) this.say(MUST_PASS);
  }

  /**
   * The server refused the move: take the drawn one back and show why. The page, which heard the server, speaks.
   * @param {string} text the move @param {string} sentence the reason
   */
  refuse(text, sentence) {
    const drawn = this.shown;
    const wrong = this.pending?.text === text;
    if (wrong) {
      this.pending = null;
      this.shown = this.state.view;
    }
    this.changed(!wrong);
    this.words = sentence;
    this.paint();
    if (wrong) this.animate(drawn, this.shown, null);
  }

  /** The moves that may be made now. @returns {Protocol.Effect[]} */
  get moves() {
    return this.state?.interactive && !this.pending ? this.state.view.moves : [];
  }

  /** The move that was made last, the own one that is on its way included. @returns {Protocol.Effect | null} */
  get latest() {
    return this.pending ?? this.state.last;
  }

  /** The move that was recommended, while it can be made. @returns {Protocol.Effect | null} */
  get hinted() {
    return this.moves.find((move) => move.text === this.state.hint) ?? null;
  }

  get mustPass() {
    return this.moves.length === 1 && this.moves[0].text === "pass";
  }

  /** Draw a move, then send it. @param {Protocol.Effect} move */
  make(move) {
    const before = this.shown;
    this.pending = move;
    this.words = "";
    this.shown = { ...this.after(before, move), moves: [], refusals: [] };
    this.changed(false);
    this.paint();
    this.animate(before, this.shown, move);
    this.onMove(move.text);
  }

  /** Why nothing can be moved now whatever is chosen, in a sentence; "" if something can, or if nobody asks. */
  get idle() {
    const { view, interactive, yours } = this.state;
    if (view.returns) return _("The game is over.");
    if (this.mustPass) return MUST_PASS;
    return interactive || !yours.length ? "" : this.state.idle;
  }

  /** Refuse in words, seen and spoken. @param {string} sentence */
  tell(sentence) {
    this.note(sentence);
    this.say(sentence);
  }

  /** The panel over the board that offers the pass, if that is the only move: nobody passes unawares, and nobody waits in vain. */
  get pass() {
    if (!this.mustPass) return nothing;
    return html`<div class="board-over small">
      <button type="button" class="button primary board-pass" @click=${() => this.make(this.moves[0])}>${_("Pass")}</button>
      <span>${_("No legal move")}</span>
    </div>`;
  }

  /** Keys that all boards share. @param {string} key @returns {boolean} whether it was one */
  sharedKey(key) {
    if (key === "p" && this.mustPass) this.make(this.moves[0]);
    else if (key === "Escape" && this.words) this.note("");
    else return false;
    return true;
  }

  /* What a game's board defines. */

  /** Whether two views are of the same board. @param {any} one @param {any} other @returns {boolean} */
  sameBoard(one, other) {
    return BOARD.every((fact) => one[fact] === other[fact]);
  }

  /** A board of another size is about to be drawn. @param {any} view */
  begin(view) {}

  /** The position is another one, unless `same`; nothing is drawn yet. @param {boolean} same */
  changed(same) {}

  /** The view after a move, as far as its effects tell. @param {any} view @param {Protocol.Effect} move @returns {any} */
  after(view, move) {
    return view;
  }

  /** Move what differs between two drawn views. @param {any} before @param {any} after @param {Protocol.Effect | null} move */
  animate(before, after, move) {}
}
