/** What charts are made of: scales, round ticks, curves, the drawing itself, and the place of it that was clicked. */

import { svg } from "lit";

/** From the lowest to the highest value, or from one place to another. @typedef {[number, number]} Range */

const TICKS = [1, 2, 5, 10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000];

/** A linear scale: where a value lies in the drawing. @param {Range} values @param {Range} places @param {string} [unit] of the places, such as "%" */
export function scale([low, high], [from, to], unit = "") {
  const by = (to - from) / (high - low || 1);
  return (/** @type {number} */ value) => `${(from + by * (value - low)).toFixed(2)}${unit}`;
}

/** Round values between two, `most` of them at most. @param {Range} values @param {number} most */
export function ticks([low, high], most) {
  const step = TICKS.find((each) => (high - low) / each <= most) ?? TICKS[TICKS.length - 1];
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.max(0, Math.floor(high / step) - first + 1) }, (_, at) => (first + at) * step);
}

/** The path of a curve through points. @param {readonly (readonly [string, string])[]} points */
export const curve = (points) => points.map(([x, y], at) => `${at ? "L" : "M"}${x} ${y}`).join("");

/**
 * A chart of so many pixels' height as a picture with words, as wide as there is room, or, with a `width`, in those proportions.
 * @param {{height: number, width?: number, label: string, kind?: string, click?: (across: number) => void}} about `click` hears the share of the width
 * @param {unknown} content
 */
export function chart({ height, width, label, kind = "", click }, content) {
  const clicked = (/** @type {MouseEvent & {currentTarget: Element}} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    click?.((event.clientX - box.left) / box.width);
  };
  return width
    ? svg`<svg class=${kind} viewBox="0 0 ${width} ${height}" role="img" aria-label=${label} @click=${clicked}>${content}</svg>`
    : svg`<svg class=${kind} width="100%" height=${height} role="img" aria-label=${label} @click=${clicked}>${content}</svg>`;
}

/** The value, a whole one, that a click at a share of the width stands for. @param {number} across @param {Range} values @param {Range} [shares] of the width at which they lie */
export const valueAt = (across, [low, high], [from, to] = [0, 1]) =>
  Math.min(Math.max(Math.round(low + ((across - from) / (to - from)) * (high - low)), Math.ceil(low)), Math.floor(high));
