/**
 * A map as the boards use it: sites, rivers and mines by index in flat arrays, the rivers of each site, and the shortest
 * distances from each mine. It is fetched once by its content hash; afterwards views only name it.
 */

import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { Grid } from "./grid.js";

/** @typedef {{sites: {id: number, x: number, y: number}[], rivers: {source: number, target: number}[], mines: number[], title?: string}} Sent */

/** @type {Map<string, GameMap>} */
const known = new Map();
/** @type {Map<string, Promise<GameMap>>} */
const coming = new Map();

/** The map if it is here already. @param {string} hash */
export const mapHere = (hash) => known.get(hash);

/**
 * The map with this hash; asked for once however many boards want it.
 * @param {string} hash @returns {Promise<GameMap>}
 */
export function fetchMap(hash) {
  let promise = coming.get(hash);
  if (!promise) {
    promise = fetchSent(hash).then((sent) => {
      const map = new GameMap(sent);
      known.set(hash, map);
      return map;
    });
    promise.catch(() => coming.delete(hash));
    coming.set(hash, promise);
  }
  return promise;
}

/** @param {string} hash */
async function fetchSent(hash) {
  const answer = await fetch(served(`/api/maps/${encodeURIComponent(hash)}`));
  if (!answer.ok) throw new Error(_("The map cannot be had from the server."));
  return answer.json();
}

export class GameMap {
  /** @param {Sent} sent */
  constructor(sent) {
    this.title = sent.title ?? "";
    const size = sent.sites.length;
    /** the sites' own numbers, by index */
    this.ids = sent.sites.map((site) => site.id);
    /** the indices by number */
    this.index = new Map(this.ids.map((id, at) => [id, at]));
    const placed = sent.sites.every((site) => Number.isFinite(site.x) && Number.isFinite(site.y));
    const round = (/** @type {number} */ at) => (at / size) * 2 * Math.PI;
    this.x = Float64Array.from(sent.sites, (site, at) => (placed ? site.x : Math.sin(round(at))));
    this.y = Float64Array.from(sent.sites, (site, at) => (placed ? site.y : -Math.cos(round(at))));
    const indexOf = (/** @type {number} */ id) => /** @type {number} */ (this.index.get(id));
    this.from = Int32Array.from(sent.rivers, (river) => indexOf(river.source));
    this.to = Int32Array.from(sent.rivers, (river) => indexOf(river.target));
    /** the mines, by site index, in the map's order */
    this.mines = sent.mines.map(indexOf);
    this.isMine = new Set(this.mines);
    this.link();
    this.bounds = this.measure();
    this.grid = new Grid(this);
    /** @type {Map<number, Int32Array>} */
    this.found = new Map();
  }

  get rivers() {
    return this.from.length;
  }

  get sites() {
    return this.ids.length;
  }

  /** The rivers of each site, and which rivers lie beside a twin between the same two sites. */
  link() {
    /** @type {number[][]} the rivers of each site, by index */
    this.at = Array.from({ length: this.sites }, () => []);
    /** which side of the straight line a river keeps to: 0 unless it has a twin @type {Int8Array} */
    this.lane = new Int8Array(this.rivers);
    /** @type {Map<string, number[]>} */
    this.pairs = new Map();
    for (let river = 0; river < this.rivers; river++) {
      const [a, b] = [this.from[river], this.to[river]];
      this.at[a].push(river);
      this.at[b].push(river);
      const key = pairKey(a, b);
      const twins = this.pairs.get(key);
      if (!twins) {
        this.pairs.set(key, [river]);
        continue;
      }
      twins.push(river);
      this.lane[twins[0]] = -1;
      this.lane[river] = 1;
    }
  }

  measure() {
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (let at = 0; at < this.sites; at++) {
      box.left = Math.min(box.left, this.x[at]);
      box.right = Math.max(box.right, this.x[at]);
      box.top = Math.min(box.top, this.y[at]);
      box.bottom = Math.max(box.bottom, this.y[at]);
    }
    const lengths = Array.from(this.from, (a, river) => {
      const b = this.to[river];
      return Math.hypot(this.x[a] - this.x[b], this.y[a] - this.y[b]);
    }).sort((one, other) => one - other);
    /** the middle length of a river, in the map's units @type {number} */
    this.length = lengths[lengths.length >> 1] || 1;
    return box;
  }

  /** The rivers between two sites, by index. @param {number} a @param {number} b @returns {number[]} */
  between(a, b) {
    return this.pairs.get(pairKey(a, b)) ?? [];
  }

  /** The other end of a river. @param {number} river @param {number} site */
  across(river, site) {
    return this.from[river] === site ? this.to[river] : this.from[river];
  }

  /** A river's name: its two sites as the map writes them, and `#2` for the second between the same two. @param {number} river */
  name(river) {
    const place = this.lane[river] ? this.between(this.from[river], this.to[river]).indexOf(river) : 0;
    return `${this.ids[this.from[river]]}-${this.ids[this.to[river]]}${place ? `#${place + 1}` : ""}`;
  }

  /**
   * The distance of every site from a mine in rivers, whoever owns them; -1 where no river leads.
   * @param {number} mine by site index
   */
  distances(mine) {
    let far = this.found.get(mine);
    if (far) return far;
    far = new Int32Array(this.sites).fill(-1);
    far[mine] = 0;
    const queue = [mine];
    for (let at = 0; at < queue.length; at++) {
      for (const river of this.at[queue[at]]) {
        const next = this.across(river, queue[at]);
        if (far[next] >= 0) continue;
        far[next] = far[queue[at]] + 1;
        queue.push(next);
      }
    }
    this.found.set(mine, far);
    return far;
  }
}

/** @param {number} a @param {number} b */
const pairKey = (a, b) => (a < b ? `${a} ${b}` : `${b} ${a}`);
