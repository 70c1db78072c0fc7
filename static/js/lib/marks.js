/** The seats' marks: each seat has a shape of its own, the same on boards, clocks, lists and plots. */

import { svg } from "lit";

/** Shapes in seat order; after the last they begin again. */
export const SHAPES = ["circle", "square", "triangle", "diamond", "star", "hexagon", "cross", "drop"];

/** Outlines in a box from -10 to 10. */
const PATHS = {
  circle: "M0-8a8 8 0 1 0 .01 0z",
  square: "M-7-7h14v14h-14z",
  triangle: "M0-8.5 8.5 7h-17z",
  diamond: "M0-9 9 0 0 9-9 0z",
  star: "M0-9 2.6-3.3 8.8-2.7 4.2 1.5 5.5 7.5 0 4.4-5.5 7.5-4.2 1.5-8.8-2.7-2.6-3.3z",
  hexagon: "M-4.5-8h9L9 0 4.5 8h-9L-9 0z",
  cross: "M-3-8.5h6V-3h5.5v6H3v5.5h-6V3h-5.5v-6H-3z",
  drop: "M0-9.5C5-3 7-.5 7 2.5a7 7 0 0 1-14 0C-7-.5-5-3 0-9.5z",
};

/** The name of a seat's shape. */
export const shapeOf = (seat) => SHAPES[seat % SHAPES.length];

/** A seat's outline as path data, in a box from -10 to 10, for use inside another drawing. */
export const markPath = (seat) => PATHS[shapeOf(seat)];

/**
 * A seat's mark as a complete little picture in the seat's colour with an ink outline.
 * @param {number} seat
 * @param {number} [size] Width and height in pixels.
 */
export function mark(seat, size = 16) {
  return svg`<svg class="mark" width=${size} height=${size} viewBox="-10 -10 20 20" aria-hidden="true">
    <path d=${markPath(seat)} fill="var(--seat-${(seat % 16) + 1})" stroke="var(--ink)" stroke-width="1.5"
      stroke-linejoin="round"></path></svg>`;
}
