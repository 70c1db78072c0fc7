/**
 * The board of decision trees: what the game's page draws and clicks. It shows the view that it is given, draws an own
 * move at once, and reports it; it knows no rules. The editor is a module beside it, `tree/editor.js`.
 */

export { Board } from "./tree/board.js";
export { picture } from "./tree/drawing.js";

export const id = "tree";

/** Where a move points, for arrows over the board; loaded only when it is asked for. */
export const arrow = () => import("./tree/arrow.js");

/** The still picture shows the move that led to it as an arrow itself. */
export const picturePoints = true;

/** Switches that the page offers, in the order shown. */
export const settings = [{ name: "targets", title: "Show legal moves", default: true }];

/** What a move does, for the page to say after its name. @param {{value: number, leaf: boolean}} effect */
export function describe({ value, leaf }) {
  return leaf ? `to a leaf worth ${value}` : `to value ${value}`;
}
