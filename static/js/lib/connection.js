/**
 * The page's one line to the server: joins a game, keeps its events in order, and carries commands that are never lost
 * and never done twice.
 *
 * A command keeps its id until it is acknowledged; after a broken line it is sent again with the same id, which the
 * server knows. Events carry a number without gaps: whoever misses one joins again and takes the snapshot. A heartbeat
 * notices a dead line within nine seconds, sooner than the transport does, and keeps the page's idea of the server's
 * clock.
 */

/** How long the line may be silent before the page looks after it, and how long an answer may take, in ms. */
const HEARTBEAT = 4000;
const PATIENCE = 5000;

/** @typedef {import("lib/protocol.js").Ack} Ack */
/** @typedef {"connecting" | "live" | "lost" | "refused"} Line */

/** A fresh command id; `crypto.randomUUID` is missing on plain http. */
export function freshId() {
  const words = crypto.getRandomValues(new Uint32Array(3));
  return Array.from(words, (word) => word.toString(36)).join("-");
}

/** Open the real socket: websocket first, polling only where that fails. */
async function openSocket() {
  const { io } = await import("socket.io");
  return io({
    transports: ["websocket", "polling"],
    tryAllTransports: true,
    reconnectionDelay: 150,
    reconnectionDelayMax: 900,
    randomizationFactor: 0.3,
    timeout: 4000,
  });
}

/** The performance clock in seconds. */
const seconds = () => performance.now() / 1000;

export class Connection {
  /**
   * @param {object} settings
   * @param {string} settings.game The game's id.
   * @param {string[]} settings.tokens Seat and director tokens, to be shown at each joining.
   * @param {{snapshot(s: any): void, event(e: any): void, thinking(t: any): void, hint(h: any): void,
   *   watchers(w: any): void, line(state: Line, error?: any): void, offset(s: number): void}} settings.hear
   *   What the page does with what comes in; `offset` is the server's clock minus the page's, in seconds.
   * @param {() => any} [settings.open] Makes the socket; tests give their own.
   * @param {number} [settings.heartbeat] Milliseconds between two looks at the line.
   * @param {number} [settings.patience] Milliseconds an answer may take.
   */
  constructor({ game, tokens, hear, open = openSocket, heartbeat = HEARTBEAT, patience = PATIENCE }) {
    this.game = game;
    this.tokens = tokens;
    this.hear = hear;
    this.open = open;
    this.heartbeat = heartbeat;
    this.patience = patience;
    this.seq = -1;
    this.joined = false;
    this.joining = false;
    this.best = Infinity;
    /** @type {any[]} Events that came while a snapshot was on its way. */
    this.early = [];
    /** @type {Map<string, {message: any, resolve: (ack: Ack) => void}>} Commands not yet acknowledged. */
    this.outbox = new Map();
  }

  /** Open the line; it stays open, and comes back by itself, until `stop`. */
  async start() {
    const socket = (this.socket = await this.open());
    socket.on("connect", () => this.join());
    socket.on("disconnect", () => this.lose());
    socket.on("connect_error", () => this.lose());
    socket.on("event", (event) => this.take(event));
    for (const name of ["thinking", "hint", "watchers"]) {
      socket.on(name, (message) => message.game === this.game && this.hear[name](message));
    }
    if (socket.connected) this.join();
    this.timer = setInterval(() => this.check(), this.heartbeat);
    this.wake = () => document.visibilityState === "visible" && this.check();
    this.drop = () => this.lose();
    document.addEventListener("visibilitychange", this.wake);
    addEventListener("online", this.wake);
    addEventListener("offline", this.drop);
  }

  /** Leave the game and close the line. */
  stop() {
    clearInterval(this.timer);
    document.removeEventListener("visibilitychange", this.wake);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.drop);
    this.socket?.disconnect();
  }

  /** Join the game, or join it again, and take its snapshot. */
  join() {
    if (this.joining) return;
    this.joining = true;
    this.early = [];
    this.socket.timeout(this.patience).emit("join", { game: this.game, tokens: this.tokens }, (late, ack) => {
      this.joining = false;
      if (late) return this.renew();
      if (ack.ok) return this.settle(ack.snapshot);
      if (ack.error.code === "too_fast") return setTimeout(() => this.join(), 1000);
      this.joined = false;
      this.hear.line("refused", ack.error);
    });
  }

  /** Take the snapshot, then what came after it, then send what the server may not have seen. */
  settle(snapshot) {
    this.joined = true;
    this.seq = snapshot.seq;
    if (snapshot.clock?.now !== undefined) this.tune(snapshot.clock.now, 0.05);
    this.hear.snapshot(snapshot);
    this.hear.line("live");
    for (const event of this.early.splice(0)) this.take(event);
    for (const id of this.outbox.keys()) this.send(id);
    this.check();
  }

  /** Take one event: in order, once; a gap means joining again. */
  take(event) {
    if (event.game !== this.game) return;
    if (this.joining) return void this.early.push(event);
    if (event.seq <= this.seq) return;
    if (event.seq > this.seq + 1) return this.join();
    this.seq = event.seq;
    this.hear.event(event);
  }

  /**
   * Have the server do something; settles when it is acknowledged or refused, however often the line breaks meanwhile.
   * @param {{token: string, ply: number, do: string, [more: string]: any}} fields
   * @returns {Promise<Ack>}
   */
  command(fields) {
    const id = freshId();
    return new Promise((resolve) => {
      this.outbox.set(id, { message: { game: this.game, id, ...fields }, resolve });
      this.send(id);
    });
  }

  /** Send one waiting command if the line is up. */
  send(id) {
    const waiting = this.outbox.get(id);
    if (!waiting || !this.joined || !this.socket.connected) return;
    this.socket.timeout(this.patience).emit("command", waiting.message, (late, ack) => {
      if (!this.outbox.has(id)) return;
      if (late) return this.send(id);
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

  /** The line is gone: say so. The socket tries again by itself. */
  lose() {
    this.joined = false;
    this.joining = false;
    this.hear.line("lost");
  }

  /** Throw a silent line away and open a new one. */
  renew() {
    this.lose();
    this.socket.disconnect();
    this.socket.connect();
  }
}
