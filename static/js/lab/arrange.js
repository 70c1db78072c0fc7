/**
 * Puts the moves of a node in an order by hand, for the searches that take one as a setting: `root: 2 0; 2.1: 3`. The
 * format is that of `game/search/teaching/arranged.py`; the page asks for the search anew.
 */

import { html } from "lit";
import { stepAt } from "./trace.js";

export const SETTING = "by_hand";

/** Whether the search of a trace takes an order by hand. @param {import("./trace.js").Trace} trace */
export const arrangeable = (trace) => SETTING in trace.head.options;

const placeOf = (/** @type {number[]} */ path) => (path.length ? path.join(".") : "root");

/** The order of a node's moves, as the search took them: indices; empty if they were never listed. @param {Lab.Trace} trace @param {number} row @returns {number[]} */
export function orderAt(trace, row) {
  for (let at = trace.met[row]; at < trace.steps; at++) if (trace.kind[at] === "children" && trace.node[at] === row) return stepAt(trace, at).items;
  return [];
}

/**
 * The setting after a move of a node was moved in its order; null where it stays.
 * @param {string} setting @param {number[]} path to the node whose moves they are @param {number[]} order @param {number} index
 * @param {string} what first, earlier or later
 */
export function rearranged(setting, path, order, index, what) {
  const place = order.indexOf(index);
  /** @type {Record<string, number>} */
  const goals = { first: 0, earlier: place - 1, later: place + 1 };
  const goal = goals[what] ?? -1;
  if (place < 0 || goal < 0 || goal >= order.length || goal === place) return null;
  const fresh = order.filter((each) => each !== index);
  fresh.splice(goal, 0, index);
  const named = new Map(
    setting.split(";").flatMap((part) => {
      const [node, moves] = part.split(":").map((each) => each.trim());
      return moves ? [/** @type {const} */ ([node, moves])] : [];
    }),
  );
  named.set(placeOf(path), fresh.slice(0, 1 + Math.max(place, goal)).join(" "));
  return [...named].map((pair) => pair.join(": ")).join("; ");
}

/** The buttons that move a move in its order. @param {{name: string, place: number, of: number, arranged: boolean}} about @param {(what: string) => void} change */
export function arrangePanel({ name, place, of, arranged }, change) {
  const tool = (/** @type {string} */ what, /** @type {string} */ words, /** @type {boolean} */ off) => html`<button type="button" class="button small" data-arrange=${what} ?disabled=${off} @click=${() => change(what)}>${words}</button>`;
  return html`<section class="lab-change" aria-label="The order of moves"><h2>Order of moves</h2>
    <p class="small">${name} is searched as number ${place + 1} of ${of}.</p>
    <div class="button-row">${tool("first", "Search it first", place === 0)} ${tool("earlier", "Earlier", place === 0)} ${tool("later", "Later", place === of - 1)}
      ${arranged ? tool("none", "The search’s own order", false) : ""}</div>
  </section>`;
}
