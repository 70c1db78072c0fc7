/** The state of the page where a bot is written: who it is tried against, and what came of it. No DOM here. */

import { _ } from "lib/messages.js";

/** The clocks of a try, as the server takes them. */
export const CLOCKS = [
  { base: 2, increment: 0.1 },
  { base: 5, increment: 0.5 },
  { base: 10, increment: 1 },
];
export const ITSELF = "self";

/**
 * What the page begins with; a competition sets options and clock.
 * @param {{game: Protocol.Game, competition: any}} given
 * @returns {Write.State}
 */
export function startState({ game, competition }) {
  return {
    against: game.levels[0].id,
    seat: 0,
    seats: game.seat_count,
    clock: competition?.clock ?? CLOCKS[0],
    options: { ...(competition?.options ?? {}) },
    problem: null,
    trying: false,
    slow: false,
    result: null,
    refused: null,
    tab: "try",
    kept: "",
    note: "",
    handing: false,
    handed: null,
    own: null,
  };
}

/** What `POST /api/trials` is sent. @param {Write.State} state @param {Protocol.Game} game @param {string} source */
export function trialOf(state, game, source) {
  const { against, seat, clock, options } = state;
  return { game: game.id, options, source, against, seat, clock };
}

/** How a try went in a word, for its heading. @type {Record<string, string>} */
export const OUTCOMES = { win: _("Won"), draw: _("Drawn"), loss: _("Lost") };

/** Whether two clocks are the same. @param {any} one @param {any} other */
export const sameClock = (one, other) => one.base === other.base && one.increment === other.increment;
