/** Asks the server about positions and written games; where it is away, the rules in the browser answer. */

import { ask } from "lib/http.js";

/**
 * What `ask` of `lib/http.js` gives; the server's answer counts while there is one.
 * @param {string} address @param {any} body @returns {Promise<Protocol.Answer>}
 */
export async function askPosition(address, body) {
  const found = await ask(address, body);
  if (found.ok || found.error.code !== "unreachable") return found;
  try {
    const [{ answer, gameOf, mapOf }, { giveMap, rulesOf }] = await Promise.all([import("rules/answering.js"), import("rules/loading.js")]);
    const game = gameOf(address, body);
    if (!game) return found;
    const rules = await rulesOf(game);
    if (rules.onMaps) await giveMap(rules, mapOf(body) || rules.usual("map"));
    return answer(rules, address, body) ?? found;
  } catch {
    return found; // the game's rules are not on this device
  }
}
