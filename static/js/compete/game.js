/**
 * One game of a competition: the time of each move as a chart, keys to go through the moves, an address for each ply, and
 * ways to go on from a position. The board itself is that of `watch/embed.js`, which tells which ply is shown.
 */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { copyText } from "lib/copy.js";
import { askText } from "lib/http.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";
import { titleOf } from "lib/notations.js";
import { served } from "lib/served.js";
import { fragment } from "../lab/address.js";
import { meaning } from "../play/keys.js";
import { Commentary } from "./commentary.js";
import { minds } from "./minds.js";
import { timeChart } from "./time_chart.js";

const shown = pageData("snapshot");
const host = find("#embed");
const moves = find(".compete-moves");

/** The ply that is shown and its view, null until the board has drawn it; what was copied last. */
let here = { ply: shown.ply, view: shown.view };
let said = "";

const commentary = new Commentary(`/api/competitions/${shown.competition}/games/${shown.id}`, () => paint());
const go = (/** @type {number} */ ply) => host.dispatchEvent(new CustomEvent("go", { detail: Math.min(Math.max(ply, 0), shown.ply) }));

/** The ply that the address names, null without one. */
const named = () => (/^#\d{1,6}$/.test(location.hash) ? Number(location.hash.slice(1)) : null);

/** The address of the page where a game begins in the position that is shown. @param {{view: Protocol.View}} given */
function playAddress({ view }) {
  const asked = new URLSearchParams(Object.entries(shown.options).map(([name, value]) => [name, String(value)]));
  asked.set("position", view.text);
  return `/new/${shown.game}?${asked}`;
}

const labAddress = (/** @type {{view: Protocol.View}} */ { view }) => `/lab${fragment({ game: shown.game, options: shown.options, position: view.text })}`;

/** Copy the link to this ply, or the game in one of its notations. @param {string} form */
async function copy(form) {
  const at = form === "link" ? "" : `/api/competitions/${shown.competition}/games/${shown.id}/notation?form=${form}`;
  const page = location.href.split("#")[0];
  const text = at ? await askText(at, {}, "") : here.ply < shown.ply ? `${page}#${here.ply}` : page;
  const done = text && (await copyText(text.trim()));
  if (!done) said = _("This cannot be copied here.");
  else said = form === "link" ? _("The link to this move is copied.") : _("The {form} is copied.", { form: titleOf(form) });
  paint();
}

/** What one can do with the game and the position. */
function ways() {
  const over = here.view.returns !== null && here.view.returns !== undefined;
  const link = html`<button type="button" class="button small quiet" @click=${() => copy("link")}>${icon("copy")}${_("Link")}</button>`;
  return html`${over || !here.view.text
      ? nothing
      : html`<p class="button-row">
          <a class="button small" href=${served(playAddress(here))}>${icon("play")}${_("Play from here")}</a>
          <a class="button small" href=${served(labAddress(here))}>${icon("eye")}${_("Look inside here")}</a>
        </p>`}
    <p class="button-row"><a class="button small" href=${served(`/review#${new URLSearchParams({ event: shown.competition, match: shown.id })}`)}>${icon("eye")}${_("Review")}</a></p>
    <p class="button-row">
      <span class="soft small">${_("Copy")}</span> ${link}
      ${shown.records.map((/** @type {string} */ form) => html`<button type="button" class="button small quiet" @click=${() => copy(form)}>${icon("copy")}${titleOf(form)}</button>`)}
    </p>
    <p class="small soft" role="status">${said}</p>`;
}

function paint() {
  render(html`${commentary.template(here.ply)} ${minds(shown, here.ply, go)} ${timeChart(shown, here.ply, go)}`, find("#times"));
  render(ways(), find("#ways"));
  const links = moves.querySelectorAll("a");
  moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = links[here.ply - 1];
  if (!current) return;
  current.setAttribute("aria-current", "true");
  const [box, line] = [moves.getBoundingClientRect(), current.getBoundingClientRect()];
  if (line.top < box.top || line.bottom > box.bottom) moves.scrollTop += line.top - box.top - box.height / 3;
}

host.addEventListener("shown", (event) => {
  const { detail } = /** @type {CustomEvent<{ply: number, view: Protocol.View}>} */ (event);
  const moved = detail.ply !== here.ply;
  here = detail;
  if (moved) {
    said = "";
    history.replaceState(null, "", here.ply < shown.ply ? `#${here.ply}` : location.pathname);
  }
  paint();
});
addEventListener("hashchange", () => go(named() ?? here.ply));
addEventListener("keydown", (event) => {
  const wish = meaning(event, true);
  if (event.key === " " && event.target === document.body) host.dispatchEvent(new CustomEvent("play"));
  else if (wish === "back" || wish === "forward") go(here.ply + (wish === "back" ? -1 : 1));
  else if (wish === "first" || wish === "live") go(wish === "first" ? 0 : shown.ply);
  else return;
  event.preventDefault();
});

/** The board comes later than this script: the ply that the address names is shown once it is there. */
const wanted = named();
if (wanted !== null) host.addEventListener("shown", () => go(wanted), { once: true });
paint();
commentary.look();
