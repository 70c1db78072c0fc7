/** The page of the deck: a mistake after the other is played better against the search, and comes again when its day has come. */

import { PositionBoard } from "boards/lib/position_board.js";
import { find } from "lib/dom.js";
import { fieldsOf } from "lib/fragment.js";
import { ask } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { saveFile } from "lib/save.js";
import { Speaker } from "lib/speaker.js";
import { html, render } from "lit";
import { cardOf, fileOf, LARGEST_FILE, readDeck } from "./cards.js";
import { addCards, deck, dropCard, keepCard } from "./deck_store.js";
import { keeping, question, rest, ways } from "./deck_panels.js";
import { lookThrough, notReviewed } from "./own_games.js";
import { dueNow, tried } from "./schedule.js";
import { begun, heard } from "./trial.js";

const problem = find("#deck-problem");
const form = find("#deck-move", HTMLFormElement);
const field = find("#deck-text", HTMLInputElement);
const speaker = new Speaker(find("#spoken"));
const board = new PositionBoard(find("#deck-board"), { choose: (text) => move(text), say: (sentence) => speaker.say(sentence) });

/** @type {Review.Desk} */
const state = { card: null, trial: null, told: null, busy: false, counted: false, shown: false, practice: false, said: "", looking: null, others: notReviewed() };

const say = (/** @type {string} */ said) => (speaker.say(said), (state.said = said), draw());

function refuse(/** @type {string} */ sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
}

/** Take a card, or none. @param {Review.Card | null} card @param {boolean} [practice] whether it counts for nothing */
async function take(card, practice = false) {
  Object.assign(state, { card, practice, trial: card && begun(card), told: null, counted: false, shown: false, said: "" });
  find("#deck-play").hidden = !card;
  refuse("");
  draw();
  if (card) await look();
}

/** Show where the trial stands. @param {number} [from] of its moves those after this one after the other */
async function look(from) {
  const { card, trial } = state;
  if (!card || !trial) return;
  const asked = (trial.phase === "asked" || trial.phase === "going") && !state.shown;
  const { game, options, start, seat } = card;
  const shown = await board.show({ game, options, start, moves: trial.moves }, asked ? seat : null, from);
  if (shown?.sentence) refuse(shown.sentence);
}

/** What has become of a card counts once: the first time that it is kept, lost, or its answer shown. @param {boolean} right */
function count(right) {
  const { card } = state;
  if (!card || state.counted) return;
  state.counted = true;
  if (state.practice || !deck().some((each) => each.id === card.id)) return;
  state.card = tried(card, right, Date.now());
  if (!keepCard(state.card)) refuse(_("This browser keeps nothing here, so the day on which this comes again is lost."));
}

/** Try a move. @param {string} text */
async function move(text) {
  const { card, trial } = state;
  if (!card || !trial || state.busy || state.shown || (trial.phase !== "asked" && trial.phase !== "going")) return;
  state.busy = true;
  refuse("");
  draw();
  const { game, options, start } = card;
  const found = await ask("/api/reviews/tries", { game, options, position: start, moves: trial.moves, move: text });
  state.busy = false;
  if (state.card !== card || state.trial !== trial) return;
  if (!found.ok) {
    board.refuse(text, found.error.sentence);
    refuse(found.error.sentence);
    return draw();
  }
  field.value = "";
  state.told = found.data;
  state.trial = heard(trial, card, found.data);
  if (state.trial.phase === "kept") count(true);
  if (state.trial.phase === "lost") count(false);
  draw();
  speaker.say(find("#deck-verdict").textContent ?? "");
  await look(trial.moves.length + 1);
}

const act = {
  next: () => take(dueNow(deck(), Date.now())[0] ?? null),
  /** One more round with a card that is not due: nothing is counted. */
  practise() {
    const cards = deck().sort((one, other) => one.seen - other.seen);
    return take(cards[0] ?? null, true);
  },
  again() {
    Object.assign(state, { trial: state.card && begun(state.card), told: null, shown: false });
    draw();
    return look().then(() => board.focus());
  },
  show() {
    count(false);
    state.shown = true;
    draw();
    return look();
  },
  add(/** @type {Review.Card} */ card) {
    const { fresh } = addCards([card]);
    say(fresh ? _("It is in your deck now.") : _("It could not be put into your deck: this browser keeps nothing here, or the deck is full."));
  },
  drop(/** @type {Review.Card} */ card) {
    dropCard(card.id);
    return act.next().then(() => say(_("It is out of your deck.")));
  },
  save: () => saveFile(new Blob([fileOf(deck())], { type: "application/json" }), "plyground-mistakes.json"),

  async load(/** @type {File} */ file) {
    try {
      if (file.size > LARGEST_FILE) throw new Error(_("This file is too large to be a deck."));
      const { cards, left } = readDeck(await file.text());
      const added = addCards(cards);
      const words = [ngettext("{count} mistake came in.", "{count} mistakes came in.", added.fresh)];
      if (added.newer) words.push(ngettext("{count} was further on there.", "{count} were further on there.", added.newer));
      if (left) words.push(ngettext("{count} could not be read and was left out.", "{count} could not be read and were left out.", left));
      if (added.left) words.push(ngettext("{count} found no room.", "{count} found no room.", added.left));
      if (!state.card) await act.next();
      say(words.join(" "));
    } catch (error) {
      say(/** @type {Error} */ (error).message);
    }
  },

  /** Have one's own games reviewed that were not, and their mistakes put into the deck. */
  async look() {
    let fresh = 0;
    const sentence = await lookThrough(state.others, (looking, found) => {
      fresh += found;
      state.looking = looking;
      draw();
    });
    Object.assign(state, { looking: null, others: notReviewed() });
    if (!state.card) await act.next();
    say([ngettext("{count} new mistake is in your deck.", "{count} new mistakes are in your deck.", fresh), sentence].filter(Boolean).join(" "));
  },
};

function draw() {
  const cards = deck();
  const due = dueNow(cards, Date.now()).length;
  render(question(state), find("#deck-question"));
  render(
    html`${state.card && state.trial ? ways(state, act, cards.some((card) => card.id === state.card?.id), due) : rest(cards, act)}
      ${keeping(state, act, cards, due)}`,
    find("#deck"),
  );
  const asked = state.card && !state.busy && !state.shown && (state.trial?.phase === "asked" || state.trial?.phase === "going");
  for (const control of form.elements) /** @type {HTMLInputElement} */ (control).disabled = !asked;
}

/** What the address names: a move of a review, or else the next card whose day has come. */
async function begin() {
  const given = fieldsOf(location.hash);
  const [key, ply] = [given.get("review"), Number(given.get("ply"))];
  if (!key) return act.next();
  const found = await ask(`/api/reviews/${encodeURIComponent(key)}`);
  const review = found.ok ? found.data.review : null;
  const judged = review?.plies[ply - 1];
  if (!judged) {
    await act.next();
    return refuse(found.ok ? _("This review has no such move.") : found.error.sentence);
  }
  const card = cardOf(review, judged, given.get("from") ?? "", Date.now());
  const known = deck().find((each) => each.id === card.id);
  return take(known ?? card, !known || !dueNow([known], Date.now()).length);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (field.value.trim()) move(field.value.trim());
});
addEventListener("hashchange", begin);
begin();
