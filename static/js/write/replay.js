/** A played game on a board, to go through: its boards came with it, and of a large game further ones are asked for. */

import { html, render } from "lit";
import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";

/** The board with its players and buttons. */
export class Replay {
  /** @param {HTMLElement} host @param {Protocol.Snapshot} board snapshot of the game @param {Protocol.View[]} views of its first plies */
  constructor(host, board, views) {
    this.host = host;
    this.game = board;
    this.views = new Map(views.map((view, ply) => [ply, view]));
    this.views.set(board.ply, board.view);
    this.ply = board.ply;
    /** @type {Boards.Board | null} */
    this.board = null;
    this.ready = import(`boards/${board.game}.js`).then((module) => {
      this.module = module;
      this.draw();
    });
  }

  /** Show the position after so many moves. @param {number} ply */
  async go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.game.ply));
    if (!this.views.has(this.ply)) await this.fetch(this.ply);
    this.draw();
  }

  async fetch(/** @type {number} */ ply) {
    const moves = this.game.moves.slice(0, ply).map((move) => move.text);
    const found = await ask("/api/position", { game: this.game.game, options: this.game.options, moves });
    if (found.ok) this.views.set(ply, { ...found.data.view, text: found.data.text });
  }

  draw() {
    const { game, ply } = this;
    const view = this.views.get(ply);
    if (!this.module || !view) return;
    render(this.template(view), this.host);
    const board = (this.board ??= new this.module.Board(find(".embed-board", HTMLElement, this.host), { onMove: () => {}, say: () => {} }));
    const history = game.moves.slice(0, ply);
    board.update({
      view,
      last: history.at(-1)?.effect ?? null,
      yours: [],
      interactive: false,
      history,
      flip: false,
      settings: {},
      options: game.options,
      hint: null,
      idle: "",
    });
  }

  template(/** @type {Protocol.View} */ view) {
    const { game, ply } = this;
    const colours = game.options?.colours ?? "usual";
    const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ to, /** @type {boolean} */ off) =>
      html`<button type="button" class="button quiet icon-only" aria-label=${label} title=${label} ?disabled=${off} @click=${() => this.go(to)}>
        ${icon(name)}
      </button>`;
    const move = game.moves[ply - 1];
    const words = move ? `${ply} of ${game.ply}. ${game.seats[move.seat].name}: ${move.text}, ${move.seconds?.toFixed(2)} s` : `Start, ${game.ply} moves follow`;
    return html`<div class="row gap-apart" data-game=${game.game} data-colours=${colours}>
        ${game.seats.map(
          (seat) => html`<span class="embed-player inline gap-2 rounded shrink ${!view.returns && view.to_move === seat.seat ? "to-move" : ""}"
            >${mark(seat.seat, 18)} <span class="name">${seat.name}</span></span>`,
        )}
      </div>
      <div class="embed-board" data-game=${game.game} data-colours=${colours}></div>
      <div class="embed-foot row gap-apart">
        <nav class="steps" aria-label="Moves of the game">
          ${tool("first", "To the start", 0, ply === 0)} ${tool("back", "One move back", ply - 1, ply === 0)}
          ${tool("forward", "One move on", ply + 1, ply === game.ply)} ${tool("last", "To the last move", game.ply, ply === game.ply)}
        </nav>
        <p class="embed-words number" role="status">${words}</p>
      </div>`;
  }
}
