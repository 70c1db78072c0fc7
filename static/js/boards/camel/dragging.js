/** Drags on a Crazy Camel board: the master to the tile of its step, and a camel from the button below to its gap. */

import { dragsOn } from "../lib/drag.js";
import { NO_AIM, pointAt } from "./aim.js";

/** @typedef {import("./board.js").Board} Board */

/** Let the own master and camels be dragged. @param {Board} board */
export function drags(board) {
  dragsOn(board, (event) => {
    if (event.target instanceof Element && event.target.closest(".board-buttons .draggable")) return camel(board);
    if (!(event.target instanceof SVGElement) || !board.moves.length || board.mustPass || board.aim.mode) return null;
    const { masters, to_move: mover } = board.state.view;
    const own = masters[mover];
    const tile = board.heart(board.pointOf(event), event.pointerType !== "mouse");
    return tile?.x === own.x && tile?.y === own.y ? master(board, mover) : null;
  });
}

/** @param {Board} board @param {number} seat @returns {import("../lib/drag.js").Drag} */
function master(board, seat) {
  const own = board.state.view.masters[seat];
  const base = board.layout.tile(own);
  return {
    begin: () => board.take(NO_AIM),
    drop(event) {
      const tile = board.layout.tileNear(board.pointOf(event));
      if (tile && (tile.x !== own.x || tile.y !== own.y)) board.step(tile);
    },
    ghost: () => ({ element: board.root.querySelector(`.masters > [data-seat="${seat}"]`), ...base }),
  };
}

/** @param {Board} board @returns {import("../lib/drag.js").Drag | null} */
function camel(board) {
  if (!board.canPlace) return null;
  const aimed = (/** @type {PointerEvent} */ event) => pointAt({ ...board.aim, mode: true }, board.layout, board.pointOf(event), true);
  return {
    begin: () => (board.hovering = false),
    over: (event) => board.take(aimed(event)),
    drop(event) {
      const { slot } = aimed(event);
      if (slot) board.place(slot);
      else board.take(NO_AIM);
    },
    cancel: () => board.take(NO_AIM),
  };
}
