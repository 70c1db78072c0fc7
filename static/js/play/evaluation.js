/** The evaluation: the bar with its number and words; the plot over the whole game is `plot.js`, loaded when there is one. */

import { html, nothing } from "lit";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { judges, shownPly } from "./select.js";
import { leader, opinionAt, opinions, share, shortValue, valueWords } from "./values.js";
import { says } from "./words.js";

/** All opinions that this page has heard and shows. @param {Play.State} state */
export const heard = (state) => (judges(state) ? opinions(state.game, state.hints, state.thinking) : []);

/** The opinion on the position that is shown, with the words for it. @param {Play.State} state */
export function judgement(state) {
  const one = opinionAt(heard(state), shownPly(state));
  if (!one) return null;
  const { game } = state;
  return { one, words: valueWords(one, (seat, you, other) => says(game, seat, you, other)) };
}

/** The bar: seat 0 fills it from the left, seat 1 from the right; the number stands at the side that leads. @param {Play.State} state */
export function bar(state) {
  const { game, ui } = state;
  const bots = game.seats.some((seat) => seat.kind === "bot");
  if (game.seats.length !== 2 || ui.switches.bar === false || !judges(state)) return nothing;
  if (!bots && !Object.keys(state.hints).length) return nothing;
  const found = judgement(state);
  const part = share(found?.one) * 100;
  const number = (/** @type {number} */ seat) => html`<strong class="number">${found && leader(found.one) === seat ? shortValue(found.one) : ""}</strong>`;
  return html`<div class="evaluation small">
    ${mark(0, 14, game.game)} ${number(0)}
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="10" fill="var(--seat-2)"></rect>
      <rect width=${part} height="10" fill="var(--seat-1)"></rect>
      <path d="M${part} 0v10" class="edge"></path><path d="M50 0v10" class="middle"></path>
    </svg>
    ${number(1)} ${mark(1, 14, game.game)}
    <span class="words">${found ? found.words : _("No bot has judged this position yet.")}</span>
  </div>`;
}

/**
 * The plot's place: the plot itself as soon as there is something to plot. @param {any} [draw] `plot.js`'s, once it is loaded
 * @param {Play.State} state @param {(ply: number) => void} go
 */
export function plot(state, go, draw) {
  if (state.game.seats.length !== 2) return nothing;
  const list = heard(state);
  if (!judges(state)) return nothing;
  if (!list.length) return html`<p class="soft small">${_("The evaluation appears here once a bot has judged a position.")}</p>`;
  return draw ? draw(state, list, go) : nothing;
}
