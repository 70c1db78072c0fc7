/** The thinking panel: what a bot sees while it thinks, and what it said of its move when the reader looks back. */

import { html, nothing } from "lit";
import { count, duration, short, signed } from "lib/format.js";
import { button } from "lib/button.js";
import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";
import { _, ngettext } from "lib/messages.js";
import { isLive, judges, shownPly } from "./select.js";
import { opinion, valueWords } from "./values.js";
import { nameOf, says } from "./words.js";

/** For each bot its newest thought on or before the shown ply; the live one if it thinks now. @param {Play.State} state */
export function thoughts(state) {
  const { game, thinking } = state;
  const shown = shownPly(state);
  return game.seats
    .filter((seat) => seat.kind === "bot")
    .map(({ seat }) => {
      if (isLive(state) && thinking?.seat === seat && game.status === "playing") return { seat, now: true, choice: thinking };
      const move = game.moves.slice(0, shown).findLast((each) => each.seat === seat && each.choice);
      return { seat, now: false, choice: move?.choice ?? null, move: move?.text, ply: move?.ply };
    });
}

/**
 * The panel, one block for each bot, and the hint if there is one for this position; `later.reasons` adds to each. While one plays,
 * what the bots think is put away until it is asked for.
 * @param {Play.State} state @param {Play.Later} [later] @param {Play.Act} [act]
 */
export function thinkingPanel(state, later = {}, act) {
  const { game } = state;
  const hint = isLive(state) ? state.hints[game.ply] : null;
  const found = thoughts(state);
  if (!found.length && !hint) return html`<p class="soft small">${_("No bot plays in this game. A hint asks one.")}</p>`;
  if (!judges(state)) {
    const show = button([icon("eye"), _("Show evaluations")], () => act?.toggle("evaluation", true), { kind: "small" });
    return html`${hint ? block(state, { seat: hint.seat, choice: hint.choice, move: hint.choice.move, hint: true }, later) : nothing}
      <p class="soft small">${_("What the bots think stays hidden while you play.")}</p><p>${show}</p>`;
  }
  return html`${hint ? block(state, { seat: hint.seat, choice: hint.choice, move: hint.choice.move, hint: true }, later) : nothing}
  ${found.map((each) => block(state, each, later))}`;
}

function block(/** @type {Play.State} */ state, /** @type {Play.Thought} */ thought, /** @type {Play.Later} */ later) {
  const { game } = state;
  const { choice, seat } = thought;
  const title = thought.hint ? _("Hint") : nameOf(game, seat);
  return html`<section class="thought" aria-label=${_("{title}: thinking", { title })}>
    <h2 class="row">${mark(seat, 16, game.game)} ${title} <span class="soft small">${headline(thought)}</span></h2>
    ${choice ? [facts(state, { ...thought, choice }), later.reasons?.(choice)] : html`<p class="soft small">${_("Nothing to tell yet.")}</p>`}
  </section>`;
}

function headline(/** @type {Play.Thought} */ thought) {
  if (thought.now) return thought.choice?.queue ? _("waits, place {queue} in the queue", { queue: thought.choice.queue }) : _("thinks");
  return thought.move ? (thought.hint ? thought.move : _("on {move}", { move: thought.move })) : "";
}

/**
 * The facts that are known, as a list of terms; those that are not are left out.
 * @param {Play.State} state @param {{choice: Protocol.Choice, seat: number, ply?: number}} given
 */
function facts(state, { choice, seat, ply }) {
  const { game } = state;
  const seen = game.seats.length === 2 ? opinion(choice, ply ?? game.ply, seat) : null;
  const speed = choice.nodes_per_second ?? (choice.nodes && choice.seconds ? choice.nodes / choice.seconds : null);
  const rows = [
    [_("Value"), seen ? valueWords(seen, (who, you, other) => says(game, who, you, other)) : choice.value],
    [_("Found"), choice.details?.book ? _("in the opening book") : null],
    [_("Depth"), choice.depth ? ngettext("{count} ply", "{count} plies", choice.depth) : null],
    [_("Positions"), choice.nodes ? count(choice.nodes) : null],
    [_("Speed"), choice.nodes && speed ? _("{positions} a second", { positions: short(speed) }) : null],
    [_("Time"), choice.seconds ? duration(choice.seconds) : null],
    [_("Line"), choice.line?.length ? html`<span class="mono">${choice.line.join(", ")}</span>` : null],
  ].filter(([, value]) => value !== null && value !== undefined);
  return html`<dl class="facts small">${rows.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>
    ${ranking(choice.ranked ?? choice.details?.ranked?.slice(0, 8))}`;
}

/** The moves that looked best, with the parts of their scores where they have any. @param {Protocol.Ranked[] | undefined} ranked */
function ranking(ranked) {
  if (!ranked?.length) return nothing;
  const parts = (/** @type {Protocol.Ranked} */ each) =>
    Object.entries(each.parts ?? {})
      .filter(([, value]) => value)
      .map(([name, value]) => `${name.replace(/_/g, " ")} ${signed(value)}`)
      .join(", ");
  return html`<h3>${_("Best at first sight")}</h3>
    <ol class="ranking">
      ${ranked.map(
        (each) => html`<li>
          <span class="mono">${each.text}</span> <span class="number">${signed(each.rank)}</span>
          <span class="soft small">${each.exposed ? _("loses at once") : parts(each)}</span>
        </li>`,
      )}
    </ol>`;
}
