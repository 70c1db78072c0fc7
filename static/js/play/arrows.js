/**
 * What each bot expects to be played next, as arrows over the board. They lie on a drawing of their own above the
 * board's, with the same units, so that no board has to know of them. Loaded when the first arrow is to be shown.
 */

import { html, nothing, render, svg } from "lit";
import { markPath } from "lib/marks.js";

const HEAD = 26;
const SHIFT = 9;
const RING_SHIFT = 20;

/**
 * Lay the arrows over the board.
 * @param {HTMLElement} host The board's element. @param {Play.Arrow[]} arrows In the board's units.
 */
export function showArrows(host, arrows) {
  const { game } = /** @type {HTMLElement | null} */ (host.closest("[data-game]"))?.dataset ?? {};
  overlay(host, arrows.map((each, at) => arrow(each, at, arrows, game)));
}

/**
 * Lay svg templates over the board, in its units; a drawing that is scrolled or moved, or has no table around it, holds them itself.
 * @param {HTMLElement} host @param {unknown[]} arrows
 */
export function overlay(host, arrows) {
  const table = host.querySelector(".board-table");
  /** @type {SVGSVGElement | null} */
  const drawing = (table ?? host).querySelector("svg.board-drawing");
  if (!drawing) return;
  const inside = !table || drawing.dataset.arrows === "inside";
  const [place, name] = inside ? [drawing, "arrows-inside"] : [table, "arrows"];
  /** @type {any} */
  let layer = place.querySelector(`:scope > .${name}`);
  if (!layer) {
    if (!arrows.length) return;
    layer = inside ? document.createElementNS("http://www.w3.org/2000/svg", "g") : document.createElement("div");
    layer.setAttribute("class", name);
    layer.setAttribute("aria-hidden", "true");
    place.append(layer);
  }
  const drawn = svg`${arrows}`;
  render(!arrows.length ? nothing : inside ? drawn : html`<svg viewBox=${drawing.getAttribute("viewBox")}>${drawn}</svg>`, layer);
}

/**
 * One arrow, or a ring with the seat's shape where nothing comes from anywhere; two that meet lie side by side.
 * @param {Play.Arrow} given @param {number} at @param {Play.Arrow[]} all @param {string} [game]
 */
function arrow({ seat, from, to }, at, all, game) {
  const colour = `var(--seat-${seat + 1})`;
  const twin = all.some((other, place) => place !== at && other.to.x === to.x && other.to.y === to.y);
  const shift = from ? SHIFT : RING_SHIFT;
  const aside = twin ? (at ? shift : -shift) : 0;
  const point = { x: to.x + aside, y: to.y + aside };
  const sign = svg`<path d=${markPath(seat, game)} fill=${colour} class="sign" transform="translate(${point.x} ${point.y}) scale(1.6)"></path>`;
  if (!from) return svg`<g class="arrow"><circle class="case" cx=${point.x} cy=${point.y} r="34"></circle>
    <circle class="ring" cx=${point.x} cy=${point.y} r="34" stroke=${colour}></circle>${sign}</g>`;
  const [across, down] = [point.x - from.x, point.y - from.y];
  const long = Math.hypot(across, down) || 1;
  const end = { x: point.x - (across / long) * HEAD, y: point.y - (down / long) * HEAD };
  return svg`<g class="arrow"><path class="case" d="M${from.x} ${from.y}L${end.x} ${end.y}"></path>
    <path class="shaft" d="M${from.x} ${from.y}L${end.x} ${end.y}" stroke=${colour}></path>${sign}</g>`;
}
