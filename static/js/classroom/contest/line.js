/** The line of one board of a class: it goes over the class's own socket, with the class's own token, and can turn to another game. */

import { Connection } from "lib/connection.js";

/** The class's socket as one more line uses it: what this line hears ends with it, the socket does not. @param {Protocol.Socket} socket */
export function sharing(socket) {
  /** @type {[string, (message: any) => void][]} */
  const heard = [];
  /** @type {(() => void)[]} */
  const all = [];
  return {
    get connected() {
      return socket.connected;
    },
    on(/** @type {string} */ name, /** @type {(message: any) => void} */ hear) {
      heard.push([name, hear]);
      socket.on(name, hear);
    },
    onAny(/** @type {() => void} */ hear) {
      all.push(hear);
      socket.onAny?.(hear);
    },
    timeout: (/** @type {number} */ milliseconds) => socket.timeout(milliseconds),
    emit: (/** @type {string} */ name, /** @type {object} */ message, /** @type {((ack: any) => void) | undefined} */ answered = undefined) => (answered ? socket.emit(name, message, answered) : socket.emit(name, message)),
    connect: () => socket.connect(),
    disconnect: () => socket.disconnect(),
    release() {
      for (const [name, hear] of heard) socket.off?.(name, hear);
      for (const hear of all) socket.offAny?.(hear);
    },
  };
}

export class BoardLine extends Connection {
  /** @param {{game: string, line: import("../line.js").ClassLine, hear: any}} settings `line` is the class's */
  constructor({ game, line, hear }) {
    super({ game, tokens: [], hear, open: () => sharing(/** @type {Protocol.Socket} */ (line.socket)) });
    this.own = line;
  }

  /** @returns {[string, object]} */
  knock() {
    this.early = [];
    return ["join", { game: this.game, tokens: [this.own.token] }];
  }

  post(/** @type {Protocol.Emitter} */ socket, /** @type {any} */ message, /** @type {(late: unknown, ack: Protocol.Ack) => void} */ answered) {
    socket.emit("command", { ...message, token: this.own.token }, answered);
  }

  /** Follow another game instead. @param {string} game */
  turnTo(game) {
    this.leave();
    this.game = game;
    this.seq = -1;
    this.stale = false;
    if (this.joining) this.stale = true; // what is on its way is another game's
    this.join();
  }

  leave() {
    if (this.socket?.connected) this.socket.emit("leave", { game: this.game });
  }

  stop() {
    this.leave();
    const { socket } = this;
    this.socket = undefined;
    super.stop();
    /** @type {ReturnType<typeof sharing> | undefined} */ (/** @type {unknown} */ (socket))?.release();
  }
}
