/**
 * What the bots' numbers mean: whose view, how sure, how far towards winning. Pure functions.
 *
 * A choice's value is for the seat that moved. Here every opinion is turned to the view of seat 0, the same for the
 * whole game, and words always name the seat that is ahead.
 */

import { _, numeral } from "lib/messages.js";

/** @type {Record<string, string>} */
const SURE = { exact: _("exact"), at_least: _("at least"), at_most: _("at most"), estimate: _("estimate") };
/** @type {Record<string, string>} */
const OPPOSITE = { win: "loss", loss: "win", at_least: "at_most", at_most: "at_least" };

/** What values count, of one and of several. @type {Record<string, [string, string]>} */
const UNITS = { discs: [_("disc"), _("discs")], points: [_("point"), _("points")] };

/**
 * A choice or a progress report turned to seat 0's view; null where the bot gave no value.
 * @param {Protocol.Choice | null | undefined} choice @param {number} ply @param {number} seat
 */
export function opinion(choice, ply, seat) {
  if (!choice || (choice.value == null && !choice.outcome)) return null;
  const turn = (/** @type {string} */ word) => (seat === 0 ? word : (OPPOSITE[word] ?? word));
  const value = choice.value == null ? null : seat === 0 ? choice.value : -choice.value;
  return {
    ply,
    by: seat,
    value: value === 0 ? 0 : value,
    kind: turn(choice.kind ?? "estimate"),
    outcome: choice.outcome ? turn(choice.outcome) : null,
    unit: choice.unit ?? "",
  };
}

/** The game's own verdict on its last position. @param {Protocol.Snapshot} game */
export function verdict(game) {
  const { winner = null, returns: [first] = [] } = /** @type {Protocol.Result} */ (game.result);
  const outcome = winner === null || winner === undefined ? "draw" : winner === 0 ? "win" : "loss";
  return { ply: game.ply, by: -1, value: first ?? null, kind: "exact", outcome, unit: "" };
}

/** All opinions of a two-seat game, one for each ply that has any, in order. @param {Protocol.Snapshot} game @param {Play.State["hints"]} [hints] @param {Protocol.Thinking | null} [thinking] */
export function opinions(game, hints = {}, thinking = null) {
  if (game.seats.length !== 2) return [];
  /** @type {Map<number, Play.Opinion>} */
  const found = new Map();
  const add = (/** @type {number} */ ply, /** @type {Protocol.Choice | null | undefined} */ choice, /** @type {number} */ seat) => {
    const made = opinion(choice, ply, seat);
    if (made) found.set(ply, made);
  };
  for (const [ply, hint] of Object.entries(hints)) add(Number(ply), hint.choice, hint.seat);
  for (const move of game.moves) add(move.ply, move.choice, move.seat);
  if (thinking && thinking.ply === game.ply) add(thinking.ply, thinking, thinking.seat);
  if (game.result) found.set(game.ply, verdict(game));
  return [...found.values()].sort((a, b) => a.ply - b.ply);
}

/**
 * The newest opinion on the position after `ply` plies, or failing that on one shortly before it.
 * @param {Play.Opinion[]} list @param {number} ply
 */
export function opinionAt(list, ply) {
  let found = null;
  for (const one of list) if (one.ply <= ply) found = one;
  return found && (ply - found.ply <= 2 || found.outcome) ? found : null;
}

/**
 * Seat 0's share of the bar, 0 to 1: a win fills it, and a value moves it the more the nearer it is to level.
 * @param {Play.Opinion | null | undefined} one
 */
export function share(one) {
  if (!one) return 0.5;
  if (one.outcome === "win") return 1;
  if (one.outcome === "loss") return 0;
  if (one.outcome === "draw" || !one.value) return 0.5;
  return 0.5 + (0.48 * one.value) / (Math.abs(one.value) + 8);
}

/** How sure an opinion is for the seat that it sees ahead, in a word. @param {Play.Opinion} one */
const sureness = (one) => SURE[leader(one) === 1 ? (OPPOSITE[one.kind] ?? one.kind) : one.kind] ?? SURE.estimate;

/**
 * The value short, in seat 0's view wherever it stands: +4, −2.5, 0; a decided end without a size as 1–0 or 0–1.
 * @param {Play.Opinion | null | undefined} one
 */
export function shortValue(one) {
  if (!one) return "";
  const size = one.value === null ? 0 : Math.abs(Math.round(one.value * 10) / 10);
  const ahead = leader(one);
  if (ahead === null || (!one.outcome && !size)) return "0";
  if (one.outcome && size <= 1) return ahead ? "0–1" : "1–0";
  return `${ahead ? "−" : "+"}${numeral(size)}`;
}

/** The seat that an opinion sees ahead; null where it is level. @param {Play.Opinion | null | undefined} one */
export function leader(one) {
  const middle = share(one);
  return middle === 0.5 ? null : middle > 0.5 ? 0 : 1;
}

/**
 * An opinion in words that name the seat and say how sure it is.
 * @param {Play.Opinion} one
 * @param {(seat: number, you: string, other: string) => string} say One of two sentences, the second of which names the seat as `{who}`.
 */
export function valueWords(one, say) {
  const ahead = leader(one);
  const by = one.value ? Math.abs(Math.round(one.value * 10) / 10) : 0;
  const [single, several] = UNITS[one.unit] ?? [one.unit.replace(/s$/, ""), one.unit];
  const unit = one.unit ? ` ${by === 1 ? single : several}` : "";
  const values = { by: `${numeral(by)}${unit}`, sure: sureness(one) };
  if (one.by < 0) return ahead === null ? _("Drawn.") : say(ahead, _("You have won."), _("{who} has won."));
  if (ahead === null) return one.outcome === "draw" ? _("Level (a drawn end).") : _("Level ({sure}).", values);
  if (one.outcome && by > 1) return say(ahead, _("You are seen winning, by {by} ({sure}).", values), _("{who} is seen winning, by {by} ({sure}).", values));
  if (one.outcome) return say(ahead, _("You are seen winning ({sure}).", values), _("{who} is seen winning ({sure}).", values));
  return say(ahead, _("You are ahead by {by} ({sure}).", values), _("{who} is ahead by {by} ({sure}).", values));
}
