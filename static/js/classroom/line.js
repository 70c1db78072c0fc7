/**
 * A class page's line to the server: joins the class and joins again after every break, and carries commands that are never
 * lost and never done twice: a command keeps its id until it is acknowledged.
 */

import { freshId } from "lib/connection.js";

/** How often the line is looked after, and how long an answer may take, in ms. */
const HEARTBEAT = 4000;
const PATIENCE = 5000;
const REST = 1000;

/** @typedef {"connecting" | "live" | "lost" | "refused"} Line */

/** Open the real socket: websocket first, polling only where that fails. */
async function openSocket() {
  const { io } = await import("socket.io");
  return io({ transports: ["websocket", "polling"], tryAllTransports: true, reconnectionDelay: 150, reconnectionDelayMax: 900, randomizationFactor: 0.5, timeout: 4000 });
}

const seconds = () => performance.now() / 1000;

export class ClassLine {
  /**
   * @param {object} settings
   * @param {string} settings.code
   * @param {"student" | "wall" | "teacher"} settings.role
   * @param {string} [settings.token] the teacher's, or a returning student's
   * @param {{joined(ack: any): void, state(s: any): void, you(y: any): void, teacher(t: any): void, line(name: Line, error?: any): void,
   *   offset(s: number): void}} settings.hear `offset` is the server's clock minus the page's, in seconds
   * @param {() => any} [settings.open] makes the socket; tests give their own
   * @param {number} [settings.heartbeat] @param {number} [settings.patience]
   */
  constructor({ code, role, token = "", hear, open = openSocket, heartbeat = HEARTBEAT, patience = PATIENCE }) {
    Object.assign(this, { code, role, token, hear, open, heartbeat, patience });
    this.nickname = "";
    this.joined = false;
    this.joining = false;
    /** Whether the page wants to be in the class: a student waits for the nickname. */
    this.wanted = role !== "student" || Boolean(token);
    this.best = Infinity;
    /** @type {Map<string, {message: any, resolve: (ack: any) => void}>} commands that were not acknowledged yet */
    this.outbox = new Map();
  }

  /** Open the line; it comes back by itself until `stop`. */
  async start() {
    const socket = (this.socket = await this.open());
    const mine = (take) => (message) => this.joined && take(message);
    socket.on("connect", () => this.join());
    socket.on("disconnect", () => this.lose());
    socket.on("connect_error", () => this.lose());
    socket.on("class_state", mine((message) => this.take(message.state)));
    socket.on("class_you", mine((message) => this.hear.you(message.you)));
    socket.on("class_teacher", mine((message) => this.hear.teacher(message.teacher)));
    if (socket.connected) this.join();
    this.timer = setInterval(() => this.check(), this.heartbeat);
    this.wake = () => document.visibilityState === "visible" && this.check();
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    this.drop = () => this.lose();
    addEventListener("offline", this.drop);
  }

  /** Close the line for good. */
  stop() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.drop);
    this.wanted = false;
    this.socket?.disconnect();
  }

  /** Join under a nickname. @param {string} nickname */
  enter(nickname) {
    this.nickname = nickname;
    this.wanted = true;
    this.join();
  }

  join() {
    if (!this.wanted || this.joining || !this.socket?.connected) return;
    this.joining = true;
    const { code, role, token, nickname } = this;
    const message = { code, role, ...(token ? { token } : {}), ...(role === "student" && !token ? { nickname } : {}) };
    this.socket.timeout(this.patience).emit("class_join", message, (late, ack) => {
      this.joining = false;
      if (late) return this.renew();
      if (ack.ok) return this.settle(ack);
      if (ack.error.code === "too_fast") return setTimeout(() => this.join(), REST);
      this.joined = this.wanted = false;
      this.token = role === "student" ? "" : token;
      this.hear.line("refused", ack.error);
    });
  }

  /** A newer state; after the last one there is nothing to come back to. */
  take(state) {
    if (!state.open) this.wanted = false;
    this.hear.state(state);
  }

  settle(ack) {
    this.joined = true;
    if (ack.token) this.token = ack.token;
    if (ack.state.now !== undefined) this.tune(ack.state.now, 0.05);
    this.hear.joined(ack);
    this.hear.line("live");
    for (const id of this.outbox.keys()) this.send(id);
    this.check();
  }

  /**
   * Have the server do something; settles when that is acknowledged or refused, however often the line breaks meanwhile.
   * @param {{do: string, [more: string]: any}} fields
   * @returns {Promise<{ok: boolean, error?: any}>}
   */
  command(fields) {
    const id = freshId();
    return new Promise((resolve) => {
      this.outbox.set(id, { message: { code: this.code, id, ...fields }, resolve });
      this.send(id);
    });
  }

  send(id) {
    const waiting = this.outbox.get(id);
    if (!waiting || !this.joined || !this.socket.connected) return;
    this.socket.timeout(this.patience).emit("class_command", { ...waiting.message, token: this.token }, (late, ack) => {
      if (!this.outbox.has(id)) return;
      if (late) return this.send(id);
      if (ack.error?.code === "too_fast") return void setTimeout(() => this.send(id), REST);
      this.outbox.delete(id);
      waiting.resolve(ack);
    });
  }

  /** Ask the server for its time; silence means that the line is dead, whatever the transport believes. */
  check() {
    if (!this.socket?.connected || this.checking) return;
    this.checking = true;
    const asked = seconds();
    this.socket.timeout(this.patience).emit("ping_clock", {}, (late, ack) => {
      this.checking = false;
      if (late) return this.renew();
      if (ack?.now !== undefined) this.tune(ack.now, (seconds() - asked) / 2);
    });
  }

  /** Keep the offset that was measured over the quickest answer; older ones slowly lose their weight. */
  tune(now, delay) {
    this.best *= 1.1;
    if (delay > this.best) return;
    this.best = delay;
    this.hear.offset(now + delay - seconds());
  }

  lose() {
    this.joined = this.joining = false;
    if (this.wanted) this.hear.line("lost");
  }

  /** Throw a silent line away and open a new one. */
  renew() {
    this.lose();
    this.socket.disconnect();
    this.socket.connect();
  }
}
