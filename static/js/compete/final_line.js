/** The line of a final's page: enters the room of the competition, and enters it again after every break. */

import { Line } from "lib/line.js";

export class FinalLine extends Line {
  /**
   * @param {object} settings As `Line` takes them, and:
   * @param {string} settings.competition
   * @param {{snapshot(s: any): void, state(s: any): void, game(g: any): void, move(m: any): void,
   *   line(state: Play.Line, error?: any): void, offset(s: number): void}} settings.hear
   */
  constructor({ competition, ...settings }) {
    super({ spread: 0.5, ...settings });
    this.competition = competition;
  }

  listen(/** @type {Protocol.Socket} */ socket) {
    const mine = (/** @type {(message: any) => void} */ take) => (/** @type {any} */ message) => this.joined && message.competition === this.competition && take(message);
    socket.on("contest_state", mine((/** @type {any} */ message) => this.hear.state(message.state)));
    socket.on("contest_game", mine((/** @type {any} */ message) => this.hear.game(message.game)));
    socket.on("contest_move", mine((/** @type {any} */ message) => this.hear.move(message)));
  }

  /** @returns {[string, object]} */
  knock() {
    return ["contest_join", { competition: this.competition }];
  }

  settle(/** @type {Protocol.Ack} */ ack) {
    this.tune(ack.now, 0.05);
    this.hear.snapshot(ack);
  }
}
