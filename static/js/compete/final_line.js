/** The line of a final's page: enters the room of the competition, and enters it again after every break. */

import { Line, REST } from "lib/line.js";

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

  /** Come in, or come in again where something was missed. */
  join() {
    const { joining } = this;
    if (joining || !this.socket?.connected) return;
    this.joining = true;
    this.socket.timeout(this.patience).emit("contest_join", { competition: this.competition }, (late, ack) => {
      this.joining = false;
      if (late) return this.renew();
      if (ack.ok) return this.settle(ack);
      if (ack.error.code === "too_fast") return setTimeout(() => this.join(), REST);
      this.joined = false;
      this.hear.line("refused", ack.error);
    });
  }

  settle(/** @type {Protocol.Ack} */ ack) {
    this.joined = true;
    this.tune(ack.now, 0.05);
    this.hear.snapshot(ack);
    this.hear.line("live");
    this.resume();
  }
}
