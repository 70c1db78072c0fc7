/** "Is my new version better?": two versions play each other until a sequential test knows. */

import { html, nothing } from "lit";
import { count, plural, signed } from "lib/format.js";

/** @type {Record<string, string>} */
const FOUND = { better: "Better", not_better: "Not better", null: "Open" };

/** Where the test stands between its two bounds, as a bar with a mark. @param {Compete.Comparison} each */
function gauge(each) {
  const at = Math.min(100, Math.max(0, 50 + (50 * each.llr) / each.bound));
  return html`<div class="owner-gauge">
    <svg viewBox="0 0 100 14" preserveAspectRatio="none" role="img" aria-label=${`The test stands at ${each.llr.toFixed(2)}; at ${each.bound.toFixed(2)} the new version is better, at −${each.bound.toFixed(2)} it is not.`}>
      <rect class="track" x="0" y="4" width="100" height="6" rx="3"></rect>
      <rect class="middle" x="49.75" y="2" width="0.5" height="10"></rect>
      <rect class="mark" x=${Math.min(98.5, Math.max(0, at - 0.75))} y="0" width="1.5" height="14"></rect>
    </svg>
    <span class="small soft"><span>not better</span><span>better</span></span>
  </div>`;
}

function words(/** @type {Compete.Comparison} */ each) {
  const games = each.wins + each.draws + each.losses;
  const figures = `${each.wins} won, ${each.draws} drawn, ${each.losses} lost`;
  if (each.verdict === "better") return `Version ${each.new} is better than version ${each.old}: ${figures}.`;
  if (each.verdict === "not_better") return `Version ${each.new} is not better than version ${each.old} by as much as was asked: ${figures}.`;
  if (!games) return `Version ${each.new} against version ${each.old}: no game has ended yet.`;
  return `Version ${each.new} against version ${each.old}: ${figures}. That does not decide it yet.`;
}

function line(/** @type {Compete.OwnPage} */ page, /** @type {Compete.Comparison} */ each) {
  const games = each.wins + each.draws + each.losses;
  return html`<li>
    <p><span class="badge" data-found=${each.verdict ?? "open"}>${FOUND[String(each.verdict)]}</span> ${words(each)}</p>
    ${gauge(each)}
    <p class="small soft">
      ${each.elo === null ? nothing : `A lead of ${signed(Math.round(each.elo))} ± ${Math.round(each.elo_error)} Elo after ${plural(games, "game")}${each.verdict ? "" : `, of ${count(page.own.most_compared)} at most`}. `}
      ${each.state === "playing" ? "It is being played." : each.state === "waiting" ? "It waits for its turn." : ""}
    </p>
    ${each.state
      ? html`<button type="button" class="button small" ?disabled=${page.busy !== ""} @click=${() => page.change("comparisons/stop", { new: each.new, old: each.old }, "stop")}>Stop</button>`
      : nothing}
  </li>`;
}

const options = (/** @type {Compete.Version[]} */ list, /** @type {number} */ chosen) => list.map((version) => html`<option value=${version.number} ?selected=${version.number === chosen}>version ${version.number}</option>`);

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
    <h2>Is my new version better?</h2>
    <p class="small soft">Two versions play each other, both ways round, until a sequential test knows: better by 30 Elo, or not, each with 5 % error. Events and ladder come first.</p>
    ${list.length < 2
      ? nothing
      : html`<form class="owner-compare row gap-3 align-end" novalidate @submit=${(/** @type {FormEvent} */ event) => begin(page, event)}>
          <div class="field"><label for="new">New</label><select id="new" name="new">${options(list, list[0].number)}</select></div>
          <div class="field"><label for="old">against</label><select id="old" name="old">${options(list, list[1].number)}</select></div>
          <button class="button" ?disabled=${going || page.busy !== ""}>Let them play</button>
        </form>`}
    <ul class="owner-comparisons">${page.own.comparisons.map((each) => line(page, each))}</ul>
  </section>`;
}
