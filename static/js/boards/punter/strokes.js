/** How a map is drawn: widths by how far one has zoomed, dash patterns by seat, and the lines and marks as svg templates. */

import { nothing, svg } from "lit";

/** @typedef {import("./map.js").GameMap} GameMap */
/** @typedef {{owners: ArrayLike<number>, second: Map<number, number>}} Held who holds each river (-1 nobody), and who uses it too */

/** Each seat's dashes, in line widths; the first seat's line is whole. */
const DASHES = [
  [],
  [3, 1.4],
  [1, 1],
  [5, 1.3, 1, 1.3],
  [2, 2],
  [5, 1.2, 1, 1.2, 1, 1.2],
  [0.6, 2],
  [8, 1.6],
  [3, 1, 3, 1, 1, 1],
  [1.6, 0.7],
  [4.5, 3],
  [1, 1, 3, 1],
  [6, 1, 1, 1, 1, 1, 1, 1],
  [2.4, 0.8, 0.8, 0.8],
  [0.6, 1.1],
  [7, 2.4, 2.4, 2.4],
  [0.6, 1.1, 4, 1.1],
];

/** A lambda in a box from -10 to 10. */
const LAMBDA = [
  [-4, -6, -2, -6, 4.6, 6],
  [0, -1.8, -4.6, 6],
];

/** Pixels of a river of middle length from which lines have dashes. */
const DASH_ROOM = 22;
/** And from which sites are drawn. */
const DOT_ROOM = 9;

const between = (/** @type {number} */ low, /** @type {number} */ value, /** @type {number} */ high) =>
  Math.max(low, Math.min(high, value));

/** Widths and sizes in pixels. @param {GameMap} map @param {{scale: number}} space */
export function look(map, { scale }) {
  const spacing = map.length * scale;
  const held = between(2, spacing / 7, 7);
  return {
    spacing,
    free: between(0.7, spacing / 26, 2),
    held,
    edge: between(0.8, spacing / 18, 2.4),
    dashed: spacing >= DASH_ROOM,
    dot: spacing < DOT_ROOM ? 0 : between(1.1, spacing / 14, 4.5),
    mine: between(6, spacing / 4, 12),
    lane: between(1, spacing / 12, 5),
  };
}

/** A seat's dashes as the attribute has them; none where there is no room. @param {ReturnType<typeof look>} style @param {number} seat */
export const dashes = ({ dashed, held }, seat) =>
  dashed && DASHES[seat].length ? DASHES[seat].map((part) => part * held).join(" ") : "none";

const tenth = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/**
 * Straight lines between sites; `aside` moves them sideways, as does the lane of twins.
 *
 * @param {GameMap} map @param {Float64Array[]} places @param {number[]} rivers @param {number} lane @param {number} [aside]
 */
export function linesPath(map, [across, down], rivers, lane, aside = 0) {
  const { from, to } = map;
  let path = "";
  for (const river of rivers) {
    const [a, b] = [from[river], to[river]];
    let [ax, ay, bx, by] = [across[a], down[a], across[b], down[b]];
    const off = map.lane[river] * lane * (a < b ? 1 : -1) + aside;
    if (off) {
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const [dx, dy] = [((by - ay) / length) * off, (-(bx - ax) / length) * off];
      [ax, ay, bx, by] = [ax + dx, ay + dy, bx + dx, by + dy];
    }
    path += `M${tenth(ax)} ${tenth(ay)}L${tenth(bx)} ${tenth(by)}`;
  }
  return path;
}

/** Dots: lines of no length with round ends. @param {Float64Array[]} places @param {number[]} sites */
function dotsPath([across, down], sites) {
  let path = "";
  for (const site of sites) path += `M${tenth(across[site])} ${tenth(down[site])}h0`;
  return path;
}

/** The same mark at each site. @param {Float64Array[]} places @param {number[]} sites @param {number[][]} mark @param {number} scale */
function marksPath([across, down], sites, mark, scale) {
  let path = "";
  for (const site of sites) {
    for (const line of mark) {
      for (let at = 0; at < line.length; at += 2) {
        const [x, y] = [across[site] + line[at] * scale, down[site] + line[at + 1] * scale];
        path += `${at ? "L" : "M"}${tenth(x)} ${tenth(y)}`;
      }
    }
  }
  return path;
}

/** Mines: a dot and a lambda at each of these sites. @param {Float64Array[]} places @param {number[]} sites @param {ReturnType<typeof look>} style */
export const minesAt = (places, sites, { mine }) =>
  svg`<path class="mines" d=${dotsPath(places, sites)} stroke-width=${2 * mine} />
    <path class="lambdas" d=${marksPath(places, sites, LAMBDA, mine / 10)} stroke-width=${mine / 5} />`;

/**
 * A map and who holds what: one path for the free rivers, one for each punter's, one for the halves of those that two use, and one for the sites.
 *
 * @param {GameMap} map @param {Float64Array[]} places @param {ReturnType<typeof look>} style @param {Held} held
 * @param {Iterable<number>} rivers to draw @param {number[]} sites to draw beside the mines @param {{below?: unknown, above?: unknown}} [more] below what is held, and above it
 */
export function layers(map, places, style, { owners, second }, rivers, sites, { below = nothing, above = nothing } = {}) {
  /** @type {number[][]} the free rivers, then those that each seat has for itself */
  const groups = [[], ...DASHES.map(() => [])];
  const taken = [];
  const halves = DASHES.map(() => "");
  for (const river of rivers) {
    const [owner, user] = [owners[river], second.get(river)];
    if (owner >= 0) taken.push(river);
    if (user === undefined) groups[owner + 1].push(river);
    else {
      halves[owner] += linesPath(map, places, [river], style.lane, -style.held / 4);
      halves[user] += linesPath(map, places, [river], style.lane, style.held / 4);
    }
  }
  const [free, ...bySeat] = groups.map((group) => linesPath(map, places, group, style.lane));
  const casing = linesPath(map, places, taken, style.lane);
  const held = (/** @type {string} */ d, /** @type {number} */ seat, /** @type {number} */ width) =>
    svg`<path class=${`held seat-${seat}`} d=${d} stroke-width=${width} stroke-dasharray=${dashes(style, seat)} />`;
  return svg`<path class="free" d=${free} stroke-width=${style.free} />${below}
    <path class="casing" d=${casing} stroke-width=${style.held + style.edge} />
    ${bySeat.map((d, seat) => held(d, seat, style.held))}
    ${halves.map((d, seat) => (d ? held(d, seat, style.held / 2) : nothing))}${above}
    <path class="dots" d=${dotsPath(places, sites)} stroke-width=${2 * style.dot} />${minesAt(places, map.mines, style)}`;
}
