/**
 * The browser's end of the socket: what pages use of Engine.IO 4 and Socket.IO 5, which is texts in the main namespace, and answers to
 * them. A websocket carries them, or polling (`polling.js`) where none could be opened. A line that breaks, or says nothing for longer than
 * the server lets it, is opened again, after pauses that grow.
 */

/** Milliseconds until a line is opened again, at first and at most, and in which it has to open: half of that at first for one that did before. */
const PAUSE = 150;
const LONGEST_PAUSE = 900;
const PATIENCE = 4000;

/**
 * What carries packets: `hear` takes each that comes, `gone` is called when no more can.
 * @typedef {{hear(packet: string): void, gone(): void}} Ear
 * @typedef {{send(packet: string): void, close(): void}} Carrier
 */

/** @param {string} address @param {Ear} ear @returns {Carrier} */
function webSocket(address, { hear, gone }) {
  const line = new WebSocket(`${address.replace("http", "ws")}&transport=websocket`);
  line.onmessage = ({ data }) => hear(data);
  line.onclose = gone;
  return { send: (packet) => line.send(packet), close: () => line.close() };
}

/** @implements {Protocol.Socket} */
export class Socket {
  /** @param {string} path Where the server hears. @param {number} spread How far pauses differ from page to page, as a share of them. */
  constructor(path, spread) {
    this.address = `${location.origin}${path}/?EIO=4`;
    this.spread = spread;
    this.connected = false;
    /** whether a websocket was ever open here, so that one that breaks says nothing against the next */
    this.proven = false;
    this.tries = this.count = 0;
    /** how many lines were closed: what comes from one of them is too late */
    this.turn = 0;
    /** @type {Carrier | null} */
    this.carrier = null;
    /** @type {Map<string, ((message: any) => void)[]>} */
    this.hearers = new Map();
    /** @type {Map<number, (late: Error | null, answer?: any) => void>} who waits for an answer, by the number of the message */
    this.waiting = new Map();
    /** @type {Map<number, string>} what is sent when the line is up */
    this.unsent = new Map();
    addEventListener("offline", () => this.carrier && this.broken());
    this.connect();
  }

  /** Hear messages of a name, or that the line is up (`connect`), gone (`disconnect`) or cannot be opened (`connect_error`). @param {string} name @param {(message: any) => void} hear */
  on(name, hear) {
    this.hearers.set(name, [...(this.hearers.get(name) ?? []), hear]);
  }

  /** @param {() => void} hear */
  onAny(hear) {
    this.any = hear;
  }

  tell(/** @type {string} */ name, /** @type {any} */ message = null) {
    for (const hear of this.hearers.get(name) ?? []) hear(message);
  }

  /** Send a message, at once or when the line is up. @param {string} name @param {object} message @param {(answer: any) => void} [answered] */
  emit(name, message, answered) {
    this.post(name, message, answered && ((late, answer) => late || answered(answer)));
  }

  /** To send messages that are answered within a time, or late. @param {number} milliseconds @returns {Protocol.Emitter} */
  timeout(milliseconds) {
    return {
      emit: (name, message, answered) => {
        const number = this.post(name, message, (late, answer) => {
          clearTimeout(timer);
          answered(late, answer);
        });
        const timer = setTimeout(() => {
          this.unsent.delete(number);
          this.settle(number, new Error("late"));
        }, milliseconds);
      },
    };
  }

  post(/** @type {string} */ name, /** @type {object} */ message, /** @type {((late: Error | null, answer?: any) => void) | undefined} */ answered) {
    const number = this.count++;
    const packet = `42${answered ? number : ""}${JSON.stringify([name, message])}`;
    if (answered) this.waiting.set(number, answered);
    if (this.connected) this.carrier?.send(packet);
    else this.unsent.set(number, packet);
    return number;
  }

  settle(/** @type {number} */ number, /** @type {Error | null} */ late, /** @type {any} */ answer = undefined) {
    const answered = this.waiting.get(number);
    this.waiting.delete(number);
    answered?.(late, answer);
  }

  /** Open the line, if it is not open or being opened. */
  connect() {
    if (this.carrier || this.timer) return;
    this.tries = 0;
    this.open(webSocket);
  }

  /** Close the line, until `connect`. */
  disconnect() {
    if (this.connected) this.carrier?.send("41");
    this.close();
  }

  open(/** @type {(address: string, ear: Ear) => Carrier} */ carry) {
    this.wait(this.proven && this.tries < 2 ? PATIENCE / 2 : PATIENCE);
    this.carry = carry;
    const { turn } = this;
    try {
      this.carrier = carry(this.address, {
        hear: (packet) => this.turn === turn && this.hear(packet),
        gone: () => this.turn === turn && this.broken(),
      });
    } catch {
      this.broken();
    }
  }

  /** One timer at a time: until the line has to be open, to have said something, or is opened again. */
  wait(/** @type {number | undefined} */ milliseconds, /** @type {() => unknown} */ then = () => this.broken()) {
    clearTimeout(this.timer);
    this.timer = setTimeout(then, milliseconds);
  }

  /** The line is gone, or did not open: by polling where no websocket ever was, or else again after a pause. */
  async broken() {
    this.close();
    // who heard of it may have opened it again
    if (this.carrier) return;
    if (this.carry === webSocket && !this.proven) {
      this.wait(PATIENCE, () => this.again());
      const waits = this.timer;
      const found = await import("./polling.js").catch(() => null);
      if (this.timer !== waits) return;
      if (found) return this.open(found.polling);
    }
    this.again();
  }

  again() {
    this.tell("connect_error");
    const pause = Math.min(PAUSE * 2 ** this.tries++, LONGEST_PAUSE);
    this.wait(pause * (1 + this.spread * (2 * Math.random() - 1)), () => this.open(webSocket));
  }

  /** Be without a line; who waited for an answer is told. */
  close() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.turn += 1;
    this.carrier?.close();
    this.carrier = null;
    const was = this.connected;
    this.connected = false;
    if (was) this.tell("disconnect");
    for (const number of this.waiting.keys()) if (!this.unsent.has(number)) this.settle(number, new Error("gone"));
  }

  hear(/** @type {string} */ packet) {
    const [kind, of] = packet;
    if (kind === "0") {
      const { pingInterval, pingTimeout } = JSON.parse(packet.slice(1));
      this.silence = pingInterval + pingTimeout;
      this.proven ||= this.carry === webSocket;
      this.carrier?.send("40");
    } else if (kind === "2") this.carrier?.send("3");
    else if (kind === "1") return void this.broken();
    else if (of === "0") this.up();
    // the server does not want this page, which may ask again
    else if (of === "1") return this.close();
    else if (of === "4") return void (this.close(), this.tell("connect_error"));
    else if (of === "2" || of === "3") this.take(packet);
    this.wait(this.connected ? this.silence : PATIENCE);
  }

  up() {
    this.connected = true;
    this.tries = 0;
    for (const packet of this.unsent.values()) this.carrier?.send(packet);
    this.unsent.clear();
    this.tell("connect");
  }

  /** A message, or the answer to one: `42["name", …]`, `43number[…]`. */
  take(/** @type {string} */ packet) {
    const from = packet.indexOf("[");
    const given = JSON.parse(packet.slice(from));
    if (packet[1] === "3") return this.settle(Number(packet.slice(2, from)), null, given[0]);
    this.any?.();
    this.tell(given[0], given[1]);
  }
}
