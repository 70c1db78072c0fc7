/**
 * A route in the making, for a splurge: sites one after the other along rivers, none of them twice. No DOM, no drawing.
 *
 * @typedef {{sites: number[], rivers: number[]}} Route by index; one site more than rivers, or both empty
 */

/** @type {Route} */
export const NO_ROUTE = { sites: [], rivers: [] };

/** A route that begins at a site. @param {number} site @returns {Route} */
export const routeFrom = (site) => ({ sites: [site], rivers: [] });

/** The site where a route ends, -1 if there is none. @param {Route} route */
export const endOf = ({ sites }) => sites.at(-1) ?? -1;

/**
 * The route with one river more at its end, or at its beginning if it fits there only; null if it fits nowhere.
 * @param {import("./map.js").GameMap} map @param {Route} route @param {number} river @returns {Route | null}
 */
export function extended(map, { sites, rivers }, river) {
  const ends = [map.from[river], map.to[river]];
  if (!sites.length) return { sites: ends, rivers: [river] };
  if (rivers.includes(river)) return null;
  const last = sites[sites.length - 1];
  if (ends.includes(last)) return { sites: [...sites, map.across(river, last)], rivers: [...rivers, river] };
  if (!ends.includes(sites[0])) return null;
  return { sites: [map.across(river, sites[0]), ...sites], rivers: [river, ...rivers] };
}

/** The route without its last river. @param {Route} route @returns {Route} */
export function shortened({ sites, rivers }) {
  return rivers.length ? { sites: sites.slice(0, -1), rivers: rivers.slice(0, -1) } : NO_ROUTE;
}

/** What a route is called: its sites. @param {import("./map.js").GameMap} map @param {Route} route */
export const routeName = (map, { sites }) => sites.map((site) => map.ids[site]).join("-");
