/** The libraries of played games that the keeper imported: what a position came to in them, move by move. */

import { count } from "lib/format.js";
import { ask, asker } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { html, nothing, render, svg } from "lit";

/** @typedef {{games: number, won: number, drawn: number, lost: number}} Count */
/** @typedef {(fields: Record<string, string | number>) => string} Address */

/** The libraries by game; null until it is known. @type {Promise<{game: string, title: string, games: number}[]> | null} */
let known = null;
const libraries = () => (known ??= ask("/api/library").then((found) => (found.ok ? found.data.libraries : [])));

/** Games of one kind, from the start on. @param {HTMLElement} host @param {Address} address */
export async function listLibraries(host, address) {
  const found = await libraries();
  const link = (/** @type {{game: string, title: string, games: number}} */ { game, title, games }) =>
    html`<a class="button small" href=${address({ game, record: JSON.stringify({ plyground: 1, game, moves: [] }) })}>${title} <span class="soft">${count(games)}</span></a>`;
  render(found.length ? html`<h2 class="below-3">${_("Libraries of played games")}</h2><p class="button-row">${found.map(link)}</p>` : nothing, host);
}

/** How the games ended, as a bar in the seats' colours with its shares in words. @param {Count} of */
function bar({ won, drawn, lost }) {
  const all = won + drawn + lost;
  if (!all) return nothing;
  const part = (/** @type {number} */ of) => Math.round((100 * of) / all);
  const words = _("first seat {won} %, drawn {drawn} %, second seat {lost} %", { won: part(won), drawn: part(drawn), lost: part(lost) });
  const [first, next] = [(100 * won) / all, (100 * (won + drawn)) / all];
  const piece = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) => svg`<rect class=${name} x=${from} y="0" width=${to - from} height="8"></rect>`;
  return html`<svg class="library-bar" viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=${words}>${piece("first", 0, first)}${piece("drawn", first, next)}${piece("second", next, 100)}</svg>`;
}

/** @param {any} found @param {Protocol.Snapshot} game @param {number} ply @param {Address} address */
function panel(found, game, ply, address) {
  const { count: all, moves, games } = found;
  const before = game.moves.slice(0, ply).map((move) => move.text);
  const link = (/** @type {string[]} */ texts) =>
    address({ game: game.game, record: JSON.stringify({ plyground: 1, game: game.game, options: game.options, start: game.start, moves: texts }) });
  const row = (/** @type {Count & {move: string}} */ next) => html`<tr>
    <th scope="row"><a class="mono" href=${link([...before, next.move])}>${next.move}</a></th>
    <td class="number">${count(next.games)}</td><td>${bar(next)}</td></tr>`;
  const players = (/** @type {Record<string, string>} */ about) => [about.seat0, about.seat1].filter(Boolean).join(" – ") || _("not named");
  return html`<section aria-label=${_("In the library")} data-game=${game.game}>
    <h3>${_("In the library")}</h3>
    <p class="small row gap-3">${all.games ? ngettext("{shown} game came to this position.", "{shown} games came to this position.", all.games, { shown: count(all.games) }) : _("No game came to this position.")} ${bar(all)}</p>
    ${moves.length
      ? html`<table class="small library-moves"><thead><tr><th>${_("Move")}</th><th class="number">${_("Games")}</th><th>${_("How they ended")}</th></tr></thead><tbody>${moves.map(row)}</tbody></table>`
      : nothing}
    ${games.length
      ? html`<details><summary>${_("Some of the games")}</summary><ul class="plain small">${games.map((/** @type {any} */ each) => html`<li><a href=${link(each.moves)}>${players(each.about)}</a> <span class="soft">${[each.about.event, each.about.date, each.about.result].filter(Boolean).join(" · ")}</span></li>`)}</ul></details>`
      : nothing}
  </section>`;
}

/** @type {(host: HTMLElement, game: Protocol.Snapshot, ply: number, address: Address) => void} */
const look = asker(
  "/api/library",
  150,
  (host, game, ply) => ({ game: game.game, options: game.options, position: game.start, moves: game.moves.slice(0, ply).map((/** @type {{text: string}} */ move) => move.text) }),
  (answer, host, game, ply, address) => render(answer.ok ? panel(answer.data, game, ply, address) : nothing, host),
);

/**
 * Show what the library has of the position at a ply, where there is a library of the game.
 * @param {HTMLElement} host @param {Protocol.Snapshot} game @param {number} ply @param {Address} address
 */
export async function lookUp(host, game, ply, address) {
  if ((await libraries()).some((/** @type {{game: string}} */ each) => each.game === game.game)) look(host, game, ply, address);
  else render(nothing, host);
}
