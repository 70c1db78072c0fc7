/**
 * A game of bots as it is played: the board, the clocks, what both bots think, the time of each move, and what those who watch do together.
 * One after another can be followed by the same page.
 */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { clockTime } from "lib/format.js";
import { Line } from "lib/line.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { oncePerFrame } from "lib/store.js";
import { ShownBoard } from "../lab/shown_board.js";
import { Company } from "./company.js";
import { clocksAt } from "./final_state.js";
import { minds } from "./minds.js";
import { timeChart } from "./time_chart.js";

const TICK_MS = 100;

/** What a page is told of a game before it begins. @typedef {{id: string, kind: string, hosted?: string, competition: {id: string, game_title: string, title: string}, game: string, options: Protocol.Options, clock: Compete.Clock, seats: (Protocol.Seat & {entry: string | null})[], played: boolean}} About */

/** The line by which games are followed, one at a time. */
class FollowLine extends Line {
  /** @param {Following} page */
  constructor(page) {
    super({ hear: { line: (name) => page.heardLine(name), offset: (seconds) => (page.offset = seconds) } });
    this.page = page;
  }

  listen(/** @type {Protocol.Socket} */ socket) {
    const mine = (/** @type {(message: any) => void} */ take) => (/** @type {any} */ message) => this.joined && message.id === this.page.about?.id && take(message);
    socket.on("contest_game", mine((/** @type {any} */ message) => this.page.take(message.game)));
    socket.on("contest_move", mine((/** @type {any} */ message) => this.page.moved(message)));
    socket.on("contest_company", mine((/** @type {any} */ message) => this.page.company.hear(message.company)));
  }

  /** @returns {[string, object]} */
  knock() {
    const { about } = this.page;
    return ["contest_follow", { competition: about?.hosted ?? about?.competition.id, game: about?.id }];
  }

  settle(/** @type {any} */ ack) {
    this.tune(ack.now, 0.05);
    this.page.settle(ack);
  }
}

export class Following {
  /**
   * @param {HTMLElement} host @param {HTMLElement} said where what happens is spoken
   * @param {{waits?: (following: Following) => string, after?: (following: Following) => unknown}} [words] what is said before a game begins, and shown below one that is over
   */
  constructor(host, said, { waits = (following) => "", after = () => nothing } = {}) {
    this.host = host;
    this.said = said;
    this.waits = waits;
    this.after = after;
    this.board = new ShownBoard({ choose: (text) => this.company.predict(text), say: (sentence) => void (said.textContent = sentence) });
    /** @type {About | null} */
    this.about = null;
    /** @type {Compete.LiveGame | null} */
    this.game = null;
    this.played = false;
    this.state = "connecting";
    this.offset = 0;
    this.spoken = "";
    this.draw = oncePerFrame(() => this.paint());
    this.line = new FollowLine(this);
    this.company = new Company(this.line, this.draw);
    this.begun = false;
    setInterval(() => this.runClocks(), TICK_MS);
  }

  serverNow() {
    return this.offset + performance.now() / 1000;
  }

  /** Follow a game from now on, and the one before no more. @param {About | null} about */
  turnTo(about) {
    if (this.about && this.line.joined) this.line.socket?.emit("contest_unfollow", { game: this.about.id }, () => {});
    this.about = about;
    this.game = null;
    this.played = false;
    this.company.turnTo(about);
    this.line.wanted = Boolean(about);
    this.line.joined = false;
    if (!this.begun && about) this.line.start();
    else if (about) this.line.join();
    this.begun ||= Boolean(about);
    this.draw();
  }

  heardLine(/** @type {string} */ name) {
    this.state = name;
    this.draw();
  }

  settle(/** @type {any} */ ack) {
    this.played = ack.played && !ack.game;
    this.company.hear(ack.company, true);
    if (ack.game && ack.game.id === this.about?.id) this.take(ack.game);
    this.draw();
  }

  take(/** @type {Compete.LiveGame} */ given) {
    this.game = given;
    this.company.at(given);
    this.draw();
  }

  moved(/** @type {any} */ { run, move, view, left, turn_at }) {
    const { game } = this;
    if (!game || game.run !== run || move.ply > game.ply) return this.line.join();
    if (move.ply < game.ply) return;
    this.take({ ...game, moves: [...game.moves, move], ply: game.ply + 1, view, left, turn_at });
  }

  /** What is said below the board: the last move, or how it ended. */
  words() {
    const { game, about } = this;
    if (!game || !about) return "";
    if (game.ended) return game.ended.sentence;
    const last = game.moves.at(-1);
    if (last && game.ply > game["opening"]) return `${game.ply}. ${about.seats[last.seat].name}: ${last.text}`;
    const wait = Math.ceil((game.turn_at ?? 0) - this.serverNow());
    if (game.turn_at === null) return _("The bots are being started.");
    return wait > 0 ? _("Begins in {wait} s", { wait }) : _("{name} thinks about the first move.", { name: about.seats[game.view.to_move]?.name });
  }

  players() {
    const { game, about } = this;
    if (!about) return nothing;
    return html`<ol class="final-players">${about.seats.map(
      ({ seat, name, entry }) => html`<li class="one-row rounded large ${game && !game.ended && game.view.to_move === seat ? "to-move" : ""}">
        ${mark(seat, 24, about.game)}<span class="name">${entry ? html`<a href=${served(`/compete/${about.competition.id}/bots/${entry}`)}>${name}</a>` : name}</span>
        <span class="final-clock mono" data-clock=${seat}></span></li>`,
    )}</ol>`;
  }

  template() {
    const { game, about } = this;
    const snapshot = game && about ? { ...game, seats: about.seats } : null;
    return html`<div class="follow column gap-5" data-game=${about?.game ?? ""} data-colours=${about?.options?.colours ?? "usual"}>
      <section class="card column gap-2">
        ${this.players()}
        <div class="follow-board"></div>
        <p class="final-words two-lines break number ${game?.ended ? "final-result strong rounded" : ""}">${this.words() || this.waits(this)}</p>
        ${this.after(this)}
        ${this.state === "lost" ? html`<p class="notice warn" role="status">${_("The line to the server is lost; trying again.")}</p>` : nothing}
      </section>
      <div class="column gap-4">
        ${snapshot ? this.company.template(/** @type {Compete.LiveGame} */ (game)) : nothing}
        ${snapshot && !snapshot.moves.some((/** @type {any} */ move) => move.mind) ? html`<p class="soft small">${_("Neither bot has told what it thinks.")}</p>` : nothing}
        ${snapshot ? minds(/** @type {any} */ (snapshot), snapshot.ply) : nothing}
        ${snapshot ? html`<div class="compete-times">${timeChart(/** @type {any} */ (snapshot), snapshot.ply, () => {})}</div>` : nothing}
      </div>
    </div>`;
  }

  runClocks() {
    const { game, about } = this;
    const left = game ? clocksAt(game, this.serverNow()) : (about?.seats ?? []).map(() => about?.clock.base ?? 0);
    for (const face of /** @type {NodeListOf<HTMLElement>} */ (this.host.querySelectorAll("[data-clock]"))) {
      const text = clockTime(left[Number(face.dataset.clock)]);
      if (face.textContent !== text) face.textContent = text;
    }
  }

  paint() {
    const { game, about } = this;
    render(this.template(), this.host);
    if (game && about) {
      const asked = this.company.choice(game);
      const shown = { game: about.game, view: asked?.view ?? game.view, options: game["options"], last: game.moves.at(-1)?.effect ?? null, history: game.moves, choosing: Boolean(asked), chosen: asked?.chosen ?? null };
      this.board.show(find(".follow-board", HTMLElement, this.host), shown);
    } else this.board.clear();
    this.runClocks();
    const sentence = game?.ended?.sentence ?? this.waits(this);
    if (sentence !== this.spoken) this.said.textContent = this.spoken = sentence;
  }
}
