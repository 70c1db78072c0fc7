/** Which games hang on the wall, and in which order: pure functions. */

/** How many boards the wall may show. */
export const SIZES = [1, 2, 4, 9];

/** A game on the wall that has been still for so long, in ms, makes room for one that moves. */
export const STILL = 20_000;

/**
 * What the wall knows of a game: its card, when it was first seen finished, and when it was last seen to move.
 *
 * @typedef {{id: string, status: string, ply: number, ended?: number | null, moved?: number}} Card
 */

/**
 * The cards with the newer ones in: a known game keeps its place, a new one comes last.
 *
 * @template {Card} C
 * @param {C[]} cards
 * @param {C[]} newer
 * @param {number} now in ms
 * @returns {C[]}
 */
export function applied(cards, newer, now) {
  const known = new Map(newer.map((card) => [card.id, card]));
  const kept = cards.map((card) => {
    const next = known.get(card.id);
    return next ? { ...next, ended: card.ended, moved: next.ply === card.ply ? card.moved : now } : card;
  });
  const places = new Set(cards.map((card) => card.id));
  return [...kept, ...newer.filter((card) => !places.has(card.id)).map((card) => ({ ...card, moved: now }))];
}

/**
 * Note when a game was first seen finished, and let it go when it has hung for `linger` milliseconds after that and
 * another game is being played. Of `size` places those of games that have long been still go to games that move.
 *
 * @template {Card} C
 * @param {C[]} cards
 * @param {number} now in ms
 * @param {number} linger in ms
 * @param {number} size
 * @returns {C[]}
 */
export function arrange(cards, now, linger, size) {
  const marked = cards.map((card) => ({ ...card, ended: card.status === "finished" ? (card.ended ?? now) : null }));
  if (!marked.some((card) => card.ended === null)) return marked.slice(-Math.max(...SIZES));
  return livelyFirst(marked.filter((card) => card.ended === null || now - card.ended < linger), now, size);
}

/**
 * @template {Card} C
 * @param {C[]} cards
 * @param {number} now
 * @param {number} size
 * @returns {C[]}
 */
function livelyFirst(cards, now, size) {
  const order = [...cards];
  const still = (/** @type {C} */ card) => now - (card.moved ?? now) > STILL;
  const byMove = (/** @type {C} */ a, /** @type {C} */ b) => (a.moved ?? now) - (b.moved ?? now);
  const leaving = order.slice(0, size).filter((card) => card.ended === null && still(card)).sort(byMove);
  const coming = order.slice(size).filter((card) => card.ended === null && !still(card)).sort(byMove).reverse();
  for (const [at, card] of coming.slice(0, leaving.length).entries()) {
    const [place, from] = [order.indexOf(leaving[at]), order.indexOf(card)];
    [order[place], order[from]] = [card, leaving[at]];
  }
  return order;
}
