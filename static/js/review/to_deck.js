/** From a review to the deck: one's own mistakes are there by themselves, those of others at a click. */

import { icon } from "lib/icons.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { html, nothing } from "lit";
import { cardsOf } from "./cards.js";
import { addCards, deck } from "./deck_store.js";

/** @param {Review.Review} review @param {number[]} own the reader's seats @param {() => void} draw */
export function toDeck(review, own, draw) {
  const known = new Set(deck().map((card) => card.id));
  const of = review.seats.map(({ seat }) => cardsOf(review, [seat], "", Date.now()));
  const there = of.flat().filter((card) => known.has(card.id)).length;
  const missing = review.seats.filter(({ seat }) => !own.includes(seat) && of[seat].some((card) => !known.has(card.id)));
  const add = (/** @type {number} */ seat) => (addCards(of[seat]), draw());
  if (!there && !missing.length) return nothing;
  return html`<section class="column gap-2" id="review-deck" aria-label=${_("Your deck")}>
    ${there ? html`<p>${ngettext("{count} of these mistakes is in your deck.", "{count} of these mistakes are in your deck.", there)} <a href=${served("/deck")}>${_("Play them better")}</a></p>` : nothing}
    ${missing.length ? html`<p class="button-row">${missing.map(({ seat, name }) => html`<button type="button" class="button" data-seat=${seat} @click=${() => add(seat)}>${icon("load")}${_("Put the mistakes of {name} into your deck", { name })}</button>`)}</p>` : nothing}
  </section>`;
}
