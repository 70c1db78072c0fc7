/**
 * Pieces in the hand, as plain data: lifting, dropping one by one, taking back. What may be lifted and how far it may go
 * stands in the view's `spreads`. No drawing, no page.
 */

import { along, lineTo, sum } from "./notation.js";

/** @typedef {{cell: number, count: number, direction: string | null, drops: number[]}} Hand lifted from `cell`; the direction is set by the first drop */
/** @typedef {{from: number, direction: string, most: number, reach: number, flattens: boolean}} Spread */

const MOST_WAYS = 8;

/** The most pieces that can be lifted from a cell; 0 if it cannot move. @param {Spread[]} spreads @param {number} cell */
export function most(spreads, cell) {
  return Math.max(0, ...spreads.filter((one) => one.from === cell).map((one) => one.most));
}

/** Lift pieces. @param {number} cell @param {number} count @returns {Hand} */
export function lift(cell, count) {
  return { cell, count, direction: null, drops: [] };
}

/** Pieces still in the hand. @param {Hand} hand */
export function held(hand) {
  return hand.count - sum(hand.drops);
}

/** The cell over which the hand is. @param {Hand} hand @param {number} size */
export function place(hand, size) {
  return hand.direction ? along(hand.cell, hand.direction, hand.drops.length, size) : hand.cell;
}

/** The squares that a hand of this many pieces may be dropped on in a direction. @param {Spread} spread */
function longest(spread) {
  return spread.reach + (spread.flattens ? 1 : 0);
}

/**
 * Whether the hand can be emptied from here on: what is left must fall on the square below it or further on, and on a wall
 * behind the reach falls exactly one piece, the capstone.
 * @param {Hand} hand @param {Spread | undefined} spread of its cell and direction
 */
export function possible(hand, spread) {
  const { drops } = hand;
  const left = held(hand);
  if (!spread || left < 0 || hand.count > spread.most || drops.length > longest(spread)) return false;
  return drops.length <= spread.reach || (drops.at(-1) === 1 && left === 0);
}

/** @param {Spread[]} spreads @param {number} cell @param {string | null} direction */
function spreadOf(spreads, cell, direction) {
  return spreads.find((one) => one.from === cell && one.direction === direction);
}

/**
 * Drop pieces towards a cell: one on each square on the way to it, or one more on the square reached already.
 * @param {Hand} hand @param {number} cell @param {Spread[]} spreads @param {number} size
 * @returns {Hand | null} null if nothing can be dropped so
 */
export function drop(hand, cell, spreads, size) {
  const line = lineTo(hand.cell, cell, size);
  if (!line || (hand.direction && hand.direction !== line.direction)) return null;
  const more = line.distance - hand.drops.length;
  if (more < 0) return null;
  const drops = [...hand.drops];
  if (more) drops.push(...Array(more).fill(1));
  else drops[drops.length - 1] += 1;
  const next = { ...hand, direction: line.direction, drops };
  const spread = spreadOf(spreads, hand.cell, line.direction);
  if (possible(next, spread)) return next;
  const ends = ways({ ...hand, direction: line.direction }, spreads).filter((way) => way.length === line.distance);
  return ends.length === 1 ? { ...next, drops: ends[0] } : null;
}

/** Drop all that is held on the square below the hand. @param {Hand} hand @param {Spread[]} spreads @returns {Hand | null} */
export function dropAll(hand, spreads) {
  if (!hand.drops.length) return null;
  const drops = [...hand.drops];
  drops[drops.length - 1] += held(hand);
  const next = { ...hand, drops };
  return possible(next, spreadOf(spreads, hand.cell, hand.direction)) ? next : null;
}

/** Take the last drop back: one piece, and the direction with the first. @param {Hand} hand @returns {Hand} */
export function undo(hand) {
  const drops = [...hand.drops];
  const last = drops.pop() ?? 0;
  if (last > 1) drops.push(last - 1);
  return { ...hand, drops, direction: drops.length ? hand.direction : null };
}

/**
 * All lists of drops that begin with those made and empty the hand; the last square may still get more. None if they are
 * too many to choose from by eye.
 * @param {Hand} hand with a direction @param {Spread[]} spreads @param {number} [limit] @returns {number[][]}
 */
export function ways(hand, spreads, limit = Infinity) {
  const spread = spreadOf(spreads, hand.cell, hand.direction);
  /** @type {number[][]} */
  const found = [];
  if (!spread || hand.count > spread.most) return found;
  const fill = (/** @type {number[]} */ drops, /** @type {number} */ left) => {
    if (found.length > limit) return;
    if (!left) {
      if (possible({ ...hand, drops }, spread)) found.push(drops);
      return;
    }
    if (drops.length >= longest(spread)) return;
    for (let one = left; one > 0; one--) fill([...drops, one], left - one);
  };
  const { drops } = hand;
  if (!drops.length) fill([], hand.count);
  else {
    const left = held(hand);
    for (let more = left; more >= 0; more--) fill([...drops.slice(0, -1), (drops.at(-1) ?? 0) + more], left - more);
  }
  return found;
}

/** The ways that are few enough to be offered one by one. @param {Hand} hand @param {Spread[]} spreads */
export function choices(hand, spreads) {
  if (!hand.direction) return [];
  const found = ways(hand, spreads, MOST_WAYS);
  return found.length > MOST_WAYS ? [] : found;
}

/** The cells on which the next piece may be dropped. @param {Hand} hand @param {Spread[]} spreads @param {number} size */
export function targets(hand, spreads, size) {
  const found = new Set();
  for (const one of spreads.filter((each) => each.from === hand.cell)) {
    if (hand.count > one.most || (hand.direction && hand.direction !== one.direction)) continue;
    const first = Math.max(1, hand.drops.length);
    for (let steps = first; steps <= longest(one) && steps - hand.drops.length <= held(hand); steps++) {
      const cell = along(hand.cell, one.direction, steps, size);
      if (drop(hand, cell, spreads, size)) found.add(cell);
    }
  }
  return found;
}
