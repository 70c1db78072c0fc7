/** The sentences of the play page: names, moves, events, results. Pure functions of the game's state. */

import { plural } from "lib/format.js";


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
  if (kind !== "bot" && isYours(game, seat) && yours(game).length === 1) return "You";
  if (kind !== "bot" && NAMELESS.test(name.trim())) return `Player ${seat + 1}`;
  const twin = game.seats.some((other) => other.seat !== seat && other.name === name);
  return twin ? `${name} (${seat + 1})` : name;
}

/** "You play", "Ada plays". @param {Protocol.Snapshot} game @param {number} seat @param {string} you @param {string} other */
export const verb = (game, seat, you, other) => `${nameOf(game, seat)} ${nameOf(game, seat) === "You" ? you : other}`;

/** The seat to move while the game goes on, else null. @param {Protocol.Snapshot} game */
export const mover = (game) => (game.status === "playing" ? game.view.to_move : null);

/** Whose turn it is, in a sentence; empty when there is nothing to say. @param {Protocol.Snapshot} game */
export function turnSentence(game) {
  const seat = mover(game);
  if (seat === null) return "";
  if (!isYours(game, seat)) return `${nameOf(game, seat)} to move.`;
  return yours(game).length === 1 ? "Your turn." : `${nameOf(game, seat)} to move.`;
}

/**
 * A move in words; a pass is said to be one. `describe` may add what a move does on this game's board.
 * @param {Protocol.Snapshot} game @param {Protocol.Move} move @param {Play.Describe} [describe]
 */
function moveSentence(game, move, describe) {
  if (/^pass$/i.test(move.text) && move.effect?.kind) return `${verb(game, move.seat, "pass", "passes")}.`; // not for want of a move
  if (/^pass$/i.test(move.text)) return `${verb(game, move.seat, "have", "has")} no move and pass${passes(game, move)}.`;
  const more = describe?.(move.effect ?? { text: move.text }) ?? "";
  return `${verb(game, move.seat, "play", "plays")} ${move.text}${more ? `, ${more}` : ""}.`;
}

const leaves = (/** @type {Protocol.Snapshot} */ game, /** @type {number} */ seat) => (nameOf(game, seat) === "You" ? "pass" : "passes");

const passes = (/** @type {Protocol.Snapshot} */ game, /** @type {Protocol.Move} */ move) => (nameOf(game, move.seat) === "You" ? "" : "es");

/** The result in words, as the server gives it, with the winner named for this reader. @param {Protocol.Snapshot} game */
export function resultHeading(game) {
  const winner = game.result?.winner;
  if (winner === null || winner === undefined) return game.result?.reason === "failed" ? "Game stopped" : "Draw";
  return verb(game, winner, "win", "wins");
}

/**
 * What an event says to somebody who listens; null if it says nothing. `game` is the state after the event.
 * @param {Protocol.Snapshot} game @param {Protocol.GameEvent} event @param {Play.Describe} [describe]
 */
export function eventSentence(game, event, describe) {
  const who = event.seat ?? event.move?.seat ?? 0;
  const name = (/** @type {string} */ you, /** @type {string} */ other) => verb(game, who, you, other);
  switch (event.kind) {
    case "move":
      return [event.move && moveSentence(game, event.move, describe), endOrTurn(game)].filter(Boolean).join(" ");
    case "takeback":
      return `Taken back to move ${game.ply}. ${turnSentence(game)}`;
    case "draw_offer":
      return isYours(game, who) && yours(game).length === 1 ? "You offer a draw." : `${name("offer", "offers")} a draw.`;
    case "draw_declined":
      return "The draw is declined.";
    case "takeback_asked":
      return `${name("ask", "asks")} to take a move back.`;
    case "takeback_declined":
      return "The take-back is declined.";
    case "pause":
      return "Paused.";
    case "resume":
      return "Going on.";
    case "rematch_offered":
      return `${name("offer", "offers")} a rematch.`;
    case "arrive":
      return event.seat === undefined || isYours(game, who) ? null : `${name("are", "is")} here.`;
    case "rematch":
      return "A rematch begins.";
    case "resign":
      return game.result ? endSentence(game) : `${name("leave", "leaves")} the game and ${leaves(game, who)} from now on.`;
    case "time_out":
      return game.result ? endSentence(game) : `${name("have", "has")} no time left and ${leaves(game, who)} from now on.`;
    case "draw":
    case "finish":
      return game.result ? endSentence(game) : null;
    default:
      return null;
  }
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
  const news = played > 0 ? ` ${plural(played, "move was", "moves were")} played meanwhile.` : "";
  const end = after.result && !before.result ? ` ${endSentence(after)}` : ` ${turnSentence(after)}`;
  return `Connected again.${news}${end}`.trim();
}
