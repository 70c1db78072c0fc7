/** Playing a mistake better: what becomes of it with each move that the search has judged. Nothing here touches the page. */

const BAD = ["mistake", "blunder", "missed"];
/** With so many own moves that keep the advantage it is kept. */
export const ENOUGH = 3;
/** What may be lost at least, and which part of what the mistake lost, before the advantage counts as lost. */
const [ALLOWED, PART] = [0.05, 0.5];

/** @param {Review.Card} card @returns {Review.Trial} */
export const begun = ({ moves }) => ({ moves, made: 0, lost: 0, phase: "asked" });

/**
 * The trial after a move: the advantage is lost by another mistake, or by moves that together lost half of what the first one did; it is kept by
 * enough moves, by one that is proven to be best, and by the end of the game.
 * @param {Review.Trial} trial @param {Review.Card} card @param {Review.Tried} tried @returns {Review.Trial}
 */
export function heard(trial, card, tried) {
  const { mark, over, made, moves } = tried;
  const lost = trial.lost + tried.lost.chance;
  const again = BAD.includes(mark) || (mark === "inaccuracy" && card.mark === "inaccuracy") || lost >= Math.max(ALLOWED, PART * card.lost);
  const count = trial.made + 1;
  const proven = tried.lost.chance === 0 && (made.exact || made.outcome !== null);
  const kept = over || proven || count >= ENOUGH;
  return { moves, made: count, lost, phase: again ? "lost" : kept ? "kept" : "going" };
}
