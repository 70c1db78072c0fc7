/** What the bots of a game told of their searches: the newest thought of each, and a chart of what each expected. */

import { html, nothing, svg } from "lit";
import { chart, scale, valueAt } from "lib/chart.js";
import { count, signed } from "lib/format.js";
import { colourOf, mark } from "lib/marks.js";
import { _, ngettext } from "lib/messages.js";

const HEIGHT = 72;
const EDGE = 6;

/** @typedef {{depth?: number, value?: number, nodes?: number, line?: string[]}} Mind */
/** @typedef {Protocol.Move & {mind?: Mind}} Thought */

/** The newest move of a seat up to a ply with which it told something, or null. @param {Thought[]} moves @param {number} seat @param {number} here */
export const newest = (moves, seat, here) => moves.slice(0, here).findLast((move) => move.seat === seat && move.mind) ?? null;

/**
 * What each of two seats expected, as the first one would say it: a list for each seat of ply and value, none where it said nothing.
 * @param {Thought[]} moves @returns {[number, number][][]}
 */
export function opinions(moves) {
  return [0, 1].map((seat) => moves.filter((move) => move.seat === seat && move.mind?.value !== undefined).map((move) => [move.ply + 1, (seat ? -1 : 1) * Number(move.mind?.value)]));
}

function words(/** @type {Mind} */ { depth, value, nodes }) {
  return [
    value === undefined ? "" : _("expects {value}", { value: signed(Math.round(10 * value) / 10) }),
    depth ? ngettext("looked {count} ply ahead", "looked {count} plies ahead", depth) : "",
    nodes ? ngettext("{number} position", "{number} positions", nodes, { number: count(nodes) }) : "",
  ].filter(Boolean).join(", ");
}

/**
 * Both minds, or as many as there are.
 * @param {{moves: Thought[], seats: {seat: number, name: string}[], game: string}} shown @param {number} here The ply that is shown.
 * @param {(ply: number) => void} [go]
 */
export function minds({ moves, seats, game }, here, go = () => {}) {
  if (!moves.some((move) => move.mind)) return nothing;
  return html`<section class="minds-of column gap-2" data-game=${game}>
    <h2>${_("What they thought")}</h2>
    <ul class="column gap-2">${seats.map(({ seat, name }) => {
      const move = newest(moves, seat, here);
      return html`<li class="small"><span class="inline gap-2 strong">${mark(seat, 16, game)} ${name}</span>
        ${move?.mind
          ? html`<p>${_("Move {number}:", { number: move.ply + 1 })} ${words(move.mind)}</p>${move.mind.line ? html`<p class="mono break soft">${move.mind.line.join(", ")}</p>` : nothing}`
          : html`<p class="soft">${_("It has told nothing yet.")}</p>`}</li>`;
    })}</ul>
    ${seats.length === 2 ? plot(moves, seats, here, go) : nothing}
  </section>`;
}

function plot(/** @type {Thought[]} */ moves, /** @type {{seat: number, name: string}[]} */ seats, /** @type {number} */ here, /** @type {(ply: number) => void} */ go) {
  const lines = opinions(moves);
  const all = lines.flat().map(([, value]) => Math.abs(value));
  if (all.length < 2) return nothing;
  const most = Math.max(...all, 0.001);
  const x = scale([1, Math.max(moves.length, 2)], [1, 99], "%");
  const y = scale([-most, most], [HEIGHT - EDGE, EDGE]);
  const label = _("What each expected from move to move; above the line {name} is ahead", { name: seats[0].name });
  const click = (/** @type {number} */ across) => go(valueAt(across, [1, moves.length], [0.01, 0.99]));
  return html`<figure class="minds-plot">${chart({ height: HEIGHT, label, kind: "sunken", click }, svg`
      <line class="zero" x1="0" x2="100%" y1=${HEIGHT / 2} y2=${HEIGHT / 2}></line>
      ${here ? svg`<line class="here" x1=${x(here)} x2=${x(here)} y1="0" y2=${HEIGHT}></line>` : nothing}
      ${lines.map((line, seat) => line.slice(1).map(([ply, value], at) => ["minds-edge", ""].map((kind) => svg`<line class=${kind} x1=${x(line[at][0])} y1=${y(line[at][1])} x2=${x(ply)} y2=${y(value)} stroke=${colourOf(seat)} stroke-width="2"></line>`)))}
      ${lines.map((line, seat) => line.map(([ply, value]) => svg`<circle cx=${x(ply)} cy=${y(value)} r="3" fill=${colourOf(seat)} stroke="var(--mark-outline)"></circle>`))}`)}
    <figcaption class="small soft">${_("What each expected, up for {name}", { name: seats[0].name })}</figcaption></figure>`;
}
