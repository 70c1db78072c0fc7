/** Draws boards where a page asks for them: pictures on rules pages, miniatures of live games. */

import { render } from "lit";
import { _ } from "lib/messages.js";
import { nextTask } from "lib/store.js";

/** A game's board module. @param {string} game @returns {Promise<Boards.Module>} */
export const boardOf = (game) => import(`boards/${game}.js`);

/**
 * Board modules by game, loaded as games are met.
 * @param {() => void} draw is called when there is a further one, in a task of its own
 */
export function boardsAsMet(draw) {
  /** @type {Map<string, Boards.Module>} */
  const boards = new Map();
  return {
    boards,
    /** @param {{game: string}[]} cards */
    async meet(cards) {
      const missing = [...new Set(cards.map((card) => card.game))].filter((game) => !boards.has(game));
      for (const game of missing) {
        boards.set(game, await boardOf(game));
        await nextTask();
        draw();
      }
    },
  };
}

/** Draw a position as the server looked at it, where the page has a frame for it. @param {Element | null} frame @param {{game: string, view: Protocol.View, options: Protocol.Options} | null} looked */
export async function drawPosition(frame, looked) {
  if (!(frame instanceof HTMLElement) || !looked) return;
  const board = await boardOf(looked.game);
  frame.dataset.game = looked.game;
  render(board.picture(looked.view, { label: _("The position"), options: looked.options }), frame);
}

/** The JSON that the server put into an element, which is emptied. @param {Element} host @returns {any} */
export function takeData(host) {
  const data = JSON.parse(host.querySelector("script[type='application/json']")?.textContent ?? "null");
  host.replaceChildren();
  return data;
}

/** Draw every `.board-picture` of the page that is not drawn yet. */
export async function drawPictures(root = document) {
  await Promise.all([...root.querySelectorAll(".board-picture:has(> script)")].map((host) => drawPicture(/** @type {HTMLElement} */ (host))));
}

/** Draw one; where it is a figure, words name places on it. @param {HTMLElement} host */
async function drawPicture(host) {
  const { game = "", label, history = "[]" } = host.dataset;
  const board = await boardOf(game);
  const { view, last } = takeData(host);
  render(board.picture(view, { last, label, history: JSON.parse(history), named: host.closest("figure") !== null }), host);
}
