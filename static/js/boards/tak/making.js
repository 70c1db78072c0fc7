/**
 * What a Tak board shows while a move is being made: the pieces in the hand, the tick that confirms a placement, and the
 * buttons below the board, which do for fingers all that keys do.
 */

import { html, nothing, svg } from "lit";
import { button } from "lib/button.js";
import { _ } from "lib/messages.js";
import { capital } from "../lib/signs.js";
import { middle, stone, topOf } from "./drawing.js";
import { choices, dropAll, held, most, place } from "./hand.js";
import { KINDS, pieces } from "./notation.js";

/** @typedef {import("./acting.js").ActingBoard} Acting */

/** Half of the smallest target, in CSS pixels. */
const HALF_TARGET = 13;
/** How far lifted pieces float above the stack, in units. */
const FLOAT = 16;

/** What lies upon the drawing: the pieces in the hand, or the tick. @param {Acting} board @param {string[]} cells as drawn @param {string} inHand the pieces that are held, as TPS writes them */
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
function confirmSign({ size, scale, state }, cell) {
  const { x, y } = middle(cell, size, state.flip);
  const r = Math.max(26, HALF_TARGET / scale);
  const away = 50 + r * 0.5;
  return svg`<g class="confirm" data-confirm transform=${`translate(${x} ${y > r * 2 ? y - away : y + away})`}>
    <circle r=${r} /><path d="M-11 1-3 9 12-9" transform=${`scale(${r / 26})`} /></g>`;
}

/** @param {Acting} board */
export function tools(board) {
  const { hand, proposal } = board;
  if (proposal) return placing(board, proposal);
  return hand ? carrying(board, hand) : reserve(board);
}

/** The pieces that the reader has left, to be dragged to a square; a click on one is for the square that is chosen next. @param {Acting} board */
function reserve(board) {
  const { shown, state, moves } = board;
  if (!state.yours.length || shown.returns) return nothing;
  const seat = state.view.placing;
  const { stones, capstones } = shown.reserves[seat];
  const left = { F: stones, S: stones, C: capstones };
  const may = (/** @type {string} */ kind) => moves.some(({ text }) => (kind === "F" ? /^[a-z]\d$/.test(text) : text[0] === kind));
  const arm = (/** @type {string} */ kind) => {
    board.armed = board.armed === kind ? "" : kind;
    board.note("");
    if (board.armed) board.say(_("{piece} from the reserve: choose its square.", { piece: capital(KINDS[kind]) }));
  };
  return html`${/** @type {("F" | "S" | "C")[]} */ (["F", "S", "C"]).filter((kind) => left[kind]).map(
    (kind) => html`<span class="tak-reserve" data-piece=${kind}>${kindButton(seat, kind, board.armed === kind, () => arm(kind), "tak-kind draggable", !may(kind))}</span>`,
  )}`;
}

/** The button that chooses a kind of piece. @param {number} seat @param {string} kind @param {boolean} pressed @param {() => void} act @param {string} [more] classes @param {boolean} [off] */
export function kindButton(seat, kind, pressed, act, more, off = false) {
  const sign = html`<svg class="drawing tak" viewBox="-40 -40 80 80" aria-hidden="true">${stone({ seat, kind }, { signed: false })}</svg>`;
  return button([sign, html`<span>${capital(KINDS[kind])}</span>`], act, { kind: more, pressed, off });
}

/** @param {Acting} board @param {{cell: number, piece: string}} proposal */
function placing(board, { cell, piece }) {
  const kinds = board.kinds(cell);
  const seat = board.shown.placing;
  const kind = (/** @type {string} */ one) => kindButton(seat, one, one === piece, () => board.propose(cell, one), "tak-kind");
  return html`${kinds.length > 1 ? kinds.map(kind) : nothing}
  ${button(_("Place it here"), () => board.confirm(), { kind: "primary" })}${button(_("Cancel"), () => board.cancel(), { kind: "quiet" })}`;
}

/** @param {Acting} board @param {import("./hand.js").Hand} hand */
function carrying(board, hand) {
  const { spreads } = board;
  const begun = hand.drops.length > 0;
  const limit = most(spreads, hand.cell);
  const all = dropAll(hand, spreads);
  const stepper = html`<span class="tak-stepper inline small number nowrap" role="group" aria-label=${_("Pieces in hand")}>
    ${button("−", () => board.liftFrom(hand.cell, hand.count - 1), { off: hand.count < 2, label: _("One piece fewer") })}
    <output>${_("{count} of {limit}", { count: hand.count, limit })}</output>
    ${button("+", () => board.liftFrom(hand.cell, hand.count + 1), { off: hand.count >= limit, label: _("One piece more") })}
  </span>`;
  const offered = choices(hand, spreads).filter((way) => String(way) !== String(all?.drops));
  const way = (/** @type {number[]} */ drops) =>
    button(drops.join(" "), () => board.dropped({ ...hand, drops }), { kind: "number", label: _("Drop {pieces}", { pieces: drops.join(", ") }) });
  return html`${begun ? nothing : stepper}
  ${all ? button(_("Drop {pieces} here", { pieces: held(hand) }), () => board.dropRest(), { kind: "primary" }) : nothing} ${offered.map(way)}
  ${begun ? button(_("Undo"), () => board.back()) : nothing}${button(_("Cancel"), () => board.cancel(), { kind: "quiet" })}`;
}
