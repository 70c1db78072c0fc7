/** The games being played now: a card for each with a miniature of its board, kept current over the socket. */

import { html, nothing, render, repeat } from "lit";
import { mark } from "lib/marks.js";
import { boardOf, takeData } from "lib/pictures.js";

const MOST = 24;

/**
 * The list after a message: a card that is new comes first, one that is known stays where it is.
 * @param {Protocol.Card[]} cards @param {{card?: Protocol.Card, gone?: string}} given
 */
export function applied(cards, { card, gone }) {
  if (gone) return cards.filter((each) => each.id !== gone);
  if (!card) return cards;
  const known = cards.some((each) => each.id === card.id);
  return known ? cards.map((each) => (each.id === card.id ? card : each)) : [card, ...cards].slice(0, MOST);
}

const plural = (/** @type {number} */ count, /** @type {string} */ one, /** @type {string} */ many) => `${count} ${count === 1 ? one : many}`;

function cardOf(/** @type {Protocol.Card} */ card, /** @type {Map<string, Boards.Module>} */ boards) {
  const board = boards.get(card.game);
  return html`<li data-game=${card.game}>
    <a class="live-card column pad-3" href="/g/${card.id}">
      <span class="hidden-visually">Watch</span>
      <div class="live-picture">${board ? board.picture(card.view) : nothing}</div>
      <div class="live-seats">
        ${card.seats.map((seat, at) => html`<span>${mark(at, 14)}<span class="name">${seat.name}</span></span>`)}
      </div>
      <div class="live-facts row gap-near soft small number">
        <span>${card.title}</span>
        <span>${card.status === "finished" ? "finished" : plural(card.ply, "move", "moves")}</span>
        ${card.watchers ? html`<span>${plural(card.watchers, "watcher", "watchers")}</span>` : nothing}
      </div>
    </a>
  </li>`;
}

const empty = html`<div class="live-empty one-row gap-5 sunken pad-5">
  <svg viewBox="0 0 72 72" aria-hidden="true">
    <rect width="72" height="72" rx="8" fill="var(--board)"></rect>
    <path d="M24 0v72M48 0v72M0 24h72M0 48h72" stroke="var(--board-line)" fill="none"></path>
    <circle cx="36" cy="36" r="8" fill="none" stroke="var(--mark)" stroke-width="2" stroke-dasharray="4 3"></circle>
  </svg>
  <div class="words">
    <strong>Nobody is playing at the moment.</strong>
    <span class="soft">Begin a game, or let two bots play: it shows here for everyone on this server, move by move.</span>
  </div>
</div>`;

/** The socket, opened when it is first needed. */
function openLine() {
  const ready = import("socket.io").then(({ io }) => io({ transports: ["websocket", "polling"], tryAllTransports: true }));
  return {
    ready,
    /** Send a command and wait for its acknowledgement. @param {any} message */
    async command(message) {
      const socket = await ready;
      return new Promise((resolve) => socket.emit("command", message, resolve));
    },
  };
}

/**
 * Show the list in `host`, which holds the first cards as JSON, and tell of a lost line in `note`.
 * @returns the line to the server, for the page's own commands
 * @param {HTMLElement} host @param {HTMLElement} note
 */
export function showLive(host, note) {
  /** @type {Protocol.Card[]} */
  let cards = takeData(host);
  /** @type {Map<string, Boards.Module>} */
  const boards = new Map();
  const line = openLine();

  const draw = () => {
    const list = html`<ul class="live-games tiles">${repeat(cards, (card) => card.id, (card) => cardOf(card, boards))}</ul>`;
    render(cards.length ? list : empty, host);
  };
  const take = async (/** @type {Protocol.Card[]} */ next) => {
    cards = next;
    draw();
    const missing = [...new Set(cards.map((card) => card.game))].filter((game) => !boards.has(game));
    if (!missing.length) return;
    for (const game of missing) boards.set(game, await boardOf(game));
    draw();
  };

  take(cards);
  line.ready.then((socket) => {
    socket.on("connect", () => {
      note.textContent = "";
      socket.emit("lobby", { on: true }, (/** @type {Protocol.Ack} */ ack) => ack.ok && take(ack.games));
    });
    socket.on("lobby", (message) => take(applied(cards, message)));
    socket.on("disconnect", () => (note.textContent = "The line to the server is lost; this list may be old."));
  });
  return line;
}
