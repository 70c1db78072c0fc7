/**
 * A still picture of a map and who holds what, light enough for a page full of them. The map may have to be fetched: the
 * picture is an element that draws itself as soon as it is there.
 */

import { html, nothing, render, svg } from "lit";
import { fetchMap, mapHere } from "./map.js";
import { placesOf } from "./sheet.js";
import { whole } from "./space.js";
import { DASHES, LAMBDA, dashes, dotsPath, linesPath, look, marksPath } from "./strokes.js";
import { betsOf, read } from "./view.js";

/** Units of the picture's width. */
const WIDTH = 400;

/** @param {any} view @param {{label?: string, last?: any, seat?: number}} about @param {import("./map.js").GameMap | undefined} map */
function drawing(view, about, map) {
  const { label = "" } = about;
  return html`<svg class="drawing punter picture" viewBox=${`0 0 ${WIDTH} ${WIDTH}`} role=${label ? "img" : nothing}
    aria-label=${label || nothing} aria-hidden=${label ? nothing : "true"}>
    <rect class="water" width=${WIDTH} height=${WIDTH} rx="10" />${map ? content(view, map, about) : nothing}</svg>`;
}

/** The arrow along a river. @param {number[][]} ends @param {number} seat */
function pointer([[ax, ay], [bx, by]], seat) {
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  const middle = long / 2;
  return svg`<path class=${`pointer seat-${seat}`} d="M15 0-11-13v26z" transform=${`translate(${ax} ${ay}) rotate(${turn}) translate(${middle} 0)`} />`;
}

/** @param {any} view @param {import("./map.js").GameMap} map @param {{last?: any, seat?: number}} about */
function content(view, map, about) {
  const held = read(view, map);
  const space = whole(map, WIDTH, WIDTH);
  const style = look(map, space);
  const places = placesOf(map, space);
  /** @type {number[][]} the free rivers, then each seat's */
  const groups = [[], ...DASHES.map(() => [])];
  for (let river = 0; river < map.rivers; river++) groups[held.owners[river] + 1].push(river);
  const line = (/** @type {string} */ name, /** @type {number[]} */ rivers, /** @type {number} */ width, /** @type {any} */ dash = nothing) =>
    rivers.length
      ? svg`<path class=${name} d=${linesPath(map, places, rivers, style.lane)} stroke-width=${width} stroke-dasharray=${dash} />`
      : nothing;
  const [free, ...bySeat] = groups;
  const sites = style.dot ? Array.from({ length: map.sites }, (_, at) => at) : [];
  return svg`${line("free", free, style.free)}
    ${view.last ? line("last under", view.last.rivers, style.held + 7) : nothing}
    ${line("casing", bySeat.flat(), style.held + style.edge)}
    ${bySeat.map((rivers, seat) => line(`held seat-${seat}`, rivers, style.held, dashes(style, seat)))}
    ${[...held.second].map(([river, seat]) => line(`held seat-${seat}`, [river], style.held / 2, `${style.held * 2} ${style.held * 2}`))}
    ${betsOf(view, map).map(({ mine, site, seat }) => svg`<path class=${`bet seat-${seat}`} d=${`M${places[0][mine]} ${places[1][mine]}L${places[0][site]} ${places[1][site]}`} />`)}
    ${about.last ? (view.last?.rivers ?? []).map((/** @type {number} */ river) => pointer([map.from[river], map.to[river]].map((site) => [places[0][site], places[1][site]]), about.seat ?? 0)) : nothing}
    <path class="dots" d=${dotsPath(places, sites)} stroke-width=${2 * style.dot} />
    <path class="mines" d=${dotsPath(places, map.mines)} stroke-width=${2 * style.mine} />
    <path class="lambdas" d=${marksPath(places, map.mines, LAMBDA, style.mine / 10)} stroke-width=${style.mine / 5} />`;
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
