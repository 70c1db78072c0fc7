/**
 * When a card of the deck comes again: the boxes of Leitner (So lernt man lernen, 1972), each with twice the days of the one before. What was
 * played better moves a box up, what was not goes back to the first. Days are those of the device's calendar, so “tomorrow” is tomorrow at midnight.
 */

/** After how many days a card of each box comes again; the first box is that of new cards. */
export const DAYS = [0, 1, 2, 4, 8, 16, 32, 64];
const MS_A_DAY = 86_400_000;

/** The number of the day in which a moment lies, by the device's calendar. @param {number} now milliseconds since 1970 */
export function dayOf(now) {
  const at = new Date(now);
  return Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / MS_A_DAY);
}

/**
 * A card after it was tried.
 * @template {{box: number, due: number, tries: number, right: number, seen: number}} Card
 * @param {Card} card @param {boolean} right @param {number} now @returns {Card}
 */
export function tried(card, right, now) {
  const box = right ? Math.min(card.box + 1, DAYS.length - 1) : 1;
  return { ...card, box, due: dayOf(now) + DAYS[box], tries: card.tries + 1, right: card.right + Number(right), seen: now };
}

/** The cards whose day has come, those first that have waited longest; among equals those of low boxes. @template {{box: number, due: number, id: string}} Card @param {Card[]} cards @param {number} now @returns {Card[]} */
export const dueNow = (cards, now) =>
  cards.filter((card) => card.due <= dayOf(now)).sort((one, other) => one.due - other.due || one.box - other.box || (one.id < other.id ? -1 : 1));

/** In how many days the next card comes, 0 if one is due, null without cards. @param {{due: number}[]} cards @param {number} now */
export const daysToNext = (cards, now) => (cards.length ? Math.max(0, Math.min(...cards.map((card) => card.due)) - dayOf(now)) : null);
