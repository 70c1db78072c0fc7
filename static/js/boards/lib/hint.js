/** The sign for a move that was recommended: a star, the same on every board. */

import { svg } from "lit";
import { markPath } from "lib/marks.js";

const STAR = 4;

/** @param {number} [scale] of a star about 20 units wide */
export function hintMark(scale = 2.6) {
  return svg`<path class="hint" d=${markPath(STAR)} transform=${`scale(${scale})`} />`;
}
