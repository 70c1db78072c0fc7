/** The keys of the laboratory: a table for the help dialog, and what a key press means. */

import { _ } from "lib/messages.js";

/** @type {[string[], string][]} */
export const KEYS = [
  [["→", "←"], _("a step on, a step back (also n and b)")],
  [["c"], _("on to the next cut; with Shift back")],
  [["l"], _("on to the next leaf; with Shift back")],
  [["i"], _("on to the next iteration; with Shift back")],
  [["Home", "End"], _("to the start, to the end")],
  [["Space"], _("play, and stop")],
  [["+", "-", "0"], _("larger, smaller, all of the tree")],
  [["t"], _("to the tree, where arrows walk from node to node")],
  [["Enter"], _("in the tree: go to the step that first met the node, or unfold it")],
  [["Esc"], _("look at the search's own place again")],
  [["f"], _("present in large type, and end it; then Page Down and Page Up step too")],
  [["?"], _("these keys")],
];

/** @type {Record<string, string>} */
const ARROWS = { ArrowRight: "forward", ArrowLeft: "back", Home: "first", End: "last", " ": "play" };
/** @type {Record<string, string>} */
const LETTERS = {
  n: "forward", b: "back", c: "cut", l: "leaf", i: "iteration", "+": "larger", "=": "larger", "-": "smaller", 0: "fit", t: "tree", f: "present", "?": "help",
};
const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, dialog";
const USING = "[role=tree], [role=radiogroup], input, button, a, summary";

/** What a key press asks for, and whether backwards; null for nothing. @param {KeyboardEvent} event */
export function meaning(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return null;
  const at = event.target instanceof Element ? event.target : document.body;
  if (at.closest(TYPING)) return null;
  if (event.key === "Escape") return { what: "escape", back: false };
  if (event.key in ARROWS) {
    const taken = event.key === " " ? at.closest(USING) : at.closest("[role=tree], [role=radiogroup]");
    return taken ? null : { what: ARROWS[event.key], back: false };
  }
  const letter = event.key.length === 1 ? event.key.toLowerCase() : "";
  return LETTERS[letter] ? { what: LETTERS[letter], back: event.shiftKey } : null;
}
