/** The play page's whole state and the one function that changes it. Pure: no document, no network, no clock. */

import { _ } from "lib/messages.js";
import { afterChange, goBy, goTo, LIVE } from "./select.js";
import { endSentence, eventSentence, returnSentence, turnSentence } from "./words.js";

/** The first state of a page. @returns {Play.State} @param {Protocol.Snapshot} game @param {Protocol.Tokens} tokens */
export function firstState(game, tokens, ui = {}) {
  return {
    game,
    tokens,
    line: "connecting",
    barred: null,
    views: withView([], game.ply, game.view),
    place: LIVE,
    pending: null,
    refusal: null,
    said: [],
    hints: {},
    thinking: game.thinking,
    offset: 0,
    ui: { tab: "moves", dialog: null, flip: false, switches: {}, levels: null, records: [], seatNames: [], ...ui },
  };
}

function withView(/** @type {(Protocol.View | undefined)[]} */ views, /** @type {number} */ ply, /** @type {Protocol.View} */ view) {
  const copy = views.slice(0, ply);
  copy[ply] = view;
  delete copy[ply - KEPT];
  return copy;
}

/** So many views are kept on each side of where one looks: those of a large map take much room. */
const KEPT = 128;

/** Add a sentence for the status line. @param {Play.State} state @param {string | null} sentence @param {Play.Tone} [tone] @returns {Play.State} */
function say(state, sentence, tone = "plain") {
  if (!sentence) return state;
  const number = (state.said.at(-1)?.number ?? 0) + 1;
  return { ...state, said: [...state.said, { number, sentence, tone }].slice(-6) };
}

/** One handler for each type of action. @type {{[T in keyof Play.Actions]: (state: Play.State, action: Play.Actions[T]) => Play.State}} */
const HANDLERS = {
  snapshot: (state, { snapshot }) => {
    const before = state.game;
    const first = state.line === "connecting";
    const same = before.moves.every((move, ply) => ply >= snapshot.ply || snapshot.moves[ply]?.text === move.text);
    const next = {
      ...state,
      game: snapshot,
      views: withView(same ? state.views : [], snapshot.ply, snapshot.view),
      thinking: snapshot.thinking,
      barred: null,
      pending: stillPending(state.pending, snapshot),
      place: afterChange(state.place, snapshot.ply),
    };
    if (!first) return state.line === "live" ? next : say(next, returnSentence(before, snapshot));
    return say(next, snapshot.result ? endSentence(snapshot) : turnSentence(snapshot));
  },

  event: (state, { event, describe }) => {
    const game = { ...state.game, ...event.state, seq: event.seq, moves: movesAfter(state.game, event) };
    const moved = game.ply !== state.game.ply;
    if (event.kind === "arrive" && event.seat !== undefined) game.present = [...new Set([...(game.present ?? []), event.seat])];
    const next = {
      ...state,
      game,
      views: event.state?.view ? withView(state.views, game.ply, game.view) : state.views,
      pending: stillPending(state.pending, game),
      thinking: moved || game.status === "finished" ? null : state.thinking,
      hints: event.kind === "takeback" ? before(state.hints, game.ply) : state.hints,
      refusal: event.kind === "move" ? null : state.refusal,
      place: afterChange(state.place, game.ply),
      ui: (event.kind === "arrive" && !event.name) || event.move?.ply === 1 ? invited(state) : state.ui,
    };
    return say(next, eventSentence(game, event, describe));
  },

  thinking: (state, { thinking }) =>
    thinking.ply === state.game.ply && state.game.status === "playing" ? { ...state, thinking } : state,

  hint: (state, { hint }) => {
    if (hint.ply !== state.game.ply || !hint.choice) return state;
    const seat = state.game.view.to_move;
    return say(
      { ...state, hints: { ...state.hints, [hint.ply]: { seat, choice: hint.choice } } },
      _("Hint: {move}.", { move: hint.choice.move ?? "" }),
    );
  },

  watchers: (state, { watchers, present = state.game.present, plans = state.game.plans }) => ({
    ...state,
    game: { ...state.game, watchers, present, plans },
  }),

  line: (state, { line, error = null }) => {
    if (line === state.line && line !== "refused") return state;
    const next = { ...state, line, barred: line === "refused" ? error : null };
    if (line === "lost" && state.line === "live") return say(next, _("The connection is lost. Trying again."), "bad");
    return line === "refused" ? say(next, error?.sentence ?? null, "bad") : next;
  },

  offset: (state, { offset }) => ({ ...state, offset }),

  tokens: (state, { tokens }) => ({ ...state, tokens }),

  views: (state, { views, from }) => {
    /** @type {Play.State["views"]} */
    const known = [];
    state.views.forEach((view, ply) => Math.abs(ply - from) <= KEPT && (known[ply] = view));
    views.forEach((view, at) => from + at <= state.game.ply && (known[from + at] ??= view));
    known[state.game.ply] = state.game.view;
    return { ...state, views: known };
  },

  sending: (state, { pending }) => ({ ...state, pending, refusal: null }),

  refused: (state, { text, error }) =>
    say(
      { ...state, pending: null, refusal: { text, sentence: error.sentence, code: error.code } },
      error.sentence,
      "bad",
    ),

  said: (state, { sentence, tone = "plain" }) => say(state, sentence, tone),
  go: (state, { ply }) => placed(state, goTo(state.place, ply, state.game.ply)),
  by: (state, { plies }) => placed(state, goBy(state.place, plies, state.game.ply)),
  live: (state) => placed(state, LIVE),
  replay: (state, { on }) => {
    const { place, game } = state;
    const begun = on && place.shown === null ? goTo(place, 0, game.ply) : place;
    return { ...state, place: begun, ui: { ...state.ui, replaying: on && begun !== LIVE } };
  },
  ui: (state, { change }) => ({ ...state, ui: { ...state.ui, ...change } }),
};

/** The state after an action; an unknown action is a mistake in the page and is said so. @param {Play.State} state @param {Play.Action} action */
export function reduce(state, action) {
  const handler = /** @type {(state: Play.State, action: any) => Play.State} */ (HANDLERS[action.type]);
  if (!handler) throw new Error(`The play page knows no action “${action.type}”.`);
  return handler(state, action);
}

/** Another position is shown; a replay ends where the game does. @param {Play.State} state @param {Play.Place} place @returns {Play.State} */
function placed(state, place) {
  const ended = place.shown === null && state.ui.replaying;
  return { ...state, place, ui: ended ? { ...state.ui, replaying: false } : state.ui };
}

/**
 * The list of moves after an event: one more, or cut where moves were taken back.
 * @param {Protocol.Snapshot} game @param {Protocol.GameEvent} event
 */
function movesAfter(game, event) {
  if (event.state?.moves) return event.state.moves;
  if (event.kind === "move" && event.move) return [...game.moves.slice(0, event.move.ply), event.move];
  const ply = event.state?.ply ?? game.ply;
  return ply < game.moves.length ? game.moves.slice(0, ply) : game.moves;
}

/** Once the guest is here, or both have moved, whoever invited sees the moves instead of the link. @param {Play.State} given */
function invited({ tokens, ui }) {
  return ui.tab === "share" && Object.keys(tokens).some((name) => name.startsWith("i")) ? { ...ui, tab: "moves" } : ui;
}

/** A move is on its way until the game has a move at its ply. @param {Play.Pending | null} pending @param {Protocol.Snapshot} game */
function stillPending(pending, game) {
  return pending && pending.ply === game.ply && game.status === "playing" ? pending : null;
}

/** The entries of plies before `ply`. @param {Play.State["hints"]} table @param {number} ply */
const before = (table, ply) => Object.fromEntries(Object.entries(table).filter(([key]) => Number(key) < ply));
