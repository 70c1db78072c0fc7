/** The featured match: one after another is followed here, as long as the page is open, with what comes next. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { _, locale } from "lib/messages.js";
import { served } from "lib/served.js";
import { keepLooking } from "lib/store.js";
import { Following } from "./following.js";
import { lostNotice } from "./parts.js";
import { KINDS } from "./words.js";

const AGAIN_MS = 2000;
const when = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const facts = find("#featured-facts");
const next = find("#featured-next");

/** @typedef {import("./following.js").About} About */
/** @typedef {{kind: string, at: number | null, competition: {id: string, title: string, game_title: string}}} Announced */
/** @type {{match: About | null, coming: About[], coming_up: Announced[]}} */
let shown = pageData("shown");
let lost = false;

/** A match that counts for nothing has no page of its own. @param {About} about */
const counts = (about) => !about.hosted;

const page = new Following(find("#follow"), find("#said"), {
  waits: ({ game }) => (game ? "" : shown.match ? _("The bots are being started.") : _("The next match is being set up; it begins here by itself.")),
  after: ({ game, about }) => {
    if (!about || !counts(about)) return nothing;
    const over = game?.ended && !game.ended.disturbed;
    return html`<p class="button-row"><a class="button small" href=${served(over ? `/compete/${about.competition.id}/games/${about.id}` : `/compete/${about.competition.id}/live/${about.id}`)}>${over ? _("Replay the game") : _("This game's own page")}</a></p>`;
  },
});

const ANNOUNCED = {
  final: (/** @type {string} */ title) => _("The final of {title} waits for its beginning.", { title }),
  event: (/** @type {string} */ title) => _("The event of {title} is being played.", { title }),
  season: (/** @type {string} */ title, /** @type {number | null} */ at) => _("The season of {title} ends on {when}.", { title, when: when.format(1000 * (at ?? 0)) }),
};

function announced(/** @type {Announced} */ { kind, at, competition }) {
  const words = ANNOUNCED[/** @type {keyof typeof ANNOUNCED} */ (kind)](competition.title, at);
  return html`<li><a href=${served(`/compete/${competition.id}/${kind === "final" ? "final" : kind === "event" ? "live" : ""}`.replace(/\/$/, ""))}>${words}</a></li>`;
}

function draw() {
  const { match, coming, coming_up: announcements } = shown;
  facts.textContent = match ? [match.competition.game_title, match.competition.title, KINDS[match.kind]].filter(Boolean).join(" · ") : "";
  render(
    html`${lostNotice(lost)}
      ${announcements.length ? html`<h2>${_("In competitions")}</h2><ul class="featured-list">${announcements.map(announced)}</ul>` : nothing}
      ${coming.length
        ? html`<h2>${_("Next")}</h2><ol class="featured-list">${coming.map(({ seats, competition }) => html`<li><b>${seats.map(({ name }) => name).join(" – ")}</b> <span class="soft">${[competition.game_title, competition.title].filter(Boolean).join(" · ")}</span></li>`)}</ol>
            <p class="soft small">${_("Games of competitions come first, whenever some are played.")}</p>`
        : nothing}`,
    next,
  );
}

function take(/** @type {typeof shown} */ given) {
  shown = given;
  const ended = page.game?.ended && !given.match;
  if (given.match?.id !== page.about?.id && !ended) page.turnTo(given.match);
  else page.draw();
  draw();
}

async function again() {
  const found = await ask("/api/watch");
  lost = !found.ok && found.error.code === "unreachable";
  if (found.ok) take(found.data);
  else draw();
  return AGAIN_MS;
}

take(shown);
keepLooking(again, 1);
find("#featured-full").addEventListener("click", () => document.documentElement.requestFullscreen?.());
