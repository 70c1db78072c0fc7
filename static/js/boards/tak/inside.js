/** The inside of a stack: a small list of its pieces from top to bottom, beside the stack, for pointer, focus and long press. */

import { html, nothing } from "lit";
import { middle, span, stone } from "./drawing.js";
import { pieceName } from "./labels.js";
import { height, pieces, squareName } from "./notation.js";

/** @typedef {import("./notation.js").Piece} Piece */

const MOST_ROWS = 12;

/**
 * @param {{cell: number, text: string, size: number, carry: number, flip: boolean} | null} shown the stack, if one is shown
 */
export function insidePanel(shown) {
  if (!shown) return nothing;
  const { cell, text, size, carry, flip } = shown;
  const { x, y } = middle(cell, size, flip);
  const right = x < (size * 100) / 2;
  const across = right ? x + 50 + 56 : size * 100 - x + 50 + 22;
  const high = height(text);
  const all = runs(text);
  const listed = all.slice(0, MOST_ROWS);
  const deeper = all.slice(MOST_ROWS).reduce((sum, run) => sum + run.count, 0);
  const place = `${right ? "left" : "right"}: ${(100 * across) / span(size)}%; top: ${(100 * Math.max(0, y - 50)) / span(size)}%`;
  return html`<div class="tak-inside" aria-hidden="true" .style=${place}>
    <strong>${squareName(cell, size)}: ${high} from the top</strong>
    <ol>
      ${listed.map(
        (run) => html`<li>
          <svg viewBox="-40 -40 80 80" class="drawing tak">${stone(run.piece, { signed: false })}</svg>${runName(run)}
        </li>`,
      )}
    </ol>
    ${deeper ? html`<span>and ${deeper} deeper</span>` : nothing}
    ${high > carry ? html`<span>Up to ${carry} can be lifted.</span>` : nothing}
  </div>`;
}

/** Pieces from top to bottom, equal neighbours taken together: "black wall", "2 white flats". @param {string} text @returns {{piece: Piece, count: number}[]} */
function runs(text) {
  /** @type {{piece: Piece, count: number}[]} */
  const found = [];
  for (const piece of pieces(text).reverse()) {
    const run = found.at(-1);
    if (run && run.piece.seat === piece.seat && run.piece.kind === piece.kind) run.count += 1;
    else found.push({ piece, count: 1 });
  }
  return found;
}

/** @param {{piece: Piece, count: number}} run */
function runName({ piece, count }) {
  return count > 1 ? `${count} ${pieceName(piece)}s` : pieceName(piece);
}
