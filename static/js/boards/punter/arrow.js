/** Where a move of Lambda Punter points: along its river, or the first river of its route. */

const REACH = 0.72;

/** @param {any} view @param {string} text @param {boolean} flip @param {HTMLElement} host the board, which knows where its map lies */
export function arrow(view, text, flip, host) {
  const points = /** @type {any} */ (host?.querySelector(".punter-view"))?.pointsOf?.(text);
  if (!points) return null;
  const [[ax, ay], [bx, by]] = points;
  return { from: { x: ax, y: ay }, to: { x: ax + (bx - ax) * REACH, y: ay + (by - ay) * REACH } };
}
