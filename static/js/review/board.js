/** A board on a position of a trial: the reader's clicks, keys and typed moves are told, and each answer is shown after the own move was seen. */

import { ask } from "lib/http.js";
import { boardOf } from "lib/pictures.js";

const SEEN_MS = 450;

export class TrialBoard {
  /** @param {HTMLElement} host @param {{choose(text: string): void, say(sentence: string): void}} to */
  constructor(host, to) {
    this.host = host;
    this.to = to;
    /** @type {Boards.Board | null} */
    this.board = null;
    this.game = "";
    this.count = 0;
  }

  /**
   * Show a position; of `moves` those after `from` are shown one after the other.
   * @param {Review.Card} card @param {string[]} moves @param {boolean} asked whether a move is asked for @param {number} [from]
   * @returns {Promise<string>} what is wrong, "" if nothing is
   */
  async show(card, moves, asked, from = moves.length) {
    const mine = ++this.count;
    const { game, options, start } = card;
    const request = { game, record: JSON.stringify({ plyground: 1, game, options, start, moves }) };
    const [found, place, between] = await Promise.all([
      ask("/api/replays", request), // the moves with what they did, for the mark of the last one
      ask("/api/position", { game, options, position: start, moves }),
      from < moves.length ? ask(`/api/replays/views?from=${from}&to=${moves.length - 1}`, request) : null,
    ]);
    if (mine !== this.count) return "";
    if (!found.ok) return found.error.sentence;
    const last = place.ok ? place.data.view : found.data.view; // a finished game has no moves to choose from
    if (this.game !== game) {
      this.board?.destroy();
      const { Board } = await boardOf(game);
      if (mine !== this.count) return "";
      this.game = this.host.dataset.game = game;
      this.board = new Board(this.host, { onMove: (text) => this.to.choose(text), say: (sentence) => this.to.say(sentence) });
    }
    this.host.dataset.colours = found.data.options?.colours ?? "usual";
    for (const [at, view] of (between?.ok ? between.data.views : []).entries()) {
      this.draw(view, found.data.moves.slice(0, from + at), found.data.options, null);
      await new Promise((wake) => setTimeout(wake, SEEN_MS));
      if (mine !== this.count) return "";
    }
    this.draw(last, found.data.moves, found.data.options, asked ? card.seat : null);
    return "";
  }

  /** @param {Protocol.View} view @param {any[]} history @param {Protocol.Options} options @param {number | null} seat who may move */
  draw(view, history, options, seat) {
    this.board?.update({ view, history, options, last: history.at(-1)?.effect ?? null, yours: seat === null ? [] : [seat], interactive: seat !== null, flip: false, settings: { targets: true }, hint: null, idle: "" });
  }

  /** The move cannot be made. @param {string} text @param {string} sentence */
  refuse(text, sentence) {
    this.board?.refuse(text, sentence);
  }

  focus() {
    this.board?.focus();
  }
}
