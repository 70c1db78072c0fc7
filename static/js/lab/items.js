/** The elements of the stage's tree: nodes, places of moves that were cut, edges and folds; made once, and redrawn where they changed. */

import { colourOf, markPath, shapeOf } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { cutWords, lookOf, moverOf } from "./labels.js";

const SVG = "http://www.w3.org/2000/svg";
export const RADIUS = 18;
/** A value of more letters is written smaller, but never too small to be read. */
const SHORT = 3;
export const sizeOf = (/** @type {string} */ value) => (value.length > SHORT ? 14 : 17);
/** Where value, name and the two lines under a node stand, at a desk and seen from far. */
export const LINES = { near: [0, -31, 33, 49], far: [0, -32, 35, 55] };
/** Units above a node that its name takes. */
export const HEAD = 40;
/** Letters of a move that are written. */
export const LONGEST = 8;

/** @param {string} name @param {Record<string, string | number>} attributes @param {Element | null} parent */
export function make(name, attributes = {}, parent = null) {
  const element = document.createElementNS(SVG, name);
  for (const [each, value] of Object.entries(attributes)) element.setAttribute(each, String(value));
  parent?.append(element);
  return element;
}

/** @param {Element | null} element @param {string} name @param {string} value */
export const put = (element, name, value) => {
  if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
};

/** Leave an item out for screen readers, or not: a group that says "false" would no longer be passed over as one. @param {Element} group @param {boolean} unmet */
const leaveOut = (group, unmet) => (unmet ? put(group, "aria-hidden", "true") : group.removeAttribute("aria-hidden"));

/** @param {string} text @param {number} most */
export const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** @param {import("./stage.js").Stage} stage @param {Lab.Place | null} parent */
function makeEdge(stage, parent) {
  if (!parent) return null;
  const edge = make("g", { class: "edge" }, stage.edges);
  make("path", { class: "way" }, edge);
  make("path", { class: "bar", d: "M-13-6 13 6" }, edge);
  return edge;
}

/** An edge runs from below what stands under the parent to above the name of the child, so that it crosses no label. @param {Lab.Item} item @param {number} foot */
export function placeEdge(item, foot) {
  const { place, edge } = item;
  if (!edge || !place.parent) return;
  const [x, y] = [place.parent.x, place.parent.y + foot];
  const [to, end] = [place.x, place.y - HEAD];
  const middle = (y + end) / 2;
  put(edge.firstElementChild, "d", `M${x} ${y}C${x} ${middle} ${to} ${middle} ${to} ${end}`);
  put(edge.lastElementChild, "transform", `translate(${(x + to) / 2} ${middle})`);
}

/** @param {import("./stage.js").Stage} stage @param {Lab.Place} place @returns {Lab.NodeItem} */
export function makeNode(stage, place) {
  const { row, parent } = place;
  const group = make("g", { class: "node", "data-node": row }, stage.nodes);
  const item = make("g", { role: "treeitem", tabindex: -1 }, group);
  make("rect", { class: "hit", x: -27, y: -40, width: 54, height: 80 }, item);
  make("circle", { class: "ring", r: RADIUS + 8 }, item);
  drawShape(stage.trace, moverOf(stage.trace, row), item);
  const texts = ["value", "move", "low", "high"].map((name) => make("text", { class: name, "aria-hidden": "true" }, group));
  for (const text of texts.slice(2)) text.setAttribute("font-size", "14");
  (stage.least ? LINES.far : LINES.near).forEach((y, at) => texts[at].setAttribute("y", String(y)));
  if (row) texts[1].textContent = short(stage.trace.move[row], LONGEST);
  make("rect", { class: "focus-ring", x: -26, y: -26, width: 52, height: 52, rx: 8 }, item);
  item.setAttribute("aria-level", String(levelOf(stage.trace, row)));
  return { row, place, group, item, value: texts[0], low: texts[2], high: texts[3], edge: makeEdge(stage, parent), key: "" };
}

/** @param {Lab.Trace} trace @param {number} row */
function levelOf(trace, row) {
  let level = 1;
  for (let up = trace.parent[row]; up >= 0; up = trace.parent[up]) level++;
  return level;
}

/** @param {Lab.Trace} trace @param {number | null} seat @param {Element} group */
function drawShape(trace, seat, group) {
  if (seat === null) return make("rect", { class: "shape over", x: -21, y: -14, width: 42, height: 28, rx: 5 }, group);
  const { game } = trace.head;
  const shape = shapeOf(seat, game);
  const outline = (/** @type {Record<string, string>} */ how) => {
    if (shape === "circle") return make("circle", { ...how, r: RADIUS }, group);
    if (shape === "square") return make("rect", { ...how, x: -17, y: -17, width: 34, height: 34 }, group);
    return make("path", { ...how, d: markPath(seat, game), transform: "scale(2.4)" }, group);
  };
  outline({ class: "rim" });
  return outline({ class: "shape", stroke: colourOf(seat) });
}

/** @param {import("./stage.js").Stage} stage @param {Lab.Place} place @returns {Lab.CutItem} */
export function makeStub(stage, place) {
  const { row, parent } = place;
  const { indices, parent: above } = stage.fold.stubs.about[row - stage.trace.size];
  const group = make("g", { class: "stub", "data-stub": row }, stage.nodes);
  const item = make("g", { role: "treeitem", tabindex: -1, "aria-level": levelOf(stage.trace, above) + 1 }, group);
  make("rect", { class: "hit", x: -27, y: -40, width: 54, height: 80 }, item);
  make("circle", { class: "ring", r: 17 }, item);
  make("circle", { class: "shape", r: 9 }, item);
  make("rect", { class: "focus-ring", x: -26, y: -26, width: 52, height: 52, rx: 8 }, item);
  const text = make("text", { class: "move", y: -22 }, group);
  const moves = stage.trace.family.get(above) ?? [];
  text.textContent = indices.length > 1 ? _("{count} cut", { count: indices.length }) : short(moves[indices[0]] ?? "", LONGEST);
  text.setAttribute("aria-hidden", "true");
  const title = make("title", {}, item);
  return { row, place, group, item, title, indices, shows: indices[0], edge: makeEdge(stage, parent), key: "" };
}

/** The triangle that says how many nodes are folded below. @param {Lab.Item} item @param {number} foot where the node's labels end */
export function drawFold(item, foot) {
  const { hidden } = item.place;
  item.hidden?.remove();
  item.hidden = null;
  if (!hidden) return;
  item.hidden = make("g", { class: "folds", "aria-hidden": "true", transform: `translate(0 ${foot + 6})` }, item.group);
  make("path", { d: "M0-4 18 18H-18z" }, item.hidden);
  make("text", { y: 32 }, item.hidden).textContent = String(hidden);
}

/** Draw what is known of a node. @param {import("./stage.js").Stage} stage @param {Lab.NodeItem} item */
export function drawNode(stage, item) {
  const { row } = item;
  const { trace, replay } = stage;
  const look = lookOf(trace, replay, row, stage.veiled);
  const { met, best, cut, known, value, low, high } = look;
  const key = [stage.veiled === row, met, best, cut, known.status, known.closed, known.filed, value, low, high].join("|");
  if (key === item.key) return;
  item.key = key;
  put(item.group, "class", `node ${known.status} ${met ? "" : "unmet"} ${known.closed ? "closed" : ""} ${row === stage.here ? "current" : ""} ${known.filed ? `filed-${known.filed}` : ""}`);
  leaveOut(item.group, !met);
  if (item.edge) {
    put(item.edge, "class", `edge ${met ? "" : "unmet"} ${best ? "best" : ""} ${cut ? "cut" : ""} ${stage.way.includes(row) ? "walked" : ""}`);
  }
  item.value.textContent = value;
  item.item.setAttribute("aria-label", `${row ? trace.move[row] : _("root")}${value ? `, ${value}` : ""}`);
  put(item.value, "font-size", String(sizeOf(value)));
  item.low.textContent = low;
  item.high.textContent = high;
}

/** Draw whether moves were cut. @param {import("./stage.js").Stage} stage @param {Lab.CutItem} item */
export function drawStub(stage, item) {
  const { parent } = stage.fold.stubs.about[item.row - stage.trace.size];
  const cut = item.indices.some((index) => stage.replay.known(parent).cut.includes(index));
  if (String(cut) === item.key) return;
  item.key = String(cut);
  put(item.group, "class", `stub ${cut ? "" : "unmet"}`);
  leaveOut(item.group, !cut);
  put(item.edge, "class", `edge cut ${cut ? "" : "unmet"}`);
  item.title.textContent = cut ? cutWords(stage.trace, stage.replay, parent) : "";
  item.item.setAttribute("aria-label", cut ? _("cut: {words}", { words: stage.words(item.row) }) : "");
}

