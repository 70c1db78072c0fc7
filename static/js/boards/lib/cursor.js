/**
 * The keyboard's place on a grid of cells: one tab stop for the whole grid, arrows that follow the eye even when the
 * board is turned, Home and End along a row, and Page Up and Page Down along a column.
 */

/** @typedef {{x: number, y: number}} Cell a place in the game's own coordinates, whichever way the board is turned */

/** @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
  PageUp: [0, -Infinity],
  PageDown: [0, Infinity],
};

/**
 * Where a key leads from a cell, or null if the key moves nothing.
 * @param {Cell} from @param {string} key as in `KeyboardEvent.key` @param {number} columns @param {number} rows
 * @param {boolean} flip whether the board is turned by half a turn @returns {Cell | null}
 */
export function moved(from, key, columns, rows, flip) {
  const step = STEPS[key];
  if (!step) return null;
  const sign = flip ? -1 : 1;
  return {
    x: clamp(from.x + sign * step[0], columns - 1),
    y: clamp(from.y + sign * step[1], rows - 1),
  };
}

/** @param {number} value @param {number} most */
export function clamp(value, most) {
  return Math.max(0, Math.min(most, value));
}

/**
 * The numbers 0 to n - 1 in the order in which a reader meets them, reversed when the board is turned.
 * @param {number} n @param {boolean} flip
 */
export function order(n, flip) {
  return Array.from({ length: n }, (_, i) => (flip ? n - 1 - i : i));
}

/**
 * The cell that an event happened in, read from the element's `data-x` and `data-y`.
 * @param {Event} event @returns {Cell | null}
 */
export function cellOf(event) {
  const target = event.target instanceof Element ? event.target.closest("[data-x]") : null;
  if (!(target instanceof SVGElement)) return null;
  return { x: Number(target.dataset.x), y: Number(target.dataset.y) };
}
