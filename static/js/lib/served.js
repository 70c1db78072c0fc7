/**
 * Where this server's paths are found. Behind a proxy it may stand under a path of its own, such as /games-lab; scripts name pages without
 * it, and whatever the browser is to follow or to fetch passes through `served`.
 */

/** What stands before each of this server's paths, "" where it has the whole address, by the address of this script. @param {string} script */
export const prefixOf = (script) => /^https?:\/\/[^/]+(.*)\/static\/[^/]+\/js\/lib\/served\.js$/.exec(script)?.[1] ?? "";

const PREFIX = prefixOf(import.meta.url);

/** The address of a path of this server, such as "/lab". @param {string} path */
export const served = (path) => PREFIX + path;

/** Where this server is, as far as the browser knows: paths are written behind it. */
export const origin = () => location.origin + PREFIX;
