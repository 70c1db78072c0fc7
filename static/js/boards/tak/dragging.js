/**
 * Drags on a Tak board: a piece from the reserve to a square, and a stack along its way. Where a stack passes a piece falls,
 * and where it is let go the rest; a number that was chosen before is what is carried.
 */

import { cellOf } from "../lib/cursor.js";
import { dragsOn } from "../lib/drag.js";
import { middle } from "./drawing.js";
import { drop, held, most, place } from "./hand.js";

/** @typedef {import("./board.js").Board} Board */

/** Let pieces and stacks be dragged. @param {Board} board */
export function drags(board) {
  dragsOn(board, (event) => {
    const kind = event.target instanceof Element && event.target.closest("[data-piece]");
    if (kind instanceof HTMLElement) return placed(board, kind.dataset.piece ?? "F");
    const cell = board.indexOf(cellOf(event));
    if (cell === null || !board.moves.length) return null;
    const lifted = board.hand && place(board.hand, board.size) === cell;
    return lifted || (!board.hand && most(board.spreads, cell)) ? carried(board, cell) : null;
  });
}

/** The square under a pointer, whatever the event was made for. @param {Board} board @param {PointerEvent} event */
function cellUnder(board, event) {
  const found = document.elementsFromPoint(event.clientX, event.clientY).find((each) => each.closest("[data-x]") && board.root.contains(each));
  const square = found?.closest("[data-x]");
  return square instanceof SVGElement ? board.indexOf({ x: Number(square.dataset.x), y: Number(square.dataset.y) }) : null;
}

/** A piece of the reserve. @param {Board} board @param {string} kind @returns {import("../lib/drag.js").Drag | null} */
function placed(board, kind) {
  if (!board.moves.length) return null;
  const fits = (/** @type {number | null} */ cell) => cell !== null && board.kinds(cell).includes(kind);
  return {
    over(event) {
      const cell = cellUnder(board, event);
      const proposal = cell !== null && fits(cell) ? { cell, piece: kind } : null;
      if (proposal?.cell !== board.proposal?.cell) board.take({ proposal });
    },
    drop(event) {
      const cell = cellUnder(board, event);
      if (cell !== null && fits(cell)) return board.commit(cell, kind);
      board.take({});
      if (cell !== null) board.tell(board.whyNot(cell));
    },
    cancel: () => board.take({}),
  };
}

/** A stack. @param {Board} board @param {number} from @returns {import("../lib/drag.js").Drag} */
function carried(board, from) {
  return {
    begin: () => board.hand ?? board.liftFrom(from, most(board.spreads, from)),
    over(event) {
      const { hand, size } = board;
      const cell = cellUnder(board, event);
      if (!hand || cell === null || cell === place(hand, size)) return;
      if (hand.drops.length && cell === place({ ...hand, drops: hand.drops.slice(0, -1) }, size)) return board.back();
      const next = drop(hand, cell, board.spreads, size);
      if (next && held(next)) board.dropped(next); // the last piece falls where it is let go
    },
    drop(event) {
      const cell = cellUnder(board, event);
      if (!board.hand) return;
      if (cell === null || cell === board.hand.cell) return board.cancel();
      if (cell !== place(board.hand, board.size)) board.dropOn(cell);
      if (board.hand?.drops.length && held(board.hand)) board.dropRest();
    },
    cancel: () => board.cancel(),
    ghost() {
      const { hand, size, state } = board;
      const { x, y } = hand ? middle(place(hand, size), size, state.flip) : { x: 0, y: 0 };
      return { element: board.root.querySelector(".floating"), x, y };
    },
  };
}
