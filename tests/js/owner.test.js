/** What an owner sees of a bot: what each move used, against the limits. */

import { test } from "node:test";
import "./support/page.js";
import { lines, sumWords } from "../../static/js/compete/owner/used.js";
import { failing } from "../../static/js/compete/owner/worst.js";
import { filesWords } from "../../static/js/compete/words.js";
import { equal } from "./support/expect.js";

test("what each move used is told against the limits", () => {
  const [processor, memory, output, log] = lines([[0, 0.5, 2e6, 40, 0], [2, 1, 5e6, 90, 2000]], { base: 4, increment: 1, memory: 512 * 2 ** 20, said: 8 * 2 ** 20, complained: 16 * 2 ** 20 });
  equal(processor.values, [[0, 0.5], [2, 1]]);
  equal(sumWords(processor, 0), "together 1.5 s of 6.0 s, at most 1.0 s in a move");
  equal(sumWords(memory, 1), "at most 4.8 MB of 512 MB");
  equal(output.values, [[0, 40], [2, 50]]);
  equal(sumWords(output, 2), "together 90 B of 8 MB, at most 50 B in a move");
  equal(log.values, [[0, 0], [2, 2000]]);
});

test("what may be handed in is what the competition takes", () => {
  equal(filesWords([]), "a source file in one of many languages, a zip, or an executable");
  equal(filesWords(["Python", "JavaScript"]), "a source file or a zip; taken here: Python, JavaScript");
});

test("the latest version that was tried counts, whatever earlier ones did", () => {
  const result = (version, passed) => ({ version, passed, sentence: "" });
  equal(failing([]), null);
  equal(failing([{ results: [] }]), null);
  equal(failing([{ results: [result(2, true), result(1, false)] }, { results: [result(2, false)] }, { results: [result(1, false)] }]), { version: 2, failed: 1, of: 2 });
});
