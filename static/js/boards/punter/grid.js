/**
 * Finds what lies near a point of a map, without asking the drawing: sites and rivers are sorted once into square cells,
 * and only the cells around the point are looked through.
 */

/** Cells for each site, roughly. */
const DENSITY = 1.5;

export class Grid {
  /** @param {import("./map.js").GameMap} map */
  constructor(map) {
    this.map = map;
    const { left, top, right, bottom } = map.bounds;
    const area = Math.max(right - left, 1e-9) * Math.max(bottom - top, 1e-9);
    const longest = Math.max(right - left, bottom - top, 1e-9);
    /** a cell's width in the map's units */
    this.size = Math.max(Math.sqrt(area / (map.sites * DENSITY)), longest / 400);
    /** @type {Map<number, number[]>} */
    this.sites = new Map();
    /** @type {Map<number, number[]>} */
    this.rivers = new Map();
    for (let site = 0; site < map.sites; site++) this.put(this.sites, this.cell(map.x[site], map.y[site]), site);
    for (let river = 0; river < map.rivers; river++) this.lay(river);
  }

  /** @param {number} x @param {number} y */
  cell(x, y) {
    return this.key(Math.floor((x - this.map.bounds.left) / this.size), Math.floor((y - this.map.bounds.top) / this.size));
  }

  /** @param {number} column @param {number} row */
  key(column, row) {
    return row * 4096 + column;
  }

  /** @param {Map<number, number[]>} table @param {number} key @param {number} one */
  put(table, key, one) {
    const held = table.get(key);
    if (!held) table.set(key, [one]);
    else if (held[held.length - 1] !== one) held.push(one);
  }

  /** Enter a river into the cells that it passes, by steps of half a cell. @param {number} river */
  lay(river) {
    const { x, y, from, to } = this.map;
    const [ax, ay, bx, by] = [x[from[river]], y[from[river]], x[to[river]], y[to[river]]];
    const steps = Math.max(1, Math.ceil((2 * Math.hypot(bx - ax, by - ay)) / this.size));
    for (let step = 0; step <= steps; step++) {
      this.put(this.rivers, this.cell(ax + ((bx - ax) * step) / steps, ay + ((by - ay) * step) / steps), river);
    }
  }

  /**
   * Everything of a table in the cells within a distance of a point.
   * @param {Map<number, number[]>} table @param {number} x @param {number} y @param {number} reach
   */
  *around(table, x, y, reach) {
    const { left, top } = this.map.bounds;
    const column = (/** @type {number} */ at) => Math.floor((at - left) / this.size);
    const row = (/** @type {number} */ at) => Math.floor((at - top) / this.size);
    const seen = new Set();
    for (let down = row(y - reach); down <= row(y + reach); down++) {
      for (let along = column(x - reach); along <= column(x + reach); along++) {
        for (const one of table.get(this.key(along, down)) ?? []) {
          if (seen.has(one)) continue;
          seen.add(one);
          yield one;
        }
      }
    }
  }

  /**
   * The nearest site within reach, -1 if there is none.
   * @param {number} x @param {number} y @param {number} reach in the map's units
   */
  site(x, y, reach) {
    const far = (/** @type {number} */ site) => Math.hypot(this.map.x[site] - x, this.map.y[site] - y);
    return nearest(this.around(this.sites, x, y, reach), far, reach);
  }

  /**
   * The nearest river within reach that `fits`, -1 if there is none.
   * @param {number} x @param {number} y @param {number} reach @param {(river: number) => boolean} [fits]
   */
  river(x, y, reach, fits = () => true) {
    const far = (/** @type {number} */ river) => (fits(river) ? this.distance(river, x, y) : Infinity);
    return nearest(this.around(this.rivers, x, y, reach + this.size), far, reach);
  }

  /** All rivers within reach. @param {number} x @param {number} y @param {number} reach */
  riversNear(x, y, reach) {
    return [...this.around(this.rivers, x, y, reach + this.size)].filter((river) => this.distance(river, x, y) <= reach);
  }

  /** How far a point is from a river; of twins each has its own side. @param {number} river @param {number} px @param {number} py */
  distance(river, px, py) {
    const { x, y, from, to, lane } = this.map;
    const [ax, ay] = [x[from[river]], y[from[river]]];
    const [dx, dy] = [x[to[river]] - ax, y[to[river]] - ay];
    const square = dx * dx + dy * dy;
    const along = square ? Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
    const far = Math.hypot(px - ax - along * dx, py - ay - along * dy);
    if (!lane[river]) return far;
    // Twins are drawn on either side of the line; `lane` turns with the river's own direction from the lower index.
    const turned = from[river] < to[river] ? 1 : -1;
    const side = Math.sign((px - ax) * dy - (py - ay) * dx) * turned;
    return side === lane[river] ? far * 0.99 : far;
  }
}

/** @param {Iterable<number>} candidates @param {(one: number) => number} far @param {number} reach */
function nearest(candidates, far, reach) {
  let best = -1;
  let least = reach;
  for (const one of candidates) {
    const distance = far(one);
    if (distance > least) continue;
    least = distance;
    best = one;
  }
  return best;
}
