/** The games that this device carries on by itself, as a list. */

import { html, nothing } from "lit";
import { _, ngettext } from "./messages.js";
import { served } from "./served.js";

/** @param {Device.Game[]} kept */
export function deviceBoards(kept) {
  if (!kept.length) return nothing;
  return html`<section class="column gap-3" aria-labelledby="boards-title">
    <h2 id="boards-title">${_("Side by side on this device")}</h2>
    <ul class="games-list">${kept.map(
      ({ id, title, seats, moves, created, ended }) => html`<li data-board=${id}>
        <span class="words"><strong>${title}</strong> <span>${seats.join(", ")}</span>
          <span class="soft small">${[ngettext("{count} move", "{count} moves", moves.length), created.slice(0, 10), ended].filter(Boolean).join(", ")}</span></span>
        <a class="button small" href="${served("/board")}#${id}">${ended ? _("Look through") : _("Continue")}<span class="hidden-visually"> ${title}</span></a>
      </li>`,
    )}</ul>
  </section>`;
}
