/** The tables on the page of a competition, as they are filled. */

import { test } from "node:test";
import "./support/page.js";
import { equal, ok } from "./support/expect.js";
import { roundName } from "../../static/js/compete/final_words.js";
import { bots, final } from "../../static/js/compete/tables.js";

test("the page of a competition calls the rounds as that of its final does", () => {
  const one = { sides: ["Fox", "Owl"], score: [2, 0], winner: "Fox", bye: false };
  const page = JSON.stringify(final({ final: { rounds: [[one, one], [one]], winner: "Fox", table: null } }));
  for (const round of [1, 2]) ok(page.includes(`"${roundName(round, 2)}"`), roundName(round, 2));
});

test("a bot without a version has no badge, unless it is excluded", () => {
  const listed = (more) => JSON.stringify(bots({ links: {}, bots: [{ entry: "e", name: "Fox", admission: "waiting", version: null, house: false, ladder: null, ...more }] }));
  const badge = "data-admission";
  equal([{}, { version: 1 }, { admission: "refused" }].map((more) => listed(more).includes(badge)), [false, true, true]);
});
