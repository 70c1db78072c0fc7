/** How far a game is in a library: found by halving, with the number of its games. */

import { test } from "node:test";
import { deepest } from "../../static/js/review/opening.js";
import { equal, ok } from "./support/expect.js";

test("the last ply with other games is found, in few questions, for every length", async () => {
  for (const plies of [0, 1, 2, 7, 39, 60]) {
    for (let last = 0; last <= 45; last++) {
      let asked = 0;
      const found = await deepest(async (ply) => (asked++, ply <= last ? 100 - ply : 1), plies);
      const wanted = Math.min(last, plies, 40);
      equal(found, wanted ? { ply: wanted, games: 100 - wanted } : null);
      ok(asked <= 7, "few questions");
    }
  }
  equal(await deepest(async () => -1, 9), null);
});
