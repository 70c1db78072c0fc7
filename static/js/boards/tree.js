/**
 * The board of decision trees: what the game's page draws and clicks. It shows the view that it is given, draws an own
 * move at once, and reports it; it knows no rules. The editor is a module beside it, `tree/editor.js`.
 */

import { _ } from "lib/messages.js";
import { readable } from "./tree/model.js";
export { Board, settings } from "./tree/board.js";
export { arrow, picture } from "./tree/drawing.js";

export const id = "tree";

/** The still picture shows the move that led to it as an arrow itself. */
export const picturePoints = true;

/** What a move does, for the page to say after its name. @param {Protocol.Effect} effect */
export const describe = ({ value, leaf }) => (leaf ? _("to a leaf worth {value}", { value: readable(value) }) : _("to value {value}", { value: readable(value) }));
