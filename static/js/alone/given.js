/** What a page that stands alone was given: its data, and the maps that boards would ask a server for. */

import { pageData } from "lib/dom.js";

/** @type {any} */
export const given = pageData("given");

/** Nothing is asked of anybody. @param {any} address */
globalThis.fetch = async (address) => {
  const map = given.maps[/\/api\/maps\/([^/?]+)$/.exec(String(address))?.[1] ?? ""];
  return map ? new Response(map) : Response.error();
};
