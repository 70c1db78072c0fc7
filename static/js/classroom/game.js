/** A live game of this server on a screen of the class: it follows each move; nobody plays here. */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { Connection } from "lib/connection.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { ShownBoard } from "../lab/shown_board.js";

/** The game after an event: more moves, or fewer where some were taken back. @param {Protocol.Snapshot} game @param {Protocol.GameEvent} event */
export function after(game, { kind, move, state: changed, seq }) {
  const moves = kind === "move" && move ? [...game.moves.slice(0, move.ply), move] : game.moves.slice(0, changed?.ply ?? game.ply);
  return { ...game, ...changed, seq, moves: changed?.moves ?? moves };
}

/** What happened last, in a few words. @param {Protocol.Snapshot} game */
export function lastWords(game) {
  if (game.result) return game.result.sentence;
  const move = game.moves.at(-1);
  return move ? `${game.ply}. ${game.seats[move.seat]?.name ?? ""}: ${move.text}` : _("No move yet");
}

export class ClassGame {
  /** @param {HTMLElement} host @param {string} id @param {{say: (sentence: string) => void, open?: Protocol.Opener}} to */
  constructor(host, id, { say, open = undefined }) {
    this.host = host;
    this.id = id;
    /** @type {Protocol.Snapshot | null} */
    this.game = null;
    this.problem = "";
    this.gone = false;
    this.board = new ShownBoard({ say });
    const quiet = () => {};
    this.line = new Connection({
      game: id,
      tokens: [],
      ...(open ? { open } : {}),
      hear: {
        snapshot: (game) => this.take(game),
        event: (event) => void (this.game && this.take(after(this.game, event))),
        line: (name, error) => ((this.problem = name === "refused" ? error.sentence : name === "lost" ? _("The line to the server is lost; trying again.") : ""), this.paint()),
        thinking: quiet, hint: quiet, watchers: quiet, offset: quiet,
      },
    });
    this.line.start();
    this.paint();
  }

  /** @param {Protocol.Snapshot} game */
  take(game) {
    this.game = game;
    this.paint();
  }

  paint() {
    if (this.gone) return;
    const { game } = this;
    render(
      html`<div class="class-game column gap-2">
        ${game
          ? html`<p class="row gap-near any-width" data-game=${game.game} data-colours=${game.options?.colours ?? "usual"}>${game.seats.map(
              (seat) => html`<span class="class-player inline gap-2 rounded ${!game.result && game.view.to_move === seat.seat ? "to-move" : ""}">${mark(seat.seat, 20, game.game)} <span class="name">${seat.name}</span></span>`)}</p>`
          : nothing}
        <div class="class-game-board" data-colours=${game?.options?.colours ?? "usual"}></div>
        <p class="class-words" role="status">${this.problem || (game ? lastWords(game) : _("The game is on its way …"))}</p>
      </div>`,
      this.host,
    );
    if (!game) return;
    this.board.show(find(".class-game-board", HTMLElement, this.host), {
      game: game.game, view: game.view, options: game.options, last: game.moves.at(-1)?.effect ?? null, history: game.moves,
    });
  }

  leave() {
    this.gone = true;
    this.line.stop();
    this.board.clear();
    render(nothing, this.host);
  }
}
