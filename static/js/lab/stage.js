/**
 * The stage: the tree of a trace as a drawing that grows with the steps. Elements are made once for each window of nodes;
 * a step touches only what it changed. Nodes keep their places; what has not been met yet is not there.
 */

import { _ } from "lib/messages.js";
import { drawFold, drawNode, drawStub, make, makeNode, makeStub, placeEdge, put } from "./items.js";
import { cutNodeWords, nodeWords, placeWords } from "./labels.js";
import { Overview } from "./overview.js";
import { Fold } from "./window.js";

/** How small and how large a node may be drawn. */
const SCALES = [0.05, 0.1, 0.16, 0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.2, 1.5, 2, 2.6];
/** The whole of a tree may be drawn so small, to be seen and not read. */
const SMALLEST = 0.02;
/** Frames of fewer pixels are a phone's. */
const PHONE = 480;
/** Units of type that is seen from far, at its smallest beside a desk's nodes, and at its largest: more would meet its neighbours. */
const [FAR, FAR_MOST] = [13.75, 22];
/** Pixels that stay free around a node that is brought into sight. */
const MARGIN = 70;

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
    this.fold = new Fold(this.trace, least > 0);
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
    this.scale = this.fitted = 0;
    /** Whether its reader moved it by hand since the last step. */
    this.panned = false;
    this.chosen = false;
    this.wide = this.high = this.left = this.top = 0;
    /** The nodes from the current one up to the root. @type {number[]} */
    this.way = [];
    this.drawing = make("svg", { class: "drawing lab-tree", role: "tree", "aria-label": _("The tree of the search") });
    this.edges = make("g", { class: "edges", "aria-hidden": "true" }, this.drawing);
    this.nodes = make("g", {}, this.drawing);
    this.drawing.classList.toggle("far", least > 0);
    frame.replaceChildren(this.drawing);
    /** The map of the whole tree, where the frame has a place for it. */
    this.overview = new Overview(this, frame.parentElement ?? frame);
    this.rebuild();
    this.fit();
  }

  get window() {
    return this.fold.window;
  }

  /* Size */

  /**
   * As large as lets the tree stand in the frame, while it can still be read; a small screen, held closer, has smaller nodes.
   * @param {boolean} [whole] all of it, however small
   */
  fit(whole = false) {
    const wide = (this.frame.clientWidth - 8) / this.window.width;
    const high = (this.frame.clientHeight - 8) / this.window.height;
    const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const least = whole ? SMALLEST : Math.max(this.frame.clientWidth < PHONE ? 0.7 * unit : unit, this.least);
    this.scale = Math.max(least, Math.min(1.5 * Math.max(unit, this.least), wide, high));
    this.chosen = whole && this.scale < unit;
    this.fitted = whole ? this.fitted || this.scale : this.scale;
    this.sized();
    this.reveal(this.replay.other.current, true);
  }

  /** The root, the current node and those beside and below it, in sight together, as large as that lets them be: for a screen that nobody scrolls. */
  framed() {
    const { current } = this.replay.other;
    const { children, parent } = this.trace;
    const rows = [0, current, ...(current ? children[parent[current]] : []), ...children[current], ...(this.fold.stubs.of.get(current) ?? [])];
    const places = rows.map((row) => this.window.at.get(row)).filter((place) => place !== undefined);
    const [west, east] = [Math.min(...places.map(({ x }) => x)) - MARGIN / 2, Math.max(...places.map(({ x }) => x)) + MARGIN / 2];
    const [north, south] = [0, Math.max(...places.map(({ y }) => y)) + this.window.foot + 8];
    const whole = Math.min(this.wide / this.window.width, this.high / this.window.height);
    const scale = Math.min(2 * this.least, Math.max(this.least, whole), this.wide / (east - west), this.high / (south - north));
    if (Math.abs(scale - this.scale) > 0.01 * this.scale) {
      this.scale = scale;
      this.sized();
    }
    this.frame.scrollTo(((west + east) / 2) * this.scale - this.wide / 2, ((north + south) / 2) * this.scale - this.high / 2);
    this.scrolled();
    this.overview.aside();
  }

  /** Where its reader looks, as a text for other screens: the node that is pointed at, the zoom and the node in the middle, where they were chosen. */
  get eye() {
    let [middle, least] = ["", Infinity];
    if (this.chosen || this.panned) {
      for (const { row, x, y } of this.window.places) {
        const far = Math.hypot(x * this.scale - this.left - this.wide / 2, y * this.scale - this.top - this.high / 2);
        if (far < least) [middle, least] = [String(row), far];
      }
    }
    const eye = [this.cursor ?? "", this.chosen ? (this.scale / this.fitted).toFixed(2) : "", middle].join("~");
    return eye === "~~" ? "" : eye;
  }

  /** Look as another screen does. @param {string} eye */
  see(eye) {
    const [cursor, zoom, middle] = eye.split("~").map((part) => (part ? Number(part) : null));
    this.chosen = typeof zoom === "number" && zoom > 0.01 && zoom < 100;
    if (this.chosen) this.scale = this.fitted * Number(zoom);
    else if (this.scale !== this.fitted) this.scale = this.fitted;
    this.sized();
    this.look(typeof cursor === "number" && this.drawn.has(cursor) ? cursor : null);
    if (typeof middle === "number" && this.window.at.has(middle)) this.reveal(middle, true);
    else if (typeof cursor === "number") this.reveal(cursor);
  }

  /** Let the edges from a node to what was not yet looked at be seen and pressed, all alike. @param {number | null} row */
  offer(row) {
    for (const spot of this.drawing.querySelectorAll(".offered")) spot.classList.remove("offered");
    if (row === null) return;
    for (const each of [...this.trace.children[row], ...(this.fold.stubs.of.get(row) ?? [])]) {
      const item = this.drawn.get(each);
      if (!item || !item.group.classList.contains("unmet")) continue;
      item.group.classList.add("offered");
      item.edge?.classList.add("offered");
    }
  }

  /** @param {number} way 1 larger, -1 smaller */
  zoom(way) {
    this.chosen = true;
    const larger = SCALES.filter((scale) => scale > this.scale + 0.01);
    const smaller = SCALES.filter((scale) => scale < this.scale - 0.01);
    this.scale = (way > 0 ? larger[0] : smaller.at(-1)) ?? this.scale;
    this.sized();
    this.reveal(this.replay.other.current, true);
    this.looked();
  }

  sized() {
    const { width, height } = this.window;
    put(this.drawing, "viewBox", `0 0 ${width} ${height}`);
    this.drawing.style.width = `${width * this.scale}px`;
    this.drawing.style.height = `${height * this.scale}px`;
    if (this.least) this.drawing.style.setProperty("--type", `${Math.min(FAR_MOST, (FAR * this.least) / this.scale)}px`);
    this.overview.changed();
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
    this.overview.draw();
  }

  measured() {
    [this.wide, this.high] = [this.frame.clientWidth, this.frame.clientHeight];
  }

  /** Bring a node into the middle, drawn if it was not. @param {number} row */
  show(row) {
    if (this.fold.show(row)) this.rebuild();
    this.reveal(row, true);
  }

  /** The frame has another size: the tree fits it anew unless the reader chose a size. */
  resized() {
    this.measured();
    if (this.chosen) return;
    this.fit();
    if (this.least) this.framed();
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
      if (!item) this.drawn.set(place.row, (item = place.row < this.trace.size ? makeNode(this, place) : makeStub(this, place)));
      else item.place = place;
      put(item.group, "transform", `translate(${place.x} ${place.y})`);
      placeEdge(item, this.window.foot);
      drawFold(item, this.window.foot);
      this.marked(place.row);
    }
    this.measured();
    if (this.scale) this.sized();
    for (const place of places) this.redraw(place.row);
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
      this.overview.draw();
    }
    this.tabStop(this.cursor ?? current);
    this.panned = false;
    if (this.least && !this.chosen) this.framed();
    else this.reveal(current);
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
    if (item.indices) drawStub(this, item);
    else drawNode(this, item);
    if (!family) return;
    for (const child of this.trace.children[row]) this.redraw(child);
    for (const stub of this.fold.stubs.of.get(row) ?? []) this.redraw(stub);
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
    item.item.setAttribute("aria-label", _("cut: {words}", { words: this.words(row) }));
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
    item.item.setAttribute("aria-label", veiled ? _("{place}, which is asked about", { place: placeWords(this.trace, this.stop) }) : this.words(this.stop));
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

/** The node, or the place of moves that were cut, that an event happened at; null if at none. @param {Event} event */
export function placeOf(event) {
  const spot = event.target instanceof Element ? event.target.closest("[data-node], [data-stub]") : null;
  return spot ? Number(spot.getAttribute("data-node") ?? spot.getAttribute("data-stub")) : null;
}
