/**
 * What the page's parts read out of the state: which position is shown, the live one or an earlier one that somebody stepped back
 * to, and who may do what. Pure functions.
 *
 * `shown` is a ply, or null while the page follows the game. Whoever steps back stays where they are, whatever is
 * played meanwhile; `leftAt` remembers the live ply at that moment, so that the new moves can be counted.
 */

import { _ } from "lib/messages.js";
import { isBot, isYours, mover, yours } from "./words.js";

/** @type {Play.Place} */
export const LIVE = { shown: null, leftAt: 0 };

/** Go to a ply; at the live end, or beyond, the page follows again. @param {Play.Place} place @param {number} ply @param {number} live */
export function goTo(place, ply, live) {
  const wanted = Math.max(0, ply);
  if (wanted >= live) return LIVE;
  return { shown: wanted, leftAt: place.shown === null ? live : place.leftAt };
}

/** Go some plies on, or back if `plies` is negative. @param {Play.Place} place @param {number} plies @param {number} live */
export const goBy = (place, plies, live) => goTo(place, (place.shown ?? live) + plies, live);

/** What a change of the live ply does: nothing, unless moves were taken back from under the reader. @param {Play.Place} place @param {number} live */
export function afterChange(place, live) {
  if (place.shown === null) return place;
  if (place.shown >= live) return LIVE;
  return place.leftAt > live ? { ...place, leftAt: live } : place;
}

/** The ply on the board. @param {Play.State} state */
export const shownPly = (state) => state.place.shown ?? state.game.ply;

/** Whether the board shows the live position. @param {Play.State} state */
export const isLive = (state) => state.place.shown === null;

/** The view on the board; undefined until an earlier one has been fetched. @param {Play.State} state */
export const shownView = (state) => (isLive(state) ? state.game.view : state.views[shownPly(state)]);

/** Whether the reader may move now. @param {Play.State} state */
export const mayMove = (state) => {
  const seat = mover(state.game);
  return seat !== null && isYours(state.game, seat) && !state.pending && state.line !== "refused";
};

/** Whether evaluations are shown: in a running game of one's own only where one has asked for them. @param {Play.State} state */
export const judges = ({ game, ui }) => game.status !== "playing" || !yours(game).length || ui.switches.evaluation === true;

/** Why the reader cannot move at this moment, in a sentence. @param {Play.State} state */
export function idleWords(state) {
  if (state.game.result) return _("The game is over.");
  if (!isLive(state)) return _("You are looking back. Go to the live position to move.");
  return state.pending ? _("Your last move is still on its way.") : _("It is not your turn.");
}

/** The seat that a button of this reader speaks for: the one to move if it is theirs, else their first. @param {Protocol.Snapshot} game */
export function actingSeat(game) {
  const seat = mover(game);
  return seat !== null && isYours(game, seat) ? seat : (yours(game)[0] ?? null);
}

/** Whether all seats of people are this reader's: two people at one device, or one against bots. @param {Protocol.Snapshot} game */
export const alone = (game) => game.seats.every((seat) => seat.kind === "bot" || isYours(game, seat.seat));

/** Whether bots play all seats. @param {Protocol.Snapshot} game */
export const botsOnly = (game) => game.seats.every((seat) => seat.kind === "bot");

/** Whether a bot is to move at this moment. @param {Protocol.Snapshot} game */
const botToMove = (game) => isBot(game, mover(game) ?? -1);

/** What the reader may do now, as a set of the commands' names. @param {Play.State} state */
export function abilities(state) {
  const { game } = state;
  const able = new Set();
  const playing = game.status === "playing";
  const seats = yours(game);
  if (playing && seats.some((seat) => !game.out?.includes(seat))) {
    able.add("resign");
    if (game.seats.length > 1) able.add("draw");
    if (game.moves.some((move) => isYours(game, move.seat))) able.add("takeback");
    if (mayMove(state)) able.add("hint");
  }
  if (playing && botToMove(game) && (seats.length || game.you.director)) able.add("hurry");
  if (game.you.director && botsOnly(game)) {
    if (playing) for (const word of ["pause", "step", "pace"]) able.add(word);
  }
  if (!playing && (seats.length || game.you.director)) able.add("rematch");
  return able;
}

/** @type {Protocol.Offer[]} */
const OFFERS = ["draw", "takeback"];

/** Offers that wait for this reader's answer: `draw` or `takeback`. @param {Protocol.Snapshot} game */
export function asked(game) {
  if (game.status !== "playing") return [];
  return OFFERS.filter((what) => {
    const from = game.offers?.[what];
    return from !== null && from !== undefined && yours(game).some((seat) => seat !== from);
  });
}

/** Offers of this reader that wait for somebody else. @param {Protocol.Snapshot} game */
export function waiting(game) {
  if (game.status !== "playing") return [];
  return OFFERS.filter((what) => {
    const from = game.offers?.[what];
    return from !== null && from !== undefined && isYours(game, from);
  });
}

/** The number of moves that came since the reader stepped back. @param {Play.State} state */
export const missed = (state) => (isLive(state) ? 0 : state.game.ply - state.place.leftAt);

/**
 * What each seat has left, or has, at all times in view: from the board's module if it says so, else from the view.
 * @returns {Boards.Counter[]} @param {Protocol.View} view @param {Boards.Module | null} module
 */
export function counters(view, module) {
  if (!view) return [];
  if (module?.counters) return module.counters(view);
  if (view.scores) return view.scores.map((/** @type {number} */ value, /** @type {number} */ seat) => ({ seat, value, title: value === 1 ? _("point") : _("points") }));
  return [];
}
