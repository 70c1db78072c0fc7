/** The sentences of the play page: names, moves, events, results. Pure functions of the game's state. */

import { _, ngettext } from "lib/messages.js";


/** Names that a seat has when nobody gave it one; they mean nothing to other people. */
const NAMELESS = /^(you|me|person|player|guest|)$/i;

/** Whether this page may move for the seat. @param {Protocol.Snapshot} game @param {number} seat */
export const isYours = (game, seat) => game.you.seats.includes(seat);

/** Whether a bot plays the seat. @param {Protocol.Snapshot} game @param {number} seat */
export const isBot = (game, seat) => game.seats[seat]?.kind === "bot";

/** The seats that are yours to play. @param {Protocol.Snapshot} game */
export const yours = (game) => game.you.seats;

/** A seat's name as this reader should see it: "You" only if they have just this one seat. @param {Protocol.Snapshot} game @param {number} seat */
export function nameOf(game, seat) {
  const { name, kind } = game.seats[seat] ?? { name: "", kind: "person" };
  if (isYou(game, seat)) return _("You");
  if (kind !== "bot" && NAMELESS.test(name.trim())) return _("Player {seat}", { seat: seat + 1 });
  const twin = game.seats.some((other) => other.seat !== seat && other.name === name);
  return twin ? `${name} (${seat + 1})` : name;
}

/** Whether a seat is called "You". @param {Protocol.Snapshot} game @param {number} seat */
const isYou = (game, seat) => !isBot(game, seat) && isYours(game, seat) && yours(game).length === 1;

/**
 * One of two sentences: what is said to the seat's own reader, or what others are told, where `{who}` is its name.
 * @param {Protocol.Snapshot} game @param {number} seat @param {string} you @param {string} other
 */
export const says = (game, seat, you, other) => (isYou(game, seat) ? you : other.replace("{who}", nameOf(game, seat)));

/** The seat to move while the game goes on, else null. @param {Protocol.Snapshot} game */
export const mover = (game) => (game.status === "playing" ? game.view.to_move : null);

/** Whose turn it is, in a sentence; empty when there is nothing to say. @param {Protocol.Snapshot} game */
export function turnSentence(game) {
  const seat = mover(game);
  if (seat === null) return "";
  const starts = isYours(game, seat) && game.clock.starts && game.clock.running === null ? _("Your move starts the clock.") : "";
  return `${says(game, seat, _("Your turn."), _("{who} to move."))} ${starts}`.trim();
}

/**
 * A move in words; a pass is said to be one. `describe` may add what a move does on this game's board.
 * @param {Protocol.Snapshot} game @param {Protocol.Move} move @param {Play.Describe} [describe]
 */
function moveSentence(game, { seat, text, effect }, describe) {
  const pass = /^pass$/i.test(text);
  if (pass && effect?.kind) return says(game, seat, _("You pass."), _("{who} passes.")); // not for want of a move
  if (pass) return says(game, seat, _("You have no move and pass."), _("{who} has no move and passes."));
  const what = describe?.(effect ?? { text });
  if (!what) return says(game, seat, _("You play {move}.", { move: text }), _("{who} plays {move}.", { move: text }));
  return says(game, seat, _("You play {move}, {what}.", { move: text, what }), _("{who} plays {move}, {what}.", { move: text, what }));
}

/** @type {Record<string, string>} */
const WITHOUT_WINNER = { failed: _("Game stopped"), called_off: _("Called off") };

/** The result in words, as the server gives it, with the winner named for this reader. @param {Protocol.Snapshot} game */
export function resultHeading(game) {
  const winner = game.result?.winner;
  if (winner === null || winner === undefined) return WITHOUT_WINNER[game.result?.reason ?? ""] ?? _("Draw");
  return says(game, winner, _("You win"), _("{who} wins"));
}

/** What is said of what a seat does, to itself and to others. @type {Record<string, [string, string]>} */
export const DONE = {
  draw_offer: [_("You offer a draw."), _("{who} offers a draw.")],
  takeback_asked: [_("You ask to take a move back."), _("{who} asks to take a move back.")],
  rematch_offered: [_("You offer a rematch."), _("{who} offers a rematch.")],
  resign: [_("You leave the game and pass from now on."), _("{who} leaves the game and passes from now on.")],
  time_out: [_("You have no time left and pass from now on."), _("{who} has no time left and passes from now on.")],
};

/** What is said of what happens to all. @type {Record<string, string>} */
const HAPPENED = {
  draw_declined: _("The draw is declined."),
  takeback_declined: _("The take-back is declined."),
  pause: _("Paused."),
  resume: _("Going on."),
  rematch: _("A rematch begins."),
};
const ENDINGS = ["resign", "time_out", "draw", "finish"];

/**
 * What an event says to somebody who listens; null if it says nothing. `game` is the state after the event.
 * @param {Protocol.Snapshot} game @param {Protocol.GameEvent} event @param {Play.Describe} [describe]
 */
export function eventSentence(game, event, describe) {
  const { kind } = event;
  const seat = event.seat ?? event.move?.seat ?? 0;
  if (kind === "move") return [event.move && moveSentence(game, event.move, describe), endOrTurn(game)].filter(Boolean).join(" ");
  if (kind === "takeback") return `${_("Taken back to move {ply}.", { ply: game.ply })} ${turnSentence(game)}`;
  if (kind === "arrive") return event.seat === undefined || isYours(game, seat) ? null : arrivalSentence(game, event);
  if (ENDINGS.includes(kind) && game.result) return endSentence(game);
  return DONE[kind] ? says(game, seat, ...DONE[kind]) : (HAPPENED[kind] ?? null);
}

/** Somebody else has come, or says what they are called. @param {Protocol.Snapshot} game @param {Protocol.GameEvent} event */
function arrivalSentence(game, { seat = 0, name }) {
  if (name) return _("Player {seat} is now called {name}.", { seat: seat + 1, name });
  return _("{who} has joined.", { who: nameOf(game, seat) });
}

/** The result as a sentence to be spoken. @param {Protocol.Snapshot} game */
export const endSentence = (game) => `${resultHeading(game)}. ${game.result?.sentence ?? ""}`.trim();

/** After a move: how the game ended, or whose turn it is if it is yours. @param {Protocol.Snapshot} game */
function endOrTurn(game) {
  if (game.result) return endSentence(game);
  const seat = mover(game);
  return seat !== null && isYours(game, seat) ? turnSentence(game) : "";
}

/** What is said when the page comes back after a broken line. @param {Protocol.Snapshot} before @param {Protocol.Snapshot} after */
export function returnSentence(before, after) {
  const played = after.ply - before.ply;
  const news = played > 0 ? ngettext("{count} move was played meanwhile.", "{count} moves were played meanwhile.", played) : "";
  const then = after.result && !before.result ? endSentence(after) : turnSentence(after);
  return [_("Connected again."), news, then].filter(Boolean).join(" ");
}

/** In a word whether the holder of somebody else's seat is there; "" where it is no person's. @param {Protocol.Snapshot} game @param {number} seat */
export function whereabouts(game, seat) {
  if (isBot(game, seat) || isYours(game, seat) || !game.present) return "";
  if (game.waiting?.includes(seat)) return _("not here yet");
  return game.present.includes(seat) ? _("here") : _("away");
}
