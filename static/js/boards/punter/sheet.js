/**
 * The drawn map: one path for the free rivers, one for each punter's, one for sites and mines, so that ten thousand rivers
 * are a few dozen elements. The sheet is twice as wide and as high as what is seen of it and is moved as a whole by a
 * transform; it is drawn anew when its edge would come into sight, or a moment after a zoom.
 */

import { render, svg } from "lit";
import { find } from "lib/dom.js";
import { toMap, toScreen } from "./space.js";
import { layers, look } from "./strokes.js";

/** So many sites in sight have their numbers written beside them. */
const MOST_LABELS = 120;
/** Pixels between neighbouring sites from which numbers are written. */
const LABEL_ROOM = 30;

/** Where a number may stand beside its site, the usual place first: how far to the right and up. @type {number[][]} */
const WAYS = [[1, 1], [0, 1], [-1, 1], [1, 0], [-1, 0], [1, -1], [0, -1], [-1, -1]];
const ANCHORS = ["end", "middle", "start"];
/** Pixels: the height of a figure, how much farther it stands straight above or below, where rivers leave at both sides, and how far its middle is away. */
const [TALL, BETWEEN, REACH] = [10, 6, 16];
/** How much nearer by cosine is as good. */
const HARDLY = 0.05;

/** @typedef {import("./space.js").Space} Space */
/** @typedef {import("./map.js").GameMap} GameMap */
/** @typedef {import("./strokes.js").Held} Held */

export class Sheet {
  /** @param {Element} host */
  constructor(host) {
    render(svg`<svg class="drawing punter punter-sheet" aria-hidden="true"></svg>`, /** @type {HTMLElement} */ (host));
    this.svg = find("svg", SVGSVGElement, host);
    /** @type {Space | null} where the map lay when it was drawn */
    this.drawn = null;
  }

  /**
   * Draw what is around the part in sight.
   *
   * @param {GameMap} map @param {Held} held @param {Space} space @param {boolean} numbered whether sites may have their numbers
   */
  draw(map, held, space, numbered) {
    const { width, height } = space;
    const box = { left: -width / 2, top: -height / 2, right: 1.5 * width, bottom: 1.5 * height };
    this.svg.setAttribute("viewBox", `${box.left} ${box.top} ${2 * width} ${2 * height}`);
    Object.assign(this.svg.style, {
      width: `${2 * width}px`,
      height: `${2 * height}px`,
      transformOrigin: `${width / 2}px ${height / 2}px`,
    });
    const style = look(map, space);
    const places = placesOf(map, space);
    const sites = style.dot ? sitesIn(map, places, box) : [];
    const written = numbered && style.spacing >= LABEL_ROOM && sites.length <= MOST_LABELS * 4 ? sites : [];
    const drawn = layers(map, places, style, held, riversIn(map, places, box), sites);
    render([drawn, numbers(map, places, style, written)], /** @type {any} */ (this.svg));
    this.drawn = space;
    this.move(space);
  }

  /** Move the sheet to where the map lies now, by a transformation alone, so that nothing is laid out anew. @param {Space} space @returns {boolean} whether what it shows is still whole and sharp */
  move(space) {
    if (!this.drawn) return false;
    const { drawn } = this;
    const by = space.scale / drawn.scale;
    const [left, top] = toScreen(space, ...toMap(drawn, 0, 0));
    this.svg.style.transform = `translate(${left - drawn.width / 2}px, ${top - drawn.height / 2}px) scale(${by})`;
    const same = drawn.width === space.width && drawn.height === space.height && drawn.sign === space.sign;
    return same && by === 1 && Math.abs(left) <= space.width / 2 && Math.abs(top) <= space.height / 2;
  }
}

/**
 * The way from a site to its number that lies farthest from the site's rivers; the usual one where another is hardly better.
 * @param {GameMap} map @param {Float64Array[]} places @param {number} site @param {number[][]} [taken] where other numbers stand: none is written over another
 */
export function clearWay(map, [across, down], site, taken = []) {
  const rivers = (map.at?.[site] ?? []).map((river) => {
    const other = map.across(river, site);
    const [x, y] = [across[other] - across[site], down[site] - down[other]];
    return [x, y].map((one) => one / (Math.hypot(x, y) || 1));
  });
  const end = (/** @type {number[]} */ [right, up]) => [across[site] + right * REACH, down[site] - up * REACH];
  const over = (/** @type {number[]} */ [x, y]) => taken.some(([left, top]) => Math.abs(x - left) < 2 * TALL && Math.abs(y - top) < 1.5 * TALL);
  const near = (/** @type {number[]} */ [right, up]) => over(end([right, up])) ? 1 : Math.max(-1, ...rivers.map(([x, y]) => (right * x + up * y) / Math.hypot(right, up)));
  const found = WAYS.reduce((best, way) => (near(way) < near(best) - HARDLY ? way : best));
  taken.push(end(found));
  return found;
}

/** The numbers of sites, beside them. @param {GameMap} map @param {Float64Array[]} places @param {ReturnType<typeof look>} style @param {number[]} sites */
export function numbers(map, places, style, sites) {
  /** @type {number[][]} */
  const taken = [];
  const number = (/** @type {number} */ site) => {
    const away = (map.isMine.has(site) ? style.mine : style.dot) + 4;
    const [right, up] = clearWay(map, places, site, taken);
    const far = right ? away : away + BETWEEN;
    return svg`<text x=${places[0][site]} y=${places[1][site]} text-anchor=${ANCHORS[right + 1]} dx=${right * away}
      dy=${(TALL * (1 - up)) / 2 - up * far}>${map.ids[site]}</text>`;
  };
  return svg`<g class="labels">${sites.map(number)}</g>`;
}

/** The sites' places on the screen. @param {GameMap} map @param {Space} space */
export function placesOf(map, space) {
  const [across, down] = [new Float64Array(map.sites), new Float64Array(map.sites)];
  for (let site = 0; site < map.sites; site++) {
    [across[site], down[site]] = toScreen(space, map.x[site], map.y[site]);
  }
  return [across, down];
}

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** The rivers that may cross a part of the screen. @param {GameMap} map @param {Float64Array[]} places @param {Box} box */
function riversIn({ from, to, rivers }, [across, down], { left, top, right, bottom }) {
  const seen = [];
  for (let river = 0; river < rivers; river++) {
    const [a, b] = [from[river], to[river]];
    if (Math.max(across[a], across[b]) < left || Math.min(across[a], across[b]) > right) continue;
    if (Math.max(down[a], down[b]) < top || Math.min(down[a], down[b]) > bottom) continue;
    seen.push(river);
  }
  return seen;
}

/** The sites in a part of the screen. @param {GameMap} map @param {Float64Array[]} places @param {Box} box */
function sitesIn(map, [across, down], { left, top, right, bottom }) {
  const seen = [];
  for (let site = 0; site < map.sites; site++) {
    if (across[site] >= left && across[site] <= right && down[site] >= top && down[site] <= bottom) seen.push(site);
  }
  return seen;
}
