/**
 * A tree that is walked with pointer and keys, wherever one is shown: the drawing inside its scrolling frame, one tab
 * stop, arrows that go up, down and to siblings, and names for those who cannot see it.
 */

import { html, nothing, repeat, svg } from "lit";
import { _ } from "lib/messages.js";
import { LEAST_SCALE, MOST_SCALE, edges, folded, frame, kindWords, placeName, ring, shape, star } from "./drawing.js";
import { layOut } from "./layout.js";
import { childrenOf, pathTo } from "./model.js";

/** @typedef {import("./model.js").Row} Row */
/**
 * @typedef {{nodes: Row[], here: number, cursor: number, label: string, marks?: import("./drawing.js").Marks,
 *   legal?: Set<number>, hinted?: number, rings?: boolean, words?: (row: number) => string[], classes?: string, room?: number}} Shown `room` in
 *   pixels, in which the children of the node that was reached must find place
 */

export class Scene {
  constructor() {
    /** @type {Set<number>} folded nodes that the reader opened */
    this.opened = new Set();
    /** @type {Row[]} */
    this.nodes = [];
    /** @type {number[][]} */
    this.children = [];
    /** @type {import("./layout.js").Layout | null} */
    this.layout = null;
    this.here = -1;
  }

  /** The drawing as a template. @param {Shown} shown */
  drawing(shown) {
    const fresh = shown.nodes !== this.nodes;
    if (fresh) {
      this.nodes = shown.nodes;
      this.children = childrenOf(shown.nodes);
      this.opened = new Set([...this.opened].filter((row) => row < shown.nodes.length));
    }
    this.here = shown.here;
    this.layout = layOut(shown.nodes, shown.here, this.opened, (shown.room ?? Infinity) / LEAST_SCALE);
    const { width, height, places } = this.layout;
    const stop = this.layout.at.has(shown.cursor) ? shown.cursor : shown.here;
    return html`<svg
      class=${`drawing tree board-drawing ${shown.classes ?? ""}`}
      data-arrows="inside"
      viewBox=${`0 0 ${width} ${height}`}
      role="tree"
      aria-label=${shown.label}
    >
      ${edges(this.layout, shown.marks ?? {})}
      ${repeat(
        places,
        (place) => place.row,
        (place) => this.item(place, shown, stop),
      )}
      ${this.beside(shown)}
    </svg>`;
  }

  /** @param {import("./layout.js").Place} place @param {Shown} shown @param {number} stop the tab stop */
  item({ row, x, y, parent, hidden }, shown, stop) {
    const { marks = {}, legal, here } = shown;
    const siblings = parent ? this.children[parent.row] : [row];
    const kinds = [
      row === here ? "here" : "",
      marks.walked?.has(row) ? "walked" : "",
      marks.line?.has(row) ? "line" : "",
      marks.grey?.has(row) ? "grey" : "",
    ];
    return svg`<g role="treeitem" class=${`spot ${legal?.has(row) ? "legal" : ""} ${hidden ? "folds" : ""}`} data-node=${row}
        transform=${`translate(${x} ${y})`} tabindex=${row === stop ? 0 : -1} aria-label=${this.name(row, shown, hidden)}
        aria-level=${this.path(row).length + 1} aria-setsize=${siblings.length} aria-posinset=${siblings.indexOf(row) + 1}
        aria-expanded=${this.children[row].length ? String(!hidden) : nothing}
        aria-current=${row === here ? "true" : nothing}>
      <rect class="hit" x="-27" y="-36" width="54" height="72" />
      ${legal?.has(row) && shown.rings !== false ? ring(shown.nodes[row][1]) : nothing}
      ${shape(shown.nodes[row], kinds.join(" "))}
      ${row === shown.hinted ? star() : nothing} ${frame()}</g>`;
  }

  /** What stands beside the nodes; apart from them, for their names say it in words. @param {Shown} shown */
  beside({ marks = {} }) {
    return svg`<g class="beside" aria-hidden="true">${this.layout?.places.map(({ row, x, y, hidden }) => {
      const chance = this.nodes[row][3];
      const note = [marks.notes?.get(row), chance].filter(Boolean).join(" ");
      if (!note && !hidden) return nothing;
      return svg`<g transform=${`translate(${x} ${y})`}>
        ${note ? svg`<text class="note" x="20" y="-24">${note}</text>` : nothing}${folded(hidden)}</g>`;
    })}</g>`;
  }

  /** @param {number} row @param {Shown} shown @param {number} hidden */
  name(row, { nodes, words }, hidden) {
    const parts = [placeName(this.path(row)), kindWords(nodes[row], this.children[row].length), ...(words?.(row) ?? [])];
    if (nodes[row][3]) parts.push(_("chance {chance}", { chance: nodes[row][3] ?? "" }));
    if (hidden) parts.push(_("{hidden} nodes folded below", { hidden }));
    return parts.join(", ");
  }

  /** The child indices that lead to a node. @param {number} row */
  path(row) {
    return pathTo(this.nodes, this.children, row);
  }

  /** Unfold a node if it is folded. @param {number} row @returns {boolean} whether it was */
  open(row) {
    if (!this.layout?.at.get(row)?.hidden) return false;
    this.opened.add(row);
    return true;
  }

  /** Where a key leads from a node; null if it moves nothing. @param {number} row @param {string} key */
  next(row, key) {
    const parent = this.nodes[row][0];
    const siblings = parent >= 0 ? this.children[parent] : [row];
    const place = siblings.indexOf(row);
    /** @type {Record<string, number | undefined>} */
    const ways = {
      ArrowUp: parent >= 0 ? parent : row,
      ArrowDown: this.layout?.at.get(row)?.hidden ? row : (this.children[row][0] ?? row),
      ArrowLeft: siblings[place - 1] ?? row,
      ArrowRight: siblings[place + 1] ?? row,
      Home: this.here,
      PageUp: 0,
    };
    return ways[key] ?? null;
  }

  /**
   * Give the drawing its size once it is in the page, and bring a node into the middle of its frame.
   * @param {SVGSVGElement | null} drawing @param {number | null} [row]
   */
  fit(drawing, row = null) {
    if (!drawing || !this.layout) return;
    drawing.style.minWidth = `${this.layout.width * LEAST_SCALE}px`;
    drawing.style.maxWidth = `${this.layout.width * MOST_SCALE}px`;
    const table = drawing.parentElement;
    const place = row === null ? null : this.layout.at.get(row);
    if (!table || !place) return;
    const scale = drawing.getBoundingClientRect().width / this.layout.width;
    table.scrollLeft = place.x * scale - table.clientWidth / 2;
    table.scrollTop = place.y * scale - table.clientHeight / 3;
  }
}

/** The node that an event happened at. @param {Event} event @returns {number | null} */
export function nodeOf(event) {
  const spot = event.target instanceof Element ? event.target.closest("[data-node]") : null;
  return spot instanceof SVGElement ? Number(spot.dataset.node) : null;
}
