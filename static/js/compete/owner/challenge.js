/** "Play a game against …": the owner lets the bot play a classmate's, or one of the program's own, and watches. */

import { html, nothing } from "lit";
import { fixed } from "lib/format.js";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { authorised } from "../keys.js";
import { refusal } from "../parts.js";

let problem = "";

/** Ask for the game; the page then goes to where it is watched. @param {Compete.OwnPage} page @param {FormEvent} event */
async function begin(page, event) {
  event.preventDefault();
  const form = new FormData(event.target);
  const wish = { against: form.get("against"), seat: Number(form.get("seat")), pace: Number(form.get("pace")) };
  page.busy = "challenge";
  page.draw();
  const found = await ask(`${page.address}/challenges`, wish, authorised(page.key));
  page.busy = "";
  problem = found.ok ? "" : found.error.sentence;
  page.draw();
  if (found.ok) location.href = found.data.url;
}

const pace = (/** @type {number} */ seconds) => (seconds ? _("a move every {seconds} s", { seconds: fixed(seconds, seconds % 1 ? 1 : 0) }) : _("as fast as they play"));

function options(/** @type {any[]} */ list, /** @type {string} */ title) {
  return list.length ? html`<optgroup label=${title}>${list.map(({ opponent, name }) => html`<option value=${opponent}>${name}</option>`)}</optgroup>` : nothing;
}

/** @param {Compete.OwnPage} page */
export function challenge(page) {
  const asked = page.own["challenges"];
  if (!asked || (!asked.opponents.length && !asked.going.length)) return nothing;
  const { id } = page.shown.competition;
  const seats = Array.from({ length: page.shown.seats }, (__, seat) => seat);
  return html`<section class="card" id="challenge">
    <h2>${_("Challenge somebody")}</h2>
    <p class="small soft">${asked.counts ? _("One game, by the clock of the ladder, which everybody may watch. Here it counts for the ladder.") : _("One game, by the clock of the ladder, which everybody may watch. It does not count for the ladder.")}</p>
    ${asked.going.map(
      (/** @type {any} */ game) => html`<p class="notice"><a href=${served(`/compete/${id}/live/${game.game}`)}>${game.names.join(" – ")}</a>:
        ${game.place ? _("In the queue: place {place}.", { place: game.place }) : _("It is being played.")}</p>`,
    )}
    ${asked.opponents.length && !asked.going.length
      ? html`<form class="owner-compare above-3 below-3 row gap-3 align-end" novalidate @submit=${(/** @type {FormEvent} */ event) => begin(page, event)}>
          <div class="field"><label for="against">${_("Opponent")}</label><select id="against" name="against">
            ${options(asked.opponents.filter((/** @type {any} */ each) => !each.house), _("Bots of this competition"))}
            ${options(asked.opponents.filter((/** @type {any} */ each) => each.house), _("Bots of the program’s own"))}</select></div>
          <div class="field"><label for="seat">${_("Your bot")}</label><select id="seat" name="seat">${seats.map((seat) => html`<option value=${seat}>${[_("Moving first"), _("Moving second")][seat] ?? _("Moving as number {seat}", { seat: seat + 1 })}</option>`)}</select></div>
          <div class="field"><label for="pace">${_("Pace")}</label><select id="pace" name="pace">${asked.paces.map((/** @type {number} */ each) => html`<option value=${each} ?selected=${each === 0.5}>${pace(each)}</option>`)}</select></div>
          <button class="button" ?disabled=${page.busy !== ""}>${_("Play and watch")}</button>
        </form>`
      : nothing}
    ${refusal(problem)}
  </section>`;
}
