/** Premoves and replies to what one expects, while others are to move: chosen on the board, kept by the server. */

import { html, nothing } from "lit";
import { button } from "lib/button.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";
import { isLive } from "./select.js";
import { mover, yours } from "./words.js";

const NONE = { lines: /** @type {string[][]} */ ([]), premove: "" };
let hoped = { premove: "", ply: 0 };

/** Whether the reader may plan now: with one seat, while others are to move. @param {Protocol.Snapshot} game */
export const mayPlan = (game) => mover(game) !== null && yours(game).length === 1 && mover(game) !== yours(game)[0] && !game.out?.includes(yours(game)[0]);

/** The reader's plan as it stands. @param {Protocol.Snapshot} game */
export const ownPlan = (game) => game.plans?.[yours(game)[0]] ?? NONE;

/** What is being planned on the board, if the game has not moved on. @param {Play.State} state */
const planning = ({ game, ui }) => (ui.planning && ui.planning.ply === game.ply && mayPlan(game) ? ui.planning : null);

/** What the board shows in place of the game while something is planned. @param {Play.State} state */
export function planned(state) {
  const now = planning(state);
  if (!now || !isLive(state)) return null;
  return { view: now.view, yours: [now.view.to_move], interactive: true, last: null, hint: null };
}

/** The position after some moves more, as the server sees it. @param {Protocol.Snapshot} game @param {string[]} chosen @param {object} [more] */
function look(game, chosen, more = {}) {
  const moves = [...game.moves.map(({ text }) => text), ...chosen];
  return ask("/api/position", { game: game.game, options: game.options, position: game.start, moves, ...more });
}

/** Begin to plan, or go on after some moves. @param {Play.State} state @param {Play.Act} act @param {Play.Planning["kind"]} kind @param {string[]} [chosen] */
async function begin({ game }, act, kind, chosen = []) {
  const found = await look(game, chosen, kind === "premove" ? { premove_of: yours(game)[0] } : {});
  if (!found.ok) return act.say(found.error.sentence, "bad");
  act.live();
  act.ui({ planning: { kind, ply: game.ply, view: found.data.view, chosen } });
  return act.say(words(kind, chosen, found.data.view.to_move === yours(game)[0]));
}

/** What is to be chosen next. @param {Play.Planning["kind"]} kind @param {string[]} chosen @param {boolean} own */
function words(kind, chosen, own) {
  if (kind === "premove") return _("Choose the move that you will make, whatever is played.");
  if (!own) return chosen.length ? _("After {moves}: choose what you expect next.", { moves: chosen.join(", ") }) : _("Choose the move that you expect.");
  return _("Now choose your reply to {moves}.", { moves: chosen.join(", ") });
}

/** A move was chosen on the board: whether it was for a plan. @param {Play.State} state @param {Play.Act} act @param {string} text */
export function planMove(state, act, text) {
  const now = planning(state);
  if (!now || !isLive(state)) return false;
  const plan = ownPlan(state.game);
  const mine = now.view.to_move === yours(state.game)[0];
  act.ui({ planning: null });
  if (now.kind === "premove") premove(act, { ...plan, premove: text });
  else if (mine) act.plan({ ...plan, lines: [...plan.lines, [...now.chosen, text]] });
  else begin(state, act, "reply", [...now.chosen, text]);
  return true;
}

/** Have a premove kept, and say so once it is. @param {Play.Act} act @param {{lines: string[][], premove: string}} plan */
async function premove(act, plan) {
  const { ok } = await act.plan(plan);
  if (ok) act.say(_("Premove: {move}", { move: plan.premove }));
}

/** The premove to be marked over the live position, as the move of the reader's seat; null if there is none. @param {Play.State} state */
export function premoved(state) {
  const { premove } = ownPlan(state.game);
  return premove && isLive(state) && mayPlan(state.game) ? { seat: yours(state.game)[0], text: premove } : null;
}

/** A line in words: what is expected, and what is replied. @param {string[]} line */
export const lineWords = (line) => _("If {expected}, then {reply}", { expected: line.slice(0, -1).join(", "), reply: line.at(-1) ?? "" });

/** Say once that a premove came to nothing. @param {Protocol.Snapshot} game @param {Play.Act} act */
function miss(game, act) {
  const { premove } = ownPlan(game);
  const move = hoped.premove;
  const gone = move && !premove && game.ply > hoped.ply && mover(game) === yours(game)[0];
  if (gone) queueMicrotask(() => act.say(_("Your premove {move} cannot be made now.", { move })));
  hoped = { premove, ply: game.ply };
}

/** The panel: what is planned, what is being chosen, and the buttons that begin. @param {Play.State} state @param {Play.Act} act */
export function plansPanel(state, act) {
  const { game } = state;
  if (yours(game).length !== 1) return nothing;
  miss(game, act);
  if (!mayPlan(game)) return nothing;
  const plan = ownPlan(game);
  const now = planning(state);
  const some = plan.premove || plan.lines.length;
  return html`<section class="plans column gap-2" aria-label=${_("Your next move")}>
    ${some
      ? html`<ul class="small">
          ${plan.premove ? html`<li>${_("Premove: {move}", { move: plan.premove })}</li>` : nothing}
          ${plan.lines.map((line) => html`<li>${lineWords(line)}</li>`)}
        </ul>`
      : nothing}
    ${now ? html`<p class="notice">${words(now.kind, now.chosen, now.view.to_move === yours(game)[0])}</p>` : nothing}
    <div class="button-row">
      ${now
        ? button([_("Plan no more")], () => act.ui({ planning: null }), { kind: "small" })
        : html`${button([icon("forward"), _("Premove")], () => begin(state, act, "premove"), { kind: "small" })}
            ${button([icon("step"), _("If … then …")], () => begin(state, act, "reply"), { kind: "small" })}`}
      ${some ? button([_("Forget it")], () => act.plan(NONE), { kind: "small" }) : nothing}
    </div>
  </section>`;
}
