/** Beside a game with others: for whom one waits, what one is called oneself, what one will reply, and offers. Loaded where there are others. */

import { html, nothing } from "lit";
import { icon } from "lib/icons.js";
import { keep, recall } from "lib/kept.js";
import { _ } from "lib/messages.js";
import { planned, planMove, plansPanel, premoved } from "./plans.js";
import { alone, asked, waiting } from "./select.js";
import { DONE, nameOf, says, whereabouts, yours } from "./words.js";

export { planMove, planned, premoved };

const NICKNAME = "plyground.nickname";

/** @type {Record<Protocol.Offer, [string, string]>} */
const WISH = { draw: DONE.draw_offer, takeback: DONE.takeback_asked };

let introduced = false;

/** Whether this reader has one seat among others' and has not said what they are called. @param {Protocol.Snapshot} game */
export const nameless = (game) =>
  game.status === "playing" && !alone(game) && yours(game).length === 1 && !game.seats[yours(game)[0]].named;

/** Give the name of the last game, once. @param {Play.State} state @param {Play.Act} act */
function introduce({ game, line }, act) {
  const name = recall(NICKNAME);
  if (introduced || line !== "live") return;
  introduced = true;
  if (name && nameless(game)) queueMicrotask(() => act.introduce(name));
}

/** Whom one waits for, and the field for one's own name. @param {Play.State} state @param {Play.Act} act */
export function guests(state, act) {
  const { game, tokens } = state;
  if (game.status !== "playing" || !yours(game).length) return nothing;
  introduce(state, act);
  return html`${(game.waiting ?? []).map((seat) => guest(game, seat, tokens, act))} ${nameless(game) ? introduction(act) : nothing} ${plansPanel(state, act)}`;
}

/** @param {Protocol.Snapshot} game @param {number} seat @param {Protocol.Tokens} tokens @param {Play.Act} act */
function guest(game, seat, tokens, act) {
  return html`<section class="notice guest" aria-label=${_("Waiting for a guest")}>
    <p>${_("Waiting for {who} to come.", { who: nameOf(game, seat) })}
      ${game.clock.kind === "none" ? nothing : _("No clock runs before its player’s first move.")}</p>
    ${tokens[`i${seat}`]
      ? html`<span class="button-row"><button type="button" class="button small" @click=${() => act.share({ link: `i${seat}` })}>${icon("share")}${_("Send the link")}</button></span>`
      : nothing}
  </section>`;
}

function introduction(/** @type {Play.Act} */ act) {
  const submit = async (/** @type {FormEvent} */ event) => {
    event.preventDefault();
    const name = event.target.elements.nickname.value;
    if ((await act.introduce(name)).ok) keep(NICKNAME, name);
  };
  return html`<form class="introduction" @submit=${submit}>
    <label class="small" for="nickname">${_("Your nickname, which all in this game see")}</label>
    <span class="notation-row">
      <input id="nickname" name="nickname" maxlength="20" autocomplete="nickname" required />
      <button class="button">${_("Show it")}</button>
    </span>
  </form>`;
}

/** Offers: those to answer, and those that wait for others. @param {Play.State} state @param {Play.Act} act */
export function offers(state, act) {
  const { game } = state;
  return html`${asked(game).map(
    (what) => html`<section class="notice warn offer row" aria-label=${_("Offer")}>
      <p>${says(game, game.offers[what] ?? 0, ...WISH[what])}</p>
      <span class="button-row">
        <button type="button" class="button small primary" @click=${() => act.answer(what, "accept")}>${_("Accept")}</button>
        <button type="button" class="button small" @click=${() => act.answer(what, "decline")}>${_("Decline")}</button>
      </span>
    </section>`,
  )}
  ${waiting(game)
    .filter((what) => !asked(game).includes(what))
    .map((what) => html`<p class="notice">${says(game, game.offers[what] ?? 0, ...WISH[what])} ${_("Waiting for an answer.")}</p>`)}`;
}

/** What changed in who is here, in sentences for those who listen. @param {Protocol.Snapshot} game @param {number[]} before */
export function comings(game, before) {
  const others = game.seats.map(({ seat }) => seat).filter((seat) => whereabouts(game, seat) && !game.waiting?.includes(seat));
  return others.flatMap((seat) => {
    const here = game.present?.includes(seat) ?? false;
    if (here === before.includes(seat)) return [];
    const who = nameOf(game, seat);
    return [here ? _("{who} is back.", { who }) : _("{who} has left.", { who })];
  });
}
