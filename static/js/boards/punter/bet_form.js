/** Beside the map while a punter may bet: the second way in, for keyboards and screen readers. It comes when it is needed. */

import { html, live } from "lit";
import { standing } from "lib/dom.js";
import { count } from "lib/format.js";
import { _ } from "lib/messages.js";

/** @typedef {import("./board.js").Board} Board */

/** The bets as a form: a mine and the site that it is to be joined to. @param {Board} board */
export function betForm(board) {
  const { map } = board;
  const change = (/** @type {number} */ mine, /** @type {any} */ field) => {
    const text = field.value.trim();
    const site = text === "" ? -1 : (map.index.get(Number(text)) ?? -2);
    if (site === -2 || (site >= 0 && (map.isMine.has(site) || map.distances(mine)[site] < 0))) {
      field.value = "";
      return board.tell(site === -2 ? _("There is no site {text}.", { text }) : _("Site {text} cannot be a target of mine {mine}.", { text, mine: map.ids[mine] }));
    }
    return board.setBet(mine, site);
  };
  const row = (/** @type {number} */ mine) => {
    const site = board.bets.get(mine);
    return html`<div class="field">
      <label for="bet-${mine}">${_("Mine {mine}, joined to site", { mine: map.ids[mine] })}</label>
      <input id="bet-${mine}" class="mono" inputmode="numeric" autocomplete="off" maxlength="12"
        .value=${live(standing(`bet-${mine}`, site === undefined ? "" : String(map.ids[site])))}
        @change=${(/** @type {any} */ event) => change(mine, event.target)} />
      <p class="hint">${site === undefined ? _("no bet") : _("{points} to win or to lose", { points: count(map.distances(mine)[site] ** 3) })}</p>
    </div>`;
  };
  return html`<details class="punter-more" open><summary>${_("Your bets")}</summary><div class="punter-bets">${map.mines.map(row)}</div></details>`;
}
