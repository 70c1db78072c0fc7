/**
 * The line of a game's page: joins the game, keeps its events in order, and carries its commands.
 *
 * Events carry a number without gaps: whoever misses one joins again and takes the snapshot.
 */

import { Line } from "lib/line.js";

export class Connection extends Line {
  /**
   * @param {object} settings As `Line` takes them, and:
   * @param {string} settings.game The game's id.
   * @param {string[]} settings.tokens Seat and director tokens, to be shown at each joining.
   * @param {Protocol.Opener} [settings.open] As `Line` takes it.
   * @param {{snapshot(s: any): void, event(e: any): void, thinking(t: any): void, hint(h: any): void,
   *   watchers(w: any): void, line(state: Play.Line, error?: any): void,
   *   offset(s: number): void}} settings.hear
   */
  constructor({ game, tokens, ...settings }) {
    super(settings);
    this.game = game;
    this.tokens = tokens;
    this.seq = -1;
    /** @type {any[]} Events that came while a snapshot was on its way. */
    this.early = [];
    /** @type {(() => void) | undefined} has all heard that is held back for the eye */
    this.catchUp = undefined;
  }

  /** Hear what the server says of this game. @param {Protocol.Socket} socket */
  listen(socket) {
    socket.on("event", (/** @type {Protocol.GameEvent} */ event) => this.take(event));
    for (const name of ["thinking", "hint", "watchers"]) {
      socket.on(name, (/** @type {any} */ message) => message.game === this.game && this.hear[name](message));
    }
  }

  /** @returns {[string, object]} */
  knock() {
    this.early = [];
    return ["join", { game: this.game, tokens: this.tokens }];
  }

  /** Take the snapshot, then what came after it. @param {{snapshot: Protocol.Snapshot}} ack */
  settle({ snapshot }) {
    this.seq = snapshot.seq;
    if (snapshot.clock?.now !== undefined) this.tune(snapshot.clock.now, 0.05);
    this.hear.snapshot(snapshot);
    for (const event of this.early.splice(0)) this.take(event);
  }

  /** Take one event: in order, once; a gap means joining again. @param {Protocol.GameEvent} event */
  take(event) {
    if (event.game !== this.game) return;
    if (this.joining) return void this.early.push(event);
    if (event.seq <= this.seq) return;
    if (event.seq > this.seq + 1) return this.join();
    this.seq = event.seq;
    this.hear.event(event);
  }

  /**
   * Have the server do something.
   * @param {{token: string, ply: number, do: string, [more: string]: any}} fields
   * @returns {Promise<Protocol.Ack>}
   */
  command(fields) {
    return this.keep({ game: this.game, ...fields });
  }

  post(/** @type {Protocol.Emitter} */ socket, /** @type {any} */ message, /** @type {(late: unknown, ack: Protocol.Ack) => void} */ answered) {
    socket.emit("command", message, answered);
  }
}
