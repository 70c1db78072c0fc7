/** The games being played now: a card for each with a miniature of its board, kept current over the socket. */

import { html, nothing, render, repeat } from "lit";
import { openSocket } from "lib/line.js";
import { mark } from "lib/marks.js";
import { boardsAsMet, takeData } from "lib/pictures.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";

const MOST = 24;
/** A card names so many players, and says how many more there are. */
const MOST_NAMES = 4;

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

/** The players whom a card names, each as `draw` shows them. @param {Protocol.Card} card @param {(seat: Protocol.Seat, at: number) => unknown} draw */
export const players = ({ seats }, draw) => html`${seats.slice(0, MOST_NAMES).map(draw)}${seats.length > MOST_NAMES ? html`<span class="soft">${_("and {count} more", { count: seats.length - MOST_NAMES })}</span>` : nothing}`;

function cardOf(/** @type {Protocol.Card} */ card, /** @type {Map<string, Boards.Module>} */ boards) {
  const board = boards.get(card.game);
  return html`<li data-game=${card.game}>
    <a class="live-card tall card column pad-3" href=${served(`/g/${card.id}`)}>
      <span class="hidden-visually">${_("Watch")}</span>
      <div class="live-picture">${board ? board.picture(card.view) : nothing}</div>
      <div class="live-seats column">
        ${players(card, (seat, at) => html`<span class="one-row shrink">${mark(at, 14, card.game)} <span class="name">${seat.name}</span></span> `)}
      </div>
      <div class="live-facts row gap-near soft small number">
        <span>${card.title}</span>
        <span>${card.status === "finished" ? _("finished") : ngettext("{count} move", "{count} moves", card.ply)}</span>
        ${card.watchers ? html`<span>${ngettext("{count} watcher", "{count} watchers", card.watchers)}</span>` : nothing}
      </div>
    </a>
  </li>`;
}

/**
 * Hear of the games that are being played.
 * @param {HTMLElement} note says it when the line is lost @param {string} lost in these words
 * @param {(cards: Protocol.Card[]) => void} all hears all of them @param {(change: {card?: Protocol.Card, gone?: string}) => void} one hears of one
 * @returns {Promise<Protocol.Socket>} the line to the server, for the page's own commands
 */
export async function openLobby(note, lost, all, one) {
  const socket = openSocket();
  const ask = () => socket.emit("lobby", { on: true }, (/** @type {Protocol.Ack} */ ack) => ack.ok && all(ack.games));
  socket.on("connect", () => {
    note.textContent = "";
    ask();
  });
  socket.on("again", ask); // a server has gone, perhaps with games that nobody goes on with
  socket.on("lobby", one);
  socket.on("disconnect", () => (note.textContent = lost));
  return socket;
}

/**
 * Show the list in `host`, which holds the first cards as JSON, or `none`, and tell of a lost line in `note`.
 * @returns the line to the server
 * @param {HTMLElement} host @param {HTMLElement} none @param {HTMLElement} note
 */
export function showLive(host, none, note) {
  /** @type {Protocol.Card[]} */
  let cards = takeData(host);
  const draw = () => {
    const list = html`<ul class="live-games">${repeat(cards, (card) => card.id, (card) => cardOf(card, boards))}</ul>`;
    render(cards.length ? list : nothing, host);
    none.hidden = cards.length > 0;
  };
  const { boards, meet } = boardsAsMet(draw);
  const take = (/** @type {Protocol.Card[]} */ next) => {
    cards = next;
    draw();
    meet(cards);
  };
  take(cards);
  return openLobby(note, _("The line to the server is lost; this list may be old."), take, (message) => take(applied(cards, message)));
}
