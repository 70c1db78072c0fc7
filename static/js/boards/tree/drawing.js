/**
 * Draws decision trees as svg templates: circles where Max moves, squares where Min moves, the value inside. Used by
 * the board, the editor, the page for trees and the small pictures alike.
 */

import { nothing, svg } from "lit";
import { _ } from "lib/messages.js";
import { hintMark, stillPicture } from "../lib/signs.js";
import { layOut } from "./layout.js";
import { CHANCE, NAMES, childrenOf, readable, wayTo } from "./model.js";

const SIZE = 21;
/** Digits that have room in a node at full size. */
const ROOM = 3.2;
/** CSS pixels per unit: never so small that a value cannot be read, never so large that a small tree shouts. */
export const LEAST_SCALE = 0.64;
export const MOST_SCALE = 1.25;

/**
 * What is marked in a drawing, all by row.
 *
 * @typedef {{walked?: Set<number>, line?: Set<number>, cut?: Set<number>, grey?: Set<number>,
 *   notes?: Map<number, string>}} Marks `line` is a best line, `cut` the nodes whose edge was cut, `grey` those never seen
 */

/** The lines between the nodes. @param {import("./layout.js").Layout} layout @param {Marks} marks */
export function edges(layout, { walked, line, cut, grey }) {
  return svg`<g class="edges" aria-hidden="true">${layout.places.map((place) => {
    if (!place.parent) return nothing;
    const { x, y, row } = place;
    const from = place.parent;
    const kind = walked?.has(row) ? "walked" : line?.has(row) ? "line" : grey?.has(row) ? "grey" : "";
    const middle = { x: (x + from.x) / 2, y: (y + from.y) / 2 };
    const turn = (Math.atan2(y - from.y, x - from.x) * 180) / Math.PI;
    return svg`<path class=${`edge ${kind}`} d=${`M${from.x} ${from.y}L${x} ${y}`} />
      ${cut?.has(row) ? svg`<path class="cut" d="M0 -13V13" transform=${`translate(${middle.x} ${middle.y}) rotate(${turn})`} />` : nothing}`;
  })}</g>`;
}

/** A node's shape and value around (0, 0). @param {import("./model.js").Row} node @param {string} more classes */
export function shape([, side, value], more = "") {
  const outline =
    side === 0
      ? svg`<circle class="shape" r=${SIZE} />`
      : side === CHANCE ? svg`<path class="shape" d=${`M0 ${-SIZE - 5}L${SIZE + 5} 0 0 ${SIZE + 5} ${-SIZE - 5} 0z`} />`
      : svg`<rect class="shape" x=${-SIZE + 2} y=${-SIZE + 2} width=${2 * SIZE - 4} height=${2 * SIZE - 4} rx="3" />`;
  const text = readable(value);
  const digits = (text.match(/\d/g)?.length ?? 0) / 2 + text.length / 2; // signs are half as wide
  const small = digits > ROOM ? `scale(${(ROOM / digits).toFixed(2)})` : nothing;
  return svg`<g class=${`node seat-${side} ${more}`}>${outline}<text class="value" transform=${small}>${text}</text></g>`;
}

/** The chance of a node below one where chance decides. @param {import("./model.js").Row} node */
const chanceOf = ([, , , chance]) => (chance ? svg`<text class="note" x="14" y="-24">${chance}</text>` : nothing);

/** How many nodes are folded away below a node. @param {number} hidden */
export function folded(hidden) {
  return hidden ? svg`<text class="folded" y="38">+${hidden}</text>` : nothing;
}

/** The ring round a node that may be chosen. @param {number} side */
export function ring(side) {
  const r = SIZE + 6;
  return side === 0
    ? svg`<circle class="ring" r=${r} />`
    : svg`<rect class="ring" x=${-r + 2} y=${-r + 2} width=${2 * r - 4} height=${2 * r - 4} rx="6" />`;
}

/** The keyboard's frame round a node. */
export function frame() {
  return svg`<rect class="focus-ring" x="-32" y="-32" width="64" height="64" rx="10" />`;
}

/** The star of a hint. */
export function star() {
  return svg`<g transform="translate(20 -20)">${hintMark(1.1)}</g>`;
}

/** A node's place in words: "root", or its path such as "1 0". @param {number[]} path */
export function placeName(path) {
  return path.length ? path.join(" ") : _("root");
}

/** What a node is, in words; one whose value is to be found out has none. @param {import("./model.js").Row} node @param {number} count of its children */
export function kindWords([, side, number], count) {
  const value = readable(number);
  if (value === "") return !count ? _("leaf") : side === CHANCE ? _("chance decides") : _("{who} to move", { who: NAMES[side] });
  if (side === CHANCE && count) return _("chance decides, value {value}", { value });
  return count ? _("{who} to move, value {value}", { who: NAMES[side], value }) : _("leaf, value {value}", { value });
}

/** The arrow from a node's parent to it. @param {import("./layout.js").Place | undefined} place @param {number} seat */
function pointer(place, seat) {
  if (!place?.parent) return nothing;
  const { x, y, parent } = place;
  const long = Math.hypot(x - parent.x, y - parent.y) || 1;
  const turn = (Math.atan2(y - parent.y, x - parent.x) * 180) / Math.PI;
  const tip = long - SIZE - 4;
  return svg`<g class="pointer" transform=${`translate(${parent.x} ${parent.y}) rotate(${turn})`}><path class="case" d=${`M${SIZE + 2} 0H${tip - 6}`} />
    <path class="shaft" stroke=${`var(--seat-${seat + 1})`} d=${`M${SIZE + 2} 0H${tip - 6}`} /><path class="head" fill=${`var(--seat-${seat + 1})`} d=${`M${tip} 0l-15-9v18z`} /></g>`;
}

/** A still picture; with `last`, the move that led here is an arrow of that seat. @param {any} view @param {Boards.About} [about] */
export function picture({ nodes, node: here }, { label, last = null, seat = 0 } = {}) {
  const layout = layOut(nodes, here);
  const walked = new Set(wayTo(nodes, here));
  const spots = layout.places.map(({ row, x, y, hidden }) => {
    const kind = row === here ? "here" : walked.has(row) ? "walked" : "";
    return svg`<g transform=${`translate(${x} ${y})`}>${shape(nodes[row], kind)}${folded(hidden)}${chanceOf(nodes[row])}</g>`;
  });
  const arrow = last ? pointer(layout.at.get(here), seat) : nothing;
  return stillPicture("tree", `0 0 ${layout.width} ${layout.height}`, label, [edges(layout, { walked }), arrow, spots]);
}

/** The arrow begins beyond the node, and its sign stands on the edge, so that no value is covered. */
const [BEGIN, REACH] = [24, 0.66];

/** Where a move points: from the node that was reached towards its child. The board knows where its nodes are. @type {Boards.FindArrow} */
export function arrow(view, text, flip, host) {
  const child = childrenOf(view.nodes)[view.node]?.[Number(text)];
  const [from, to] = [view.node, child].map((row) => placeOf(host?.querySelector(`.board-drawing [data-node="${row}"]`)));
  if (!from || !to) return null;
  const along = (/** @type {number} */ part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  return { from: along(Math.min(0.4, BEGIN / (Math.hypot(to.x - from.x, to.y - from.y) || 1))), to: along(REACH) };
}

/** @param {Element | null | undefined} spot */
function placeOf(spot) {
  const found = /translate\(([-.\d]+)[ ,]([-.\d]+)\)/.exec(spot?.getAttribute("transform") ?? "");
  return found ? { x: Number(found[1]), y: Number(found[2]) } : null;
}
