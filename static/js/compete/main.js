/** The page of a competition: draws what the server says, and asks again while something may change. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { keepLooking, oncePerFrame } from "lib/store.js";
import { _, locale } from "lib/messages.js";
import { served } from "lib/served.js";
import { CrossPicture } from "./cross_picture.js";
import { eloChart, loadProgress, progressChart } from "./charts.js";
import { whatIsPlayed } from "./conditions.js";
import { GameList } from "./games.js";
import { lostNotice, seasonLinks, stateBadge } from "./parts.js";
import { drawing } from "./drawing.js";
import { bots, final, progress, standing } from "./tables.js";
import { keepGoingOn } from "./keys.js";
import { clockWords } from "./words.js";
import { WorthSeeing } from "./worth.js";

const AGAIN_MS = 2000;
/** While games are played, ratings of all versions are asked for this often at most. */
const CAREERS_MS = 10_000;
/** Of so many bots at most the picture of each against each stands beside the games. */
const MOST_BESIDE = 16;

const host = find("#compete");
const links = pageData("links");
let shown = { ...pageData("shown"), links };
let lost = false;
/** The versions whose line in the standing is open, the one whose bar is looked at, and the bot whose progress is drawn. */
const open = new Set();
/** @type {string | null} */
let looked = null;
let followed = "";
/** @type {Awaited<ReturnType<typeof loadProgress>>} */
let careers = null;
let careersAt = -1;
let careersDue = 0;

const list = new GameList(() => draw());
const worth = new WorthSeeing(shown.id, () => draw());
const cross = new CrossPicture(() => draw());

const act = {
  toggle(/** @type {string} */ version) {
    if (!open.delete(version)) open.add(version);
    draw();
  },
  games(/** @type {string} */ entry) {
    list.choose({ bot: entry, kind: "", verdict: "" }, shown);
    find("#games-title").scrollIntoView({ block: "start" });
    find("#games-title").focus({ preventScroll: true });
  },
};

function look(/** @type {string | null} */ version) {
  looked = version;
  draw();
}

/** Whether the final has begun and is not over. */
const playsFinal = () => shown.state === "running" && Boolean(shown.final) && !shown.final.winner;

/** Until when bots climb, where the event begins by itself. */
function season() {
  const { season_days: days } = shown.settings;
  if (!days || !["open", "closed"].includes(shown.state)) return nothing;
  const end = new Date(1000 * (shown.created + 86_400 * days));
  const at = end.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
  return html`<p class="soft" id="season">${shown.settings.final ? _("The season ends on {at}: then come the event and its final.", { at }) : _("The season ends on {at}: then comes the event.", { at })}</p>`;
}

/** What one may do here; each link stands only where its page is. */
function ways() {
  const at = served(`/compete/${shown.id}`);
  const link = (/** @type {unknown} */ is, /** @type {string} */ to, /** @type {unknown} */ words, kind = "") => (is ? html`<a class="button ${kind}" href=${to}>${words}</a>` : nothing);
  const takes = shown.state === "open";
  return html`<p class="button-row compete-ways above-3 below-3 any-width">
    ${link(links.enter && takes, `${at}/enter`, _("Take part"), "primary")}
    ${link(links.write && takes, served(`/write/${shown.game}?competition=${shown.id}`), _("Write a bot"))}
    ${link(links.ladder, `${at}/ladder`, _("Ladder"))}
    ${link(links.live && shown.bots.length, `${at}/live`, _("Now playing"))}
    ${link(links.final && shown.settings.final, `${at}/final`, playsFinal() ? _("Watch the final") : _("Final"), playsFinal() ? "primary" : "")}
    ${links.teach ? html`<a class="quiet-link push soft" href="${at}/teach">${_("Teacher")}</a>` : nothing}
  </p>`;
}

/** Each against each; for a large field it has the whole width of the page. */
const each = () => html`<section class="card compete-printed"><h2>${_("Each against each")}</h2>${cross.template(shown)}</section>`;

const handedIn = () => html`<section class="card"><h2>${_("Bots")}</h2>${bots(shown)}</section>`;

function template() {
  const table = shown.standings;
  return html`<header class="compete-head below-5">
      <h1>${shown.title}</h1>
      <p class="soft">
        ${shown.game_title} · ${clockWords(shown.settings.clock)} ·
        ${stateBadge(shown.state)}
      </p>
      ${seasonLinks(shown.season)} ${season()} ${ways()} ${progress(shown)} ${lostNotice(lost)} ${whatIsPlayed(shown.conditions)}
    </header>
    <div class="compete-columns column gap-4">
      <div class="column gap-4">
        ${table.length
          ? html`<section class="card"><h2>${_("Standing")}</h2>${standing(shown, open, act)}
                <p class="small soft">${_("Choose a bot for the reason of its place.")} <a href=${served(`/api/competitions/${shown.id}/standings.csv`)} download>${_("Save the table for a spreadsheet")}</a></p>
              </section>
              ${final(shown)} ${table.length > MOST_BESIDE ? nothing : each()}`
          : html`<section class="card"><h2>${_("Standing")}</h2><p class="soft">${_("The event has not begun. Its table will stand here and grow with every game.")}</p></section>
              ${eloChart(shown, looked, look)} ${handedIn()}`}
        ${career()}
      </div>
      <div class="compete-right column gap-4">
        ${table.length ? eloChart(shown, looked, look) : nothing} ${worth.template()}
        <section class="card"><h2 id="games-title" tabindex="-1">${_("Games")}</h2>${list.template(shown)}</section>
        ${table.length ? handedIn() : nothing}
      </div>
    </div>
    ${table.length > MOST_BESIDE ? each() : nothing}
    ${drawing(shown)}`;
}

/** How a bot went from version to version, once there is one of which several have played. */
function career() {
  const known = (/** @type {import("./charts.js").Career} */ bot) => bot.versions.filter((version) => version.elo !== null).length;
  const several = careers?.bots.filter((bot) => known(bot) > 1) ?? [];
  if (!careers || !several.length) return nothing;
  const chosen = careers.bots.find((bot) => bot.entry === followed) ?? several[0];
  return html`<section class="card">
    <h2>${_("From version to version")}</h2>
    <label class="field compete-follow below-3"><span class="hidden-visually">${_("Bot")}</span>
      <select @change=${(/** @type {FieldEvent} */ event) => {
        followed = event.target.value;
        draw();
      }}>
        ${careers.bots.map((bot) => html`<option value=${bot.entry} ?selected=${bot === chosen}>${bot.name}</option>`)}
      </select></label>
    ${progressChart(chosen, careers.seats)}
  </section>`;
}

function paint() {
  render(template(), host);
  cross.watch(host.querySelector(".compete-each"));
}

const draw = oncePerFrame(paint);

/** Take the page's data, and what hangs on it. */
function take(/** @type {Compete.Shown} */ data) {
  shown = { ...data, links };
  list.follow(shown);
  worth.follow();
  if (shown.games_played !== careersAt && (shown.state === "finished" || Date.now() > careersDue)) followCareers();
}

async function followCareers() {
  careersAt = shown.games_played;
  careersDue = Date.now() + CAREERS_MS;
  careers = (await loadProgress(shown.id)) ?? careers;
  draw();
}

async function again() {
  const found = await ask(`/api/competitions/${shown.id}`);
  lost = !found.ok && found.error.code === "unreachable";
  if (found.ok) take(found.data);
  draw();
  return pause();
}

/** A finished competition changes no more, once its next season has begun. */
const pause = () => (shown.state === "finished" && !lost && !shown.season?.due ? 0 : AGAIN_MS);

keepGoingOn(shown);
take(shown);
paint();
keepLooking(again, pause());
