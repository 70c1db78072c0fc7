/** The opening books that come with the program: which there are, and what they have of a position. */

import { count, signed } from "lib/format.js";
import { ask, asker } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { html, nothing, render } from "lit";

/** @typedef {{game: string, title: string, options: Record<string, unknown>, open: number}} Book */
/** @typedef {(fields: Record<string, string | number>) => string} Address */

/** The books; null until they are known. @type {Promise<Book[]> | null} */
let known = null;
const books = () => (known ??= ask("/api/books").then((found) => (found.ok ? found.data.books : [])));

/** The books, each opened at the start of its game. @param {HTMLElement} host @param {Address} address */
export async function listBooks(host, address) {
  const found = await books();
  const form = (/** @type {Book} */ { options }) => Object.values(options).join(" × ");
  const link = (/** @type {Book} */ each) =>
    html`<a class="button small" href=${address({ game: each.game, record: JSON.stringify({ plyground: 1, game: each.game, options: each.options, moves: [] }) })}>${each.title} ${form(each)} <span class="soft">${ngettext("{number} position", "{number} positions", each.open, { number: count(each.open) })}</span></a>`;
  render(found.length ? html`<h2 class="below-3">${_("Opening books")}</h2><p class="button-row">${found.map(link)}</p>` : nothing, host);
}

/** @param {{move: string, value: number, line: string[]}[]} moves @param {Protocol.Snapshot} game @param {number} ply @param {Address} address */
function panel(moves, game, ply, address) {
  const before = game.moves.slice(0, ply).map((move) => move.text);
  const link = (/** @type {string} */ move) =>
    address({ game: game.game, record: JSON.stringify({ plyground: 1, game: game.game, options: game.options, start: game.start, moves: [...before, move] }) });
  return html`<section aria-label=${_("In the opening book")}>
    <h3>${_("In the opening book")}</h3>
    <table class="small book-moves"><thead><tr><th>${_("Move")}</th><th class="number">${_("Value")}</th><th>${_("What follows")}</th></tr></thead>
      <tbody>${moves.map(({ move, value, line }) => html`<tr><th scope="row"><a class="mono" href=${link(move)}>${move}</a></th><td class="number">${signed(value)}</td><td class="mono">${line.slice(1, 7).join(", ")}</td></tr>`)}</tbody></table>
  </section>`;
}

/** @type {(host: HTMLElement, game: Protocol.Snapshot, ply: number, address: Address) => void} */
const look = asker(
  "/api/books",
  150,
  (host, game, ply) => ({ game: game.game, options: game.options, position: game.start, moves: game.moves.slice(0, ply).map((/** @type {{text: string}} */ move) => move.text) }),
  (answer, host, game, ply, address) => render(answer.ok && answer.data.moves.length ? panel(answer.data.moves, game, ply, address) : nothing, host),
);

/**
 * Show what a book has of the position at a ply.
 * @param {HTMLElement} host @param {Protocol.Snapshot} game @param {number} ply @param {Address} address
 */
export async function lookIntoBook(host, game, ply, address) {
  if ((await books()).some((/** @type {Book} */ each) => each.game === game.game)) look(host, game, ply, address);
  else render(nothing, host);
}
