/** A socket that goes nowhere: records what is sent, lets a test answer, and breaks when told to. */

export class FakeSocket {
  constructor() {
    this.handlers = {};
    this.sent = [];
    this.connected = false;
    this.connects = 0;
    this.automatic = {};
  }

  on(name, handler) {
    this.handlers[name] = handler;
  }

  timeout(milliseconds) {
    return {
      emit: (name, message, answer) => {
        const entry = { name, message, done: false };
        entry.answer = (ack) => {
          if (entry.done) return;
          entry.done = true;
          clearTimeout(entry.timer);
          answer(null, ack);
        };
        entry.fail = () => {
          if (entry.done) return;
          entry.done = true;
          clearTimeout(entry.timer);
          answer(new Error("late"));
        };
        entry.timer = setTimeout(entry.fail, milliseconds);
        this.sent.push(entry);
        const reply = this.automatic[name];
        if (reply) setTimeout(() => entry.answer(typeof reply === "function" ? reply(message) : reply));
      },
    };
  }

  /** The messages of one name, in the order sent. */
  all(name) {
    return this.sent.filter((entry) => entry.name === name);
  }

  last(name) {
    return this.all(name).at(-1);
  }

  /** The server's side: the line is up, something comes in, the line is gone. */
  up() {
    this.connected = true;
    this.handlers.connect?.();
  }

  receive(name, message) {
    this.handlers[name]?.(message);
  }

  down() {
    this.connected = false;
    for (const entry of this.sent) entry.fail();
    this.handlers.disconnect?.();
  }

  connect() {
    this.connects += 1;
  }

  disconnect() {
    if (this.connected) this.down();
  }
}
