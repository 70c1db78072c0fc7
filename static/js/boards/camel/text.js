/** The text form of a Crazy Camel position: size, both masters with their camels, the camels that lie, next, ply. */

/** @typedef {import("./geometry.js").Slot} Slot */

/**
 * @param {{width: number, height: number, masters: {x: number, y: number, camels: number}[], camels: Slot[], next: number,
 *   ply?: number}} position
 * @returns {string} such as `7x7 3,0,8 3,6,7 H2,3 1 1`
 */
export function positionText({ width, height, masters, camels, next, ply = 0 }) {
  const lying = camels.map(({ axis, x, y }) => `${axis}${x},${y}`).sort();
  const players = masters.map((one) => `${one.x},${one.y},${one.camels}`);
  return [`${width}x${height}`, ...players, lying.join(";") || "-", next, ply].join(" ");
}

/**
 * Whether two camels cannot both lie there: on the same edge, by half of it, or across each other.
 *
 * @param {Slot} one
 * @param {Slot} other
 */
export function clash(one, other) {
  const across = Math.abs(one.x - other.x);
  const down = Math.abs(one.y - other.y);
  if (one.axis !== other.axis) return across + down === 0;
  return one.axis === "H" ? down === 0 && across <= 1 : across === 0 && down <= 1;
}
