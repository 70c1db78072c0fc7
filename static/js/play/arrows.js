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
 * @param {HTMLElement} host The board's element.
 * @param {{seat: number, from: {x: number, y: number} | null, to: {x: number, y: number}}[]} arrows In the board's units.
 */
export function showArrows(host, arrows) {
  const table = host.querySelector(".board-table");
  /** @type {SVGSVGElement | null | undefined} */
  const drawing = table?.querySelector("svg.board-drawing");
  if (!table || !drawing) return;
  if (drawing.dataset.arrows === "inside") return inside(drawing, arrows);
  /** @type {HTMLElement | null} */
  let layer = table.querySelector(":scope > .arrows");
  if (!layer) {
    if (!arrows.length) return;
    layer = document.createElement("div");
    layer.className = "arrows";
    layer.setAttribute("aria-hidden", "true");
    table.append(layer);
  }
  const box = drawing.getAttribute("viewBox");
  render(arrows.length ? html`<svg viewBox=${box}>${arrows.map(arrow)}</svg>` : nothing, layer);
}

/** A drawing that is scrolled or moved holds its arrows itself. @param {Element} drawing @param {Play.Arrow[]} arrows */
function inside(drawing, arrows) {
  /** @type {SVGGElement | null} */
  let layer = drawing.querySelector(":scope > .arrows-inside");
  if (!layer) {
    if (!arrows.length) return;
    layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    layer.setAttribute("class", "arrows-inside");
    layer.setAttribute("aria-hidden", "true");
    drawing.append(layer);
  }
  render(arrows.length ? svg`${arrows.map(arrow)}` : nothing, layer);
}

/**
 * One arrow, or a ring with the seat's shape where nothing comes from anywhere; two that meet lie side by side.
 * @param {Play.Arrow} given @param {number} at @param {Play.Arrow[]} all
 */
function arrow({ seat, from, to }, at, all) {
  const colour = `var(--seat-${seat + 1})`;
  const twin = all.some((other, place) => place !== at && other.to.x === to.x && other.to.y === to.y);
  const shift = from ? SHIFT : RING_SHIFT;
  const aside = twin ? (at ? shift : -shift) : 0;
  const point = { x: to.x + aside, y: to.y + aside };
  const sign = svg`<path d=${markPath(seat)} fill=${colour} class="sign" transform="translate(${point.x} ${point.y}) scale(1.6)"></path>`;
  if (!from) return svg`<g class="arrow"><circle class="case" cx=${point.x} cy=${point.y} r="34"></circle>
    <circle class="ring" cx=${point.x} cy=${point.y} r="34" stroke=${colour}></circle>${sign}</g>`;
  const [across, down] = [point.x - from.x, point.y - from.y];
  const long = Math.hypot(across, down) || 1;
  const end = { x: point.x - (across / long) * HEAD, y: point.y - (down / long) * HEAD };
  return svg`<g class="arrow"><path class="case" d="M${from.x} ${from.y}L${end.x} ${end.y}"></path>
    <path class="shaft" d="M${from.x} ${from.y}L${end.x} ${end.y}" stroke=${colour}></path>${sign}</g>`;
}
