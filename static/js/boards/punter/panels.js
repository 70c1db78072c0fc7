/**
 * Beside the map: its buttons, the list of rivers that can be taken (the second way in, for keyboards and screen readers),
 * and what each mine pays.
 */

import { html, live, nothing } from "lit";
import { button } from "lib/button.js";
import { count } from "lib/format.js";
import { mark } from "lib/marks.js";
import { _, ngettext } from "lib/messages.js";
import { punterName } from "./words.js";

/** @typedef {import("./board.js").Board} Board */

/** Zooming, at the map's corner. @param {Board} board */
export function zoomButtons(board) {
  const one = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ act, off = false) =>
    button(sign, act, { label: name, title: name, off });
  return html`<div class="punter-zoom one-row gap-1" role="group" aria-label=${_("Zoom")}>
    ${one("+", _("Zoom in"), () => board.zoom(1.6))}${one("−", _("Zoom out"), () => board.zoom(1 / 1.6), board.isWhole)}
    ${one(_("Fit"), _("Fit the whole map"), () => board.zoomOut(), board.isWhole)}
  </div>`;
}

/** What can be done besides claiming. @param {Board} board */
export function moveButtons(board) {
  if (!board.moves.length) return nothing;
  const kind = "primary";
  if (board.betting) return button(board.bets.size ? _("Place the bets") : _("Bet on nothing"), () => board.placeBets(), { kind });
  if (board.routing) {
    const rivers = board.route.rivers.length;
    const claim = rivers ? ngettext("Claim 1 river", "Claim {count} rivers", rivers) : _("Claim");
    return html`${button(claim, () => board.finishRoute(), { kind, off: !rivers })}
      ${button(_("Take one back"), () => board.shortenRoute(), { off: !board.route.sites.length })} ${button(_("Leave"), () => board.leaveRoute())}`;
  }
  return html`${board.aimed >= 0 ? button(_("Take it"), () => board.take(board.aimed), { kind }) : nothing}
    ${board.canSplurge ? button(_("Route"), () => board.startRoute(false)) : nothing} ${button(_("Pass"), () => board.passNow())}`;
}

/** The rivers that can be taken: those that fit what is typed, else those nearest to the cursor or the middle of the map. @param {Board} board */
export function riverList(board) {
  if (!board.moves.length || board.betting) return nothing;
  return html`<details class="punter-more" ?open=${board.listing} @toggle=${(/** @type {any} */ event) => board.unfold("listing", event.target.open)}>
    <summary>${_("Rivers that can be taken")}</summary>
    ${board.listing ? openList(board) : nothing}
  </details>`;
}

/** @param {Board} board */
function openList(board) {
  const wanted = board.sought.trim();
  const { rivers, of } = board.listed();
  const said = of === rivers.length ? count(of) : wanted ? _("{shown} of {all}", { shown: rivers.length, all: count(of) }) : _("{shown} of {all}, nearest first", { shown: rivers.length, all: count(of) });
  return html`<div class="field">
      <label for="punter-find">${_("Find by site number, such as 12 or 12-40")}</label>
      <input id="punter-find" type="search" inputmode="text" autocomplete="off" .value=${live(board.sought)}
        @input=${(/** @type {any} */ event) => board.seek(event.target.value)} />
      <p class="hint" role="status">${said}</p>
    </div>
    <ul class="punter-rivers row gap-1 above-2" aria-label=${_("Rivers")}>
      ${rivers.map((river) => riverButton(board, river))}
    </ul>`;
}

/** @param {Board} board @param {number} river */
function riverButton(board, river) {
  const { map } = board;
  const mines = [map.from[river], map.to[river]].filter((site) => map.isMine.has(site)).map((site) => map.ids[site]);
  const more = [board.kind(river) === "option" ? _("option") : "", ...mines.map((mine) => _("mine {mine}", { mine }))].filter(Boolean);
  return html`<li><button type="button" class="button small" @click=${() => board.takeListed(river)} @focus=${() => board.point(river)}
    @pointerenter=${() => board.point(river)} @blur=${() => board.point(-1)} @pointerleave=${() => board.point(-1)}>
    <span class="mono">${map.name(river)}</span>${more.length ? html` <span class="soft">${more.join(", ")}</span>` : nothing}</button></li>`;
}

/** What each mine pays each punter. @param {Board} board */
export function payTable(board) {
  const { map, held } = board;
  const seats = held.scores.map((/** @type {number} */ _, /** @type {number} */ seat) => seat);
  const body = () => {
    const { pays } = held;
    return html`<div class="punter-pays" tabindex="0" role="region" aria-label=${_("What each mine pays")}><table>
      <thead><tr><th scope="col">${_("Mine")}</th>${seats.map((seat) => html`<th scope="col">${mark(seat, 16, "punter")}<span class="hidden-visually">${punterName(seat)}</span></th>`)}</tr></thead>
      <tbody>${map.mines.map((mine, at) => html`<tr><th scope="row">${map.ids[mine]}</th>${seats.map((seat) => html`<td>${count(pays[seat][at])}</td>`)}</tr>`)}</tbody>
      <tfoot>${held.settings.futures && board.state.view.returns ? futuresRow(board, seats, pays) : nothing}
        <tr><th scope="row">${_("Score")}</th>${seats.map((seat) => html`<td>${count(held.scores[seat])}</td>`)}</tr></tfoot>
    </table></div>`;
  };
  return html`<details class="punter-more" ?open=${board.paying} @toggle=${(/** @type {any} */ event) => board.unfold("paying", event.target.open)}>
    <summary>${_("What each mine pays")}</summary>${board.paying ? body() : nothing}</details>`;
}

/** @param {Board} board @param {number[]} seats @param {number[][]} pays */
function futuresRow(board, seats, pays) {
  const bets = seats.map((seat) => board.held.scores[seat] - pays[seat].reduce((sum, pay) => sum + pay, 0));
  return html`<tr><th scope="row">${_("Bets")}</th>${seats.map((seat) => html`<td>${count(bets[seat])}</td>`)}</tr>`;
}
