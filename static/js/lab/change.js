/**
 * Changes a decision tree on the stage: the value of a node, its children, their order. Works on the rows of a view that
 * lists the nodes of a tree; the page asks for the search anew.
 */

import { html } from "lit";
import { childrenOf, lineForm, nested, nodeAt } from "boards/tree/model.js";

/** Whether a view is a tree that can be changed. @param {any} view */
export const changeable = (view) => Array.isArray(view?.nodes) && Array.isArray(view?.path);

/** The child indices from the root of a trace to a node. @param {import("./trace.js").Trace} trace @param {number} row */
export function pathOf(trace, row) {
  const path = [];
  for (let here = row; here > 0; here = trace.parent[here]) path.unshift(trace.index[here]);
  return path;
}

/**
 * The tree after a change as text, or null where the change is none.
 * @param {Protocol.View} view of the root @param {number[]} path to the node @param {string} what @param {number} [value]
 */
export function changed(view, path, what, value = 0) {
  const whole = [...view.path, ...path];
  const row = nodeAt(childrenOf(view.nodes), whole);
  if (row === null || (!path.length && !["value", "add"].includes(what))) return null;
  const nodes = nested(view.nodes);
  const node = nodes[row];
  const family = row ? nodes[view.nodes[row][0]].children : [];
  const place = family.indexOf(node);
  const swap = (/** @type {number} */ other) => ([family[place], family[other]] = [family[other], family[place]]);
  if (what === "value") node.value = value;
  else if (what === "add") node.children.push({ side: node.children[0]?.side ?? 1 - node.side, value, children: [] });
  else if (what === "remove" && family.length > 1) family.splice(place, 1);
  else if (what === "left" && place > 0) swap(place - 1);
  else if (what === "right" && place < family.length - 1) swap(place + 1);
  else return null;
  return lineForm(nodes[0]);
}

/** The path to a moved or removed node after the change, so that the page still looks at it. @param {number[]} path @param {string} what */
export function pathAfter(path, what) {
  if (what === "remove") return path.slice(0, -1);
  const shift = what === "left" ? -1 : what === "right" ? 1 : 0;
  return shift ? [...path.slice(0, -1), path[path.length - 1] + shift] : path;
}

/** What a node is in the typed tree: its value, and what can be done there. @param {Protocol.View} view @param {number[]} path */
export function nodeOf(view, path) {
  const children = childrenOf(view.nodes);
  const row = nodeAt(children, [...view.path, ...path]);
  if (row === null) return null;
  const parent = view.nodes[row][0];
  const family = parent >= 0 ? children[parent] : [row];
  return { value: view.nodes[row][2], first: family[0] === row, last: family.at(-1) === row, alone: family.length < 2, root: !path.length };
}

/** The fields that change a node. @param {{view: Protocol.View, path: number[], name: string}} about @param {(what: string, value?: number) => void} change */
export function changePanel({ view, path, name }, change) {
  const node = nodeOf(view, path);
  if (!node) return html``;
  const tool = (/** @type {string} */ what, /** @type {string} */ words, off = false) => html`<button type="button" class="button small" data-change=${what} ?disabled=${off} @click=${() => change(what, 0)}>${words}</button>`;
  const take = (/** @type {FieldEvent} */ event) => {
    const value = Math.round(Number(event.target.value));
    if (event.target.value !== "" && Number.isFinite(value) && value !== node.value) change("value", value);
  };
  return html`<section class="lab-change" aria-label="Change the tree"><h2>Change ${name}</h2>
    <div class="button-row"><label for="lab-change-value">Value</label>
      <span class="lab-narrow"><input id="lab-change-value" type="number" step="1" .value=${String(node.value)} @change=${take} /></span>
      ${tool("add", "Add a child")} ${node.root ? "" : html`${tool("remove", "Remove", node.alone)} ${tool("left", "Move left", node.first)} ${tool("right", "Move right", node.last)}`}</div>
  </section>`;
}

