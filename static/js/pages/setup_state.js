/** The setup page's state, and what it becomes when it is sent. No DOM here. */

/** @type {Setup.Clock} */
const CLOCK = { kind: "none", days: 3, minutes: 5, increment: 5, seconds: 30 };
/** Option names that an address may carry besides the game's own. */
const RESERVED = ["position", "record", "level", "with", "open"];

/** A new seat for a bot at the usual level. @param {Protocol.Game} game @returns {Setup.Seat} */
function botSeat(game, level = game.default_level) {
  const bot = game.bots.find((each) => each.id === "minimax") ?? game.bots[0];
  return { kind: "bot", name: "", level, bot: bot.id, botOptions: {} };
}

/**
 * The state that the page begins with; the address may have filled in options, a position, a level and company.
 * @param {Protocol.Game} game @param {Record<string, string>} given @param {Protocol.View} view
 * @returns {Omit<Setup.State, "hasEditor" | "fields">}
 */
export function startState(game, given, view) {
  const names = new Set(game.options.map((option) => option.name));
  /** @type {Protocol.Options} */
  const options = {};
  for (const [name, text] of Object.entries(given)) {
    const option = names.has(name) && !RESERVED.includes(name) && game.options.find((each) => each.name === name);
    if (option) options[name] = readOption(option, text);
  }
  const level = game.levels.some((each) => each.id === given.level) ? given.level : game.default_level;
  /** @type {(at: number) => Setup.Seat} */
  const seatAt = (at) => {
    if (given.with === "bots") return botSeat(game, level);
    if (at === 0) return { ...botSeat(game, level), kind: "person" };
    return { ...botSeat(game, level), kind: given.with === "friend" ? "link" : "bot" };
  };
  const seats = Array.from({ length: game.seat_count }, (_, at) => seatAt(at));
  return {
    options,
    from: given.record ? "record" : given.position ? "editor" : "start",
    position: given.position ?? "",
    record: given.record ?? "",
    view,
    start: view.text,
    moves: [],
    problem: null,
    failure: null,
    sending: false,
    seats,
    clock: { ...CLOCK },
    pace: 0.6,
    listed: given.open === "1",
  };
}

/** Of the state what people fill in, not what the server makes of it. @param {Setup.State} state */
export const filledIn = ({ options, from, position, record, seats, clock, pace, listed }) => ({ options, from, position, record, seats, clock, pace, listed });

/**
 * As many seats as the options or the position make: new ones are like the last, with a bot for a person.
 * @param {Setup.Seat[]} seats @param {number} count @param {Protocol.Game} game
 */
export function fitSeats(seats, count, game) {
  const fitted = seats.slice(0, count);
  while (fitted.length < count) {
    const last = fitted.at(-1);
    fitted.push(!last || last.kind === "person" ? botSeat(game, last?.level) : { ...last, name: "", botOptions: { ...last.botOptions } });
  }
  return fitted;
}

/**
 * A text from an address as the value of an option; what does not fit is left for the server to refuse.
 * @param {Protocol.Option} option @param {string} text
 */
export function readOption(option, text) {
  if (option.kind === "bool") return ["true", "yes", "on", "1"].includes(text.toLowerCase());
  return option.kind === "choice" || option.kind === "text" || Number.isNaN(Number(text)) ? text : Number(text);
}

/** The text of a bot: `id`, or `id:name=value,…` with what differs from the defaults. @param {Setup.Seat} seat @param {Protocol.Game} game */
function botText(seat, game) {
  const level = game.levels.find((each) => each.id === seat.level);
  if (level) return level.bot;
  const bot = game.bots.find((each) => each.id === seat.bot) ?? game.bots[0];
  const pairs = bot.options
    .filter((each) => seat.botOptions[each.name] !== undefined && seat.botOptions[each.name] !== each.default)
    .map((each) => `${each.name}=${seat.botOptions[each.name]}`);
  return pairs.length ? `${bot.id}:${pairs.join(",")}` : bot.id;
}

/** What `POST /api/position` is asked. @param {Setup.State} state @param {Protocol.Game} game */
export function positionBody(state, game) {
  /** @type {Record<string, unknown>} */
  const body = { game: game.id, options: state.options };
  if (state.from === "editor" && state.position) body.position = state.position;
  if (state.from === "record" && state.record.trim()) body.record = state.record;
  return body;
}

/** Whether nobody but bots plays. @param {Setup.State} state */
export const botsOnly = (state) => state.seats.every((seat) => seat.kind === "bot");

/** Whether somebody else could take a seat beside one's own. @param {Setup.State} state */
export const joinable = ({ seats }) => seats.some((seat) => seat.kind === "link") && seats.some((seat) => seat.kind === "person");

/** What `POST /games` is sent. @param {Setup.State} state @param {Protocol.Game} game */
export function specOf(state, game) {
  const { kind, seconds, minutes, increment, days } = state.clock;
  const times = { none: {}, days: { days }, move: { seconds }, game: { base: minutes * 60, increment } };
  const seats = state.seats.map((seat) => {
    const name = seat.name.trim() ? { name: seat.name.trim() } : {};
    return seat.kind === "bot" ? { kind: "bot", bot: botText(seat, game) } : { kind: seat.kind, ...name };
  });
  const more = { ...(botsOnly(state) ? { pace: state.pace } : {}), ...(state.listed && joinable(state) ? { listed: true } : {}) };
  return { ...positionBody(state, game), clock: { kind, ...times[kind] }, seats, ...more };
}
