/** How long each bot thought over each of its moves: a line of bars for each seat, over the plies of the game. */

import { html, nothing, svg } from "lit";
import { chart, scale, valueAt } from "lib/chart.js";
import { duration } from "lib/format.js";
import { colourOf, mark } from "lib/marks.js";
import { _, ngettext, withElements } from "lib/messages.js";

const HEIGHT = 48;
const LEAST = 1;
const spent = (/** @type {Protocol.Move} */ move) => move.seconds ?? 0;

/**
 * @param {Protocol.Snapshot} shown The game, as the page has it.
 * @param {number} here The ply that is shown.
 * @param {(ply: number) => void} go
 */
export function timeChart(shown, here, go) {
  const { moves, seats } = shown;
  if (!moves.length) return nothing;
  const most = Math.max(...moves.map(spent), 0.001);
  const move = moves[here - 1];
  return html`<h2>${_("Time of each move")}</h2>
    <div class="time-lines" data-game=${shown.game}>
      ${seats.map(
        (/** @type {Protocol.Seat} */ seat) => html`<span class="inline gap-2">${mark(seat.seat, 16, shown.game)} ${seat.name}</span>
          ${bars(moves, seat, most, here, go)}`,
      )}
    </div>
    <p class="small soft">${move ? withElements(_("Move {number}: {name}, {move}, {time}. "), { number: here, name: seats[move.seat].name, move: html`<span class="mono">${move.text}</span>`, time: duration(spent(move)) }) : nothing}${_("The longest took {time}.", { time: duration(most) })}</p>`;
}

function bars(/** @type {Protocol.Move[]} */ moves, /** @type {Protocol.Seat} */ seat, /** @type {number} */ most, /** @type {number} */ here, /** @type {(ply: number) => void} */ go) {
  const x = scale([0, moves.length], [0, 100], "%");
  const width = x(1);
  const click = (/** @type {number} */ across) => go(valueAt(across, [0.5, moves.length + 0.5]));
  const own = moves.filter((move) => move.seat === seat.seat);
  const longest = own.reduce((best, move) => (best && spent(best) >= spent(move) ? best : move), /** @type {Protocol.Move | null} */ (null));
  const words = longest ? ngettext("{count} move, with {time}", "{count} moves; the longest was move {number} with {time}", own.length, { number: longest.ply + 1, time: duration(spent(longest)) }) : _("no move");
  const label = _("Time of {name}: {words}", { name: seat.name, words });
  return chart({ height: HEIGHT, label, kind: "time-bars sunken", click }, svg`
    <rect class="here" x=${x(here - 1)} width=${width} height=${HEIGHT} visibility=${here ? "visible" : "hidden"}></rect>
    <line class="zero" x1="0" x2="100%" y1=${HEIGHT - 0.5} y2=${HEIGHT - 0.5}></line>
    ${own.map((move) => {
      const high = Math.max(LEAST, ((HEIGHT - 4) * spent(move)) / most);
      return svg`<rect x=${x(move.ply)} width=${width} y=${(HEIGHT - high).toFixed(1)} height=${high.toFixed(1)}
        fill=${colourOf(seat.seat)}></rect>`;
    })}`);
}
