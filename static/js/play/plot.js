/** The small plot of all opinions over the whole game; it is loaded when the first bot has spoken. */

import { html, svg } from "lit";
import { chart, curve, scale, valueAt } from "lib/chart.js";
import { mark, markPath } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { shownPly } from "./select.js";
import { share, valueWords } from "./values.js";
import { nameOf, says } from "./words.js";

const WIDTH = 320;
const HEIGHT = 88;
const EDGE = 8;

/**
 * The plot: opinions over the plies, seat 0's view upwards; a click goes to the ply.
 * @param {Play.State} state @param {Play.Opinion[]} list @param {(ply: number) => void} go
 */
export function drawPlot(state, list, go) {
  const { game } = state;
  const last = Math.max(game.ply, 8);
  const x = scale([0, last], [EDGE, WIDTH - EDGE]);
  const y = scale([0, 1], [HEIGHT - EDGE, EDGE]);
  const points = list.map((one) => /** @type {const} */ ([x(one.ply), y(share(one))]));
  const click = (/** @type {number} */ across) => go(Math.min(valueAt(across, [0, last], [EDGE / WIDTH, 1 - EDGE / WIDTH]), game.ply));
  const here = x(shownPly(state));
  return html`<figure class="plot">
    ${chart({ width: WIDTH, height: HEIGHT, label: summary(state, list), kind: "fill rounded sunken", click }, svg`<path class="zero" d="M0 ${HEIGHT / 2}H${WIDTH}"></path>
      <path class="here" d="M${here} 2V${HEIGHT - 2}"></path>
      <path class="curve" d=${curve(points)}></path>
      ${list.map((one, at) => point(one, ...points[at], game.game))}`)}
    <figcaption class="row small soft">
      <span class="inline">${mark(0, 12, game.game)} ${_("{name} above", { name: nameOf(game, 0) })}</span> <span class="inline">${mark(1, 12, game.game)} ${_("{name} below", { name: nameOf(game, 1) })}</span>
    </figcaption>
  </figure>`;
}

/**
 * One opinion in the plot, in the shape of the seat that holds it; the result is a ring.
 * @param {Play.Opinion} one @param {string} x @param {string} y @param {string} game
 */
function point(one, x, y, game) {
  if (one.by < 0) return svg`<circle class="end" cx=${x} cy=${y} r="4"></circle>`;
  return svg`<path class="dot" d=${markPath(one.by, game)} transform="translate(${x} ${y}) scale(0.36)"
    fill="var(--seat-${one.by + 1})"></path>`;
}

/** The plot in words. @param {Play.State} state @param {Play.Opinion[]} list */
function summary(state, list) {
  const say = (/** @type {number} */ seat, /** @type {string} */ you, /** @type {string} */ other) => says(state.game, seat, you, other);
  const last = list[list.length - 1];
  return _("Evaluation over the game, {length} opinions. After move {ply}: {say}", { length: list.length, ply: last.ply, say: valueWords(last, say) });
}
