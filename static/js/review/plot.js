/** The chances to win over the game as a curve, the first seat's upwards, with the marks of moves on it. */

import { chart, curve, scale, valueAt } from "lib/chart.js";
import { _ } from "lib/messages.js";
import { html, nothing, svg } from "lit";
import { BAD, MARKS, percent, shapeAt } from "./marks.js";

const WIDTH = 640;
const HEIGHT = 150;
const EDGE = 14;

/** The chances of the first seat after each ply. @param {Review.Ply} ply */
const first = (ply) => (ply.seat === 0 ? ply.chances[1] : 1 - ply.chances[1]);

/** @param {Review.Review} review @param {number} shown the ply that is shown @param {(ply: number) => void} go */
export function plot(review, shown, go) {
  const { plies } = review;
  if (review.seats.length !== 2) return nothing;
  const x = scale([0, plies.length], [EDGE, WIDTH - EDGE]);
  const y = scale([0, 1], [HEIGHT - EDGE, EDGE]);
  const start = plies.length ? (plies[0].seat === 0 ? plies[0].chances[0] : 1 - plies[0].chances[0]) : 0.5;
  const points = [/** @type {const} */ ([x(0), y(start)]), ...plies.map((ply) => /** @type {const} */ ([x(ply.ply), y(first(ply))]))];
  const line = curve(points);
  const go1 = (/** @type {number} */ across) => go(valueAt(across, [0, plies.length], [EDGE / WIDTH, 1 - EDGE / WIDTH]));
  const label = _("Chances to win over the game: {name} above, {other} below. {count} moves are marked.", {
    name: review.seats[0].name, other: review.seats[1].name, count: plies.filter((ply) => BAD.includes(ply.mark)).length });
  return html`<figure class="review-plot">
    ${chart({ width: WIDTH, height: HEIGHT, label, kind: "fill rounded sunken", click: go1 }, svg`
      <path class="share" d="${line}L${x(plies.length)} ${HEIGHT - EDGE}L${x(0)} ${HEIGHT - EDGE}z"></path>
      <path class="zero" d="M0 ${HEIGHT / 2}H${WIDTH}"></path>
      ${review.turning.map((ply) => svg`<path class="turning" d="M${x(ply)} ${EDGE}V${HEIGHT - EDGE}"></path>`)}
      <path class="here" d="M${x(shown)} 0V${HEIGHT}"></path>
      <path class="curve" d=${line}></path>
      ${plies.filter((ply) => BAD.includes(ply.mark) || ply.mark === "only").map((ply) => svg`<g><title>${ply.ply}. ${ply.move}: ${MARKS[ply.mark].word}</title>${shapeAt(ply.mark, x(ply.ply), y(first(ply)), 0.62)}</g>`)}`)}
    <figcaption class="small soft row justify-between"><span>${_("{name} above: {part} % at the end", { name: review.seats[0].name, part: percent(plies.length ? first(plies[plies.length - 1]) : 0.5) })}</span>
      ${review.turning.length ? html`<span class="inline"><svg width="10" height="14" aria-hidden="true"><path class="turning" d="M5 0V14"></path></svg>${_("turning points")}</span>` : nothing}</figcaption>
  </figure>`;
}
