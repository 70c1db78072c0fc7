/**
 * What every line of a page to the server does: it comes back by itself, notices when it is dead, keeps the page's idea
 * of the server's clock, and carries commands that are never lost and never done twice.
 *
 * A command keeps its id until it is acknowledged; after a broken line it is sent again with the same id, which the
 * server knows. A line that says nothing is asked: a dead one, or a server that stands still, is noticed within five
 * seconds, sooner than the transport does.
 */

import { served } from "./served.js";
import { Socket } from "./socket.js";

/** How long between two looks at the line, and how long an answer may take, in ms. */
const HEARTBEAT = 1000;
const PATIENCE = 5000;

/** How many heartbeats the line may be silent before it is asked; and how many may go by before it is, for the clock. */
const QUIET = 1.5;
const UNASKED = 8;

/** After so many heartbeats without a line the transport is begun anew: it may have given up by itself. */
const GIVEN_UP = 12;

/** How long a page rests that the server finds too fast, in ms. */
const REST = 1000;

/** How long it rests first before it joins again what could not be joined at that moment, as a share of that; then twice as long each time. */
const FIRST_REST = 1 / 8;

/** Refusals that pass by themselves: too fast, or a server ends and another one goes on, or its database is away. */
const PASSING = new Set(["too_fast", "busy", "closing", "carried_elsewhere"]);
const AWAY = "storage_failed";

/** A fresh command id; `crypto.randomUUID` is missing on plain http. */
export function freshId() {
  const words = crypto.getRandomValues(new Uint32Array(3));
  return Array.from(words, (word) => word.toString(36)).join("-");
}

/**
 * Open the real socket.
 * @param {number} spread How far the pauses between two tries differ from page to page, as a share of them.
 */
export const openSocket = (spread = 0.3) => new Socket(served("/socket.io"), spread);

/** The performance clock in seconds. */
const seconds = () => performance.now() / 1000;

/** A class of its own says how to `knock`, what to `listen` to, and what `post` sends of a command. */
export class Line {
  /**
   * @param {object} settings
   * @param {{line(state: Play.Line, error?: Protocol.Refusal): void, offset(s: number): void, [more: string]: any}} settings.hear
   *   What the page does with what comes in; `offset` is the server's clock minus the page's, in seconds.
   * @param {Protocol.Opener} [settings.open] Makes the socket; tests give their own.
   * @param {number} [settings.heartbeat] Milliseconds between two looks at the line.
   * @param {number} [settings.patience] Milliseconds an answer may take.
   * @param {number} [settings.rest] Milliseconds until what passes by itself is tried again.
   * @param {number} [settings.spread] As `openSocket` takes it.
   */
  constructor({ hear, open, heartbeat = HEARTBEAT, patience = PATIENCE, rest = REST, spread = 0.3 }) {
    this.hear = hear;
    this.open = open ?? (() => openSocket(spread));
    this.heartbeat = heartbeat;
    this.patience = patience;
    this.rest = rest;
    this.joined = false;
    /** Whether the page wants the line to be up. */
    this.wanted = true;
    this.best = Infinity;
    this.missed = 0;
    this.checking = false;
    /** When something was heard, and when the server was asked, last. */
    this.heard = this.asked = -Infinity;
    this.joining = false;
    /** How often in a row it could not be joined at that moment. */
    this.refusals = 0;
    /** Whether what is being joined has been left by its server meanwhile. */
    this.stale = false;
    /** @type {Protocol.Socket | undefined} */
    this.socket = undefined;
    this.wake = () => void (document.visibilityState === "visible" && this.check());
    this.drop = () => this.lose();
    /** @type {Map<string, {message: any, resolve: (ack: Protocol.Ack) => void}>} Commands not yet acknowledged. */
    this.outbox = new Map();
  }

  /** Open the line; it stays open, and comes back by itself, until `stop`. */
  async start() {
    const socket = (this.socket = await this.open());
    socket.on("connect", () => this.join());
    socket.on("disconnect", () => this.lose());
    socket.on("connect_error", () => this.lose());
    socket.on("again", () => this.again());
    socket.onAny?.(() => void (this.heard = performance.now()));
    this.listen(socket);
    if (socket.connected) this.join();
    this.timer = setInterval(() => this.beat(), this.heartbeat);
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    addEventListener("offline", this.drop);
  }

  /** Close the line for good. */
  stop() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.drop);
    this.socket?.disconnect();
  }

  /**
   * Keep a command and send it; settles when it is acknowledged or refused, however often the line breaks meanwhile.
   * @param {Record<string, unknown>} fields @returns {Promise<Protocol.Ack>}
   */
  keep(fields) {
    const id = freshId();
    return new Promise((resolve) => {
      this.outbox.set(id, { message: { id, ...fields }, resolve });
      this.send(id);
    });
  }

  /** Send one waiting command if the line is up. @param {string} id */
  send(id) {
    const waiting = this.outbox.get(id);
    if (!waiting || !this.joined || !this.socket?.connected) return;
    this.post(this.socket.timeout(this.patience), waiting.message, (late, ack) => {
      if (!this.outbox.has(id)) return;
      if (late) return this.send(id);
      if (this.rests(ack)) return void setTimeout(() => this.send(id), this.rest);
      this.outbox.delete(id);
      waiting.resolve(ack);
    });
  }

  /* What a line of a kind defines. */

  /** What asks the server to let the page in: the event and its message. @returns {[string, object]} */
  knock() {
    throw new Error("a line says what it joins");
  }

  /** Take what the server answers to whom it lets in. @param {any} ack */
  settle(ack) {}

  /** Hear what the server says of it. @param {Protocol.Socket} socket */
  listen(socket) {}

  /** Send a command. @param {Protocol.Emitter} socket @param {any} message @param {(late: unknown, ack: Protocol.Ack) => void} answered */
  post(socket, message, answered) {}

  /** Whether a refused command is sent again after a rest, instead of being told so. @param {Protocol.Ack} ack */
  rests(ack) {
    return !ack.ok && PASSING.has(ack.error.code) && ack.error.code !== "too_fast";
  }

  /** Join what the page is about, or join it again; once in, send what the server may not have seen. */
  join() {
    if (!this.wanted || this.joining || !this.socket?.connected) return;
    this.joining = true;
    this.socket.timeout(this.patience).emit(...this.knock(), (late, ack) => {
      this.joining = false;
      if (late) return this.renew();
      if (this.stale) return this.again();
      if (!ack.ok && (PASSING.has(ack.error.code) || ack.error.code === AWAY)) return this.joinSoon(ack.error.code);
      this.refusals = 0;
      this.joined = ack.ok;
      if (!ack.ok) return this.refused(ack.error);
      this.settle(ack);
      this.hear.line("live");
      for (const id of this.outbox.keys()) this.send(id);
      this.check();
    });
  }

  /** Join again in a moment: the server waited already, or another one is about to go on. @param {string} code */
  joinSoon(code) {
    const share = code === "too_fast" ? 1 : Math.min(1, FIRST_REST * 2 ** this.refusals);
    this.refusals += 1;
    setTimeout(() => this.join(), share * this.rest);
  }

  /** Another server goes on with what the page follows, or messages may have been lost: begin anew, by its clock. */
  again() {
    this.best = Infinity;
    this.stale = this.joining;
    this.join();
  }

  /** The server does not let the page in. @param {Protocol.Refusal} error */
  refused(error) {
    this.hear.line("refused", error);
  }

  /** Look at the line: one on which something comes need not be asked. */
  beat() {
    const [silent, unasked] = [this.heard, this.asked].map((at) => (performance.now() - at) / this.heartbeat);
    if (!this.socket?.connected) this.revive();
    else if (silent >= QUIET || unasked >= UNASKED) this.check();
  }

  /**
   * Ask the server for its time; silence means that the line is dead, whatever the transport believes. Answers come in
   * the order of what was asked, so while a joining waits for a server to go on with the game its own patience counts.
   */
  check() {
    if (!this.socket?.connected || this.checking || this.joining) return;
    this.missed = 0;
    this.checking = true;
    const asked = (this.asked = performance.now());
    this.socket.timeout(this.patience / 2).emit("ping_clock", {}, (late, ack) => {
      this.checking = false;
      if (late) return void (this.heard < asked && !this.joining && this.renew());
      this.heard = performance.now();
      if (ack?.now !== undefined) this.tune(ack.now, (this.heard - asked) / 2000);
    });
  }

  /** The line has been gone for long: begin the transport anew, which is harmless while it is still trying. */
  revive() {
    this.missed += 1;
    if (!this.socket || this.missed < GIVEN_UP) return;
    this.missed = 0;
    this.socket.disconnect();
    this.socket.connect();
  }

  /** Keep the offset that was measured over the quickest answer; older ones slowly lose their weight. @param {number} now @param {number} delay */
  tune(now, delay) {
    this.best *= 1.1;
    if (delay > this.best) return;
    this.best = delay;
    this.hear.offset(now + delay - seconds());
  }

  /** The line is gone: say so. The socket tries again by itself. */
  lose() {
    this.joined = this.joining = false;
    if (this.wanted) this.hear.line("lost");
  }

  /** Throw a silent line away and open a new one. */
  renew() {
    this.lose();
    this.socket?.disconnect();
    this.socket?.connect();
  }
}
