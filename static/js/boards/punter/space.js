/**
 * Where a map lies on the screen: how many pixels one of its units takes, and which of its points is in the middle.
 * Plain values and pure functions, so that they can be tested without a page.
 *
 * @typedef {{scale: number, x: number, y: number, width: number, height: number, sign: 1 | -1}} Space `x` and `y` are the
 *   point in the middle; `sign` is -1 when the map is turned by half a turn
 */

/** Pixels that stay free around the whole map. */
const EDGE = 36;
/** The widest that a river of middle length is drawn, in pixels. */
const WIDEST = 160;

/**
 * The whole map in sight.
 * @param {import("./map.js").GameMap} map @param {number} width @param {number} height @param {boolean} [flip]
 * @returns {Space}
 */
export function whole(map, width, height, flip = false) {
  const { left, top, right, bottom } = map.bounds;
  const across = Math.max(right - left, 1e-9);
  const down = Math.max(bottom - top, 1e-9);
  const edge = Math.min(EDGE, width / 8, height / 8);
  const fit = Math.min((width - 2 * edge) / across, (height - 2 * edge) / down);
  return {
    scale: Math.max(1e-9, Math.min(fit, (WIDEST * 2) / map.length)),
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width,
    height,
    sign: flip ? -1 : 1,
  };
}

/** The largest and smallest scale that make sense. @param {import("./map.js").GameMap} map @param {Space} space */
export function limits(map, space) {
  const fit = whole(map, space.width, space.height).scale;
  return { least: fit, most: Math.max(fit * 4, WIDEST / map.length) };
}

/** @param {Space} space @param {number} x @param {number} y @returns {[number, number]} */
export function toScreen({ scale, x: midX, y: midY, width, height, sign }, x, y) {
  return [width / 2 + sign * (x - midX) * scale, height / 2 + sign * (y - midY) * scale];
}

/** @param {Space} space @param {number} left @param {number} top @returns {[number, number]} */
export function toMap({ scale, x, y, width, height, sign }, left, top) {
  return [x + (sign * (left - width / 2)) / scale, y + (sign * (top - height / 2)) / scale];
}

/**
 * Zoomed by a factor, the point at (left, top) staying where it is.
 * @param {import("./map.js").GameMap} map @param {Space} space @param {number} factor @param {number} [left]
 * @param {number} [top] @returns {Space}
 */
export function zoomed(map, space, factor, left = space.width / 2, top = space.height / 2) {
  const { least, most } = limits(map, space);
  const scale = Math.max(least, Math.min(most, space.scale * factor));
  const [x, y] = toMap(space, left, top);
  const by = space.scale / scale;
  return kept(map, { ...space, scale, x: x + (space.x - x) * by, y: y + (space.y - y) * by });
}

/** Moved by pixels. @param {import("./map.js").GameMap} map @param {Space} space @param {number} dx @param {number} dy */
export function panned(map, space, dx, dy) {
  const by = space.sign / space.scale;
  return kept(map, { ...space, x: space.x - dx * by, y: space.y - dy * by });
}

/** Moved just as far as a point needs to be well in sight. @param {import("./map.js").GameMap} map @param {Space} space @param {number} x @param {number} y */
export function showing(map, space, x, y) {
  const [left, top] = toScreen(space, x, y);
  const margin = (/** @type {number} */ size) => Math.min(60, size / 4);
  const over = (/** @type {number} */ at, /** @type {number} */ size) =>
    at < margin(size) ? margin(size) - at : Math.min(0, size - margin(size) - at);
  return panned(map, space, over(left, space.width), over(top, space.height));
}

/** No further away than its edge in the middle; in the middle where all of it is in sight. @param {import("./map.js").GameMap} map @param {Space} space @returns {Space} */
function kept(map, space) {
  const { left, top, right, bottom } = map.bounds;
  const free = (/** @type {number} */ size) => size / space.scale / 2 - EDGE / space.scale;
  const hold = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ half) =>
    high - low <= 2 * half ? (low + high) / 2 : Math.max(low + half * 0.5, Math.min(high - half * 0.5, at));
  return {
    ...space,
    x: hold(space.x, left, right, free(space.width)),
    y: hold(space.y, top, bottom, free(space.height)),
  };
}

/** Whether all of the map is in sight, so that there is nothing to pan. @param {import("./map.js").GameMap} map @param {Space} space */
export function isWhole(map, space) {
  return space.scale <= limits(map, space).least * 1.001;
}
