/** The games that this device carries on by itself, as a list of those in which somebody has moved. */

import { html, nothing } from "lit";
import { _, ngettext } from "./messages.js";
import { served } from "./served.js";

/** @param {Device.Game[]} kept @param {(id: string, title: string) => unknown} [more] what stands beside a game's link */
export function deviceBoards(kept, more = () => nothing) {
  const moved = kept.filter(({ moves }) => moves.length);
  if (!moved.length) return nothing;
  return html`<section class="column gap-3" aria-labelledby="boards-title">
    <h2 id="boards-title">${_("Side by side on this device")}</h2>
    <ul class="games-list">${moved.map(
      ({ id, title, seats, moves, created, ended }) => html`<li data-board=${id}>
        <span class="words"><strong>${title}</strong> <span>${seats.join(", ")}</span>
          <span class="soft small">${[ngettext("{count} move", "{count} moves", moves.length), created.slice(0, 10), ended].filter(Boolean).join(", ")}</span></span>
        <span class="button-row"><a class="button small" href="${served("/board")}#${id}">${ended ? _("Look through") : _("Continue")}<span class="hidden-visually"> ${title}</span></a>
          ${more(id, title)}</span>
      </li>`,
    )}</ul>
  </section>`;
}
