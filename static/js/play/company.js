/** Who else is here: waiting for guests, who has left, and what the players call themselves. */

import { html, nothing } from "lit";
import { icon } from "lib/icons.js";
import { keep, recall } from "lib/kept.js";
import { _ } from "lib/messages.js";
import { alone } from "./select.js";
import { isYours, nameOf, yours } from "./words.js";

const NICKNAME = "plyground.nickname";

/** The nickname that this browser gave last, "" without. */
export const ownNickname = () => recall(NICKNAME) ?? "";

/** Keep it for the next game. @param {string} name */
export const keepNickname = (name) => keep(NICKNAME, name);

/** Whether this reader has one seat among others' and has not said what they are called. @param {Protocol.Snapshot} game */
export const nameless = (game) =>
  game.status === "playing" && !alone(game) && yours(game).length === 1 && !game.seats[yours(game)[0]].named;

/** In a word whether the holder of somebody else's seat is there; "" where it is no person's. @param {Protocol.Snapshot} game @param {number} seat */
export function whereabouts(game, seat) {
  if (game.seats[seat].kind === "bot" || isYours(game, seat) || !game.present) return "";
  if (game.waiting?.includes(seat)) return _("not here yet");
  return game.present.includes(seat) ? _("here") : _("away");
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

/** Beside the game: for whom one waits, and the field for one's own name. @param {Play.State} state @param {Play.Act} act */
export function company(state, act) {
  const { game, tokens } = state;
  if (game.status !== "playing" || !yours(game).length) return nothing;
  return html`${(game.waiting ?? []).map((seat) => guest(game, seat, tokens, act))} ${nameless(game) ? introduction(act) : nothing}`;
}

/** @param {Protocol.Snapshot} game @param {number} seat @param {Protocol.Tokens} tokens @param {Play.Act} act */
function guest(game, seat, tokens, act) {
  const invite = () => act.ui({ tab: "share", link: `i${seat}` });
  return html`<section class="notice guest" aria-label=${_("Waiting for a guest")}>
    <p>${_("Waiting for {who} to come.", { who: nameOf(game, seat) })}
      ${game.clock.kind === "none" ? nothing : _("No clock runs before its player’s first move.")}</p>
    ${tokens[`i${seat}`]
      ? html`<span class="button-row"><button type="button" class="button small" @click=${invite}>${icon("share")}${_("Send the link")}</button></span>`
      : nothing}
  </section>`;
}

function introduction(/** @type {Play.Act} */ act) {
  const submit = (/** @type {FormEvent} */ event) => {
    event.preventDefault();
    act.introduce(event.target.elements.nickname.value);
  };
  return html`<form class="introduction" @submit=${submit}>
    <label class="small" for="nickname">${_("Your nickname, which all in this game see")}</label>
    <span class="notation-row">
      <input id="nickname" name="nickname" maxlength="20" autocomplete="nickname" required />
      <button class="button">${_("Show it")}</button>
    </span>
  </form>`;
}
