/** A game's rules in the browser, without the server: the same answers, as the same objects, from a script that is made of the same rules. */

import { sent, translated } from "./texts.js";
import { Dict } from "./values.js";

/** A refusal of the rules, as the server would send it. */
export class Refused extends Error {
  /** @param {Protocol.Refusal} refusal */
  constructor(refusal) {
    super(refusal.sentence);
    this.refusal = refusal;
  }
}

/** One game's rules. Positions are the rules' own and never change; moves are texts. */
export class Rules {
  /** @param {any} game what the script of a game offers */
  constructor(game) {
    this.game = game;
  }

  /** Whether a position names a map, which has to be given before one is made. */
  get onMaps() {
    return Boolean(this.game.maps);
  }

  /** Hand over a map that positions name. @param {string} name @param {string} hash its content hash @param {string} text the map's JSON */
  giveMap(name, hash, text) {
    return this.asked(() => this.game.maps.give(name, hash, text));
  }

  /** All options with their values; throws `Refused` for what is none. @param {Protocol.Options} given @returns {Protocol.Options} */
  options(given) {
    return this.asked(() => sent(this.game.options(new Dict(Object.entries(given)))));
  }

  /** What an option is unless it is chosen. @param {string} name */
  usual(name) {
    return this.options({})[name];
  }

  /** The game's id and title. */
  named() {
    const { id, title } = this.game.spec;
    return { game: id, title: translated(title) };
  }

  /** What players of a seat are called. @param {number} seat @returns {string} */
  seatName(seat) {
    return translated(this.game.spec.seat_name(seat));
  }

  /** The start position of a game with these options. @param {Protocol.Options} options */
  initial(options) {
    return this.asked(() => this.game.initial(new Dict(Object.entries(options))));
  }

  /** A position from its text. @param {string} text @param {Protocol.Options} options */
  read(text, options) {
    return this.asked(() => this.game.parse_position(text, new Dict(Object.entries(options))));
  }

  /** @param {any} position @returns {string} */
  text(position) {
    return this.game.position_text(position);
  }

  /** What a board draws of a position for a seat; null for one who only watches. @param {any} position @param {number | null} seat @returns {Protocol.View} */
  view(position, seat) {
    return this.asked(() => sent(this.game.view(position, seat)));
  }

  /** @param {any} position @returns {number} */
  toMove(position) {
    return this.game.to_move(position);
  }

  /** How many seats a position's game has. @param {any} position @returns {number} */
  seats(position) {
    return this.game.seats_at(position);
  }

  /** A value for each seat once the game is over, else null. @param {any} position @returns {number[] | null} */
  returns(position) {
    return this.game.returns(position);
  }

  /** The texts of all legal moves. @param {any} position @returns {string[]} */
  moves(position) {
    return this.asked(() => this.game.legal_moves(position).map((/** @type {any} */ move) => this.game.move_text(position, move)));
  }

  /** How many lines of so many plies there are. @param {any} position @param {number} plies @returns {number} */
  perft(position, plies) {
    const moves = this.game.legal_moves(position);
    if (plies === 1) return moves.length;
    return moves.reduce((/** @type {number} */ total, /** @type {any} */ move) => total + this.perft(this.game.play(position, move), plies - 1), 0);
  }

  /** Make a move; throws `Refused` for one that is no legal move here. @param {any} position @param {string} text @returns {{position: any, effect: Protocol.Effect}} */
  play(position, text) {
    return this.asked(() => {
      const move = this.game.require(position, text);
      return { position: this.game.play(position, move), effect: sent(this.game.effect(position, move)) };
    });
  }

  /** @template T @param {() => T} ask @returns {T} */
  asked(ask) {
    try {
      return ask();
    } catch (error) {
      const refused = /** @type {any} */ (error);
      if (refused?.constructor?.title && "sentence" in refused) throw new Refused({ code: refused.code, sentence: translated(refused.sentence) });
      throw error;
    }
  }
}
