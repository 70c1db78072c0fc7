/** Messages of scripts: English without a catalogue, the page's language with one. */

import { test } from "node:test";
import { equal } from "./support/expect.js";

/** The module as a page with this catalogue, or with none, has it. @param {unknown} catalogue */
async function load(catalogue) {
  const before = globalThis.document;
  globalThis.document = /** @type {any} */ ({ documentElement: { lang: catalogue ? "de" : "en-GB" }, getElementById: () => catalogue && { textContent: JSON.stringify(catalogue) } });
  const found = await import(`../../static/js/lib/messages.js?${Math.random()}`);
  globalThis.document = before;
  return found;
}

test("without a catalogue, English", async () => {
  const { _, ngettext, withElements } = await load(null);
  equal(_("{who} has moved.", { who: "Black" }), "Black has moved.");
  equal(_("{braces}"), "{braces}");
  equal(ngettext("{count} move", "{count} moves", 1), "1 move");
  equal(ngettext("{count} move", "{count} moves", 0), "0 moves");
  equal(ngettext("{count} move", "{count} moves", 12345), "12,345 moves");
  equal(withElements(_("See {rules}."), { rules: 7 }), ["See ", 7, "."]);
});

test("with a catalogue, its texts and its plural forms", async () => {
  const forms = Array.from({ length: 200 }, (_, n) => (n % 10 === 1 && n % 100 !== 11 ? 0 : 1));
  const { _, ngettext } = await load({ texts: { "{who} has moved.": "{who} zog.", "{count} move": ["{count} Zug", "{count} Züge"] }, forms });
  equal(_("{who} has moved.", { who: "Black" }), "Black zog.");
  equal(_("{base} s a turn of {turns}", { base: 0.1, turns: 2000 }), "0,1 s a turn of 2000");
  equal(_("Other"), "Other");
  equal(ngettext("{count} move", "{count} moves", 21), "21 Zug");
  equal(ngettext("{count} move", "{count} moves", 1011), "1.011 Züge");
  equal(ngettext("{count} move", "{count} moves", 1001), "1.001 Zug");
});
