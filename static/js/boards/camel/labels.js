/** The words of a Crazy Camel board: what tiles and slots are called for those who cannot see them. */

import { NAMES, goalOf } from "./drawing.js";
import { camelsAround, slotText } from "./geometry.js";

/** @typedef {import("../lib/cursor.js").Cell} Cell */
/** @typedef {import("./geometry.js").Slot} Slot */

/**
 * A tile's name, such as "3 5, empty, camel below, legal, step Up".
 *
 * @param {Cell} cell
 * @param {any} view
 * @param {any} step the legal step onto it, if any
 * @param {any} last the last move, if known
 */
export function tileLabel(cell, view, step, last) {
  const seat = view.masters.findIndex((/** @type {Cell} */ one) => one.x === cell.x && one.y === cell.y);
  const around = camelsAround(cell, view.camels);
  const goal = goalOf(view, cell.y);
  const parts = [`${cell.x} ${cell.y}`, seat < 0 ? "empty" : `${NAMES[seat]}’s master`];
  if (goal !== null) parts.push(`${NAMES[goal]}’s goal`);
  if (around.length) parts.push(`camel ${around.join(" and ")}`);
  if (step) parts.push("legal", `step ${step.text}`);
  if (last?.to?.[0] === cell.x && last?.to?.[1] === cell.y) parts.push("last move");
  return parts.join(", ");
}

/** Where a slot is: "H 2 3, below 2 3 and 3 3". @param {Slot} slot */
export function slotPlace(slot) {
  const { axis, x, y } = slot;
  const tiles = axis === "H" ? `below ${x} ${y} and ${x + 1} ${y}` : `right of ${x} ${y} and ${x} ${y + 1}`;
  return `${slotText(slot)}, ${tiles}`;
}

/** @param {Slot} slot @param {{move: any, sentence: string}} said by the rules */
export function slotLabel(slot, { move, sentence }) {
  return `${slotPlace(slot)}, ${move ? "legal" : `not possible: ${sentence}`}`;
}
