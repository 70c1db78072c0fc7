/**
 * Two minds at once: where the bots' lines part, the moment at which the game turned, and the time each took. The
 * first half is pure functions.
 */

import { html, nothing, svg } from "lit";
import { chart, scale, valueAt } from "lib/chart.js";
import { duration, signed } from "lib/format.js";
import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";
import { _, withElements } from "lib/messages.js";
import { heard } from "./evaluation.js";
import { moveNumber } from "./moves.js";
import { botsOnly, shownPly } from "./select.js";
import { thoughts } from "./thinking.js";
import { share } from "./values.js";
import { nameOf } from "./words.js";

const WIDTH = 320;
const HEIGHT = 56;
const EDGE = 8;
const spent = (/** @type {Protocol.Move} */ move) => move.seconds ?? 0;
const LEAST_TURN = 0.06;

/**
 * What a bot expects from the shown ply on, as long as it was right so far.
 * @param {{line?: string[]} | null} choice @param {number} ply The ply at which it was made.
 * @param {string[]} played The texts of all moves. @param {number} shown
 * @returns {{expected: string[], missed: number | null}} `missed` is the ply at which the game left its line.
 */
export function outlook(choice, ply, played, shown) {
  const line = choice?.line ?? [];
  for (let at = ply; at < shown && at - ply < line.length; at++) {
    if (line[at - ply] !== played[at]) return { expected: [], missed: at };
  }
  return { expected: line.slice(Math.max(0, shown - ply)), missed: null };
}

/** Each bot's newest thought, where two or more think, with what it expects from the shown position on. @param {Play.State} state */
export function outlooks(state) {
  const { game } = state;
  if (!botsOnly(game)) return [];
  const shown = shownPly(state);
  const played = game.moves.map((move) => move.text);
  return thoughts(state)
    .filter(({ choice }) => choice?.line?.length)
    .map(({ seat, choice, ply, now }) => {
      const from = now ? game.ply : (ply ?? 0);
      return { seat, from, line: choice?.line ?? [], ...outlook(choice, from, played, shown) };
    });
}

/** The first ply at which two lines differ, or null where they agree as far as both go. @param {Play.Outlook} one @param {Play.Outlook} two */
export function parting(one, two) {
  const begin = Math.max(one.from, two.from);
  const end = Math.min(one.from + one.line.length, two.from + two.line.length);
  for (let ply = begin; ply < end; ply++) {
    const texts = [one.line[ply - one.from], two.line[ply - two.from]];
    if (texts[0] !== texts[1]) return { ply, texts };
  }
  return end > begin ? { ply: end, texts: null } : null;
}

/** The largest turn between two opinions that follow each other: the ply after it, and how far the bar moved. @param {Play.Opinion[]} opinions */
export function criticalMoment(opinions) {
  let best = null;
  for (let at = 1; at < opinions.length; at++) {
    const turn = share(opinions[at]) - share(opinions[at - 1]);
    if (Math.abs(turn) > Math.abs(best?.turn ?? LEAST_TURN)) best = { ply: opinions[at].ply, turn };
  }
  return best;
}

/** Whether a bot has said something that more than a few words can be made of. @param {Play.State} given */
const analysed = ({ game, hints }) => game.moves.some((move) => move.choice) || Object.keys(hints).length > 0;

/** The panel's part on both minds. @param {Play.State} state @param {(ply: number) => void} go */
export function minds(state, go) {
  if (!analysed(state)) return nothing;
  return html`${moment(state, go)} ${difference(state)} ${timePlot(state, go)}`;
}

function moment(/** @type {Play.State} */ state, /** @type {(ply: number) => void} */ go) {
  if (state.game.seats.length !== 2) return nothing;
  const found = criticalMoment(heard(state));
  if (!found) return nothing;
  const move = state.game.moves[found.ply - 1];
  const who = nameOf(state.game, found.turn > 0 ? 0 : 1);
  return html`<p class="critical row">
    <button type="button" class="button small" @click=${() => go(found.ply)}>${icon("hint")}${_("Critical moment")}</button>
    <span class="small">${withElements(_("{number} {move}, for {who}"), { number: moveNumber(state.game, found.ply), move: html`<span class="mono">${move?.text}</span>`, who })}</span>
  </p>`;
}

/** Where the two newest lines part, in a sentence. @param {Play.State} state */
function difference(state) {
  const [one, two, more] = outlooks(state);
  if (!one || !two || more) return nothing;
  const found = parting(one, two);
  if (!found) return nothing;
  const words = (/** @type {number} */ seat, /** @type {string} */ text) => html`${mark(seat, 12, state.game.game)} <span class="mono">${text}</span>`;
  return html`<p class="small minds">
    ${found.texts
      ? withElements(_("Their lines part at move {ply}: {one}, {two}."), {
          ply: moveNumber(state.game, found.ply + 1),
          one: words(one.seat, found.texts[0]),
          two: words(two.seat, found.texts[1]),
        })
      : _("Their lines agree up to move {ply}.", { ply: moveNumber(state.game, found.ply) })}
  </p>`;
}

/** Seconds that each move took: a bar a move, the tallest the longest. @param {Play.State} state @param {(ply: number) => void} go */
function timePlot(state, go) {
  const { game } = state;
  const moves = game.moves.filter((move) => move.seconds !== undefined);
  const longest = Math.max(0, ...moves.map(spent));
  if (moves.length < 2 || longest <= 0) return nothing;
  const last = Math.max(game.ply, 8);
  const x = scale([0, last], [EDGE, WIDTH - EDGE]);
  const high = (/** @type {number} */ seconds) => Math.max(1, ((HEIGHT - EDGE) * seconds) / longest);
  const totals = game.seats.map(({ seat }) =>
    moves.filter((move) => move.seat === seat).reduce((all, move) => all + spent(move), 0),
  );
  const shown = shownPly(state);
  const click = (/** @type {number} */ across) => go(Math.min(valueAt(across, [0.5, last + 0.5], [EDGE / WIDTH, 1 - EDGE / WIDTH]), game.ply));
  const width = Math.max((WIDTH - 2 * EDGE) / last - 0.6, 0.8);
  const bars = moves.map((move) => svg`<rect x=${x(move.ply)} width=${width} y=${HEIGHT - high(spent(move))}
    height=${high(spent(move))} fill="var(--seat-${move.seat + 1})" class=${move.ply + 1 === shown ? "now" : ""}></rect>`);
  return html`<figure class="plot times">
    ${chart({ width: WIDTH, height: HEIGHT, label: _("Time for each move; the longest took {time}", { time: duration(longest) }), kind: "fill rounded sunken", click }, svg`${bars}<path class="zero" d="M0 ${HEIGHT - 0.5}H${WIDTH}"></path>`)}
    <figcaption class="row small soft">
      <span class="inline">${_("Longest move: {time}. All moves:", { time: duration(longest) })}</span>
      ${totals.length > 4 ? nothing : totals.map((seconds, seat) => html`<span class="inline">${mark(seat, 12, game.game)} ${duration(seconds)}</span>`)}
    </figcaption>
  </figure>`;
}

/** The parts of a bot's evaluation before its move, and its other lines, where it told them. @param {Protocol.Choice} choice */
export function reasons(choice) {
  const { terms, lines } = /** @type {Protocol.Choice} */ ({ ...choice.details, ...choice });
  return html`${terms?.length ? evaluation(terms) : nothing} ${lines && lines.length > 1 ? others(lines) : nothing}`;
}

function evaluation(/** @type {{title: string, value: number, help: string}[]} */ terms) {
  const most = Math.max(...terms.map(({ value }) => Math.abs(value)), 1e-9);
  return html`<h3>${_("Its evaluation, part by part")}</h3>
    <ul class="terms column">
      ${terms.map(
        ({ title, value, help }) => html`<li title=${help}>
          <span>${title}</span>
          <svg viewBox="-50 0 100 8" preserveAspectRatio="none" aria-hidden="true"><path class="zero" d="M0 0V8"></path>
            <rect class=${value < 0 ? "minus" : "plus"} x=${Math.min(0, (value / most) * 48)} y="1" height="6"
              width=${(Math.abs(value) / most) * 48}></rect></svg>
          <span class="number">${signed(value)}</span>
        </li>`,
      )}
    </ul>`;
}

function others(/** @type {any[]} */ lines) {
  const worth = (/** @type {Protocol.Choice} */ { value, outcome }) => (outcome ? { win: _("wins"), loss: _("loses"), draw: _("draws") }[outcome] : signed(value ?? 0));
  return html`<h3>${_("Its best lines")}</h3>
    <ol class="ranking">
      ${lines.map((each) => html`<li><span class="number">${worth(each)}</span> <span class="mono">${each.line.join(", ")}</span></li>`)}
    </ol>`;
}
