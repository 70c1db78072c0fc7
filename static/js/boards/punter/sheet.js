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
    const label = (/** @type {number} */ site) => {
      const away = map.isMine.has(site) ? style.mine : style.dot;
      return svg`<text x=${places[0][site] + away + 3} y=${places[1][site] - away - 2}>${map.ids[site]}</text>`;
    };
    const drawn = layers(map, places, style, held, riversIn(map, places, box), sites);
    render(svg`${drawn}<g class="labels">${written.map(label)}</g>`, /** @type {any} */ (this.svg));
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
