/**
 * A game to stand in other pages: the board, the players, and buttons to go through the moves. It follows the live game,
 * or replays it from a ply that the address names; nobody can play here. A page that holds a finished game of its own
 * says where its views are (`data-views`) and that nothing is to be followed (`data-still`). It hears of each ply that is
 * shown (`shown`: ply and view), and may have another one shown (`go`: ply), as events of the element.
 */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { Connection } from "lib/connection.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";
import { makeStore, oncePerFrame } from "lib/store.js";
import { readSwitches } from "./switches.js";

const given = pageData("snapshot");
const switches = readSwitches(location.search);

/** How many views are fetched at a time, and how many of them lie before the ply that is shown. */
const AT_ONCE = 63;
const BEHIND = 8;

/** `shown` is a ply, or null while the live position is followed; `views` are those that were fetched, by ply. */
/** @type {Watch.State} */
const first = {
  game: given,
  shown: switches.start !== null && switches.start < given.ply ? switches.start : switches.autoplay ? 0 : null,
  playing: switches.autoplay && given.ply > 0,
  views: {},
  line: "connecting",
};

function reduce(/** @type {Watch.State} */ state, /** @type {Watch.Action} */ action) {
  switch (action.type) {
    case "snapshot":
      return settled({ ...state, game: action.snapshot });
    case "event": {
      const { kind, move, state: changed = {} } = action.event;
      const moves = kind === "move" && move ? [...state.game.moves, move] : state.game.moves.slice(0, changed.ply ?? state.game.ply);
      return settled({ ...state, game: { ...state.game, ...changed, moves: changed.moves ?? moves } });
    }
    case "views":
      return { ...state, views: Object.fromEntries(action.views.map((view, at) => [action.first + at, view])) };
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

const module = await import(`boards/${given.game}.js`);
const host = find("#embed");
const viewsAt = host.dataset.views ?? `/api/games/${given.id}/views`;
const still = "still" in host.dataset;
const store = makeStore(reduce, first);
const { dispatch } = store;
let board = null;
let fetching = false;
let timer = 0;

const plyShown = (/** @type {Watch.State} */ state) => state.shown ?? state.game.ply;
const viewShown = (/** @type {Watch.State} */ state) => (state.shown === null ? state.game.view : state.views[state.shown]);

function template(/** @type {Watch.State} */ state) {
  const { game } = state;
  const shown = plyShown(state);
  const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ run, /** @type {boolean} */ off) =>
    html`<button type="button" class="button quiet icon-only" aria-label=${label} title=${label} ?disabled=${off}
      @click=${run}>${icon(name)}</button>`;
  const move = game.moves[shown - 1];
  const words = shown === game.ply && game.result ? game.result.sentence : move ? `${shown}. ${move.text}` : "Start";
  return html`<div class="row gap-apart" data-game=${game.game} data-colours=${game.options?.colours ?? "usual"}>
      ${game.seats.map(
        (seat) => html`<span class="embed-player inline gap-2 rounded shrink ${viewShown(state)?.to_move === seat.seat ? "to-move" : ""}"
          >${mark(seat.seat, 18)} <span class="name">${seat.name}</span></span>`,
      )}
    </div>
    <div class="embed-board" data-game=${game.game} data-colours=${game.options?.colours ?? "usual"} id="board"></div>
    <div class="embed-foot row gap-apart">
      <nav class="steps" aria-label="Moves">
        ${tool("first", "To the start", () => dispatch({ type: "go", ply: 0 }), shown === 0)}
        ${tool("back", "One move back", () => dispatch({ type: "go", ply: shown - 1 }), shown === 0)}
        ${state.playing
          ? tool("pause", "Stop the replay", () => dispatch({ type: "playing", on: false }), false)
          : tool("play", "Replay the game", () => dispatch({ type: "playing", on: true }), game.ply === 0)}
        ${tool("forward", "One move on", () => dispatch({ type: "go", ply: shown + 1 }), state.shown === null)}
        ${tool("last", "To the last move", () => dispatch({ type: "go", ply: game.ply }), state.shown === null)}
      </nav>
      <p class="embed-words number" role="status">${state.line === "lost" ? "The line to the server is lost; trying again." : words}</p>
      ${still ? nothing : html`<a class="small" href="/g/${game.id}?ply=${shown}" target="_blank" rel="noopener">Open in Plyground</a>`}
    </div>`;
}

async function fetchViews(/** @type {Watch.State} */ state) {
  if (viewShown(state) || fetching) return;
  fetching = true;
  const first = Math.max(0, plyShown(state) - BEHIND);
  const found = await ask(`${viewsAt}?from=${first}&to=${Math.min(state.game.ply, first + AT_ONCE)}`, given.asked);
  fetching = false;
  if (found.ok) dispatch({ type: "views", first, views: found.data.views });
}

function paint() {
  const { state } = store;
  render(template(state), host);
  const view = viewShown(state);
  if (view) {
    board ??= new module.Board(host.querySelector("#board"), { onMove: () => {}, say: () => {} });
    const history = state.game.moves.slice(0, plyShown(state));
    board.update({
      view,
      last: history.at(-1)?.effect ?? null,
      yours: [],
      interactive: false,
      history,
      flip: switches.flip,
      settings: {},
      options: state.game.options,
      hint: null,
      idle: "",
    });
  }
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
paint();
tell(store.state);
fetchViews(store.state);
timer = setTimeout(beat, switches.speed * 1000);
const line = new Connection({
  game: given.id,
  tokens: [],
  hear: {
    snapshot: (snapshot) => dispatch({ type: "snapshot", snapshot }),
    event: (event) => dispatch({ type: "event", event }),
    thinking() {},
    hint() {},
    watchers() {},
    line: (name) => dispatch({ type: "line", line: name }),
    offset() {},
  },
});
if (!still) line.start();
addEventListener("pagehide", () => clearTimeout(timer), { once: true });
