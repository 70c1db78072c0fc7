/** The form of a new competition as a link of the course fills it in. */

import { test } from "node:test";
import { wishes } from "../../static/js/compete/teach_form.js";
import { equal } from "./support/expect.js";

const given = { games: [{ id: "othello" }], usual: { pairing: "double", rounds: 0, final_waits: false, clock: "10+0" } };

test("a link names the game and settings, each of its usual kind", () => {
  const found = wishes("#new=1&title=Cup&game=othello&pairing=swiss&rounds=7&final_waits=true&clock=5%2B1&colour=red", given);
  equal(found, { title: "Cup", game: "othello", settings: { pairing: "swiss", rounds: 7, final_waits: true, clock: "5+1" } });
  equal(wishes("#new=1&game=othello&rounds=many", given)?.settings, {});
});

test("a link of another game, or the teacher's own, asks nothing", () => {
  equal(wishes("#new=1&game=chess", given), null);
  equal(wishes("#key=abc", given), null);
});
