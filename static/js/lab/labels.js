/** What stands at a node, and what is said of it: values with their kind, bounds, moves, the reason of a cut. */

import { fixed } from "lib/format.js";
import { ungrouped } from "lib/grouped.js";
import { _, ngettext, numeral } from "lib/messages.js";
import { stepAt, wayTo } from "./trace.js";

/** @type {Record<string, string>} */
const KINDS = { exact: "", at_least: "≥", at_most: "≤", estimate: "~" };
/** @type {Record<string, string>} */
const SAID = { at_least: _("at least {value}"), at_most: _("at most {value}"), estimate: _("about {value}") };
/** Moves of a line that are named. */
const NAMED = 4;

/** A win counts so much less the plies until it is there, as in `game/search/teaching/scores.py`. */
const WIN = 1e6;
const SURE = 9e5;

/** Two decimals that a sum of others has come this near are meant. */
const NOISE = 1e-9;

/** A number as short as it can be, with a true minus sign; W3 and L3 are a win and a loss in three plies. @param {number | null} value */
export function number(value) {
  if (value === null || value === undefined) return "";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  if (Math.abs(value) >= SURE && Math.abs(value) <= WIN) return `${value > 0 ? "W" : "L"}${WIN - Math.abs(value) || ""}`;
  const size = Math.abs(value);
  const short = Math.round(100 * size) / 100;
  const text = Math.abs(short - size) < NOISE ? numeral(short, { useGrouping: false }) : fixed(size, size < 10 ? 2 : 1);
  return (value < 0 && Number(value.toFixed(2)) ? "−" : "") + text;
}

/** A number as the page writes it, W3 and L5 too; NaN if it is none. @param {string} text */
export function readValue(text) {
  const plain = ungrouped(text.trim().replace(/[−–]/g, "-")).replace(",", ".").replace(/^\+/, "");
  const end = /^([wl])(\d{0,6})$/i.exec(plain);
  if (end) return (end[1].toLowerCase() === "w" ? 1 : -1) * (WIN - Number(end[2]));
  return plain === "" ? NaN : Number(plain);
}

/** A value for each seat, apart from each other whatever their signs and decimals. @param {number[]} values */
export const vectorText = (values) => values.map(number).join(" | ");

/** The value of a node or step: 5, ≥5, ≤5, ~5. @param {{value: number | null, sure: string}} known */
export const valueText = ({ value, sure }) => (value === null ? "" : (KINDS[sure] ?? "") + number(value));

/** The same in words. @param {{value: number | null, sure: string}} known */
export const valueWords = ({ value, sure }) => (value === null ? "" : (SAID[sure] ?? "{value}").replace("{value}", spoken(number(value))));

const spoken = (/** @type {string} */ text) =>
  text.replace("−", "minus ").replace("∞", "a win").replace(/^([WL])(\d*)$/, (__, end, plies) => `a ${end === "W" ? "win" : "loss"}${plies ? ` in ${plies} ${plies === "1" ? "ply" : "plies"}` : ""}`);

/** The two small lines under a node. @param {Lab.Trace} trace @param {number} row @param {Lab.Known} known @param {Lab.Known | null} parent */
function beside(trace, row, known, parent) {
  if (known.values.length) {
    const visits = known.visits || row === 0 ? visitsOf(trace, row, known, parent) : null;
    return [vectorText(known.values), visits ?? ""];
  }
  const { alpha, beta } = known;
  return [alpha === null ? "" : `α ${number(alpha)}`, beta === null ? "" : `β ${number(beta)}`];
}

/** @param {Lab.Trace} trace @param {number} row @param {Lab.Known} known @param {Lab.Known | null} parent */
function visitsOf(trace, row, known, parent) {
  if (!known.visits) return null;
  const bound = parent && chosenBy(trace, row, parent)?.bound;
  return `${known.visits}×${typeof bound === "number" && Number.isFinite(bound) ? ` ↑${number(bound)}` : ""}`;
}

/** What a node's parent knew of it when it last chose among its children. @param {Lab.Trace} trace @param {number} row @param {Lab.Known} parent */
const chosenBy = (trace, row, parent) => rowsOf(parent).find(({ index }) => index === trace.index[row]);

/** What a bound adds to the mean, the more the fewer the visits; nothing where there was none. @param {{visits: number, mean: number, bound: number}} row */
export const addedText = ({ visits, mean, bound }) => (visits && Number.isFinite(bound) ? `+${number(bound - mean)}` : "");

/** The children's visits, means, bounds and shares of attention as a node last chose among them. @param {Lab.Known} known */
export function rowsOf({ rows, shares }) {
  const found = [];
  for (let at = 0; at + 3 < rows.length; at += 4) {
    const [index, visits, mean, bound] = rows.slice(at, at + 4);
    found.push({ index, visits, mean, bound, share: shares[at / 4] });
  }
  return found;
}

/**
 * What a node shows after some steps: whether it was met, chosen, cut, its value and the lines under it.
 * @param {Lab.Trace} trace @param {Lab.Replay} replay @param {number} row @param {number | null} [veiled] the node of which nothing is told
 */
export function lookOf(trace, replay, row, veiled = null) {
  const known = replay.known(row);
  const parent = row ? replay.known(trace.parent[row]) : null;
  const [low, high] = row === veiled ? ["", ""] : beside(trace, row, known, parent);
  return {
    known,
    met: row === 0 || trace.met[row] < replay.at,
    best: parent?.best === row && veiled !== trace.parent[row],
    cut: Boolean(parent?.cut.includes(trace.index[row])),
    value: row === veiled ? "?" : trace.head.view === "each" ? number(known.value) : valueText(known),
    low,
    high,
  };
}

/** The seat to move at a node, or null where the game is over. @param {Lab.Trace} trace @param {number} row */
export const moverOf = (trace, row) => (trace.mover[row] < 0 ? null : trace.mover[row]);

/** @param {{head: Lab.Head}} trace @param {number} seat */
export const seatName = ({ head }, seat) => head.seats[seat] ?? _("Seat {seat}", { seat: seat + 1 });

/** Where a node is, in words. @param {Lab.Trace} trace @param {number} row */
export function placeWords(trace, row) {
  if (!row) return _("the root");
  const moves = wayTo(trace, row).slice(1).map((each) => trace.move[each]);
  const shown = moves.length > NAMED ? ["…", ...moves.slice(-NAMED)] : moves;
  return _("the position after {shown}", { shown: shown.join(", ") });
}

/** Everything that is known of a node, in a sentence. */
/** @param {Lab.Trace} trace @param {Lab.Replay} replay @param {number} row */
export function nodeWords(trace, replay, row) {
  const known = replay.known(row);
  const seat = moverOf(trace, row);
  const parts = [row ? trace.move[row] : _("root"), seat === null ? _("the game is over") : _("{seatName} to move", { seatName: seatName(trace, seat) })];
  if (trace.head.search === "proof" && known.values.length) {
    const { seat: attacker } = trace.head;
    parts.push(_("proof number {proof}, disproof number {disproof}", { proof: number(known.values[attacker]), disproof: number(known.values[1 - attacker]) }));
  } else if (known.value !== null) parts.push(_("worth {value}", { value: valueWords(known) }));
  else if (known.status === "open") parts.push(_("being searched"));
  if (known.values.length && trace.head.search !== "proof") parts.push(known.values.map((value, each) => `${seatName(trace, each)} ${number(value)}`).join(", "));
  if (known.visits) parts.push(ngettext("{count} visit", "{count} visits", known.visits, { count: known.visits }));
  const chosen = row && known.visits ? chosenBy(trace, row, replay.known(trace.parent[row])) : null;
  if (chosen && addedText(chosen)) parts.push(_("bound {bound}: {mean} {added}", { bound: number(chosen.bound), mean: number(chosen.mean), added: addedText(chosen) }));
  if (known.alpha !== null) parts.push(`alpha ${number(known.alpha)}, beta ${number(known.beta)}`);
  if (known.best >= 0) parts.push(_("best {move}", { move: trace.move[known.best] }));
  if (known.closed) parts.push(_("settled"));
  if (known.cut.length) parts.push(cutWords(trace, replay, row));
  return parts.join(", ");
}

/** What stands under the board of a move that was cut. @param {Lab.Trace} trace @param {Lab.Replay} replay @param {Lab.Cut} cut @param {number} index */
export function cutNodeWords(trace, replay, { parent, indices }, index) {
  const moves = trace.family.get(parent) ?? [];
  const one = _("{move} at {place}: not looked at", { move: moves[index] ?? index, place: placeWords(trace, parent) });
  const which = indices.length > 1 ? _(" ({index} of {count}; click again for the next)", { index: indices.indexOf(index) + 1, count: indices.length }) : "";
  return `${one}${which}. ${cutWords(trace, replay, parent)}.`;
}

/** Why moves of a node were cut, in words. @param {Lab.Trace} trace @param {Lab.Replay} replay @param {number} row */
export function cutWords(trace, replay, row) {
  const { cut } = replay.known(row);
  const many = ngettext("{count} move cut", "{count} moves cut", cut.length);
  for (let at = replay.at - 1; at >= 0; at--) {
    if (trace.kind[at] !== "cut" || trace.node[at] !== row) continue;
    const { reason, alpha, beta } = stepAt(trace, at);
    if (reason === "best") return _("{many}: nothing can be better", { many });
    if (reason === "bound" || alpha === null || beta === null) return _("{many}: they can no longer change the choice", { many });
    return _("{many}: alpha {alpha} ≥ beta {beta}", { many, alpha: number(alpha), beta: number(beta) });
  }
  return many;
}
