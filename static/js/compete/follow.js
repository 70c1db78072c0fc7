/**
 * One game of a competition as it is played. Before it begins the page says which place it has in the queue; once it is over, how it ended
 * and where it can be replayed.
 */

import { html, nothing } from "lit";
import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { keepLooking } from "lib/store.js";
import { Following } from "./following.js";
import { clockWords, KINDS } from "./words.js";

const AGAIN_MS = 1000;
const about = pageData("shown");
const competition = about.competition.id;
/** @type {number | null} */
let place = null;

/** Before it begins, or when its end was missed. @param {Following} page */
function waits(page) {
  if (page.played) return _("The game is over.");
  if (page.game) return "";
  if (place === null) return _("The game has not begun; it appears here by itself.");
  return place ? _("In the queue: place {place}.", { place }) : _("The bots are being started.");
}

/** Whether an end was seen that does not count yet: the game may be played once again. @param {Following} page */
const disturbed = ({ game, played }) => Boolean(game?.ended?.disturbed) && !played;

const after = (/** @type {Following} */ page) =>
  disturbed(page)
    ? html`<p class="notice" role="status">${_("If the game is played once again for that, it begins here by itself.")}</p>`
    : page.game?.ended || page.played
      ? html`<p class="button-row"><a class="button primary" href=${served(`/compete/${competition}/games/${about.id}`)}>${_("Replay the game")}</a>
        <a class="button" href=${served(`/review#${new URLSearchParams({ event: competition, match: about.id })}`)}>${_("Review")}</a></p>`
      : nothing;

const page = new Following(find("#follow"), find("#said"), { waits, after });

/** While it waits, its place is asked for; a game whose end was missed, or may not count, is found to be over. */
async function again() {
  if (page.played || (page.game?.ended && !disturbed(page))) return 0;
  const found = await ask(`/api/competitions/${competition}/games/${about.id}/place`);
  if (found.ok) {
    if (found.data.played && !page.game) page.line.join();
    if (found.data.played && page.game?.ended) page.played = true;
    place = found.data.place;
    page.draw();
  }
  return AGAIN_MS;
}

find("#follow-facts").textContent = [about.competition.game_title, KINDS[about.kind], clockWords(about.clock)].join(" · ");
page.turnTo(about);
keepLooking(again, 1);
