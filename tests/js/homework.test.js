/** Homework: what a student's task shows. */

import { test } from "node:test";
import "./support/page.js";
import { taskCard } from "../../static/js/homework/task.js";
import { ok } from "./support/expect.js";

/** All words of a template, those of templates in it too. @returns {string} */
const words = (made) => (Array.isArray(made) ? made.map(words).join("") : made?.strings ? made.strings.map((each, at) => each + words(made.values[at])).join("") : String(made ?? ""));

test("an exercise names its game and tells what a state can do", () => {
  const task = { at: 0, number: 1, heading: "Minimax, in Othello", problem: "", points: 1, question: null, exercise: { text: "Write it.", template: "" }, given: [], hints: [], done: false };
  const shown = words(taskCard(task, { draft: "", sending: false, problem: "" }, {}));
  for (const each of ["Minimax, in Othello</h2>", "Write it.", "What a state can do"]) ok(shown.includes(each), each);
});
