/**
 * A still picture of a map and who holds what, light enough for a page full of them. The map may have to be fetched: the
 * picture is an element that draws itself as soon as it is there.
 */

import { nothing, render, svg } from "lit";
import { stillPicture } from "../lib/signs.js";
import { fetchMap, mapHere } from "./map.js";
import { numbers, placesOf } from "./sheet.js";
import { whole } from "./space.js";
import { layers, linesPath, look } from "./strokes.js";
import { betsOf, read } from "./view.js";

/** Units of the picture's width. */
const WIDTH = 400;

/** @param {any} view @param {Boards.About} about @param {import("./map.js").GameMap | undefined} map */
const drawing = (view, about, map) =>
  stillPicture("punter", `0 0 ${WIDTH} ${WIDTH}`, about.label, [
    svg`<rect class="water" width=${WIDTH} height=${WIDTH} rx="10" />`,
    map ? content(view, map, about) : nothing,
  ]);

/** The arrow along a river. @param {number[][]} ends @param {number} seat */
function pointer([[ax, ay], [bx, by]], seat) {
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  const middle = long / 2;
  return svg`<path class=${`pointer seat-${seat}`} d="M15 0-11-13v26z" transform=${`translate(${ax} ${ay}) rotate(${turn}) translate(${middle} 0)`} />`;
}

/** @param {any} view @param {import("./map.js").GameMap} map @param {Boards.About} about */
function content(view, map, about) {
  const held = read(view, map);
  const space = whole(map, WIDTH, WIDTH);
  const style = look(map, space);
  const places = placesOf(map, space);
  const at = (/** @type {number} */ site) => [places[0][site], places[1][site]];
  /** @type {number[]} */
  const latest = view.last?.rivers ?? [];
  const width = style.held + 7;
  const last = latest.length ? svg`<path class="last under" d=${linesPath(map, places, latest, style.lane)} stroke-width=${width} />` : nothing;
  const bets = betsOf(view, map).map(
    ({ mine, site, seat }) => svg`<path class=${`bet seat-${seat}`} d=${`M${at(mine).join(" ")}L${at(site).join(" ")}`} />`,
  );
  const pointers = about.last ? latest.map((river) => pointer([at(map.from[river]), at(map.to[river])], about.seat ?? 0)) : [];
  const sites = style.dot ? [...map.ids.keys()] : [];
  const drawn = layers(map, places, style, held, map.from.keys(), sites, { below: last, above: [bets, pointers] });
  return about.named ? [drawn, numbers(map, places, style, sites)] : drawn;
}

class PunterPicture extends HTMLElement {
  /** What was asked of the element before this script was there is done now. */
  connectedCallback() {
    if (!Object.hasOwn(this, "shown")) return;
    const { shown } = this;
    Reflect.deleteProperty(this, "shown");
    this.shown = shown;
  }

  get shown() {
    return this.kept;
  }

  set shown(shown) {
    /** @type {{view: any, about: Boards.About}} */
    this.kept = shown;
    const { view, about } = shown;
    const map = mapHere(view.map);
    render(drawing(view, about, map), this);
    if (map) return;
    fetchMap(view.map).then(
      (found) => this.kept === shown && render(drawing(view, about, found), this),
      () => {},
    );
  }
}

customElements.define("punter-picture", PunterPicture);
