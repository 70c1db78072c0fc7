/** A board on a position without a game on the server: the reader's clicks and keys are told, and each answer is shown after the own move was seen. */

import { askPosition } from "./asking.js";
import { boardOf } from "lib/pictures.js";

const SEEN_MS = 450;

/** @typedef {{sentence: string, data?: any, view?: Protocol.View}} Shown what is wrong, "" if nothing is; the game as `/api/replays` tells it, and its last view */

export class PositionBoard {
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
   * Show the position after these moves; those after `from` are shown one after the other.
   * @param {Boards.Line} line @param {number | "mover" | null} seat whose move is asked for, if one is @param {number} [from]
   * @returns {Promise<Shown | null>} null if something else is to be shown meanwhile
   */
  async show({ game, options, start, moves }, seat, from = moves.length) {
    const mine = ++this.count;
    const request = { game, record: JSON.stringify({ plyground: 1, game, options, start, moves }) };
    const [found, place, between] = await Promise.all([
      askPosition("/api/replays", request), // the moves with what they did, for the mark of the last one
      askPosition("/api/position", { game, options, position: start, moves }),
      from < moves.length ? askPosition(`/api/replays/views?from=${from}&to=${moves.length - 1}`, request) : null,
    ]);
    if (mine !== this.count) return null;
    if (!found.ok) return { sentence: found.error.sentence };
    const view = place.ok ? place.data.view : found.data.view; // a finished game has no moves to choose from
    if (this.game !== game) {
      this.board?.destroy();
      const { Board } = await boardOf(game);
      if (mine !== this.count) return null;
      this.game = this.host.dataset.game = game;
      this.board = new Board(this.host, { onMove: (text) => this.to.choose(text), say: (sentence) => this.to.say(sentence) });
    }
    this.host.dataset.colours = found.data.options?.colours ?? "usual";
    for (const [at, seen] of (between?.ok ? between.data.views : []).entries()) {
      this.draw(seen, found.data.moves.slice(0, from + at), found.data.options, null);
      await new Promise((wake) => setTimeout(wake, SEEN_MS));
      if (mine !== this.count) return null;
    }
    const over = view.returns !== null;
    this.draw(view, found.data.moves, found.data.options, over ? null : seat === "mover" ? view.to_move : seat);
    return { sentence: "", data: found.data, view };
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
