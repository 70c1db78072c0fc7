/** Beside the game: for whom one waits, and what one is called oneself. Loaded where there is one or the other. */

import { html, nothing } from "lit";
import { icon } from "lib/icons.js";
import { keep, recall } from "lib/kept.js";
import { _ } from "lib/messages.js";
import { expecting, nameless } from "./select.js";
import { nameOf } from "./words.js";

const NICKNAME = "plyground.nickname";

/** The nickname that this browser gave last, "" without. */
export const ownNickname = () => recall(NICKNAME) ?? "";

/** Whom one waits for, and the field for one's own name. @param {Play.State} state @param {Play.Act} act */
export function guests(state, act) {
  const { game, tokens } = state;
  if (!expecting(game)) return nothing;
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
