/** The keyboard shortcuts of the play page: a table, and the function that finds what a key press means. */

import { _ } from "lib/messages.js";

/** What the help dialog lists. */
/** @type {[string[], string][]} */
export const KEYS = [
  [["←", "→"], _("one move back, one move on (also comma and full stop)")],
  [["Home", "End"], _("to the start, to the live position")],
  [["l"], _("back to live")],
  [["b"], _("to the board")],
  [["n"], _("to the box for typed moves")],
  [["u"], _("take back")],
  [["h"], _("hint")],
  [["m"], _("the bot moves now")],
  [["p"], _("pause a game between bots, or let it go on; replay a finished one")],
  [["s"], _("one move of a game between bots")],
  [["f"], _("turn the board")],
  [["?"], _("these keys")],
];

/** Keys by what they do; those in LETTERS can be switched off. */
/** @type {Record<string, string>} */
const MOVES = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "live" };
/** @type {Record<string, string>} */
const LETTERS = {
  ",": "back",
  ".": "forward",
  l: "live",
  b: "board",
  n: "notation",
  u: "takeback",
  h: "hint",
  m: "hurry",
  p: "pause",
  s: "step",
  f: "flip",
  "?": "help",
};

/** Where keys have a meaning of their own. */
const TYPING = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog";
const MOVING = "[role=grid], [role=tree], [role=tablist], [role=radiogroup], input";

/**
 * What a key press asks for, or null.
 * @param {KeyboardEvent} event @param {boolean} letters Whether letter keys are on.
 */
export function meaning(event, letters) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return null;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest(TYPING)) return null;
  if (event.key in MOVES) return at.closest(MOVING) ? null : MOVES[event.key];
  return letters ? (LETTERS[event.key.toLowerCase()] ?? null) : null;
}
