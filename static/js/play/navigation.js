/**
 * Which position the page shows: the live one, or an earlier one that somebody stepped back to. Pure functions.
 *
 * `shown` is a ply, or null while the page follows the game. Whoever steps back stays where they are, whatever is
 * played meanwhile; `leftAt` remembers the live ply at that moment, so that the new moves can be counted.
 */

/** @type {Play.Place} */
export const LIVE = { shown: null, leftAt: 0 };

/** The ply that is on the board. @param {Play.Place} place @param {number} live */
export const plyShown = (place, live) => place.shown ?? live;

/** Go to a ply; at the live end, or beyond, the page follows again. @param {Play.Place} place @param {number} ply @param {number} live */
export function goTo(place, ply, live) {
  const wanted = Math.max(0, ply);
  if (wanted >= live) return LIVE;
  return { shown: wanted, leftAt: place.shown === null ? live : place.leftAt };
}

/** Go some plies on, or back if `plies` is negative. @param {Play.Place} place @param {number} plies @param {number} live */
export const goBy = (place, plies, live) => goTo(place, plyShown(place, live) + plies, live);

/** What a change of the live ply does: nothing, unless moves were taken back from under the reader. @param {Play.Place} place @param {number} live */
export function afterChange(place, live) {
  if (place.shown === null) return place;
  if (place.shown >= live) return LIVE;
  return place.leftAt > live ? { ...place, leftAt: live } : place;
}

/** How many moves came since the reader stepped back. @param {Play.Place} place @param {number} live */
export const newMoves = (place, live) => (place.shown === null ? 0 : live - place.leftAt);
