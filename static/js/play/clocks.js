/** How much time each seat has left at this moment, reckoned from the server's clock. Pure functions. */

import { _ } from "lib/messages.js";

/**
 * Seconds left for a seat; null where the game has no clock.
 * @param {Protocol.Clock} clock @param {number} seat @param {number} now The server's monotonic time now.
 */
export function secondsLeft(clock, seat, now) {
  if (clock.kind === "none" || !clock.left) return null;
  const used = clock.running === seat ? Math.max(0, now - (clock.at ?? now)) : 0;
  return Math.max(0, clock.left[seat] - used);
}

const HOUR = 3600;
/** From so many seconds on a clock shows days and hours. */
export const LONG = 10 * HOUR;

/** What a clock of days shows. @param {number} seconds */
export const daysAndHours = (seconds) =>
  _("{days} d {hours} h", { days: Math.floor(seconds / HOUR / 24), hours: Math.floor(seconds / HOUR) % 24 });

/** Whether a clock is ticking, so that the page must be drawn again and again. @param {Protocol.Clock} clock */
export const ticking = (clock) => clock.kind !== "none" && clock.running !== null && clock.running !== undefined;

/** The warnings that are due when a clock went from `before` to `after` seconds; each is given once. @param {number} before @param {number} after */
export function warningBetween(before, after) {
  for (const mark of [10, 30, 60]) if (before > mark && after <= mark) return _("{mark} seconds left.", { mark });
  return null;
}
