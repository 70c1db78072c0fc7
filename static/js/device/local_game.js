/**
 * A game that only this device carries on: it takes the commands of a game's page and answers with the same snapshot and events as the
 * server does, by the rules in the browser. Everybody sits at this device.
 */

import { keepBoard } from "lib/device_games.js";
import { Refused } from "../rules/local.js";

export class LocalGame {
  /**
   * @param {object} given @param {import("../rules/local.js").Rules} given.rules @param {Device.Game} given.record what is kept of the game
   * @param {(record: Device.Game) => void} [given.save] keeps it
   */
  constructor({ rules, record, save = keepBoard }) {
    this.rules = rules;
    this.record = record;
    this.save = save;
    this.seq = 0;
    /** @type {Pick<ReturnType<import("../play/controller.js").Controller["ears"]>, "snapshot" | "event" | "line"> | null} */
    this.hear = null;
    const start = record.start === null ? rules.initial(record.options) : rules.read(record.start, record.options);
    /** Every position so far, each with the move that led to it. @type {Device.Position[]} */
    this.line = [{ position: start, move: null }];
    for (const text of record.moves) this.make(text);
  }

  get ply() {
    return this.line.length - 1;
  }

  /** Make a move; throws `Refused`. @param {string} text */
  make(text) {
    const { position } = this.line[this.ply];
    const { position: after, effect } = this.rules.play(position, text);
    /** @type {Protocol.Move} */
    const move = { ply: this.ply, seat: this.rules.toMove(position), text: effect.text, effect };
    this.line.push({ position: after, move });
    return move;
  }

  /** The position after so many plies: the live one as whoever is to move sees it. @param {number} ply */
  view(ply) {
    const { position } = this.line[ply];
    return this.rules.view(position, ply === this.ply ? this.rules.toMove(position) : null);
  }

  /** What changes with every move. @returns {Pick<Protocol.Snapshot, "ply" | "view" | "status" | "result">} */
  standing() {
    const view = this.view(this.ply);
    return { ply: this.ply, view, status: view.returns ? "finished" : "playing", result: view.returns && resultOf(view.returns, view.ending ?? "") };
  }

  /** @returns {Protocol.Snapshot} */
  snapshot() {
    const { id, game, title, options, seats, created } = this.record;
    const people = seats.map((name, seat) => ({ seat, name, kind: /** @type {const} */ ("person") }));
    return {
      id, game, title, options, created, seats: people, start: this.rules.text(this.line[0].position), seq: this.seq,
      you: { seats: people.map(({ seat }) => seat), director: false }, moves: this.line.flatMap(({ move }) => move ?? []), ...this.standing(),
      clock: { kind: "none" }, offers: { draw: null, takeback: null, rematch: [] }, pace: 0, paused: false, thinking: null, watchers: 0, next: null,
    };
  }

  async start() {
    this.hear?.snapshot(this.snapshot());
    this.hear?.line("live", undefined);
  }

  async join() {}

  stop() {}

  /** What a page wishes: a move, or one back. @param {{do: string, move?: string}} fields @returns {Promise<Protocol.Ack>} */
  async command({ do: wish, move: text = "" }) {
    try {
      if (wish === "move") this.tell({ kind: "move", move: this.make(text) });
      else if (wish === "takeback" && this.ply) {
        this.line.pop();
        this.tell({ kind: "takeback" });
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { ok: false, error: error.refusal };
    }
    return { ok: true, ply: this.ply };
  }

  /** @param {{kind: string, move?: Protocol.Move}} news */
  tell(news) {
    const state = this.standing();
    Object.assign(this.record, { moves: this.line.flatMap(({ move }) => move?.text ?? []), ended: state.result?.sentence ?? "" });
    this.save(this.record);
    this.seq += 1;
    this.hear?.event({ ...news, game: this.record.id, seq: this.seq, state });
  }
}

/** @param {number[]} returns @param {string} sentence @returns {Protocol.Result} */
function resultOf(returns, sentence) {
  const best = Math.max(...returns);
  const winners = returns.flatMap((value, seat) => (value === best ? [seat] : []));
  return { returns, winner: winners.length === 1 ? winners[0] : null, reason: "finished", sentence };
}
