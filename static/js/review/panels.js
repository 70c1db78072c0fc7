/** What stands beside the board of a review: how accurate each side was, the move that is shown, and the list of all. */

import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { html, ifDefined, nothing } from "lit";
import { BAD, lossWords, MARKS, markPicture, percent } from "./marks.js";

/** Each side's accuracy and how many moves of each kind it made. @param {Review.Review} review */
export const sides = (review) => html`<div class="review-sides tiles-fit">${review.seats.map(
  (seat) => html`<section class="card review-side column gap-2" aria-label=${seat.name}>
    <h2 class="inline gap-2">${mark(seat.seat, 20, review.game)} ${seat.name}</h2>
    <p class="review-accuracy"><strong class="number">${seat.accuracy === null ? "–" : Math.round(seat.accuracy)}</strong> <span class="soft small">${_("% accuracy")}</span></p>
    <ul class="row gap-apart small">${Object.entries(seat.marks).filter(([name]) => name !== "forced" && name !== "fine").map(
      ([name, count]) => html`<li class="inline">${markPicture(name, 16)} <span class="number">${count}</span> × ${MARKS[name].word}</li>`)}
      ${Object.keys(seat.marks).some((name) => BAD.includes(name)) ? nothing : html`<li class="soft">${_("no mistakes")}</li>`}</ul>
  </section>`)}</div>`;

/** The shown move: its mark, what it lost, and what was better. @param {Review.Review} review @param {Review.Ply | undefined} ply @param {unknown} more */
export function judgement(review, ply, more) {
  if (!ply) return html`<section class="card review-move column gap-2"><p class="soft">${_("Choose a move in the list or on the curve, or step through the marked ones.")}</p></section>`;
  const { word } = MARKS[ply.mark];
  const lost = lossWords(ply, review.unit);
  const other = ply.best.move !== ply.move;
  const sure = ply.best.exact && ply.made.exact ? _("exact") : _("estimate");
  return html`<section class="card review-move column gap-2 ${ply.mark}" aria-live="polite">
    <h2 class="inline gap-2">${markPicture(ply.mark, 26)} <span><span class="mono" translate="no">${ply.ply}. ${ply.move}</span>: ${word}</span></h2>
    ${lost ? html`<p>${_("It lost {lost} ({sure}).", { lost, sure })}</p>` : nothing}
    ${ply.mark === "only" ? html`<p>${_("Every other move would have lost more than a tenth of the chances.")}</p>` : nothing}
    ${other && BAD.includes(ply.mark) ? html`<p>${_("Better:")} <strong class="mono" translate="no">${ply.best.line.slice(0, 6).join(", ")}</strong></p>` : nothing}
    ${ply.made.line.length > 1 && BAD.includes(ply.mark) ? html`<p>${_("What follows:")} <span class="mono" translate="no">${ply.made.line.slice(0, 7).join(", ")}</span></p>` : nothing}
    <p class="small soft">${_("Chances to win: {before} % before, {after} % after.", { before: percent(ply.chances[0]), after: percent(ply.chances[1]) })}</p>
    ${more}
  </section>`;
}

/** The first `rows` moves with their marks. @param {Review.Review} review @param {number} shown @param {(ply: number) => void} go @param {number} rows */
export const list = (review, shown, go, rows) => html`<ol class="review-list scroll-y card" aria-label=${_("Moves with their marks")}>
  ${review.plies.slice(0, rows).map((ply) => html`<li><button type="button" class="review-entry one-row fill rounded ${ply.mark}" data-ply=${ply.ply} aria-current=${ifDefined(ply.ply === shown ? "step" : undefined)} @click=${() => go(ply.ply)}>
    <span class="soft small number">${ply.ply}</span> ${mark(ply.seat, 12, review.game)} <span class="mono" translate="no">${ply.move}</span>
    ${ply.mark === "fine" ? nothing : html`<span class="inline small push">${markPicture(ply.mark, 16)}<span>${MARKS[ply.mark].word}</span></span>`}
  </button></li>`)}</ol>`;
