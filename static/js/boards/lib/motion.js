/**
 * Short animations that show what changed on a board, and none at all where the reader asked for less motion.
 */

/** Milliseconds of one change on a board. */
export const BEAT = 180;

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether boards must change without moving. */
export function still() {
  return reduced.matches;
}

/**
 * Animate one element from its own past to its present. The element's resting state is what is drawn; the frames only
 * lead there.
 * @param {Element | null | undefined} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} [timing]
 * @returns {Animation | null} null when nothing moves
 */
export function animate(element, frames, timing = {}) {
  if (!element || still()) return null;
  return element.animate(frames, { duration: BEAT, easing: "ease-out", fill: "backwards", ...timing });
}
