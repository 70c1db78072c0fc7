/** Drags on a map: from one site to the next along a river that can be taken; in a route from site to site, as far as one draws. */

import { dragsOn } from "../lib/drag.js";

/** @typedef {import("./acting.js").ActingBoard} Board */

/** Let rivers be drawn from site to site. @param {Board} board */
export function drags(board) {
  dragsOn(board, (event) => {
    const from = siteUnder(board, event);
    if (from < 0 || !board.moves.length || board.betting) return null;
    const some = board.map.at[from].some((river) => board.canTake(river));
    return some ? drawn(board, from) : null;
  });
}

/** The site under a pointer, -1 for none. @param {Board} board @param {PointerEvent} event */
function siteUnder(board, event) {
  const view = board.root.querySelector(".punter-view");
  if (!board.ready || !view || (event.target instanceof Element && event.target.closest("button, input, form"))) return -1;
  const box = view.getBoundingClientRect();
  const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  return inside ? board.at(event.clientX - box.left, event.clientY - box.top, event.pointerType !== "mouse").site : -1;
}

/** @param {Board} board @param {number} from @returns {import("../lib/drag.js").Drag} */
function drawn(board, from) {
  const way = (/** @type {number} */ to) => (to < 0 || to === from ? -1 : (board.map.between(from, to).find((river) => board.canTake(river)) ?? -1));
  const show = (/** @type {number} */ river) => {
    if (board.aimed === river) return;
    board.aimed = river;
    board.paint();
  };
  return {
    begin: () => board.routing && !board.route.sites.length && board.routeTo(from, -1),
    over(event) {
      const to = siteUnder(board, event);
      if (board.routing) return void (to >= 0 && board.route.sites.at(-1) !== to && !board.route.sites.includes(to) && board.routeTo(to, -1));
      show(way(to));
    },
    drop(event) {
      if (board.routing) return;
      const to = siteUnder(board, event);
      const river = way(to);
      show(-1);
      if (river >= 0) board.take(river);
      else if (to >= 0 && to !== from) {
        const { ids } = board.map;
        const [taken] = board.map.between(from, to);
        board.tell(taken === undefined ? board.noWay(ids[from], ids[to]) : board.whyNot(taken));
      }
    },
    cancel: () => show(-1),
  };
}
