/** "Is my new version better?": two versions play each other until a sequential test knows. */

import { html, nothing } from "lit";
import { count, fixed } from "lib/format.js";
import { _, ngettext } from "lib/messages.js";
import { eloWords } from "../words.js";

/** @type {Record<string, string>} */
const FOUND = { better: _("Better"), not_better: _("Not better"), null: _("Open") };

/** Where the test stands between its two bounds, as a bar with a mark. @param {Compete.Comparison} each */
function gauge(each) {
  const at = Math.min(100, Math.max(0, 50 + (50 * each.llr) / each.bound));
  return html`<div class="owner-gauge">
    <svg viewBox="0 0 100 14" preserveAspectRatio="none" role="img" aria-label=${_("The test stands at {now}; at {bound} the new version is better, at −{bound} it is not.", { now: fixed(each.llr, 2), bound: fixed(each.bound, 2) })}>
      <rect class="track" x="0" y="4" width="100" height="6" rx="3"></rect>
      <rect class="middle" x="49.75" y="2" width="0.5" height="10"></rect>
      <rect class="mark" x=${Math.min(98.5, Math.max(0, at - 0.75))} y="0" width="1.5" height="14"></rect>
    </svg>
    <span class="one-row justify-between small soft"><span>${_("not better")}</span><span>${_("better")}</span></span>
  </div>`;
}

function words(/** @type {Compete.Comparison} */ each) {
  const games = each.wins + each.draws + each.losses;
  const values = { new: each.new, old: each.old, figures: _("{wins} won, {draws} drawn, {losses} lost", { wins: each.wins, draws: each.draws, losses: each.losses }) };
  if (each.verdict === "better") return _("Version {new} is better than version {old}: {figures}.", values);
  if (each.verdict === "not_better") return _("Version {new} is not better than version {old} by as much as was asked: {figures}.", values);
  if (!games) return _("Version {new} against version {old}: no game has ended yet.", values);
  return _("Version {new} against version {old}: {figures}. That does not decide it yet.", values);
}

function line(/** @type {Compete.OwnPage} */ page, /** @type {Compete.Comparison} */ each) {
  const games = ngettext("{count} game", "{count} games", each.wins + each.draws + each.losses);
  const lead = { elo: eloWords(each), games, most: count(page.own.most_compared) };
  return html`<li class="column gap-1">
    <p><span class="badge" data-found=${each.verdict ?? "open"}>${FOUND[String(each.verdict)]}</span> ${words(each)}</p>
    ${gauge(each)}
    <p class="small soft">
      ${each.elo === null ? nothing : each.verdict ? _("A lead of {elo} Elo after {games}.", lead) : _("A lead of {elo} Elo after {games}, of {most} at most.", lead)}
      ${each.state === "playing" ? _("It is being played.") : each.state === "waiting" ? _("It waits for its turn.") : ""}
    </p>
    ${each.state
      ? html`<button type="button" class="button small" ?disabled=${page.busy !== ""} @click=${() => page.change("comparisons/stop", { new: each.new, old: each.old }, "stop")}>${_("Stop")}</button>`
      : nothing}
  </li>`;
}

const options = (/** @type {Compete.Version[]} */ list, /** @type {number} */ chosen) => list.map((version) => html`<option value=${version.number} ?selected=${version.number === chosen}>${_("version {number}", { number: version.number })}</option>`);

function begin(/** @type {Compete.OwnPage} */ page, /** @type {FormEvent} */ event) {
  event.preventDefault();
  const form = new FormData(event.target);
  page.change("comparisons", { new: Number(form.get("new")), old: Number(form.get("old")) }, "compare");
}

/** @param {Compete.OwnPage} page */
export function compare(page) {
  const list = page.shown.versions.filter((version) => version.admission === "validated" || version.admission === "admitted");
  if (page.shown.seats !== 2 || (list.length < 2 && !page.own.comparisons.length)) return nothing;
  const going = page.own.comparisons.some((each) => each.state);
  return html`<section class="card" id="compare">
    <h2>${_("Is my new version better?")}</h2>
    <p class="small soft">${_("Two versions play each other, both ways round, until a sequential test knows: better by 30 Elo, or not, each with 5 % error. Events and ladder come first.")}</p>
    ${list.length < 2
      ? nothing
      : html`<form class="owner-compare above-3 below-3 row gap-3 align-end" novalidate @submit=${(/** @type {FormEvent} */ event) => begin(page, event)}>
          <div class="field"><label for="new">${_("New")}</label><select id="new" name="new">${options(list, list[0].number)}</select></div>
          <div class="field"><label for="old">${_("against")}</label><select id="old" name="old">${options(list, list[1].number)}</select></div>
          <button class="button" ?disabled=${going || page.busy !== ""}>${_("Let them play")}</button>
        </form>`}
    <ul class="owner-comparisons">${page.own.comparisons.map((each) => line(page, each))}</ul>
  </section>`;
}
