/**
 * What lies over the drawn map and follows pointer, keys and game: rivers that brighten near the pointer, the aimed one,
 * the route, bets, the last move, a hint, and rings around sites. A few paths, drawn anew whenever something moves.
 */

import { nothing, svg } from "lit";
import { hintMark } from "../lib/signs.js";
import { toScreen } from "./space.js";
import { dashes, linesPath, look, minesAt } from "./strokes.js";

/** Pixels around the pointer within which rivers that can be taken brighten. */
export const GLOW = 90;

/** @typedef {import("./map.js").GameMap} GameMap */
/** @typedef {import("./space.js").Space} Space */

/**
 * @param {GameMap} map @param {Space} space @param {object} what all by index; -1 and empty lists are nothing
 * @param {number[]} what.near rivers to brighten @param {number} what.aimed @param {number} what.chosen
 * @param {number[]} what.last @param {number[]} what.hinted @param {number[]} what.route
 * @param {{mine: number, site: number, seat: number}[]} what.bets @param {{site: number, ring: string}[]} what.rings
 * @param {{mover: number, last: number}} what.seat whose colour an aimed river and the last ones have
 */
export function overlay(map, space, { near, aimed, chosen, last, hinted, route, bets, rings, seat }) {
  const style = look(map, space);
  const wanted = [...near, ...last, ...hinted, ...route, ...[aimed, chosen].filter((one) => one >= 0)];
  const places = placesFor(map, space, wanted);
  const line = (/** @type {number[]} */ rivers, /** @type {string} */ name, /** @type {number} */ width, dash = "none") =>
    rivers.length
      ? svg`<path class=${name} d=${linesPath(map, places, rivers, style.lane)} stroke-width=${width} stroke-dasharray=${dash} />`
      : nothing;
  const pointed = [...new Set([aimed, chosen])].filter((one) => one >= 0);
  const at = (/** @type {number} */ site) => toScreen(space, map.x[site], map.y[site]);
  // The mines in which these rivers end once more, so that no line lies over their marks.
  const lit = [...last, ...route, ...pointed];
  const ends = [...new Set(lit.flatMap((river) => [map.from[river], map.to[river]]))].filter((site) => map.isMine.has(site));
  return svg`
    ${line(last, "last under", style.held + 8)}${line(last, "last", style.held + 5)}${line(last, `held seat-${seat.last}`, style.held, dashes(style, seat.last))}
    ${line(near, "near", style.free + 1.6)}
    ${bets.map((bet) => arc(at(bet.mine), at(bet.site), bet.seat))}
    ${line(route, "casing", style.held + 4)}${line(route, `held seat-${seat.mover}`, style.held + 1)}
    ${line(pointed, "casing", style.held + 4.5)}${line(pointed, `aimed seat-${seat.mover}`, style.held + 1.5)}
    ${ends.length ? minesAt(places, ends, style) : nothing}
    ${hinted.length ? starOn(map, places, hinted) : nothing}
    ${rings.map(({ site, ring }) => {
      const [x, y] = at(site);
      const radius = (map.isMine.has(site) ? style.mine : style.dot) + 5;
      return svg`<circle class="ring halo" cx=${x} cy=${y} r=${radius} /><circle class=${`ring ${ring}`} cx=${x} cy=${y} r=${radius} />`;
    })}`;
}

/** The places of just those sites that these rivers need. @param {GameMap} map @param {Space} space @param {number[]} rivers */
function placesFor(map, space, rivers) {
  /** @type {number[][]} sparse lists by site */
  const places = [[], []];
  for (const river of rivers) {
    for (const site of [map.from[river], map.to[river]]) {
      [places[0][site], places[1][site]] = toScreen(space, map.x[site], map.y[site]);
    }
  }
  return /** @type {any} */ (places);
}

/** A bet: a bow from the mine to its target, with the seat's colour. @param {[number, number]} from @param {[number, number]} to @param {number} seat */
function arc([ax, ay], [bx, by], seat) {
  const [mx, my] = [(ax + bx) / 2 - (by - ay) * 0.2, (ay + by) / 2 + (bx - ax) * 0.2];
  const d = `M${ax} ${ay}Q${mx} ${my} ${bx} ${by}`;
  return svg`<path class="bet under" d=${d} /><path class=${`bet seat-${seat}`} d=${d} />
    <circle class=${`target seat-${seat}`} cx=${bx} cy=${by} r="7" />`;
}

/** @param {GameMap} map @param {Float64Array[]} places @param {number[]} rivers */
function starOn(map, [across, down], rivers) {
  const river = rivers[rivers.length >> 1];
  const [a, b] = [map.from[river], map.to[river]];
  return svg`<g transform=${`translate(${(across[a] + across[b]) / 2} ${(down[a] + down[b]) / 2})`}>${hintMark(1.3)}</g>`;
}
