/**
 * The stage: the tree of a trace as a drawing that grows with the steps. Elements are made once for each window of nodes;
 * a step touches only what it changed. Nodes keep their places; what has not been met yet is not there.
 */

import { colourOf, markPath, shapeOf } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { beside, cutNodeWords, cutWords, moverOf, nodeWords, number, placeWords, valueText } from "./labels.js";
import { Fold } from "./window.js";

const SVG = "http://www.w3.org/2000/svg";
const RADIUS = 18;
/** A value of more letters is written smaller, but never too small to be read. */
const SHORT = 3;
/** How small and how large a node may be drawn. */
const SCALES = [0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.2, 1.5, 2, 2.6];
/** Pixels that stay free around a node that is brought into sight. */
const MARGIN = 70;

/** @param {string} name @param {Record<string, string | number>} attributes @param {Element | null} parent */
function make(name, attributes = {}, parent = null) {
  const element = document.createElementNS(SVG, name);
  for (const [each, value] of Object.entries(attributes)) element.setAttribute(each, String(value));
  parent?.append(element);
  return element;
}

/** @param {Element | null} element @param {string} name @param {string} value */
const put = (element, name, value) => {
  if (element && element.getAttribute(name) !== value) element.setAttribute(name, value);
};

export class Stage {
  /**
   * @param {HTMLElement} frame scrolls, and holds the drawing
   * @param {import("./replay.js").Replay} replay
   * @param {() => void} looked hears when another node is looked at @param {number} [least] how large nodes are drawn at least, 1 at a desk
   */
  constructor(frame, replay, looked, least = 0) {
    this.frame = frame;
    this.replay = replay;
    this.trace = replay.trace;
    this.looked = looked;
    this.least = least;
    this.fold = new Fold(this.trace);
    /** The node that is looked at. @type {number | null} */
    this.cursor = null;
    /** @type {Map<number, boolean>} */
    this.marks = new Map();
    this.stop = 0;
    /** The node of which nothing is shown, for it is asked about. @type {number | null} */
    this.veiled = null;
    this.here = -1;
    /** @type {Map<number, Lab.NodeItem | Lab.CutItem>} */
    this.drawn = new Map();
    this.scale = 0;
    this.chosen = false;
    this.wide = this.high = this.left = this.top = 0;
    /** The nodes from the current one up to the root. @type {number[]} */
    this.way = [];
    this.drawing = make("svg", { class: "drawing lab-tree", role: "tree", "aria-label": _("The tree of the search") });
    this.edges = make("g", { class: "edges", "aria-hidden": "true" }, this.drawing);
    this.nodes = make("g", {}, this.drawing);
    frame.replaceChildren(this.drawing);
    this.rebuild();
    this.fit();
  }

  get window() {
    return this.fold.window;
  }

  /* Size */

  /** As large as lets the whole tree stand in the frame, within reason. */
  fit() {
    const wide = (this.frame.clientWidth - 8) / this.window.width;
    const high = (this.frame.clientHeight - 8) / this.window.height;
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    this.scale = Math.max(unit, this.least, Math.min(1.5 * unit, wide, high));
    this.sized();
    this.reveal(this.replay.other.current, true);
  }

  /** @param {number} way 1 larger, -1 smaller */
  zoom(way) {
    this.chosen = true;
    const larger = SCALES.filter((scale) => scale > this.scale + 0.01);
    const smaller = SCALES.filter((scale) => scale < this.scale - 0.01);
    this.scale = (way > 0 ? larger[0] : smaller.at(-1)) ?? this.scale;
    this.sized();
    this.reveal(this.replay.other.current, true);
  }

  sized() {
    const { width, height } = this.window;
    put(this.drawing, "viewBox", `0 0 ${width} ${height}`);
    this.drawing.style.width = `${width * this.scale}px`;
    this.drawing.style.height = `${height * this.scale}px`;
  }

  /** Scroll the frame until a node is well in sight. @param {number} row @param {boolean} [middle] */
  reveal(row, middle = false) {
    const place = this.window.at.get(row);
    if (!place) return;
    const { frame, scale } = this;
    const [x, y] = [place.x * scale, place.y * scale];
    const [wide, high] = [this.wide, this.high];
    const across = Math.min(MARGIN, wide / 3);
    const down = Math.min(MARGIN, high / 3);
    const [left, top] = [this.left, this.top];
    const out = x < left + across || x > left + wide - across || y < top + down || y > top + high - down;
    if (!middle && !out) return;
    frame.scrollTo(x - wide / 2, y < high - down ? 0 : y - high / 2);
    this.scrolled();
  }

  /** Remember where the frame stands, so that steps need not ask, which would cost a layout. */
  scrolled() {
    [this.left, this.top] = [this.frame.scrollLeft, this.frame.scrollTop];
  }

  measured() {
    [this.wide, this.high] = [this.frame.clientWidth, this.frame.clientHeight];
  }

  /** The frame has another size: the tree fits it anew unless the reader chose a size. */
  resized() {
    this.measured();
    if (!this.chosen) this.fit();
  }

  /* Building */

  /** Make the elements of the nodes that are drawn now, and keep those that stay. */
  rebuild() {
    const { places } = this.window;
    const wanted = new Set(places.map((place) => place.row));
    for (const [row, item] of this.drawn) {
      if (wanted.has(row)) continue;
      item.group.remove();
      item.edge?.remove();
      this.drawn.delete(row);
    }
    for (const place of places) {
      let item = this.drawn.get(place.row);
      if (!item) this.drawn.set(place.row, (item = place.row < this.trace.size ? this.node(place) : this.stub(place)));
      else item.place = place;
      put(item.group, "transform", `translate(${place.x} ${place.y})`);
      if (item.edge && place.parent) {
        const { x, y } = place.parent;
        const middle = (y + place.y) / 2;
        put(item.edge.firstElementChild, "d", `M${x} ${y}C${x} ${middle} ${place.x} ${middle} ${place.x} ${place.y}`);
        put(item.edge.lastElementChild, "transform", `translate(${0.352 * x + 0.648 * place.x} ${0.424 * y + 0.576 * place.y})`);
      }
      this.folded(item);
      this.marked(place.row);
    }
    this.measured();
    if (this.scale) this.sized();
    for (const place of places) this.redraw(place.row);
  }

  /** @param {Lab.Place | null} parent */
  edge(parent) {
    if (!parent) return null;
    const edge = make("g", { class: "edge" }, this.edges);
    make("path", { class: "way" }, edge);
    make("path", { class: "bar", d: "M-13-6 13 6" }, edge);
    return edge;
  }

  /** @param {Lab.Place} place @returns {Lab.NodeItem} */
  node(place) {
    const { row, parent } = place;
    const group = make("g", { class: "node", "data-node": row }, this.nodes);
    const item = make("g", { role: "treeitem", tabindex: -1 }, group);
    make("rect", { class: "hit", x: -27, y: -40, width: 54, height: 80 }, item);
    make("circle", { class: "ring", r: RADIUS + 8 }, item);
    this.shape(moverOf(this.trace, row), item);
    const texts = ["value", "move", "low", "high"].map((name) => make("text", { class: name, "aria-hidden": "true" }, group));
    for (const text of texts.slice(2)) text.setAttribute("font-size", "14");
    [0, -31, 33, 49].forEach((y, at) => texts[at].setAttribute("y", String(y)));
    if (row) texts[1].textContent = short(this.trace.move[row], 8);
    make("rect", { class: "focus-ring", x: -26, y: -26, width: 52, height: 52, rx: 8 }, item);
    item.setAttribute("aria-level", String(this.levelOf(row)));
    return { row, place, group, item, value: texts[0], low: texts[2], high: texts[3], edge: this.edge(parent), key: "" };
  }

  /** @param {number} row */
  levelOf(row) {
    let level = 1;
    for (let up = this.trace.parent[row]; up >= 0; up = this.trace.parent[up]) level++;
    return level;
  }

  /** @param {number | null} seat @param {Element} group */
  shape(seat, group) {
    if (seat === null) return make("rect", { class: "shape over", x: -21, y: -14, width: 42, height: 28, rx: 5 }, group);
    const { game } = this.trace.head;
    const shape = shapeOf(seat, game);
    const outline = (/** @type {Record<string, string>} */ how) => {
      if (shape === "circle") return make("circle", { ...how, r: RADIUS }, group);
      if (shape === "square") return make("rect", { ...how, x: -17, y: -17, width: 34, height: 34 }, group);
      return make("path", { ...how, d: markPath(seat, game), transform: "scale(2.4)" }, group);
    };
    outline({ class: "rim" });
    return outline({ class: "shape", stroke: colourOf(seat) });
  }

  /** @param {Lab.Place} place @returns {Lab.CutItem} */
  stub(place) {
    const { row, parent } = place;
    const { indices, parent: above } = this.fold.stubs.about[row - this.trace.size];
    const group = make("g", { class: "stub", "data-stub": row }, this.nodes);
    const item = make("g", { role: "treeitem", tabindex: -1, "aria-level": this.levelOf(above) + 1 }, group);
    make("rect", { class: "hit", x: -27, y: -40, width: 54, height: 80 }, item);
    make("circle", { class: "ring", r: 17 }, item);
    make("circle", { class: "shape", r: 9 }, item);
    make("rect", { class: "focus-ring", x: -26, y: -26, width: 52, height: 52, rx: 8 }, item);
    const text = make("text", { class: "move", y: -22 }, group);
    const moves = this.trace.family.get(above) ?? [];
    text.textContent = indices.length > 1 ? _("{count} cut", { count: indices.length }) : short(moves[indices[0]] ?? "", 8);
    text.setAttribute("aria-hidden", "true");
    const title = make("title", {}, item);
    return { row, place, group, item, title, indices, shows: indices[0], edge: this.edge(parent), key: "" };
  }

  /** The triangle that says how many nodes are folded below. @param {Lab.Item} item */
  folded(item) {
    const { hidden } = item.place;
    item.hidden?.remove();
    item.hidden = null;
    if (!hidden) return;
    item.hidden = make("g", { class: "folds", "aria-hidden": "true", transform: "translate(0 58)" }, item.group);
    make("path", { d: "M0-4 18 18H-18z" }, item.hidden);
    make("text", { y: 32 }, item.hidden).textContent = String(hidden);
  }

  /* Steps */

  /** Draw what changed since the last call. */
  update() {
    const { replay, fold } = this;
    const { current } = replay.other;
    const changed = [...replay.changed];
    replay.changed.clear();
    if (fold.show(current)) this.rebuild();
    else for (const row of changed) this.redraw(row, true);
    if (this.here !== current) {
      this.drawn.get(this.here)?.group.classList.remove("current");
      this.drawn.get(current)?.group.classList.add("current");
      this.walked(current);
      this.here = current;
    }
    this.tabStop(this.cursor ?? current);
    this.reveal(current);
  }

  /** The way from the root to the current node is drawn stronger. @param {number} current */
  walked(current) {
    for (const row of this.way) this.drawn.get(row)?.edge?.classList.remove("walked");
    this.way = [];
    for (let row = current; row > 0; row = this.trace.parent[row]) {
      this.way.push(row);
      this.drawn.get(row)?.edge?.classList.add("walked");
    }
  }

  /** @param {number} row @param {boolean} [family] its children's edges too, which show its choice and its cuts */
  redraw(row, family = false) {
    const item = this.drawn.get(row);
    if (!item) return;
    if (item.indices) this.drawStub(item);
    else this.drawNode(item);
    if (!family) return;
    for (const child of this.trace.children[row]) this.redraw(child);
    for (const stub of this.fold.stubs.of.get(row) ?? []) this.redraw(stub);
  }

  /** @param {Lab.NodeItem} item */
  drawNode(item) {
    const { row } = item;
    const { trace, replay } = this;
    const known = replay.known(row);
    const parent = row ? replay.known(trace.parent[row]) : null;
    const met = row === 0 || trace.met[row] < replay.at;
    const best = parent?.best === row && this.veiled !== trace.parent[row];
    const cut = Boolean(parent?.cut.includes(trace.index[row]));
    const [low, high] = beside(trace, row, known, parent);
    const veiled = this.veiled === row;
    const value = veiled ? "?" : this.trace.head.view === "each" ? number(known.value) : valueText(known);
    const key = [veiled, met, best, cut, known.status, known.closed, known.filed, value, low, high].join("|");
    if (key === item.key) return;
    item.key = key;
    put(item.group, "class", `node ${known.status} ${met ? "" : "unmet"} ${known.closed ? "closed" : ""} ${row === this.here ? "current" : ""} ${known.filed ? `filed-${known.filed}` : ""}`);
    if (item.edge) {
      put(item.edge, "class", `edge ${met ? "" : "unmet"} ${best ? "best" : ""} ${cut ? "cut" : ""} ${this.way.includes(row) ? "walked" : ""}`);
    }
    item.value.textContent = value;
    item.item.setAttribute("aria-label", `${row ? trace.move[row] : _("root")}${value ? `, ${value}` : ""}`);
    put(item.value, "font-size", value.length > SHORT ? "14" : "17");
    item.low.textContent = veiled ? "" : low;
    item.high.textContent = veiled ? "" : high;
  }

  /** @param {Lab.CutItem} item */
  drawStub(item) {
    const { parent } = this.fold.stubs.about[item.row - this.trace.size];
    const cut = item.indices.some((index) => this.replay.known(parent).cut.includes(index));
    if (String(cut) === item.key) return;
    item.key = String(cut);
    put(item.group, "class", `stub ${cut ? "" : "unmet"}`);
    put(item.edge, "class", `edge cut ${cut ? "" : "unmet"}`);
    item.title.textContent = cut ? cutWords(this.trace, this.replay, parent) : "";
    item.item.setAttribute("aria-label", cut ? `cut: ${this.words(item.row)}` : "");
  }

  /** A node of the trace, or the moves that were cut and never met: their parent and which of them is looked at. @param {number | null} row */
  cutAt(row) {
    if (row === null || row < this.trace.size) return null;
    const about = this.fold.stubs.about[row - this.trace.size];
    const item = this.drawn.get(row);
    return { ...about, index: item?.indices ? item.shows : about.indices[0] };
  }

  /** Look at the next of several moves that were cut and share a place. @param {number} row */
  turn(row) {
    const item = this.drawn.get(row);
    if (!item?.indices) return;
    item.shows = item.indices[(item.indices.indexOf(item.shows) + 1) % item.indices.length];
    item.item.setAttribute("aria-label", `cut: ${this.words(row)}`);
    this.looked();
  }

  /** What is known of a node, or why a move was cut, in words. @param {number} row */
  words(row) {
    const cut = this.cutAt(row);
    return cut ? cutNodeWords(this.trace, this.replay, cut, cut.index) : nodeWords(this.trace, this.replay, row);
  }

  /** Hide what is known of a node while a question asks for it. @param {number | null} row */
  veil(row) {
    if (row === this.veiled) return;
    const before = this.veiled;
    this.veiled = row;
    for (const each of [before, row]) if (each !== null) this.redraw(each, true);
  }

  /* Walking */

  /** @param {number} row */
  tabStop(row) {
    this.drawn.get(this.stop)?.item.setAttribute("tabindex", "-1");
    this.stop = this.drawn.has(row) ? row : 0;
    const item = this.drawn.get(this.stop);
    if (!item) return;
    item.item.setAttribute("tabindex", "0");
    const veiled = this.stop === this.veiled;
    item.item.setAttribute("aria-label", veiled ? `${placeWords(this.trace, this.stop)}, which is asked about` : this.words(this.stop));
  }

  /** Look at a node without going anywhere in the search. @param {number | null} row */
  look(row) {
    if (row === this.cursor) return;
    this.drawn.get(this.cursor ?? -1)?.group.classList.remove("looked");
    this.cursor = row;
    if (row !== null) {
      this.drawn.get(row)?.group.classList.add("looked");
      this.tabStop(row);
    }
    this.looked();
  }

  /** Unfold a node that hides others. @param {number} row @returns {boolean} whether it did */
  open(row) {
    if (!this.window.at.get(row)?.hidden) return false;
    this.fold.open(row);
    this.rebuild();
    this.reveal(row, true);
    return true;
  }

  /** Say at a node whether what was predicted of it was right. @param {number} row @param {boolean} right */
  mark(row, right) {
    this.marks.set(row, right);
    this.marked(row);
  }

  /** @param {number} row */
  marked(row) {
    const item = this.drawn.get(row);
    if (!item || !this.marks.has(row)) return;
    item.sign ??= make("text", { x: 26, y: -18, "aria-hidden": "true" }, item.group);
    put(item.sign, "class", `sign ${this.marks.get(row) ? "right" : "wrong"}`);
    item.sign.textContent = this.marks.get(row) ? "✓" : "✗";
  }

  /** Where an arrow key leads from a node among those that were met. @param {number} row @param {string} key */
  next(row, key) {
    const { children, met, size } = this.trace;
    const seen = (/** @type {number} */ each) => each === 0 || (each < size ? met[each] < this.replay.at && this.drawn.has(each) : this.drawn.get(each)?.key === "true");
    const family = (/** @type {number} */ each) => [...children[each], ...(this.fold.stubs.of.get(each) ?? [])].filter(seen);
    const above = row ? (this.cutAt(row)?.parent ?? this.trace.parent[row]) : 0;
    const siblings = row ? family(above) : [0];
    const place = siblings.indexOf(row);
    /** @type {Record<string, number | undefined>} */
    const ways = {
      ArrowUp: above,
      ArrowDown: row < size ? family(row)[0] : undefined,
      ArrowLeft: siblings[place - 1],
      ArrowRight: siblings[place + 1],
    };
    return key in ways ? (ways[key] ?? row) : null;
  }

  /** @param {number} row */
  focus(row) {
    this.look(row);
    this.drawn.get(row)?.item.focus({ preventScroll: true });
    this.reveal(row);
  }
}

/** @param {string} text @param {number} most */
const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The node, or the place of moves that were cut, that an event happened at; null if at none. @param {Event} event */
export function placeOf(event) {
  const spot = event.target instanceof Element ? event.target.closest("[data-node], [data-stub]") : null;
  return spot ? Number(spot.getAttribute("data-node") ?? spot.getAttribute("data-stub")) : null;
}
