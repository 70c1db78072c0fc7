/** What all boards draw alike: the star of a recommended move, and the frame of a still picture. */

import { html, nothing, svg } from "lit";
import { markPath } from "lib/marks.js";

const STAR = 4;

/** @param {number} [scale] of a star about 20 units wide */
export function hintMark(scale = 2.6) {
  return svg`<path class="hint" d=${markPath(STAR)} transform=${`scale(${scale})`} />`;
}

/**
 * A complete, still picture of a position, light enough for a page full of them.
 * @param {string} classes @param {string} box its `viewBox`
 * @param {string | undefined} label without one the picture is decoration @param {unknown} inside @param {string} [role]
 */
export function stillPicture(classes, box, label, inside, role = "img") {
  return html`<svg class="drawing picture ${classes}" viewBox=${box} role=${label ? role : nothing} aria-label=${label || nothing}
    aria-hidden=${label ? nothing : "true"}>${inside}</svg>`;
}

/** A word as the beginning of a sentence. @param {string} word */
export const capital = (word) => word[0].toUpperCase() + word.slice(1);
