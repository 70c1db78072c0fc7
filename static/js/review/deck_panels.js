/** What stands beside the board of the deck: the question and what the search says, the rest when nothing is due, and the deck as a file. */

import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { html, nothing } from "lit";
import { fragment } from "../lab/address.js";
import { recordOf } from "./asking.js";
import { MARKS, markPicture, percent } from "./marks.js";
import { dayOf, daysToNext } from "./schedule.js";
import { ENOUGH } from "./trial.js";

/** The verdict on the trial so far, in a sentence. @param {Review.Desk} state */
function verdict({ trial, told, busy, shown, card }) {
  if (!trial || !card) return "";
  if (busy) return _("The search looks at your move …");
  if (shown) return _("Better was {line}.", { line: card.line.join(", ") });
  if (!told) return _("Find a move that keeps what you had: {part} % of the chances to win.", { part: percent(card.before) });
  const fields = { move: told.move, after: percent(told.chances[1]), lost: percent(told.lost.chance), reply: told.replies.join(", "), better: told.best.move };
  if (trial.phase === "lost") {
    return told.best.move === told.move || told.lost.chance < 0.005
      ? _("Lost: bit by bit your moves gave away {part} % of the chances.", { part: percent(trial.lost) })
      : told.replies.length
        ? _("Lost: {move} gives away {lost} % of the chances by {reply}; {better} would have kept them.", fields)
        : _("Lost: {move} gives away {lost} % of the chances; {better} would have kept them.", fields);
  }
  if (trial.phase === "kept") {
    if (told.over) return _("Kept: the game is over with {move}, and you gave nothing away.", fields);
    if (trial.made < ENOUGH) return _("Kept: {move} is proven to be best.", fields);
    return ngettext("Kept: after {count} move you still have {after} % of the chances.", "Kept: after {count} moves you still have {after} % of the chances.", trial.made, fields);
  }
  return ngettext("{move} keeps it: {after} % of the chances. The answer is {reply}; {count} more move.", "{move} keeps it: {after} % of the chances. The answer is {reply}; {count} more moves.", ENOUGH - trial.made, fields);
}

/** When a card comes again, in words. @param {Review.Card} card */
function comesAgain(card) {
  const days = card.due - dayOf(Date.now());
  return days <= 1 ? _("It comes again tomorrow.") : ngettext("It comes again in {count} day.", "It comes again in {count} days.", days);
}

/** Which mistake is played, and what the search says so far. @param {Review.Desk} state */
export function question(state) {
  const { card } = state;
  if (!card) return nothing;
  return html`<section class="column gap-2" aria-labelledby="deck-title" data-game=${card.game} data-colours=${String(card.options.colours ?? "usual")}>
    <h2 id="deck-title" class="inline gap-2">${mark(card.seat, 20, card.game)} <span>${card.title}, ${_("move {ply}", { ply: card.moves.length + 1 })}</span></h2>
    <p class="inline">${markPicture(card.mark, 20)} <span>${_("There you played {move}: {word}, {part} % of the chances.", { move: card.move, word: MARKS[card.mark].word, part: percent(card.lost) })}</span></p>
    <p id="deck-verdict"><strong>${verdict(state)}</strong></p>
  </section>`;
}

/**
 * What can be done with the card that is played.
 * @param {Review.Desk} state @param {Review.Acts} act @param {boolean} kept whether it is in the deck @param {number} due
 */
export function ways(state, act, kept, due) {
  const { card, trial, told } = state;
  if (!card || !trial) return nothing;
  const over = state.shown || trial.phase === "kept" || trial.phase === "lost";
  const kind = state.shown ? "" : trial.phase === "kept" ? "only" : trial.phase === "lost" ? "blunder" : "";
  const review = card.from ? new URLSearchParams({ from: card.from, ply: String(card.moves.length + 1) }) : new URLSearchParams({ game: card.game, record: recordOf(card) });
  return html`<section class="card review-move column gap-3 ${kind}" aria-label=${_("What to do with this mistake")}>
    ${trial.phase === "lost" && told?.sentence && !state.shown ? html`<p class="review-reason">${told.sentence}</p>` : nothing}
    ${state.counted && kept && !state.practice ? html`<p class="small soft">${comesAgain(card)}</p>` : nothing}
    <p class="button-row">
      ${over ? html`<button type="button" class="button primary" id="deck-next" @click=${act.next}>${icon("forward")}${due ? _("Next mistake") : _("Done")}</button>
        <button type="button" class="button" id="deck-again" @click=${act.again}>${icon("again")}${_("Once more")}</button>` : nothing}
      ${state.shown ? nothing : html`<button type="button" class="button" id="deck-show" ?disabled=${state.busy} @click=${act.show}>${icon("hint")}${_("Show what was better")}</button>`}
      ${told?.stage && trial.phase === "lost" ? html`<a class="button" href=${served(`/lab${fragment(told.stage)}`)} target="_blank">${icon("eye")}${_("See the answer {move} in the search", { move: told.stage.line[1] })}</a>` : nothing}
      <a class="button" href=${served(`/review#${review}`)}>${icon("board")}${_("Its review")}</a>
      ${kept ? html`<button type="button" class="button quiet" @click=${() => act.drop(card)}>${icon("close")}${_("Take it out of the deck")}</button>`
        : html`<button type="button" class="button" id="deck-add" @click=${() => act.add(card)}>${icon("load")}${_("Put it into your deck")}</button>`}
    </p>
  </section>`;
}

/** Nothing is due. @param {Review.Card[]} cards @param {Review.Acts} act */
export function rest(cards, act) {
  const days = daysToNext(cards, Date.now());
  return html`<section class="card column gap-3" id="deck-rest">
    ${days === null
      ? html`<p>${_("There are no mistakes here yet. Review a game that you played: its mistakes come here by themselves.")}</p>`
      : html`<p>${days <= 1 ? _("Nothing more for today. The next mistake comes tomorrow.") : ngettext("Nothing more for today. The next mistake comes in {count} day.", "Nothing more for today. The next mistake comes in {count} days.", days)}</p>
        <p class="button-row"><button type="button" class="button" @click=${act.practise}>${icon("again")}${_("Practise all the same")}</button></p>`}
  </section>`;
}

/** How the deck stands, one's games without a review, and the deck as a file. @param {Review.Desk} state @param {Review.Acts} act @param {Review.Card[]} cards @param {number} due */
export function keeping({ others, looking, said }, act, cards, due) {
  const choose = (/** @type {FieldEvent} */ event) => event.target.files?.[0] && act.load(event.target.files[0]);
  return html`<section class="column gap-3" aria-labelledby="deck-all">
    <h2 id="deck-all">${_("Your deck")}</h2>
    <p class="number" id="deck-stands" data-due=${due}>${_("{due} for today, {count} in all.", { due, count: cards.length })}</p>
    ${said ? html`<p class="notice" id="deck-said">${said}</p>` : nothing}
    ${looking
      ? html`<p role="status">${_("{title}: game {at} of {of}", { title: looking.title, at: looking.at, of: looking.of })}</p>
        <progress class="fill" max=${looking.plies || 1} value=${looking.done} aria-label=${_("How far the review is")}></progress>`
      : others.length
        ? html`<p>${ngettext("{count} game that you finished here has not been reviewed.", "{count} games that you finished here have not been reviewed.", others.length)}</p>
          <p class="button-row"><button type="button" class="button" id="deck-look" @click=${act.look}>${icon("eye")}${_("Look for their mistakes")}</button></p>`
        : nothing}
    <p class="button-row"><button type="button" class="button" id="deck-save" ?disabled=${!cards.length} @click=${act.save}>${icon("load")}${_("Save as a file")}</button></p>
    <div class="field"><label for="deck-file">${_("A saved deck")}</label>
      <input id="deck-file" type="file" accept=".json,application/json" @change=${choose} /></div>
  </section>`;
}
