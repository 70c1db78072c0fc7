/**
 * A game on a board, with its players and buttons to go through the moves; nobody can play here. It follows a live game, or
 * replays it. It tells of each ply that is shown (`shown`: ply and view), and may have another one shown (`go`: ply) or be
 * set to replay (`play`), as events of its element.
 */

import { html, nothing, render } from "lit";
import { tool } from "lib/button.js";
import { Connection } from "lib/connection.js";
import { find } from "lib/dom.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { boardOf } from "lib/pictures.js";
import { served } from "lib/served.js";
import { makeStore, nextTask, oncePerFrame } from "lib/store.js";

/** So many views are kept at most besides those that were fetched last. */
const KEPT = 200;

function reduce(/** @type {Watch.State} */ state, /** @type {Watch.Action} */ action) {
  switch (action.type) {
    case "snapshot":
      return settled({ ...state, game: action.snapshot });
    case "event": {
      const { kind, move, state: changed = {} } = action.event;
      const moves = kind === "move" && move ? [...state.game.moves, move] : state.game.moves.slice(0, changed.ply ?? state.game.ply);
      return settled({ ...state, game: { ...state.game, ...changed, moves: changed.moves ?? moves } });
    }
    case "views": {
      const kept = Object.keys(state.views).length > KEPT ? {} : state.views;
      return { ...state, views: { ...kept, ...Object.fromEntries(action.views.map((view, at) => [action.first + at, view])) } };
    }
    case "line":
      return { ...state, line: action.line };
    case "go": {
      const ply = Math.max(0, action.ply);
      const live = ply >= state.game.ply;
      return { ...state, shown: live ? null : ply, playing: state.playing && !live };
    }
    case "playing":
      return { ...state, playing: action.on, shown: action.on && state.shown === null ? 0 : state.shown };
    default:
      return state;
  }
}

/** A game that lost moves under the reader shows its live position; views that are no longer true are forgotten. @param {Watch.State} state */
function settled(state) {
  const kept = Object.fromEntries(Object.entries(state.views).filter(([ply]) => Number(ply) < state.game.ply));
  return { ...state, views: kept, shown: state.shown !== null && state.shown >= state.game.ply ? null : state.shown };
}

const plyShown = (/** @type {Watch.State} */ state) => state.shown ?? state.game.ply;
const viewShown = (/** @type {Watch.State} */ state) => (state.shown === null ? state.game.view : state.views[state.shown]);

/** What is said of a ply: the move, or how the game ended. */
export const usualWords = (/** @type {Protocol.Snapshot} */ { moves, result }, /** @type {number} */ ply) =>
  ply === moves.length && result ? result.sentence : ply ? `${ply}. ${moves[ply - 1].text}` : _("Start");

/**
 * Show a game in an element.
 * @param {HTMLElement} host @param {Protocol.Snapshot} given
 * @param {object} about
 * @param {(ply: number, game: Protocol.Snapshot) => Promise<{first: number, views: Protocol.View[]} | null>} about.load fetches views, that of a ply among them
 * @param {Protocol.View[]} [about.views] those of the first plies, where they are there
 * @param {boolean} [about.live] whether the game goes on and is followed
 * @param {{start: number | null, speed: number, autoplay: boolean, flip: boolean}} [about.switches] `speed` in seconds a move
 * @param {(game: Protocol.Snapshot, ply: number) => string} [about.words] what is said of a ply
 * @returns {Promise<() => void>} once the board is there, what ends it
 */
export async function showGame(host, given, { load, views = [], live = false, switches = { start: null, speed: 1, autoplay: false, flip: false }, words = usualWords }) {
  const module = await boardOf(given.game);
  const store = makeStore(reduce, {
    game: given,
    shown: switches.start !== null && switches.start < given.ply ? switches.start : switches.autoplay ? 0 : null,
    playing: switches.autoplay && given.ply > 0,
    views: { ...views },
    line: "connecting",
  });
  const { dispatch } = store;
  /** @type {Boards.Board | null} */
  let board = null;
  let fetching = false;
  let timer = 0;

  const step = (/** @type {string} */ name, /** @type {string} */ label, /** @type {Watch.Action} */ action, off = false) => tool(name, label, () => dispatch(action), off);

  function template(/** @type {Watch.State} */ state) {
    const { game } = state;
    const shown = plyShown(state);
    const view = viewShown(state);
    const colours = game.options?.colours ?? "usual";
    return html`<div class="row gap-apart" data-game=${game.game} data-colours=${colours}>
        ${game.seats.map(
          (seat) => html`<span class="embed-player inline gap-2 rounded shrink ${view && !view.returns && view.to_move === seat.seat ? "to-move" : ""}"
            >${mark(seat.seat, 18, game.game)} <span class="name">${seat.name}</span></span>`,
        )}
      </div>
      <div class="embed-board" data-game=${game.game} data-colours=${colours} id="board"></div>
      <div class="embed-foot row gap-apart">
        <nav class="steps" aria-label=${_("Moves of the game")}>
          ${step("first", _("To the start"), { type: "go", ply: 0 }, shown === 0)} ${step("back", _("One move back"), { type: "go", ply: shown - 1 }, shown === 0)}
          ${state.playing
            ? step("pause", _("Stop the replay"), { type: "playing", on: false })
            : step("play", _("Replay the game"), { type: "playing", on: true }, game.ply === 0)}
          ${step("forward", _("One move on"), { type: "go", ply: shown + 1 }, state.shown === null)} ${step("last", _("To the last move"), { type: "go", ply: game.ply }, state.shown === null)}
        </nav>
        <p class="embed-words number" role="status">${state.line === "lost" ? _("The line to the server is lost; trying again.") : words(game, shown)}</p>
        ${live ? html`<a class="small" href=${served(`/g/${game.id}?ply=${shown}`)} target="_blank" rel="noopener">${_("Open in Plyground")}</a>` : nothing}
      </div>`;
  }

  async function fetchViews(/** @type {Watch.State} */ state) {
    if (viewShown(state) || fetching) return;
    fetching = true;
    const found = await load(plyShown(state), state.game);
    fetching = false;
    if (found) dispatch({ type: "views", ...found });
  }

  function paint() {
    const { state } = store;
    render(template(state), host);
    const view = viewShown(state);
    if (!view) return;
    board ??= new module.Board(find(".embed-board", HTMLElement, host), { onMove: () => {}, say: () => {} });
    const history = state.game.moves.slice(0, plyShown(state));
    const { flip } = switches;
    board.update({ view, last: history.at(-1)?.effect ?? null, yours: [], interactive: false, history, flip, settings: {}, options: state.game.options, hint: null, idle: "" });
  }

  /** One step of the replay; the next follows after the time that the address asks for. */
  function beat() {
    const { state } = store;
    if (state.playing && viewShown(state)) dispatch({ type: "go", ply: plyShown(state) + 1 });
    timer = setTimeout(beat, switches.speed * 1000);
  }

  /** Tell the page around which ply is shown, once its view is there. @param {Watch.State} state */
  function tell(state) {
    const view = viewShown(state);
    if (view) host.dispatchEvent(new CustomEvent("shown", { detail: { ply: plyShown(state), view } }));
  }

  const draw = oncePerFrame(paint);
  store.subscribe((state) => {
    fetchViews(state);
    tell(state);
    draw();
  });
  host.addEventListener("go", (event) => dispatch({ type: "go", ply: /** @type {CustomEvent<number>} */ (event).detail }));
  host.addEventListener("play", () => dispatch({ type: "playing", on: !store.state.playing }));
  await nextTask(); // the board is drawn in a task of its own
  paint();
  await nextTask();
  tell(store.state);
  fetchViews(store.state);
  timer = setTimeout(beat, switches.speed * 1000);
  const nothingMore = () => {};
  const line = new Connection({
    game: given.id,
    tokens: [],
    hear: {
      snapshot: (snapshot) => dispatch({ type: "snapshot", snapshot }),
      event: (event) => dispatch({ type: "event", event }),
      line: (name) => dispatch({ type: "line", line: name }),
      thinking: nothingMore,
      hint: nothingMore,
      watchers: nothingMore,
      offset: nothingMore,
    },
  });
  if (live) line.start();
  return () => {
    clearTimeout(timer);
    line.stop();
  };
}
