/** What this device keeps of puzzles: results, by which a strength is estimated, records, and the days that were solved. Pure but for `save`. */

import { keep, recallData } from "lib/kept.js";
import { ownStrength } from "lib/strength.js";

const NAME = "plyground.puzzles";
const MOST = 200;
const MOST_KNOWN = 3000;
const MOST_DAYS = 400;
const DAY = 24 * 3600 * 1000;
/** What a puzzle of the easiest grade is rated at, and how much more each further one is. */
const EASIEST = 700;
const A_GRADE = 250;
const UNSURE = 150;

/** @typedef {{results: {grade: number, points: number}[], streak: number, rush: number, days: string[], seen: string[], solved: string[]}} Kept the first result of each puzzle, and the ids of those that have one and of those that were solved */

/** @returns {Kept} */
export const kept = () => ({ results: [], streak: 0, rush: 0, days: [], seen: [], solved: [], ...recallData(NAME) });

/** @param {Kept} what */
export const save = (what) => keep(NAME, what);

/** With one more result: a puzzle's first one counts, and a day whose puzzle any try solves. @param {Kept} what @param {{id: string, grade: number, day?: string}} puzzle @param {boolean} solved @returns {Kept} */
export function withResult(what, { id, grade, day }, solved) {
  const among = (/** @type {string[]} */ ids) => [...ids.filter((each) => each !== id), id].slice(-MOST_KNOWN);
  const results = what.seen.includes(id) ? what.results : [...what.results, { grade, points: Number(solved) }].slice(-MOST);
  const days = solved && day ? [...new Set([...what.days, day])].slice(-MOST_DAYS) : what.days;
  return { ...what, results, days, seen: among(what.seen), solved: solved ? among(what.solved) : what.solved };
}

/** The strength that the results speak for. @param {Kept} what */
export const strength = (what) => ownStrength(what.results.map(({ grade, points }) => ({ rating: EASIEST + A_GRADE * (grade - 1), error: UNSURE, points })));

/** The grade that suits a strength, 1 to 6. @param {Kept} what */
export function suitable(what) {
  const found = strength(what);
  return found ? Math.min(6, Math.max(1, Math.round((found.strength - EASIEST) / A_GRADE) + 1)) : 1;
}

/** How many days in a row the puzzle of the day was solved, up to a day or the one before it. @param {string[]} days @param {string} today */
export function daysInARow(days, today) {
  const before = (/** @type {string} */ day) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
  let day = days.includes(today) ? today : before(today);
  let count = 0;
  for (; days.includes(day); day = before(day)) count += 1;
  return count;
}
