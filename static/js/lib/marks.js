/** The seats' marks: each seat has a shape of its own, which the game may declare, the same on boards, clocks, lists and plots. */

import { svg } from "lit";

/** Outlines in seat order, by name, in a box from -10 to 10. @type {Record<string, string>} */
const PATHS = {
  circle: "M0-8a8 8 0 1 0 .01 0z",
  square: "M-7-7h14v14h-14z",
  triangle: "M0-8.5 8.5 7h-17z",
  diamond: "M0-9 9 0 0 9-9 0z",
  star: "M0-9 2.6-3.3 8.8-2.7 4.2 1.5 5.5 7.5 0 4.4-5.5 7.5-4.2 1.5-8.8-2.7-2.6-3.3z",
  cross: "M-3-8.5h6V-3h5.5v6H3v5.5h-6V3h-5.5v-6H-3z",
  hexagon: "M-4.5-8h9L9 0 4.5 8h-9L-9 0z",
  heart: "M0 8-8 0a4.5 4.5 0 0 1 8-5 4.5 4.5 0 0 1 8 5z",
  moon: "M3-8.5a8.5 8.5 0 1 0 5 12A8 8 0 0 1 3-8.5z",
  drop: "M0-9.5C5-3 7-.5 7 2.5a7 7 0 0 1-14 0C-7-.5-5-3 0-9.5z",
  pentagon: "M0-9 8.6-2.8 5.3 7.3H-5.3L-8.6-2.8z",
  ring: "M0-8.5a8.5 8.5 0 1 0 .01 0zM0-3.5a3.5 3.5 0 1 1-.01 0z",
  bolt: "M2-9.5-7 1.5h5L-3 9.5 7-2.5H1.5z",
  leaf: "M-8 8C-9-3-3-8 8.5-8.5 9 3 3 9-8 8z",
  shield: "M-7.5-7.5h15V0C7.5 4 4 7.5 0 9-4 7.5-7.5 4-7.5 0z",
  flag: "M-7-9h3v2H8L5-2.5 8 2H-4v7h-3z",
  arrow: "M0-9.5 8.5 0h-5v9h-7V0h-5z",
};

/** The shapes' names in the order of seats whose game declares none. */
const SHAPES = Object.keys(PATHS);
/** The shapes that games declare, by game and seat, as the page has them. @type {Record<string, string[]>} */
const DECLARED = JSON.parse(globalThis.document?.documentElement?.dataset.shapes ?? "{}");

/** The name of a seat's shape. @param {number} seat @param {string} [game] */
export const shapeOf = (seat, game = "") => DECLARED[game]?.[seat] ?? SHAPES[seat % SHAPES.length];

/** The colour of a seat whose game declares none. @param {number} seat */
export const colourOf = (seat) => `var(--seat-${(seat % SHAPES.length) + 1})`;

/** A seat's outline as path data, in a box from -10 to 10, for use inside another drawing. @param {number} seat @param {string} [game] */
export const markPath = (seat, game) => PATHS[shapeOf(seat, game)];

/**
 * A seat's mark as a complete little picture in the seat's colour with an ink outline.
 * @param {number} seat
 * @param {number} [size] Width and height in pixels. @param {string} [game] whose seat it is
 */
export function mark(seat, size = 16, game = "") {
  return svg`<svg class="mark" width=${size} height=${size} viewBox="-10 -10 20 20" aria-hidden="true">
    <path d=${markPath(seat, game)} fill=${colourOf(seat)} stroke="var(--ink)" stroke-width="1.5"
      stroke-linejoin="round"></path></svg>`;
}
