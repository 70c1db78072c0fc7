/**
 * What a Tak board draws only where it is asked for: the inside of a stack, as a small list of its pieces from top to bottom
 * beside it; the way of a recommended stack move; the numbers of rows and columns.
 */

import { html, nothing, svg } from "lit";
import { _ } from "lib/messages.js";
import { hintMark } from "../lib/signs.js";
import { span } from "../lib/squares.js";
import { at, middle, stone, touched } from "./drawing.js";
import { height, pieceName, pieces, squareName, top } from "./notation.js";

const MOST_ROWS = 12;

/** @param {{cell: number, text: string, size: number, carry: number, flip: boolean} | null} shown the stack, if one is shown */
export function insidePanel(shown) {
  if (!shown) return nothing;
  const { cell, text, size, carry, flip } = shown;
  const { x, y } = middle(cell, size, flip);
  const right = x < (size * 100) / 2;
  const across = right ? x + 50 + 56 : size * 100 - x + 50 + 22;
  const high = height(text);
  const all = runs(text);
  const deeper = all.slice(MOST_ROWS).reduce((sum, run) => sum + run.count, 0);
  const place = `${right ? "left" : "right"}: ${(100 * across) / span(size)}%; top: ${(100 * Math.max(0, y - 50)) / span(size)}%`;
  const row = (/** @type {ReturnType<typeof runs>[0]} */ { piece, count }) => html`<li class="one-row gap-1">
    <svg viewBox="-40 -40 80 80" class="drawing tak">${stone(piece, { signed: false })}</svg>${count > 1 ? `${count} ${pieceName(piece)}s` : pieceName(piece)}
  </li>`;
  return html`<div class="tak-inside rounded raised small nowrap" aria-hidden="true" .style=${place}>
    <strong>${_("{square}: {height} from the top", { square: squareName(cell, size), height: high })}</strong>
    <ol>${all.slice(0, MOST_ROWS).map(row)}</ol>
    ${deeper ? html`<span>${_("and {deeper} deeper", { deeper })}</span>` : nothing}
    ${high > carry ? html`<span>${_("Up to {carry} can be lifted.", { carry })}</span>` : nothing}
  </div>`;
}

/** Pieces from top to bottom, equal neighbours taken together: "black wall", "2 white flats". @param {string} text */
function runs(text) {
  /** @type {{piece: import("./notation.js").Piece, count: number}[]} */
  const found = [];
  for (const piece of pieces(text).reverse()) {
    const run = found.at(-1);
    if (run && run.piece.seat === piece.seat && run.piece.kind === piece.kind) run.count += 1;
    else found.push({ piece, count: 1 });
  }
  return found;
}

/** @param {import("./acting.js").ActingBoard} board */
export function hintWay({ hinted, hand, size, state }) {
  const cells = hinted && !hand ? touched(hinted.text, size) : [];
  if (cells.length < 2) return nothing;
  const points = cells.map((cell) => middle(cell, size, state.flip));
  return svg`<path class="hint-way" d=${`M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`} />
    <g transform=${at(points[points.length - 1])}>${hintMark()}</g>`;
}

/**
 * The road pieces (flats and capstones on top) of the side to move in a cell's row and in its column, as the tutorial's bot
 * counts them: "2+1".
 * @param {any} view @param {number} cell
 */
export function roadCount({ cells, to_move: mover, size }, cell) {
  const own = (/** @type {number} */ one) => {
    const piece = top(cells[one]);
    return piece !== null && piece.seat === mover && piece.kind !== "S";
  };
  const line = Array.from({ length: size }, (_, one) => one);
  const row = line.filter((one) => own(cell - (cell % size) + one)).length;
  const column = line.filter((one) => own((cell % size) + one * size)).length;
  return `${row}+${column}`;
}

/** @param {any} view @param {number} cell */
export const roadNumbers = (view, cell) => svg`<text class="numbers">${roadCount(view, cell)}</text>`;
