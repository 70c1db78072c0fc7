/** What only a document shows: rankings, the status line, keys. */

import { Speaker } from "lib/speaker.js";
import { meaning } from "play/keys.js";
import { LIVE } from "play/select.js";
import { thinkingPanel } from "play/thinking.js";
import { render } from "lit";
import { equal, ok } from "/tests/js/support/expect.js";
import { f5, snapshot } from "/tests/js/support/games.js";

export async function test_a_ranking_shows_the_parts_of_its_scores() {
  const ranked = [
    { text: "c3", rank: 130, exposed: false, parts: { placement: 100, row_column_road: 30, walls: 0 } },
    { text: "a1", rank: 90, exposed: true },
  ];
  const moves = [{ ...f5().move, seat: 1, choice: { kind: "estimate", nodes: 2, depth: 1, ranked } }];
  const host = document.createElement("div");
  render(thinkingPanel({ game: snapshot({ ply: 1, moves }), hints: {}, thinking: null, place: LIVE, ui: { switches: { evaluation: true } } }), host);
  const words = [...host.querySelectorAll(".ranking li")].map((each) => each.textContent.replace(/\s+/g, " ").trim());
  equal(words, ["c3 +130 placement +100, row column road +30", "a1 +90 loses at once"]);
}

export async function test_the_speaker_makes_each_sentence_a_new_element() {
  const host = document.createElement("div");
  const speaker = new Speaker(host);
  speaker.say("Refused.", "bad");
  const first = host.lastElementChild;
  speaker.say("Refused.", "bad");
  ok(host.lastElementChild !== first, "a new element for the same words");
  equal([host.children.length, host.getAttribute("aria-live"), host.getAttribute("aria-atomic")], [2, "polite", "false"]);
  for (let number = 0; number < 9; number += 1) speaker.say(String(number));
  equal([host.children.length, host.lastElementChild.textContent], [4, "8"]);
}

export async function test_keys_mean_nothing_while_typing_and_arrows_nothing_on_the_board() {
  document.body.innerHTML = `<input id="i"><svg role="grid"><g id="c" tabindex="0"></g></svg><p id="p" tabindex="0"></p>`;
  const ask = (id, key, letters = true, more = {}) => {
    let found;
    const listen = (event) => (found = meaning(event, letters));
    document.addEventListener("keydown", listen, { once: true });
    document.getElementById(id).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    return found;
  };
  equal([ask("i", "f"), ask("i", "ArrowLeft")], [null, null]);
  equal([ask("c", "ArrowLeft"), ask("c", "f"), ask("c", ",")], [null, "flip", "back"]);
  equal([ask("p", "ArrowLeft"), ask("p", "f", false), ask("p", "f", true, { ctrlKey: true })], ["back", null, null]);
}

