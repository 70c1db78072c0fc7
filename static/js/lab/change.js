/**
 * Changes what is searched from the stage: a decision tree by its nodes' values, children and their order, and the order in which a
 * search takes the moves of a node, `root: 2 0; 2.1: 3`, which is the format of `game/search/teaching/arranged.py`. The page asks
 * for the search anew.
 */

import { html, nothing } from "lit";
import { _ } from "lib/messages.js";
import { childrenOf, evenOut, lineForm, nearest, nested, nodeAt, other as following } from "boards/tree/model.js";
import { stepAt } from "./trace.js";
import { changeable } from "./veil.js";

/** The setting of the searches that take an order by hand. */
const SETTING = "by_hand";

/** The fields that change the picked node of a typed tree, or the order of moves around it. @param {import("./theatre.js").Theatre} theatre */
export function changing(theatre) {
  const { view } = theatre.about;
  return view && changeable(view) ? changePanel(theatre, view) : arrangePanel(theatre);
}

/** @param {string} name @param {string} what @param {string} words @param {boolean} off @param {() => void} run */
const tool = (name, what, words, off, run) => html`<button type="button" class="button small" data-change=${name === "change" ? what : nothing}
  data-arrange=${name === "arrange" ? what : nothing} ?disabled=${off} @click=${run}>${words}</button>`;

/* A typed tree */

/** @param {import("./theatre.js").Theatre} theatre @param {Protocol.View} view */
function changePanel({ picked: path, about, at }, view) {
  const children = childrenOf(view.nodes);
  const row = nodeAt(children, [...view.path, ...path]);
  if (row === null) return nothing;
  const [parent, , value] = view.nodes[row];
  const family = parent >= 0 ? children[parent] : [row];
  const change = (/** @type {string} */ what, /** @type {number} */ given) => {
    const text = changed(view, path, what, given);
    if (text === null) return;
    const focus = [what === "value" ? "#lab-change-value" : `[data-change="${what}"]`];
    about.anew({ options: {}, position: text, moves: view.path.map(String) }, { picked: pathAfter(path, what), focus, at });
  };
  const take = (/** @type {FieldEvent} */ event) => {
    const given = nearest(Number(event.target.value));
    if (event.target.value !== "" && Number.isFinite(given) && given !== value) change("value", given);
  };
  const button = (/** @type {string} */ what, /** @type {string} */ words, off = false) => tool("change", what, words, off, () => change(what, 0));
  return html`<section class="lab-change" aria-label=${_("Change the tree")}><h2>${path.length ? _("Change node {path}", { path: path.join(" ") }) : _("Change the root")}</h2>
    <div class="button-row"><label for="lab-change-value">${_("Value")}</label>
      <span class="lab-narrow"><input id="lab-change-value" type="number" step="any" .value=${String(value)} @change=${take} /></span>
      ${button("add", _("Add a child"))} ${path.length
        ? html`${button("remove", _("Remove"), family.length < 2)} ${button("left", _("Move left"), family[0] === row)} ${button("right", _("Move right"), family.at(-1) === row)}`
        : nothing}</div>
  </section>`;
}

/**
 * The tree after a change as text, or null where the change is none.
 * @param {Protocol.View} view of the root @param {number[]} path to the node @param {string} what @param {number} [value]
 */
function changed(view, path, what, value = 0) {
  const row = nodeAt(childrenOf(view.nodes), [...view.path, ...path]);
  if (row === null || (!path.length && !["value", "add"].includes(what))) return null;
  const nodes = nested(view.nodes);
  const node = nodes[row];
  const family = row ? nodes[view.nodes[row][0]].children : [];
  const place = family.indexOf(node);
  const swap = (/** @type {number} */ other) => ([family[place], family[other]] = [family[other], family[place]]);
  if (what === "value") node.value = value;
  else if (what === "add") {
    node.children.push({ side: node.children[0]?.side ?? following(node.side), value, chance: "", children: [] });
    evenOut(node);
  } else if (what === "remove" && family.length > 1) {
    family.splice(place, 1);
    evenOut(nodes[view.nodes[row][0]]);
  }
  else if (what === "left" && place > 0) swap(place - 1);
  else if (what === "right" && place < family.length - 1) swap(place + 1);
  else return null;
  return lineForm(nodes[0]);
}

/** The path to the node that was changed, or to its parent where it is gone, so that the page still looks at it. @param {number[]} path @param {string} what */
function pathAfter(path, what) {
  if (what === "remove") return path.slice(0, -1);
  const shift = what === "left" ? -1 : what === "right" ? 1 : 0;
  return shift ? [...path.slice(0, -1), path[path.length - 1] + shift] : path;
}

/* The order of moves */

/** The order of a node's moves, as the search took them: indices; empty if they were never listed. @param {Lab.Trace} trace @param {number} row @returns {number[]} */
function orderAt(trace, row) {
  for (let at = trace.met[row]; at < trace.steps; at++) if (trace.kind[at] === "children" && trace.node[at] === row) return stepAt(trace, at).items;
  return [];
}

/** The buttons that put the picked move earlier or later among its siblings; nothing where there is no choice. @param {import("./theatre.js").Theatre} theatre */
function arrangePanel({ trace, picked, about, at }) {
  if (!(SETTING in trace.head.options) || !picked.length) return nothing;
  let above = 0;
  for (const index of picked.slice(0, -1)) above = trace.children[above]?.find((child) => trace.index[child] === index) ?? -1;
  const order = above < 0 ? [] : orderAt(trace, above);
  const index = picked[picked.length - 1];
  const place = order.indexOf(index);
  if (order.length < 2 || place < 0) return nothing;
  const before = String(trace.head.options[SETTING] ?? "");
  const put = (/** @type {string} */ what, /** @type {string} */ words, /** @type {number} */ goal, off = goal < 0 || goal >= order.length || goal === place) => {
    const run = () => {
      const { [SETTING]: __, ...settings } = about.question.settings ?? {};
      const after = what === "none" ? {} : { [SETTING]: rearranged(before, picked.slice(0, -1), order, place, goal) };
      about.anew({ settings: { ...settings, ...after } }, { picked, focus: [`[data-arrange="${what}"]:enabled`, "[data-arrange]:enabled"], at });
    };
    return tool("arrange", what, words, off, run);
  };
  return html`<section class="lab-change" aria-label=${_("The order of moves")}><h2>${_("Order of moves")}</h2>
    <p class="small">${_("{value} is searched as number {place} of {count}.", { value: (trace.family.get(above) ?? [])[index] ?? index, place: place + 1, count: order.length })}</p>
    <div class="button-row">${put("first", _("Search it first"), 0)} ${put("earlier", _("Earlier"), place - 1)} ${put("later", _("Later"), place + 1)}
      ${before ? put("none", _("The search’s own order"), 0, false) : nothing}</div>
  </section>`;
}

/**
 * The setting after a move of a node was moved in its order.
 * @param {string} setting @param {number[]} path to the node whose moves they are @param {number[]} order @param {number} place @param {number} goal
 */
function rearranged(setting, path, order, place, goal) {
  const fresh = order.toSpliced(place, 1);
  fresh.splice(goal, 0, order[place]);
  const named = new Map(
    setting.split(";").flatMap((part) => {
      const [node, moves] = part.split(":").map((each) => each.trim());
      return moves ? [/** @type {const} */ ([node, moves])] : [];
    }),
  );
  named.set(path.length ? path.join(".") : "root", fresh.slice(0, 1 + Math.max(place, goal)).join(" "));
  return [...named].map((pair) => pair.join(": ")).join("; ");
}
