/** Clocks, values, words, tokens, keys and the small library. */

import { clockTime, count, duration, ordinal, plural, short, signed } from "lib/format.js";
import { joiningTokens, parseFragment, storedTokens, storeTokens, writeFragment } from "lib/tokens.js";
import { markPath, shapeOf } from "lib/marks.js";
import { Speaker } from "lib/speaker.js";
import { movedOn } from "play/actions.js";
import { secondsLeft, warningBetween } from "play/clocks.js";
import { meaning } from "play/keys.js";
import { rounds } from "play/moves.js";
import { goTo, LIVE } from "play/navigation.js";
import { opinion, opinions, share, shortValue, valueWords } from "play/values.js";
import { eventSentence, nameOf, resultHeading } from "play/words.js";
import { abilities, counters } from "play/select.js";
import { thinkingPanel } from "play/thinking.js";
import { render } from "lit";
import { equal, ok, settle } from "harness/expect.js";
import { d6, f5, snapshot } from "harness/games.js";

export async function test_numbers_are_written_for_people() {
  equal([count(1234567), short(950), short(12345), short(4560000)], ["1,234,567", "950", "12.3 k", "4.56 M"]);
  equal([signed(4), signed(-2.54), signed(0.01)], ["+4", "−2.5", "0"]);
  equal([ordinal(1), ordinal(2), ordinal(11), ordinal(23)], ["1st", "2nd", "11th", "23rd"]);
  equal([plural(1, "move"), plural(3, "move")], ["1 move", "3 moves"]);
  equal([duration(0.02), duration(1.44), duration(125)], ["20 ms", "1.4 s", "2 min 5 s"]);
}

export async function test_clock_faces() {
  equal([clockTime(3723), clockTime(65.2), clockTime(9.99), clockTime(-1)], ["1:02:03", "1:06", "9.9", "0.0"]);
}

export async function test_only_the_running_clock_runs() {
  const clock = { kind: "game", left: [60, 50], running: 1, at: 100, now: 100 };
  equal([secondsLeft(clock, 0, 110), secondsLeft(clock, 1, 110), secondsLeft(clock, 1, 200)], [60, 40, 0]);
  equal(secondsLeft({ kind: "none" }, 0, 1), null);
  equal([warningBetween(31, 29.9), warningBetween(29.9, 29.7), warningBetween(10.1, 10)],
    ["30 seconds left.", null, "10 seconds left."]);
}

export async function test_navigation_ends_at_both_ends() {
  equal(goTo(LIVE, -3, 5), { shown: 0, leftAt: 5 });
  equal(goTo({ shown: 2, leftAt: 4 }, 9, 5), LIVE);
  equal(goTo({ shown: 2, leftAt: 4 }, 3, 6), { shown: 3, leftAt: 4 });
}

export async function test_values_are_turned_to_the_first_seats_view() {
  equal(opinion({ value: 3, kind: "at_least", unit: "discs" }, 4, 1),
    { ply: 4, by: 1, value: -3, kind: "at_most", outcome: null, unit: "discs" });
  equal(opinion({ value: null }, 4, 1), null);
  equal(opinion({ value: 1, outcome: "win" }, 4, 1).outcome, "loss");
}

export async function test_value_words_name_the_seat_and_the_certainty() {
  const say = (seat, you, other) => (seat === 0 ? `You ${you}` : `Bot ${other}`);
  const words = (choice, seat) => valueWords(opinion(choice, 0, seat), say);
  equal(words({ value: 3, unit: "discs" }, 1), "Bot is ahead by 3 discs (estimate).");
  equal(words({ value: 3, unit: "discs", kind: "at_least" }, 1), "Bot is ahead by 3 discs (at least).");
  equal(words({ value: -2, unit: "discs", kind: "exact" }, 1), "You are ahead by 2 discs (exact).");
  equal(words({ value: 0 }, 0), "Level (estimate).");
  equal(words({ value: 10, outcome: "win", kind: "exact", unit: "discs" }, 0), "You are seen winning, by 10 discs (exact).");
}

export async function test_the_bar_is_level_in_the_middle_and_full_at_a_win() {
  equal([share(null), share({ value: 0 }), share({ value: 1, outcome: "win" }), share({ value: 1, outcome: "loss" })], [0.5, 0.5, 1, 0]);
  ok(share({ value: 2 }) > 0.5 && share({ value: 40 }) < 1 && share({ value: 4 }) > share({ value: 2 }), "monotone");
  equal([shortValue({ value: -3.04 }), shortValue({ value: 0 }), shortValue({ value: 1, outcome: "win" })], ["+3", "0", "won"]);
}

export async function test_opinions_are_in_order_and_end_with_the_result() {
  const result = { returns: [6, -6], winner: 0, reason: "rules", sentence: "" };
  const game = snapshot({ ply: 2, moves: [f5().move, d6().move], status: "finished", result });
  const list = opinions(game, {}, null);
  equal(list.map((one) => [one.ply, one.by, one.value]), [[1, 1, -3], [2, -1, 6]]);
}

export async function test_names_depend_on_who_reads() {
  const people = snapshot().seats.map((seat) => ({ ...seat, kind: "person", name: "" }));
  equal(nameOf(snapshot(), 0), "You");
  equal(nameOf(snapshot({ you: { seats: [], director: false } }), 0), "Dark");
  equal(nameOf(snapshot({ seats: people, you: { seats: [0, 1], director: false } }), 1), "Player 2");
  const twins = snapshot().seats.map((seat) => ({ ...seat, kind: "bot", name: "Minimax" }));
  equal(nameOf(snapshot({ seats: twins }), 1), "Minimax (2)");
}

export async function test_events_in_words() {
  const game = snapshot();
  const pass = { kind: "move", move: { seat: 1, text: "pass", effect: { text: "pass" } } };
  equal(eventSentence(game, pass), "Minimax 3,000 has no move and passes. Your turn.");
  const result = { returns: [-1, 1], winner: 1, reason: "resigned", sentence: "Dark resigned." };
  equal(eventSentence(snapshot({ status: "finished", result }), { kind: "resign", seat: 0 }), "Minimax 3,000 wins. Dark resigned.");
  equal(resultHeading(snapshot({ result: { ...result, winner: null } })), "Draw");
  equal(eventSentence(game, { kind: "draw_declined" }), "The draw is declined.");
  const described = eventSentence(game, { kind: "move", move: f5().move }, (effect) => `${effect.flips.length} flipped`);
  equal(described, "You play f5, 1 flipped. Your turn.");
}

export async function test_of_three_who_leaves_passes_and_a_pass_may_be_chosen() {
  const seats = ["Ada", "Ben", "Cleo"].map((name, seat) => ({ seat, name, kind: "person", mark: "circle" }));
  const game = snapshot({ seats, you: { seats: [0], director: false }, out: [1] });
  equal(eventSentence(game, { kind: "resign", seat: 1 }), "Ben leaves the game and passes from now on.");
  equal(eventSentence(game, { kind: "time_out", seat: 0 }), "You have no time left and pass from now on.");
  const move = { seat: 1, ply: 0, text: "pass", effect: { text: "pass", kind: "pass" } };
  equal(eventSentence(game, { kind: "move", move }), "Ben passes. Your turn.");
  equal([...abilities({ game })].includes("resign"), true);
  equal([...abilities({ game: { ...game, out: [0] } })].includes("resign"), false);
}

export async function test_a_ranking_shows_the_parts_of_its_scores() {
  const ranked = [
    { text: "c3", rank: 130, exposed: false, parts: { placement: 100, row_column_road: 30, walls: 0 } },
    { text: "a1", rank: 90, exposed: true },
  ];
  const moves = [{ ...f5().move, seat: 1, choice: { kind: "estimate", nodes: 2, depth: 1, ranked } }];
  const host = document.createElement("div");
  render(thinkingPanel({ game: snapshot({ ply: 1, moves }), hints: {}, thinking: null, place: LIVE }), host);
  const words = [...host.querySelectorAll(".ranking li")].map((each) => each.textContent.replace(/\s+/g, " ").trim());
  equal(words, ["c3 +130 placement +100, row column road +30", "a1 +90 loses at once"]);
}

export async function test_moves_stand_in_rounds_whatever_the_turn_order() {
  const seats = (list) => list.map((seat, ply) => ({ seat, ply, text: "x" }));
  const shape = (list) => rounds(seats(list)).map((row) => row.map((move) => move.seat));
  equal(shape([0, 1, 0, 1]), [[0, 1], [0, 1]]);
  equal(shape([1, 0, 0, 1]), [[1], [0], [0, 1]]);
  equal(shape([0, 1, 2, 0]), [[0, 1, 2], [0]]);
}

export async function test_tokens_leave_the_address_and_come_back_from_storage() {
  equal(parseFragment("#s0=AA&i1=BB&d=CC&x=1&s0x=2"), { s0: "AA", i1: "BB", d: "CC" });
  equal(parseFragment(writeFragment({ s1: "a-b_c" })), { s1: "a-b_c" });
  equal(joiningTokens({ s0: "AA", i1: "BB", d: "CC" }), ["AA", "CC"]);
  storeTokens("g", { s0: "AA" });
  equal(storedTokens("g"), { s0: "AA" });
  localStorage.setItem("plyground.game.broken", "{");
  equal(storedTokens("broken"), {});
  localStorage.removeItem("plyground.game.broken");
  for (let number = 0; number < 230; number += 1) storeTokens(`many${number}`, { s0: "A" });
  ok(Object.keys(localStorage).length <= 201, "old games are forgotten");
  localStorage.clear();
}

export async function test_a_rematch_moves_every_seat_one_on() {
  equal(movedOn({ s0: "A", i1: "B", d: "D" }, 2), { s1: "A", d: "D" });
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

export async function test_every_seat_has_a_shape_of_its_own() {
  const outlines = new Set(Array.from({ length: 16 }, (_, seat) => markPath(seat)));
  equal(outlines.size, 16);
  equal([shapeOf(0), shapeOf(1), shapeOf(16)], ["circle", "square", "circle"]);
}

export async function test_counters_come_from_the_module_or_the_view() {
  equal(counters({ scores: [3, 1] }, {}).map((each) => each.value), [3, 1]);
  equal(counters({ masters: [{ camels: 8 }, { camels: 7 }] }, null).map((each) => each.value), [8, 7]);
  equal(counters({ scores: [3, 1] }, { counters: () => [{ seat: 0, value: 9, title: "x" }] })[0].value, 9);
  await settle();
}
