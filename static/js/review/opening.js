/** How far a reviewed game is in the keeper's library of games, and how those went on. Loaded when a review is there. */

import { ask } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { html, nothing, render } from "lit";
import { lookUp } from "lib/library.js";

/** Looked at are so many first plies; with less than two games it is no opening. */
const [LONGEST, FEWEST] = [40, 2];

/** In how many games of the library a position was. @param {Protocol.Snapshot} game @param {number} ply @returns {Promise<number>} -1 without a library */
async function gamesWith(game, ply) {
  const moves = game.moves.slice(0, ply).map((move) => move.text);
  const found = await ask("/api/library", { game: game.game, options: game.options, position: game.start, moves });
  return found.ok ? found.data.count.games : -1;
}

/**
 * The last ply up to which the library has other games, by halving what is left, and their number; null without any.
 * @param {(ply: number) => Promise<number>} count @param {number} plies @returns {Promise<{ply: number, games: number} | null>}
 */
export async function deepest(count, plies) {
  let games = plies ? await count(1) : -1;
  if (games < FEWEST) return null;
  let [low, high] = [1, Math.min(plies, LONGEST)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const found = await count(middle);
    if (found >= FEWEST) [low, games] = [middle, found];
    else high = middle - 1;
  }
  return { ply: low, games };
}

/** @param {HTMLElement} host @param {Protocol.Snapshot} game @param {(ply: number) => void} go */
export async function showOpening(host, game, go) {
  const libraries = await ask("/api/library");
  const there = libraries.ok && libraries.data.libraries.some((/** @type {{game: string}} */ each) => each.game === game.game);
  const found = there ? await deepest((ply) => gamesWith(game, ply), game.moves.length) : null;
  if (!found) return render(nothing, host);
  const { ply, games } = found;
  const next = game.moves[ply]?.text;
  render(
    html`<section class="column gap-2" aria-labelledby="opening-title"><h2 id="opening-title">${_("Opening")}</h2>
      <p>${ngettext("{games} games of the library went the same way for {count} move.", "{games} games of the library went the same way for {count} moves.", ply, { games })}
        ${next ? _("Then {move} left them.", { move: next }) : nothing}</p>
      <p class="button-row"><button type="button" class="button small" @click=${() => go(ply)}>${_("To this position")}</button></p>
      <div id="opening-library"></div></section>`,
    host,
  );
  const address = (/** @type {Record<string, string | number>} */ fields) => served(`/replay#${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}`);
  return lookUp(/** @type {HTMLElement} */ (host.querySelector("#opening-library")), game, ply, address);
}
