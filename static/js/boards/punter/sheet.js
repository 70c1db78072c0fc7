/**
 * The drawn map: one path for the free rivers, one for each punter's, one for sites and mines, so that ten thousand rivers
 * are a few dozen elements. The sheet is twice as wide and as high as what is seen of it and is moved as a whole by a
 * transform; it is drawn anew when its edge would come into sight, or a moment after a zoom.
 */

import { toMap, toScreen } from "./space.js";
import { DASHES, LAMBDA, dashes, dotsPath, linesPath, look, marksPath } from "./strokes.js";

const SVG = "http://www.w3.org/2000/svg";
/** So many sites in sight have their numbers written beside them. */
const MOST_LABELS = 120;
/** Pixels between neighbouring sites from which numbers are written. */
const LABEL_ROOM = 30;

/** @typedef {import("./space.js").Space} Space */
/** @typedef {import("./map.js").GameMap} GameMap */
/** @typedef {{owners: ArrayLike<number>, second: Map<number, number>}} Held who holds each river (-1 nobody), and who uses it too */

export class Sheet {
  /** @param {Element} host */
  constructor(host) {
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("class", "drawing punter punter-sheet");
    this.svg.setAttribute("aria-hidden", "true");
    host.replaceChildren(this.svg);
    /** @type {Map<string, SVGElement>} */
    this.parts = new Map();
    /** @type {Space | null} where the map lay when it was drawn */
    this.drawn = null;
    this.free = this.part("free");
    this.casing = this.part("casing");
    for (let seat = 0; seat < DASHES.length; seat++) this.part(`seat-${seat}`).setAttribute("class", `held seat-${seat}`);
    this.part("dots");
    this.part("mines");
    this.part("lambdas");
    this.labels = this.svg.appendChild(document.createElementNS(SVG, "g"));
    this.labels.setAttribute("class", "labels");
  }

  /** One path of the sheet, made when it is first wanted. @param {string} name */
  part(name) {
    let path = this.parts.get(name);
    if (!path) {
      path = document.createElementNS(SVG, "path");
      path.setAttribute("class", name);
      this.svg.append(path);
      this.parts.set(name, path);
    }
    return path;
  }

  /**
   * Draw what is around the part in sight.
   *
   * @param {GameMap} map @param {Held} held @param {Space} space @param {boolean} numbered whether sites may have their numbers
   */
  draw(map, held, space, numbered) {
    const { width, height } = space;
    const { svg } = this;
    const box = { left: -width / 2, top: -height / 2, right: 1.5 * width, bottom: 1.5 * height };
    svg.setAttribute("viewBox", `${box.left} ${box.top} ${2 * width} ${2 * height}`);
    Object.assign(svg.style, {
      width: `${2 * width}px`,
      height: `${2 * height}px`,
      left: `${box.left}px`,
      top: `${box.top}px`,
      transformOrigin: `${width / 2}px ${height / 2}px`,
    });
    const style = look(map, space);
    const places = placesOf(map, space);
    const seen = riversIn(map, places, box);
    const free = [];
    /** @type {number[][]} */
    const bySeat = DASHES.map(() => []);
    const taken = [];
    const shared = [];
    for (const river of seen) {
      const owner = held.owners[river];
      if (owner < 0) {
        free.push(river);
        continue;
      }
      taken.push(river);
      if (held.second.has(river)) shared.push(river);
      else bySeat[owner].push(river);
    }
    set(this.free, { d: linesPath(map, places, free, style.lane), "stroke-width": style.free });
    set(this.casing, { d: linesPath(map, places, taken, style.lane), "stroke-width": style.held + style.edge });
    /** @type {string[]} the halves of rivers that two punters use */
    const halves = DASHES.map(() => "");
    for (const river of shared) {
      const user = /** @type {number} */ (held.second.get(river));
      halves[held.owners[river]] += linesPath(map, places, [river], style.lane, -style.held / 4);
      halves[user] += linesPath(map, places, [river], style.lane, style.held / 4);
    }
    for (let seat = 0; seat < DASHES.length; seat++) {
      const line = { d: linesPath(map, places, bySeat[seat], style.lane), "stroke-width": style.held, "stroke-dasharray": dashes(style, seat) };
      set(this.part(`seat-${seat}`), line);
      if (!halves[seat] && !this.parts.has(`half-${seat}`)) continue;
      const half = this.part(`half-${seat}`);
      half.setAttribute("class", `held seat-${seat}`);
      set(half, { ...line, d: halves[seat], "stroke-width": style.held / 2 });
    }
    const sites = style.dot ? sitesIn(map, places, box) : [];
    set(this.part("dots"), { d: dotsPath(places, sites), "stroke-width": 2 * style.dot });
    set(this.part("mines"), { d: dotsPath(places, map.mines), "stroke-width": 2 * style.mine });
    set(this.part("lambdas"), { d: marksPath(places, map.mines, LAMBDA, style.mine / 10), "stroke-width": style.mine / 5 });
    this.svg.append(this.part("dots"), this.part("mines"), this.part("lambdas"), this.labels);
    const written = numbered && style.spacing >= LABEL_ROOM && sites.length <= MOST_LABELS * 4 ? sites : [];
    this.write(map, places, written, style);
    this.drawn = space;
    this.move(space);
  }

  /** Write the numbers of sites. @param {GameMap} map @param {Float64Array[]} places @param {number[]} sites @param {any} style */
  write(map, places, sites, style) {
    const texts = sites.map((site) => {
      const text = document.createElementNS(SVG, "text");
      const away = map.isMine.has(site) ? style.mine : style.dot;
      text.setAttribute("x", String(places[0][site] + away + 3));
      text.setAttribute("y", String(places[1][site] - away - 2));
      text.textContent = String(map.ids[site]);
      return text;
    });
    this.labels.replaceChildren(...texts);
  }

  /**
   * Move the sheet to where the map lies now.
   *
   * @param {Space} space
   * @returns {boolean} whether what it shows is still whole and sharp
   */
  move(space) {
    if (!this.drawn) return false;
    const { drawn, svg } = this;
    const by = space.scale / drawn.scale;
    const [left, top] = toScreen(space, ...toMap(drawn, 0, 0));
    svg.style.transform = `translate(${left}px, ${top}px) scale(${by})`;
    const same = drawn.width === space.width && drawn.height === space.height && drawn.sign === space.sign;
    return same && by === 1 && Math.abs(left) <= space.width / 2 && Math.abs(top) <= space.height / 2;
  }
}

/** @param {SVGElement} element @param {Record<string, string | number>} attributes */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
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
