/** A bot's page: what everybody sees, and with the owner's key all that can be done with it. Asks again while it changes. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { ordinal } from "lib/format.js";
import { ask } from "lib/http.js";
import { Speaker } from "lib/speaker.js";
import { keepLooking, oncePerFrame } from "lib/store.js";
import { _, ngettext, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { newKey } from "lib/tokens.js";
import { whatIsPlayed } from "../conditions.js";
import { authorised, keepOwner, ownBots, ownerKey } from "../keys.js";
import { admissionBadge, lostNotice, rating, refusal } from "../parts.js";
import { career } from "../charts.js";
import { challenge } from "./challenge.js";
import { compare } from "./compare.js";
import { firstGames, newsOf, versions } from "./versions.js";
import { handIn } from "./hand_in.js";
import { worst } from "./worst.js";
import { against, games } from "./record.js";
import { settings } from "./settings.js";
import { tests } from "./tests.js";
import { ADMISSIONS } from "../words.js";

const QUICK_MS = 1000;
const SLOW_MS = 4000;

const host = find("#bot");
const speaker = new Speaker(find("#said"));
const first = pageData("shown");
let key = ownerKey(first.competition.id, first.bot);
const address = `/api/competitions/${first.competition.id}/bots/${first.bot}`;

/** All that the page knows; the parts read it and call its methods. @type {Compete.BotPage} */
export const page = {
  shown: first,
  key,
  address,
  problem: key ? "" : null,
  lost: false,
  note: "",
  file: null,
  weights: null,
  busy: "",
  handInProblem: "",
  logs: {},
  editing: null,
  noteDraft: "",
  linkShown: false,
  draw: oncePerFrame(() => render(template(), host)),

  /** Whether the page is its owner's. */
  get own() {
    return page.shown.own ?? null;
  },

  /**
   * Ask the server for something with the key; what it answers is the bot as it is now. Resolves to whether it did.
   * @param {string} path @param {unknown} body @param {string} what
   */
  async change(path, body, what) {
    if (page.busy) return false;
    page.busy = what;
    page.problem = "";
    page.draw();
    const found = await ask(`${address}/${path}`, body, authorised(key));
    page.busy = "";
    if (found.ok) page.shown = found.data;
    else page.problem = found.error.sentence;
    page.draw();
    return found.ok;
  },

  /** Have a new key, which is kept here before the server takes it: should its answer be lost, `again` finds which of the two opens. */
  async renewKey() {
    if (page.busy) return;
    const [old, fresh] = [key, newKey()];
    keepOwner(first.competition.id, first.bot, fresh);
    page.busy = "key";
    page.draw();
    const found = await ask(`${address}/key`, { key: fresh }, authorised(old));
    page.busy = "";
    if (found.ok) page.key = key = fresh;
    else page.problem = found.error.sentence;
    if (!found.ok && found.error.code !== "unreachable") keepOwner(first.competition.id, first.bot, old);
    if (found.ok) page.say(_("The old link opens nothing any more."));
    page.draw();
  },

  say: (/** @type {string} */ sentence) => speaker.say(sentence),

  /** Fetch the own logs of a game and show them. @param {string} game */
  async readLogs(game) {
    if (page.logs[game]) return;
    page.logs[game] = { state: "asked" };
    const found = await ask(`/api/competitions/${page.shown.competition.id}/games/${game}/logs`, undefined, authorised(key));
    page.logs[game] = found.ok ? { state: "there", logs: found.data.logs } : { state: "failed", sentence: found.error.sentence };
    page.draw();
  },

  /** Ask how the bot stands now. */
  async again() {
    const found = await ask(address, undefined, authorised(page.own || page.shown === first ? key : ""));
    page.lost = !found.ok && found.error.code === "unreachable";
    if (found.ok) {
      const news = newsOf(page.shown, found.data);
      page.shown = found.data;
      if (page.own && ownBots(first.competition.id)[first.bot] !== key) keepOwner(first.competition.id, first.bot, key);
      const later = page.own && page.shown.goes_on;
      if (later && !ownBots(later.competition)[later.bot]) keepOwner(later.competition, later.bot, key);
      for (const sentence of news) page.say(sentence);
      readTrace();
    } else if (found.error.code === "not_owner") {
      const kept = ownBots(first.competition.id)[first.bot];
      if (kept && kept !== key) {
        page.key = key = kept; // the link's was a wrong one
        return page.again();
      }
      page.problem = _("The key that this browser holds does not open this bot. Open its secret link again.");
    }
    page.draw();
  },
};

/** The log of the game in which the latest version failed is what its owner wants to see next. */
function readTrace() {
  const failed = page.own && page.shown.first_games?.games.find((game) => game.failed);
  if (failed?.game) page.readLogs(failed.game);
}

const moving = () =>
  page.shown.versions.some((/** @type {Compete.Version} */ version) => version.admission === "waiting") || page.own?.comparisons.some((/** @type {any} */ each) => each.state);

function standing() {
  const { shown } = page;
  if (shown.excluded) return admissionBadge("refused", _("excluded by the teacher"));
  if (!shown.versions.length) return admissionBadge("", _("no version yet"));
  if (shown.active === null) return admissionBadge("withdrawn");
  const active = shown.versions.find((/** @type {Compete.Version} */ version) => version.number === shown.active);
  const plays = active?.admission !== "waiting" && active?.admission !== "refused";
  return admissionBadge(active?.admission ?? "", _("version {number} {state}", { number: shown.active, state: plays ? _("plays") : ADMISSIONS[active.admission] }), plays ? "owner-plays" : "");
}

function rank() {
  const row = page.shown.ladder;
  if (!row || row.elo === null) return nothing;
  const ladder = html`<a href=${served(`/compete/${page.shown.competition.id}/ladder`)}>${_("ladder")}</a>`;
  return html`<p class="owner-rank row gap-apart large number above-2">
    <span>${withElements(_("{rank} of {all} on the {ladder}"), { rank: html`<strong>${ordinal(row.rank)}</strong>`, all: page.shown.bots_on_ladder, ladder })}</span>
    <span>${rating(row, "strong")} <span class="soft">${_("Elo")}</span></span>
    <span class="soft">${ngettext("after {count} game", "after {count} games", row.games)}</span>
  </p>`;
}

function league() {
  const { league: found, competition } = page.shown;
  if (!found) return nothing;
  const at = html`<a href=${served(`/compete/${competition.id}/ladder`)}>${found.title}</a>`;
  return html`<p class="soft">${found.boss ? withElements(_("League: {league}. The boss to beat: {boss}."), { league: at, boss: found.boss }) : withElements(_("League: {league}. All bosses are beaten."), { league: at })}</p>`;
}

/** Where a bot plays on whose season is over. */
function goesOn() {
  const { goes_on: later } = page.shown;
  return later ? html`<p class="notice" role="status"><span>${_("This season is over.")} <a href=${served(`/compete/${later.competition}/bots/${later.bot}`)}>${_("The bot goes on in the next one")}</a></span></p>` : nothing;
}

function template() {
  const { shown, own } = page;
  const owned = /** @type {Compete.OwnPage} */ (page);
  const latest = shown.versions[0];
  const trials = shown.first_games ? firstGames(page) : nothing;
  const news = latest?.admission === "waiting" || latest?.admission === "refused";
  const left = [
    news ? trials : nothing,
    own && !shown.goes_on ? handIn(owned) : nothing,
    own ? tests(owned) : nothing,
    versions(page),
    own ? worst(owned) : nothing,
    own ? challenge(owned) : nothing,
    own ? compare(owned) : nothing,
    career(page),
    news ? nothing : trials,
  ];
  const right = [whatIsPlayed(shown.conditions), against(page), games(page), own ? settings(owned) : nothing];
  return html`<header class="compete-head below-5">
      <h1>${shown.name}</h1>
      <p class="soft">${shown.name === shown.alias ? nothing : html`${shown.alias} · `}${shown.competition.game_title} · ${standing()}</p>
      ${goesOn()} ${rank()} ${league()} ${lostNotice(page.lost)} ${refusal(page.problem)}
      ${own && shown.problem ? html`<p class="notice warn">${shown.problem}</p>` : nothing}
    </header>
    <div class="compete-columns column gap-4">
      <div class="column gap-4">${left}</div>
      <div class="compete-right column gap-4">${right}</div>
    </div>`;
}

const pause = () => (moving() ? QUICK_MS : SLOW_MS);

if (key) await page.again(); // an owner's page comes whole, not in two steps
render(template(), host);
keepLooking(async () => (await page.again(), pause()), pause());
