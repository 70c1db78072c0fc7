/** Which games hang on the wall, and in which order: pure functions. */

/** How many boards the wall may show. */
export const SIZES = [1, 2, 4, 9];

/** The cards with the newer ones in: a known game keeps its place, a new one comes last. */
export function applied(cards, newer) {
  const known = new Map(newer.map((card) => [card.id, card]));
  const kept = cards.map((card) => (known.has(card.id) ? { ...known.get(card.id), ended: card.ended } : card));
  const places = new Set(cards.map((card) => card.id));
  return [...kept, ...newer.filter((card) => !places.has(card.id))];
}

/**
 * Note when a game was first seen finished, and let it go when it has hung for `linger` milliseconds after that and
 * another game waits for its place. Games that are being played come before finished ones that are not on the wall yet.
 */
export function arrange(cards, now, linger) {
  const marked = cards.map((card) => (card.status === "finished" ? { ...card, ended: card.ended ?? now } : { ...card, ended: null }));
  const playing = marked.some((card) => card.ended === null);
  return playing ? marked.filter((card) => card.ended === null || now - card.ended < linger) : marked.slice(-SIZES.at(-1));
}
