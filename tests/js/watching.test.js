/** What those who watch bots are told: who leads by a neutral engine. */

import { test } from "node:test";
import "./support/page.js";
import { leader } from "../../static/js/compete/company.js";
import { equal } from "./support/expect.js";

const judged = { seat: 0, engine: "Hare", unit: "points", ply: 3, value: 1, outcome: null, line: [], chances: null, values: null };

test("the third engine says who leads, of two sides by chances, of several by values", () => {
  const names = ["Ada", "Bob", "Eve"];
  equal(leader({ ...judged, chances: [0.3, 0.7] }, names), { seat: 1, words: "Bob leads, with about 70 % of the chances." });
  equal(leader({ ...judged, chances: [0.51, 0.49] }, names), { seat: null, words: "Nobody leads." });
  equal(leader({ ...judged, values: [3, 9, 14] }, names), { seat: 2, words: "Eve leads, and comes to 14." });
  equal(leader({ ...judged, values: [4, 4, 4] }, names), { seat: null, words: "Nobody leads." });
  equal(leader(judged, names), null);
});
