/** A unit's page: a copy of one of its plans becomes the teacher's own, and may be run in a class at once. */

import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { keepAmong } from "lib/kept.js";
import { KEPT, MOST_KEPT } from "./kinds.js";

const sheet = find("[data-unit]");
const problem = find("#unit-problem");
const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (sheet.querySelectorAll("[data-copy], [data-run]"));

/** @param {string} which plan @param {boolean} run @returns {Promise<string>} a refusal, "" where the page goes on elsewhere */
async function take(which, run) {
  const found = await ask(`/api/course/${sheet.dataset.unit}/${which}`);
  if (!found.ok) return found.error.sentence;
  const kept = await ask("/api/plans", { plan: found.data.plan });
  if (!kept.ok) return kept.error.sentence;
  keepAmong(KEPT, kept.data.id, { key: kept.data.key, title: found.data.plan.title }, MOST_KEPT);
  if (!run) return location.assign(kept.data.url), "";
  const made = await ask("/api/classes", {});
  if (!made.ok) return made.error.sentence;
  return location.assign(`${made.data.url}&plan=${kept.data.id}`), "";
}

for (const button of buttons) {
  button.addEventListener("click", async () => {
    for (const each of buttons) each.disabled = true;
    const { copy, run } = button.dataset;
    const sentence = await take(copy ?? run ?? "", run !== undefined);
    problem.textContent = sentence;
    problem.hidden = !sentence;
    if (sentence) for (const each of buttons) each.disabled = false;
  });
}
addEventListener("pageshow", () => buttons.forEach((each) => (each.disabled = false)));
find("#print").addEventListener("click", () => print());
