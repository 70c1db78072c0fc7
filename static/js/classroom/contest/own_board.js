/** A board that somebody plays on inside the class's page: their seat, the clocks, what happened last, and giving up or a draw. */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { clockTime } from "lib/format.js";
import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { ShownBoard } from "../../lab/shown_board.js";
import { secondsLeft, ticking } from "../../play/clocks.js";
import { after, lastWords } from "../game.js";
import { BoardLine } from "./line.js";

export class OwnBoard {
  /** @param {{line: import("../line.js").ClassLine, say: (sentence: string) => void, moved?: () => void}} to `moved` is told after each move of one's own */
  constructor({ line, say, moved = () => {} }) {
    this.class = line;
    this.say = say;
    this.moved = moved;
    /** @type {HTMLElement | null} */
    this.host = null;
    this.id = "";
    /** @type {string[]} */
    this.names = [];
    /** @type {Protocol.Snapshot | null} */
    this.game = null;
    /** @type {BoardLine | null} */
    this.line = null;
    this.offset = 0;
    this.sending = "";
    this.problem = "";
    this.sure = false;
    this.paused = false;
    this.focusing = false;
    this.board = new ShownBoard({ say, choose: (text) => this.choose(text) });
    this.timer = 0;
  }

  /** The seat of whoever sits here. */
  get seat() {
    return this.game?.you.seats[0] ?? -1;
  }

  get turn() {
    return Boolean(this.game && !this.game.result && this.game.view.to_move === this.seat);
  }

  /** Play a game in this host; another game takes its place. @param {HTMLElement} host @param {string} id @param {string[]} names by seat @param {boolean} [paused] */
  show(host, id, names, paused = false) {
    this.names = names;
    this.paused = paused;
    if (this.host !== host) {
      this.board.clear();
      this.host = host;
    }
    if (this.id !== id) {
      this.id = id;
      this.game = null;
      this.sending = this.problem = "";
      this.sure = false;
      this.board.clear();
      if (this.line) this.line.turnTo(id);
      else this.open(id);
    }
    this.paint();
  }

  /** @param {string} id */
  open(id) {
    const quiet = () => {};
    this.line = new BoardLine({
      game: id,
      line: this.class,
      hear: {
        snapshot: (/** @type {Protocol.Snapshot} */ game) => this.take(game),
        event: (/** @type {Protocol.GameEvent} */ event) => void (this.game && this.take(after(this.game, event))),
        line: (/** @type {string} */ name, /** @type {any} */ error) => ((this.problem = name === "refused" ? error.sentence : ""), this.paint()),
        offset: (/** @type {number} */ offset) => (this.offset = offset),
        thinking: quiet, hint: quiet, watchers: quiet,
      },
    });
    this.line.start();
    this.timer = setInterval(() => this.game && ticking(this.game.clock) && this.paint(), 500);
  }

  /** @param {Protocol.Snapshot} game */
  take(game) {
    if (game.id !== this.id) return;
    const [was, before] = [this.turn, this.game];
    this.game = game;
    this.sending = "";
    if (before && this.turn && !was) this.say(_("{last} It is your turn.", { last: lastWords(game) }));
    if (game.result && before && !before.result) this.say(game.result.sentence);
    this.paint();
  }

  /** @param {string} text */
  async choose(text) {
    if (!this.turn || this.sending || this.paused) return;
    this.sending = text;
    this.problem = "";
    this.paint();
    if (await this.command({ do: "move", move: text })) this.moved();
  }

  /** @param {{do: string, [more: string]: any}} fields */
  async command(fields) {
    const { id, line, game } = this;
    if (!line || !game) return false;
    const ack = await line.command({ token: "", ply: game.ply, ...fields });
    if (this.id !== id) return ack.ok;
    if (!ack.ok) {
      this.sending = "";
      this.problem = ack.error.sentence;
      this.say(ack.error.sentence);
    }
    this.paint();
    return ack.ok;
  }

  /** @param {number} seat */
  clock(seat) {
    const { game } = this;
    const left = game ? secondsLeft(game.clock, seat, performance.now() / 1000 + this.offset) : null;
    return left === null ? nothing : html`<span class="mono number contest-time ${left <= 10 ? "short" : ""}" role="timer">${clockTime(left)}</span>`;
  }

  /** @param {Protocol.Snapshot} game */
  players(game) {
    return html`<p class="row gap-near any-width contest-players" data-game=${game.game} data-colours=${game.options?.colours ?? "usual"}>${game.seats.map(
      ({ seat, name }) => html`<span class="class-player inline gap-2 rounded ${!game.result && game.view.to_move === seat ? "to-move" : ""}">${mark(seat, 20, game.game)} <span class="name">${seat === this.seat ? _("you") : (this.names[seat] ?? name)}</span> ${this.clock(seat)}</span>`)}</p>`;
  }

  /** @param {Protocol.Snapshot} game */
  levers(game) {
    if (game.result) return nothing;
    const offer = game.offers.draw;
    const offered = offer !== null && offer !== this.seat;
    return html`<p class="button-row">
      ${this.sure
        ? html`<button type="button" class="button danger" @click=${() => ((this.sure = false), this.command({ do: "resign" }))}>${_("Give up the game")}</button>
            <button type="button" class="button" @click=${() => ((this.sure = false), this.paint())}>${_("Play on")}</button>`
        : html`<button type="button" class="button small" @click=${() => ((this.sure = true), this.paint())}>${icon("flag")}${_("Give up")}</button>
            ${offered
              ? html`<button type="button" class="button small primary" @click=${() => this.command({ do: "draw", answer: "accept" })}>${icon("draw")}${_("Take the draw")}</button>
                  <button type="button" class="button small" @click=${() => this.command({ do: "draw", answer: "decline" })}>${_("Decline")}</button>`
              : html`<button type="button" class="button small" ?disabled=${offer === this.seat} @click=${() => this.command({ do: "draw", answer: "offer" })}>${icon("draw")}${offer === this.seat ? _("Draw offered") : _("Offer a draw")}</button>`}`}
    </p>`;
  }

  words(/** @type {Protocol.Snapshot} */ game) {
    if (game.result) return game.result.sentence;
    if (this.paused) return _("The class is paused.");
    const last = game.moves.at(-1);
    const said = last ? `${game.ply}. ${last.text}. ` : "";
    return said + (this.turn ? _("It is your turn.") : _("The other side is to move."));
  }

  paint() {
    const { host, game } = this;
    if (!host) return;
    render(
      html`<div class="class-game column gap-2 contest-own" data-turn=${String(this.turn)}>
        ${game ? this.players(game) : nothing}
        <div class="class-game-board" id="contest-board" data-colours=${game?.options?.colours ?? "usual"}></div>
        <p class="class-words" role="status">${game ? this.words(game) : _("The game is on its way …")}</p>
        ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
        ${game && this.seat >= 0 ? this.levers(game) : nothing}
      </div>`,
      host,
    );
    if (!game) return;
    const choosing = this.turn && !this.sending && !this.paused;
    const shown = this.board.show(find(".class-game-board", HTMLElement, host), {
      game: game.game, view: game.view, options: game.options, last: game.moves.at(-1)?.effect ?? null, history: game.moves, choosing, chosen: this.sending || null,
    });
    if (!this.focusing) return;
    this.focusing = false;
    shown.then(() => this.board.board?.focus());
  }

  /** Put the focus on the board, once it is there. */
  focus() {
    this.focusing = true;
    this.paint();
  }

  leave() {
    clearInterval(this.timer);
    this.line?.stop();
    this.line = null;
    this.board.clear();
    if (this.host) render(nothing, this.host);
    this.host = this.game = null;
    this.id = "";
  }
}
