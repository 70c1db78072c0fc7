/** One's own strength, from results against opponents whose ratings were measured. Pure functions. */

const LOW = -500;
const HIGH = 4500;
const STEP = 5;
/** What is believed before any game: so weakly that some games outweigh it. */
const USUAL = 1000;
const SPREAD = 700;
const Q = Math.LN10 / 400;
/** Half an interval of 95 % in standard deviations. */
const WIDE = 1.96;

/** How likely a point is for somebody of a strength; an opponent whose own rating is unsure tells less. @param {number} strength @param {Games.Rated} against */
export function chance(strength, { rating, error }) {
  const unsure = 1 / Math.sqrt(1 + (3 * Q ** 2 * (error / WIDE) ** 2) / Math.PI ** 2);
  return 1 / (1 + Math.exp(-Q * unsure * (strength - rating)));
}

/**
 * The strength that results speak for: the median of what is likely after them, and the 95 % between `low` and `high`.
 * Null without a game.
 * @param {Games.Rated[]} played
 */
export function ownStrength(played) {
  if (!played.length) return null;
  const weights = [];
  for (let strength = LOW; strength <= HIGH; strength += STEP) {
    let weight = -((strength - USUAL) ** 2) / (2 * SPREAD ** 2);
    for (const game of played) {
      const won = chance(strength, game);
      weight += game.points * Math.log(won) + (1 - game.points) * Math.log1p(-won);
    }
    weights.push(weight);
  }
  const most = Math.max(...weights);
  const likely = weights.map((weight) => Math.exp(weight - most));
  const whole = likely.reduce((sum, each) => sum + each, 0);
  const below = (/** @type {number} */ share) => {
    let sum = 0;
    const at = likely.findIndex((each) => (sum += each) >= share * whole);
    return LOW + STEP * at;
  };
  return { games: played.length, strength: below(0.5), low: below(0.025), high: below(0.975) };
}

/** Whether a game's options are the usual ones, or those with which the levels were measured. @param {Protocol.Game} game @param {Protocol.Options} options */
const asMeasured = ({ options: declared = [], rated_options: rated = {} }, options) =>
  declared.every(({ name, default: usual }) => [undefined, usual, rated[name]].includes(options[name]));

/**
 * The results that tell something: of games of two from the start, one's own seat against a bot whose rating is known.
 * @param {Games.Card[]} cards @param {Protocol.Game[]} games @returns {Record<string, Games.Rated[]>} by game
 */
export function ratedResults(cards, games) {
  /** @type {Record<string, Games.Rated[]>} */
  const found = {};
  for (const { game, seats, yours, result, options = {} } of cards) {
    if (!result || ["failed", "called_off"].includes(result.reason) || seats.length !== 2 || yours.length !== 1) continue;
    const bot = seats[1 - yours[0]].bot;
    const known = games.find((each) => each.id === game);
    const level = known?.levels.find((each) => each.bot === bot && each.rating);
    if (!known || !level?.rating || !asMeasured(known, options)) continue;
    const [rating, error] = level.rating;
    const points = result.winner === null ? 0.5 : Number(result.winner === yours[0]);
    (found[game] ??= []).push({ rating, error, points });
  }
  return found;
}
