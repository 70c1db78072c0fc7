/** Which games hang on the wall, and in which order: pure functions. */

/** How many boards the wall may show. */
export const SIZES = [1, 2, 4, 9];

/** A game on the wall that has been still for so long, in ms, makes room for one that moves. */
export const STILL = 20_000;

/**
 * What the wall knows of a game: its card, when it was first seen finished, and when it last moved, in ms of this page's clock.
 * A card that comes says that as a date of the server's.
 *
 * @typedef {{id: string, status: string, ply: number, paused?: boolean, ended?: number | null, moved?: number | string}} Card
 */

/** How the ids of games of competitions begin here, so that they are no other game's. */
const CONTEST = "contest ";

/**
 * A game of a competition as a card of the wall.
 * @param {{id: string, competition: string, kind: string, game: string, names: string[], ply: number, view: any, watchers: number, title?: string}} given
 */
export const cardOf = ({ id, competition, kind, game, names, ply, view, watchers, title = "" }) => ({
  id: CONTEST + id, game, title, view, ply, watchers, status: "playing", seats: names.map((name) => ({ name })), href: kind === "shown" ? "/watch" : `/compete/${competition}/live/${id}`,
});

/** The games of competitions on the wall that are played no longer, as finished ones. @template {Card} C @param {C[]} cards @param {Card[]} going */
export function gone(cards, going) {
  const played = new Set(going.map(({ id }) => id));
  return cards.filter(({ id, status }) => id.startsWith(CONTEST) && status !== "finished" && !played.has(id)).map((card) => ({ ...card, status: "finished" }));
}

/**
 * The cards with the newer ones in: a known game keeps its place, a new one comes last, as old as the server says beside the
 * newest that comes with it.
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
  const dates = newer.map(({ moved }) => (typeof moved === "string" ? Date.parse(moved) : Date.now()));
  const newest = Math.max(...dates);
  const fresh = newer.map((card, at) => ({ ...card, moved: now - (newest - dates[at] || 0) })).filter((card) => !places.has(card.id));
  return [...kept, ...fresh];
}

/** When a game last moved, in ms of this page's clock. @param {Card} card @param {number} now */
const since = ({ moved }, now) => (typeof moved === "number" ? moved : now);

/** Whether nothing moves in a game: it is paused, or nobody has moved for long. @param {Card} card @param {number} now in ms */
const isStill = (card, now) => Boolean(card.paused) || now - since(card, now) > STILL;

/**
 * Note when a game was first seen finished, and let it go when it has hung for `linger` milliseconds after that and
 * another game is being played. Of `size` places those of games that are paused or have long been still go to games that move.
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
  const byMove = (/** @type {C} */ a, /** @type {C} */ b) => since(a, now) - since(b, now);
  const leaving = order.slice(0, size).filter((card) => card.ended === null && isStill(card, now)).sort(byMove);
  const coming = order.slice(size).filter((card) => card.ended === null && !isStill(card, now)).sort(byMove).reverse();
  for (const [at, card] of coming.slice(0, leaving.length).entries()) {
    const [place, from] = [order.indexOf(leaving[at]), order.indexOf(card)];
    [order[place], order[from]] = [card, leaving[at]];
  }
  return order;
}
