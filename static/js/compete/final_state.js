/**
 * What a final's page knows, as pure functions: how the competition stands, and the games on its boards.
 *
 * A result is told to nobody before the board has shown how it came about: a newer state of the bracket waits until
 * every board has shown its last move for a moment, and a board keeps its result for a while before the next game comes.
 */

/** How long a last move is looked at before its result is told, in ms. */
export const BEAT = 1200;
/** How many boards are shown at most. */
const PLACES = 4;

/** @param {{state: any, live: any[]}} given @param {number} now @returns {Compete.FinalState} */
export function firstState(given, now) {
  const empty = { shown: given.state, waiting: null, games: {}, places: [], line: "connecting", offset: 0, gap: false, open: "" };
  return reduce(empty, { type: "snapshot", given, now });
}

/** @param {Compete.FinalState} state @param {any} action @returns {Compete.FinalState} */
export function reduce(state, action) {
  switch (action.type) {
    case "snapshot":
      return settled({ ...state, ...fromSnapshot(state, action), gap: false }, action.now);
    case "state":
      return action.state.count < newest(state).count ? state : settled({ ...state, waiting: action.state }, action.now);
    case "game":
      return settled({ ...state, games: { ...state.games, [action.game.id]: taken(state.games[action.game.id], action.game, action.now) } }, action.now);
    case "move":
      return moved(state, action);
    case "tick":
      return settled(state, action.now);
    case "line":
      return { ...state, line: action.line };
    case "offset":
      return { ...state, offset: action.offset };
    case "open":
      return { ...state, open: state.open === action.match ? "" : action.match };
    default:
      return state;
  }
}

const newest = (/** @type {Compete.FinalState} */ state) => state.waiting ?? state.shown;

/**
 * A game as it came; one that has ended is over from the moment at which the page first heard of it.
 * @param {Compete.LiveGame | undefined} known @param {Compete.LiveGame} game @param {number} now
 */
const taken = (known, game, now) => ({ ...game, over: game.ended ? (known?.run === game.run && known.over !== null ? known.over : now) : null });

/** Whoever comes late sees at once how it stands; what ended before keeps nobody waiting. @param {Compete.FinalState} state @param {any} given */
function fromSnapshot(state, { given, now }) {
  const games = Object.fromEntries(
    given.live.map((/** @type {Compete.LiveGame} */ game) => {
      const known = state.games[game.id];
      return [game.id, known ? taken(known, game, now) : { ...game, over: game.ended ? now - BEAT : null }];
    }),
  );
  const late = given.state.count < newest(state).count;
  return { games, waiting: late ? state.waiting : given.state };
}

function moved(/** @type {Compete.FinalState} */ state, /** @type {any} */ { id, run, move, view, left, turn_at }) {
  const game = state.games[id];
  if (game && game.run === run && move.ply < game.ply) return state;
  if (!game || game.run !== run || move.ply > game.ply) return { ...state, gap: true };
  const next = { ...game, moves: [...game.moves, move], ply: game.ply + 1, view, left, turn_at };
  return { ...state, games: { ...state.games, [id]: next } };
}

/**
 * How long a result stands, in ms, while another game waits for its place: that one begins after a pause of ten paces,
 * 8 s at most, and the end of the pause is for its players.
 * @param {number} pace
 */
export const linger = (pace) => Math.max(600, 800 * Math.min(8, 10 * pace) - BEAT);

/** Whether the boards have shown every result there is for long enough. @param {Compete.FinalState} state @param {number} now */
const allSeen = (state, now) => Object.values(state.games).every((game) => game.over === null || now - game.over >= BEAT);

/** Take the newer state if its time has come, and give boards to games. @param {Compete.FinalState} state @param {number} now */
function settled(state, now) {
  const shown = state.waiting && allSeen(state, now) ? state.waiting : state.shown;
  const waiting = shown === state.waiting ? null : state.waiting;
  const games = state.shown.runs && !shown.runs ? stopped(state.games) : state.games;
  const places = placed(state.places, games, now, shown.phase === "finished");
  const same = shown === state.shown && games === state.games && places.join() === state.places.join();
  return same && waiting === state.waiting ? state : { ...state, shown, waiting, games, places };
}

/** Without anybody who plays on, unfinished games are no longer games that go on. @param {Compete.FinalState["games"]} games */
const stopped = (games) => Object.fromEntries(Object.entries(games).filter(([, game]) => game.over !== null));

/**
 * Which games are on the boards, each keeping its place: those that are played, and results that still stand. A result
 * goes when its time is over and another game waits for its place, or the whole event is over.
 * @param {any} places @param {Compete.FinalState["games"]} games @param {number} now
 */
export function placed(places, games, now, /** @type {boolean} */ finished) {
  const done = (/** @type {string} */ id) => games[id].over !== null && now - games[id].over >= BEAT + linger(games[id].pace);
  const going = Object.values(games).filter((game) => game.over === null).map((game) => game.id);
  const fresh = going.filter((id) => !places.includes(id)).sort();
  const hurried = fresh.length > PLACES;
  const next = [];
  for (const id of places) {
    if (!games[id]) continue;
    if (games[id].over === null || !(done(id) || hurried)) next.push(id);
    else if (fresh.length) next.push(fresh.shift());
    else if (!finished && !going.length) next.push(id);
  }
  while (fresh.length && next.length < PLACES && next.every((id) => games[id].over === null)) next.push(fresh.shift());
  if (!next.length && !finished) next.push(...Object.keys(games).filter((id) => games[id].over !== null).slice(-1));
  return next.slice(0, PLACES);
}

/** Whether a game's result may be told: its last move has been looked at. @param {Compete.LiveGame} game @param {number} now */
export const told = (game, now) => game.over !== null && now - game.over >= BEAT;

/** The seconds that each seat has left at this moment of the server's clock. @param {Compete.LiveGame} game @param {number} serverNow */
export function clocksAt(game, serverNow) {
  return game.left.map((left, seat) => {
    if (game.ended || game.turn_at === null || game.view.to_move !== seat || serverNow < game.turn_at) return left;
    return Math.max(0, left + game.clock.increment - (serverNow - game.turn_at));
  });
}

/** The games of the bracket that come next: planned, not played, and on no board. @param {Compete.FinalState} state */
export function coming(state) {
  const { rounds } = state.shown;
  if (!rounds) return [];
  const planned = rounds.flat().flatMap((match) => match.games.map((game, at) => ({ match, game, at })));
  const next = planned.filter(({ game }) => game.score === null && !state.games[game.id]);
  if (next.length) return next;
  const begun = planned.length > 0;
  return begun ? [] : rounds.flat().filter((match) => match.winner === null && match.sides.every(Boolean)).map((match) => ({ match, game: null, at: 0 }));
}
