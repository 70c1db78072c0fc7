/**
 * The drawn map: one path for the free rivers, one for each punter's, one for sites and mines, so that ten thousand rivers
 * are a few dozen elements. The sheet is twice as wide and as high as what is seen of it and is moved as a whole by a
 * transform; it is drawn anew when its edge would come into sight, or a moment after a zoom.
 */

import { nothing, render, svg } from "lit";
import { find } from "lib/dom.js";
import { toMap, toScreen } from "./space.js";
import { layers, look } from "./strokes.js";

/** So many sites of a sheet, which is four times what is in sight, have their numbers written beside them. */
const MOST_LABELS = 480;
/** Pixels between neighbouring sites from which numbers are written. */
const LABEL_ROOM = 30;
/** Pixels of a number: half a digit, and a line. */
const HALF = 5, LINE = 15;

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
    const style = look(map, space);
    const places = placesOf(map, space);
    const sites = style.dot ? sitesIn(map, places, box) : [];
    const written = numbered && style.spacing >= LABEL_ROOM && sites.length <= MOST_LABELS ? sites : [];
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
 * The numbers of sites, each in the middle of the widest gap between its rivers; one that would lie over another is left out, unless it is a mine's.
 * @param {GameMap} map @param {Float64Array[]} places @param {ReturnType<typeof look>} style @param {number[]} sites
 */
export function numbers(map, [across, down], style, sites) {
  /** @type {Record<number, number[][]>} middles and half widths of those that are written, by line */
  const lines = {};
  const number = (/** @type {number} */ site) => {
    const turns = /** @type {number[][]} */ (map.at)[site].map((river) => {
      const other = map.across(river, site);
      return Math.atan2(down[other] - down[site], across[other] - across[site]);
    }).sort((a, b) => a - b);
    const gaps = turns.map((turn, at) => [(turns[at + 1] ?? turns[0] + 2 * Math.PI) - turn, turn]);
    const [gap, from] = gaps.sort(([a], [b]) => b - a)[0] ?? [0, 0];
    const [turn, away] = [from + gap / 2, (map.isMine.has(site) ? style.mine : style.dot) + 13];
    const [right, below, half] = [Math.cos(turn) * away, Math.sin(turn) * away, HALF * `${map.ids[site]}`.length];
    const [x, y] = [across[site] + right, down[site] + below];
    const line = Math.round(y / LINE);
    const near = [-1, 0, 1].flatMap((more) => lines[line + more] ?? []);
    if (!map.isMine.has(site) && near.some(([left, top, wide]) => Math.abs(x - left) < half + wide && Math.abs(y - top) < LINE)) return nothing;
    (lines[line] ??= []).push([x, y, half]);
    return svg`<text x=${across[site]} y=${down[site]} dx=${right} dy=${below}>${map.ids[site]}</text>`;
  };
  const mines = sites.filter((site) => map.isMine.has(site));
  return svg`<g class="labels">${[...new Set([...mines, ...sites])].map(number)}</g>`;
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
function riversIn({ from, to }, [across, down], { left, top, right, bottom }) {
  return [...from.keys()].filter((river) => {
    const [a, b] = [from[river], to[river]];
    return Math.max(across[a], across[b]) >= left && Math.min(across[a], across[b]) <= right && Math.max(down[a], down[b]) >= top && Math.min(down[a], down[b]) <= bottom;
  });
}

/** The sites in a part of the screen. @param {GameMap} map @param {Float64Array[]} places @param {Box} box */
function sitesIn(map, [across, down], { left, top, right, bottom }) {
  return [...map.ids.keys()].filter((site) => across[site] >= left && across[site] <= right && down[site] >= top && down[site] <= bottom);
}
