/**
 * A game to stand in other pages: it follows the live game, or replays it as the address says. A page that holds a finished
 * game of its own says where its views are (`data-views`) and that nothing is to be followed (`data-still`).
 */

import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { showGame } from "./shown_game.js";
import { readSwitches } from "./switches.js";

/** How many views are fetched at a time, and how many of them lie before the ply that is shown. */
const AT_ONCE = 63;
const BEHIND = 8;

const given = pageData("snapshot");
const host = find("#embed");
const viewsAt = host.dataset.views ?? `/api/games/${given.id}/views`;

const stop = await showGame(host, given, {
  live: !("still" in host.dataset),
  switches: readSwitches(location.search),
  async load(ply, game) {
    const first = Math.max(0, ply - BEHIND);
    const found = await ask(`${viewsAt}?from=${first}&to=${Math.min(game.ply, first + AT_ONCE)}`, given.asked);
    return found.ok ? { first, views: found.data.views } : null;
  },
});
addEventListener("pagehide", stop, { once: true });
