/** The page's dialogs: resigning, continuing against a bot, and the keys. One dialog element holds whichever is open. */

import { html, nothing } from "lit";
import { confirmation, dialogBox, keyHelp } from "lib/dialog.js";
import { levelName } from "lib/level.js";
import { _ } from "lib/messages.js";
import { KEYS } from "./keys.js";
import { shownPly } from "./select.js";

export { settleDialog } from "lib/dialog.js";

/** The dialog as `state.ui.dialog` says; `keys` says what further keys the board has. @param {Play.State} state @param {Play.Act} act */
export const dialog = (state, act, keys = "") => dialogBox(content(state, act, keys), () => act.ui({ dialog: null }));

/** @param {Play.State} state @param {Play.Act} act @param {string} keys */
function content(state, act, keys) {
  switch (state.ui.dialog) {
    case "resign":
      return resign(state, act);
    case "continue":
      return goOn(state, act);
    case "help":
      return keyHelp(KEYS, html`<p class="soft small">${_("On the board: arrows move, Enter plays, Escape leaves off. {keys} Letter keys can be switched off under Board.", { keys })}</p>`);
    default:
      return nothing;
  }
}

function resign(/** @type {Play.State} */ { game }, /** @type {Play.Act} */ act) {
  const others = game.seats.length - 1;
  const then = others > 1 ? _("You pass from then on; the others play to the end.") : _("The other side wins at once.");
  const words = html`<p>${others ? then : _("The game ends at once.")}</p>`;
  return confirmation(_("Resign this game?"), words, _("Play on"), _("Resign"), act.resign);
}

/**
 * Continue from the shown position: the seat to move is the reader's, a bot of the chosen level sits opposite.
 * @param {Play.State} state @param {Play.Act} act
 */
function goOn(state, act) {
  const { levels, continueError } = state.ui;
  const submit = (/** @type {FormEvent} */ event) => {
    event.preventDefault();
    act.continueFrom(shownPly(state), event.target.elements.level.value);
  };
  return html`<h2 id="dialog-title">${_("Continue from move {ply}", { ply: shownPly(state) })}</h2>
    <p>${_("A new game begins here: you have the side to move, a bot has the other. This game stays as it is.")}</p>
    <form @submit=${submit} class="field">
      <label for="level">${_("Bot")}</label>
      <select id="level" name="level">
        ${(levels ?? []).map(
          (level) => html`<option value=${level.id} ?selected=${level.id === "minimax-3000"}>${levelName(level)}</option>`,
        )}
      </select>
      ${continueError ? html`<p class="notice bad">${continueError}</p>` : nothing}
      <p class="button-row">
        <button class="button primary">${_("Begin")}</button>
        <button type="button" class="button" @click=${() => act.ui({ dialog: null })}>${_("Cancel")}</button>
      </p>
    </form>`;
}
