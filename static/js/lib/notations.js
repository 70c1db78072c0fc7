/** What the notations of games are called in the reader's language; any game may bring others. */

import { _ } from "lib/messages.js";

/** The program's own forms, and names that say more than the word. @type {Record<string, string>} */
const KNOWN = { json: _("Record"), plyground: "JSON", line: _("One line"), lines: _("Records, one a line"), replay: _("Replay code"), log: _("Log") };

/** A word, or an abbreviation such as GGF; `tools/messages.py` gives translators those of all games. @param {string} form */
export function titleOf(form) {
  if (KNOWN[form]) return KNOWN[form];
  const title = form.length > 3 ? form[0].toUpperCase() + form.slice(1) : form.toUpperCase();
  return _(title);
}
