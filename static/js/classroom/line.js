/**
 * A class page's line to the server: joins the class, joins it again after every break, and carries its commands.
 */

import { Line } from "lib/line.js";
import { newKey } from "lib/tokens.js";
import { keep } from "./memory.js";

/** Under what the token of a role is kept while a new one is on its way. @type {Record<string, string>} */
const BEFORE = { teacher: "before", student: "once" };
/** What the server says to a token that opens nothing. */
const WRONG = ["not_teacher", "no_such_student"];

export class ClassLine extends Line {
  /**
   * @param {object} settings As `Line` takes them, and:
   * @param {string} settings.code
   * @param {"student" | "wall" | "teacher"} settings.role
   * @param {string} [settings.token] the teacher's, or a returning student's
   * @param {string} [settings.spare] another one: which of the two opens is not known
   * @param {{joined(ack: Classroom.Joined): void, state(s: Classroom.Room): void, you(y: any): void, teacher(t: Classroom.Teacher): void,
   *   contest?(c: Classroom.Contest | null): void, boards?(b: Classroom.Card[]): void,
   *   line(state: Play.Line, error?: any): void, offset(s: number): void}} settings.hear
   */
  constructor({ code, role, token = "", spare = "", ...settings }) {
    super({ spread: 0.5, ...settings });
    this.code = code;
    this.role = role;
    this.token = token;
    this.spare = spare;
    /** The token with which the class was last asked to let the page in. */
    this.shown = token;
    this.renewing = false;
    this.nickname = "";
    this.wanted = role !== "student" || Boolean(token); // a student waits for the nickname
  }

  /** Hear what the server says of this class, once it has let the page in. @param {Protocol.Socket} socket */
  listen(socket) {
    const mine = (/** @type {(message: any) => void} */ take) => (/** @type {any} */ message) => this.joined && take(message);
    socket.on("class_state", mine((message) => this.take(message.state)));
    socket.on("class_you", mine((message) => this.hear.you(message.you)));
    socket.on("class_contest", mine((message) => this.hear.contest?.(message.contest)));
    socket.on("class_boards", mine((message) => this.hear.boards?.(message.boards)));
    socket.on("class_teacher", mine((message) => this.hear.teacher(message.teacher)));
  }

  /** Close the line for good. */
  stop() {
    this.wanted = false;
    super.stop();
  }

  /** Join under a nickname. @param {string} nickname */
  enter(nickname) {
    this.nickname = nickname;
    this.wanted = true;
    this.join();
  }

  /** @returns {[string, object]} */
  knock() {
    const { code, role, token, nickname } = this;
    this.shown = token;
    return ["class_join", { code, role, ...(token ? { token } : {}), ...(role === "student" && !token ? { nickname } : {}) }];
  }

  refused(/** @type {Protocol.Refusal} */ error) {
    const wrong = WRONG.includes(error.code);
    if (wrong && this.shown === this.token && this.spare) [this.token, this.spare] = [this.spare, ""];
    if (wrong && this.shown !== this.token) return this.join();
    this.wanted = false;
    if (this.role === "student") this.token = "";
    super.refused(error);
  }

  /** A newer state; after the last one there is nothing to come back to. @param {Classroom.Room} state */
  take(state) {
    if (!state.open) this.wanted = false;
    this.hear.state(state);
  }

  /** @param {Classroom.Joined} ack */
  settle(ack) {
    if (ack.token) this.token = ack.token;
    if (ack.state.now !== undefined) this.tune(ack.state.now, 0.05);
    this.hear.joined(ack);
  }

  /**
   * Have the server do something.
   * @param {{do: string, [more: string]: any}} fields
   * @returns {Promise<Protocol.Ack>}
   */
  command(fields) {
    return this.keep({ code: this.code, ...fields });
  }

  /** This token opens the class. @param {string} right */
  opens(right) {
    this.token = right;
    this.spare = "";
    keep(this.code, { [this.role]: right, [BEFORE[this.role]]: null });
  }

  /** Have a new token. It is kept here before the server takes it: should its answer be lost, joining finds which of the two opens. */
  async newLink() {
    const [old, fresh] = [this.token, newKey()];
    this.renewing = true;
    keep(this.code, { [this.role]: fresh, [BEFORE[this.role]]: old });
    this.spare = fresh;
    const ack = await this.command({ do: "new_link", key: fresh });
    this.renewing = false;
    this.opens(ack.ok ? fresh : old);
    return ack;
  }

  /** @param {Protocol.Emitter} socket @param {object} message @param {(late: unknown, ack: Protocol.Ack) => void} answered */
  post(socket, message, answered) {
    socket.emit("class_command", { ...message, token: this.token }, answered);
  }

  /** @param {Protocol.Ack} ack */
  rests(ack) {
    return super.rests(ack) || (!ack.ok && ack.error.code === "too_fast");
  }
}
