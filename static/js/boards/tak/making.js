/**
 * What a Tak board shows while a move is being made: the pieces in the hand, the tick that confirms a placement, and the
 * buttons below the board, which do for fingers all that keys do.
 */

import { html, nothing, svg } from "lit";
import { middle, stone, topOf } from "./drawing.js";
import { choices, dropAll, held, most, place } from "./hand.js";
import { KINDS } from "./labels.js";
import { pieces } from "./notation.js";

/** @typedef {import("./acting.js").ActingBoard} Acting */

/** Half of the smallest target, in CSS pixels. */
const HALF_TARGET = 13;
/** How far lifted pieces float above the stack, in units. */
const FLOAT = 16;

/**
 * What lies upon the drawing: the pieces in the hand, or the tick.
 *
 * @param {Acting} board
 * @param {string[]} cells as drawn
 * @param {string} inHand the pieces that are held, as TPS writes them
 */
export function inWork(board, cells, inHand) {
  if (board.hand) return floating(board, board.hand, cells, inHand);
  return board.proposal ? confirmSign(board, board.proposal.cell) : nothing;
}

/** The pieces in the hand, floating above the square where the next one falls. @param {Acting} board @param {import("./hand.js").Hand} hand @param {string[]} cells @param {string} inHand */
function floating({ size, shown, state }, hand, cells, inHand) {
  const cell = place(hand, size);
  const { x, y } = middle(cell, size, state.flip);
  const lowest = Math.min(topOf(cells[cell], shown.carry) - FLOAT, -FLOAT);
  const all = pieces(inHand);
  return svg`<g class="floating" transform=${`translate(${x} ${y})`}>${all.map((piece, level) =>
    stone(piece, { y: lowest - level * 7, signed: level === all.length - 1 }),
  )}</g>`;
}

/** The tick beside a piece that was put down: a second place for a finger or the mouse to confirm it. @param {Acting} board @param {number} cell */
function confirmSign({ size, shell, state }, cell) {
  const { x, y } = middle(cell, size, state.flip);
  const r = Math.max(26, HALF_TARGET / shell.scale);
  const away = 50 + r * 0.5;
  return svg`<g class="confirm" data-confirm transform=${`translate(${x} ${y > r * 2 ? y - away : y + away})`}>
    <circle r=${r} /><path d="M-11 1-3 9 12-9" transform=${`scale(${r / 26})`} /></g>`;
}

/** @param {Acting} board */
export function tools(board) {
  const { hand, proposal } = board;
  if (proposal) return placing(board, proposal);
  return hand ? carrying(board, hand) : nothing;
}

/** @param {string} words @param {() => void} act @param {string} [kind] @param {boolean} [off] @param {string} [label] */
function button(words, act, kind = "", off = false, label = "") {
  return html`<button
    type="button"
    class=${`button small ${kind}`}
    aria-label=${label || nothing}
    ?disabled=${off}
    @click=${act}
  >
    ${words}
  </button>`;
}

/** @param {Acting} board @param {{cell: number, piece: string}} proposal */
function placing(board, { cell, piece }) {
  const kinds = board.kinds(cell);
  const seat = board.shown.placing;
  const kind = (/** @type {string} */ one) =>
    html`<button
      type="button"
      class="button small tak-kind"
      aria-pressed=${one === piece ? "true" : "false"}
      @click=${() => board.propose(cell, one)}
    >
      <svg class="drawing tak" viewBox="-40 -40 80 80" aria-hidden="true">${stone({ seat, kind: one }, { signed: false })}</svg>
      <span>${KINDS[one][0].toUpperCase()}${KINDS[one].slice(1)}</span>
    </button>`;
  return html`${kinds.length > 1 ? kinds.map(kind) : nothing}
  ${button("Place", () => board.confirm(), "primary")}${button("Cancel", () => board.cancel(), "quiet")}`;
}

/** @param {Acting} board @param {import("./hand.js").Hand} hand */
function carrying(board, hand) {
  const { spreads } = board;
  const begun = hand.drops.length > 0;
  const limit = most(spreads, hand.cell);
  const all = dropAll(hand, spreads);
  const stepper = html`<span class="tak-stepper inline small number nowrap" role="group" aria-label="Pieces in hand">
    ${button("−", () => board.liftFrom(hand.cell, hand.count - 1), "", hand.count < 2, "One piece fewer")}
    <output>${hand.count} of ${limit}</output>
    ${button("+", () => board.liftFrom(hand.cell, hand.count + 1), "", hand.count >= limit, "One piece more")}
  </span>`;
  const offered = choices(hand, spreads).filter((way) => String(way) !== String(all?.drops));
  const way = (/** @type {number[]} */ drops) =>
    button(drops.join(" "), () => board.dropped({ ...hand, drops }), "number", false, `Drop ${drops.join(", ")}`);
  return html`${begun ? nothing : stepper}
  ${all ? button(`Drop ${held(hand)} here`, () => board.dropRest(), "primary") : nothing} ${offered.map(way)}
  ${begun ? button("Undo", () => board.back()) : nothing}${button("Cancel", () => board.cancel(), "quiet")}`;
}
