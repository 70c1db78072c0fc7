/** What one's own bot used for each move of a game, with the limits: processor time, memory, what it said and what it wrote to its log. */

import { html, nothing, svg } from "lit";
import { chart, scale, valueAt } from "lib/chart.js";
import { count, duration, fixed } from "lib/format.js";
import { colourOf } from "lib/marks.js";
import { _ } from "lib/messages.js";

const HEIGHT = 48;
const LEAST = 1;
const MEGABYTE = 1024 * 1024;
const ROOM = 1.15;

/** Of each move: its ply, processor seconds, bytes of memory, bytes said and written to the log since the start. @typedef {[number, number, number, number, number]} Used */
/** @typedef {{base: number, increment: number, memory: number, said: number, complained: number}} Limits */
/** @typedef {{title: string, values: [number, number][], limit: number, words: (value: number) => string}} Line */

/** How much that is: 950 B, 12.3 kB, 512 MB, by powers of 1024 as the limits are. @param {number} bytes */
function size(bytes) {
  const [by, unit] = bytes >= MEGABYTE ? [MEGABYTE, "MB"] : bytes >= 1024 ? [1024, "kB"] : [1, "B"];
  const many = Math.round((10 * bytes) / by) / 10;
  return `${many % 1 && many < 100 ? fixed(many, 1) : count(many)} ${unit}`;
}

/**
 * The lines to draw: for each a title, ply and value of each move, and the most that may be.
 * @param {Used[]} used @param {Limits} limits @returns {Line[]}
 */
export function lines(used, limits) {
  const grown = (/** @type {3 | 4} */ at) => used.map((move, number) => /** @type {[number, number]} */ ([move[0], move[at] - (number ? used[number - 1][at] : 0)]));
  const whole = (/** @type {1 | 2} */ at) => used.map((move) => /** @type {[number, number]} */ ([move[0], move[at]]));
  return [
    { title: _("Processor time"), values: whole(1), limit: limits.base + limits.increment * used.length, words: duration },
    { title: _("Memory"), values: whole(2), limit: limits.memory, words: size },
    { title: _("Output"), values: grown(3), limit: limits.said, words: size },
    { title: _("Log"), values: grown(4), limit: limits.complained, words: size },
  ];
}

/** What a line comes to against its limit, in words: of memory the most, of the others the sum. @param {Line} line @param {number} at the number of the line */
export function sumWords({ values, limit, words }, at) {
  const all = values.map(([, value]) => value);
  const most = Math.max(0, ...all);
  const sum = all.reduce((one, other) => one + other, 0);
  return at === 1
    ? _("at most {most} of {limit}", { most: words(most), limit: words(limit) })
    : _("together {sum} of {limit}, at most {most} in a move", { sum: words(sum), limit: words(limit), most: words(most) });
}

/**
 * The charts.
 * @param {Used[]} used @param {Limits} limits
 * @param {{plies: number, seat: number, here: number, go: (ply: number) => void}} about of the game: how many plies, whose seat, the ply that is shown
 */
export function usedCharts(used, limits, { plies, seat, here, go }) {
  if (!used.length) return nothing;
  const x = scale([0, plies], [0, 100], "%");
  const draw = (/** @type {Line} */ line, /** @type {number} */ at) => {
    const most = Math.max(...line.values.map(([, value]) => value), 1e-9);
    const top = Math.min(line.limit, most * ROOM);
    const y = scale([0, top], [HEIGHT, 2]);
    const move = line.values.find(([ply]) => ply === here - 1);
    const words = sumWords(line, at);
    return html`<div class="used-line"><p class="row gap-near small"><strong>${line.title}</strong> <span class="soft number">${words}</span></p>
      ${chart({ height: HEIGHT, label: `${line.title}: ${words}`, kind: "time-bars sunken", click: (across) => go(valueAt(across, [0.5, plies + 0.5])) }, svg`
        <rect class="here" x=${x(here - 1)} width=${x(1)} height=${HEIGHT} visibility=${here ? "visible" : "hidden"}></rect>
        ${line.values.map(([ply, value]) => {
          const high = Math.max(value ? LEAST : 0, HEIGHT - Number(y(value)));
          return svg`<rect x=${x(ply)} width=${x(1)} y=${(HEIGHT - high).toFixed(1)} height=${high.toFixed(1)} fill=${colourOf(seat)}></rect>`;
        })}
        ${line.limit <= top ? svg`<line class="used-limit" x1="0" x2="100%" y1="2" y2="2"></line>` : nothing}`)}
      ${move ? html`<p class="small soft number">${_("Move {number}: {value}", { number: here, value: line.words(move[1]) })}</p>` : nothing}</div>`;
  };
  return html`<div class="used-lines column gap-3">${lines(used, limits).map(draw)}</div>
    <p class="small soft">${_("Bars reach up to the limit where the bot came near it; a line marks it then.")}</p>`;
}
