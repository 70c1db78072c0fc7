/** The versions of a bot, the latest first, and the first games of that: each waits, is played, and has its verdict. */

import { html, nothing } from "lit";
import { icon } from "lib/icons.js";
import { _, locale, ngettext } from "lib/messages.js";
import { saveFrom } from "lib/save.js";
import { served } from "lib/served.js";
import { authorised } from "../keys.js";
import { admissionBadge, size } from "../parts.js";
import { ADMISSIONS, VERDICTS } from "../words.js";
import { logOf, RESULTS } from "./record.js";

const when = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

async function save(/** @type {Compete.OwnPage} */ page, /** @type {number} */ number) {
  page.problem = await saveFrom(`${page.address}/versions/${number}/source`, authorised(page.key));
  page.draw();
}

async function noted(/** @type {Compete.OwnPage} */ page, /** @type {FieldEvent} */ event, /** @type {number} */ number) {
  event.preventDefault();
  if (await page.change(`versions/${number}/note`, { note: page.noteDraft }, `note ${number}`)) page.editing = null;
  page.draw();
}

function note(/** @type {Compete.OwnPage} */ page, /** @type {Compete.Version} */ version) {
  const text = page.own.notes[version.number];
  if (page.editing === version.number) {
    return html`<form class="owner-note row" @submit=${(/** @type {FieldEvent} */ event) => noted(page, event, version.number)}>
      <label class="hidden-visually" for="note">${_("Note of version {number}", { number: version.number })}</label>
      <input id="note" maxlength="500" .value=${page.noteDraft} @input=${(/** @type {FieldEvent} */ event) => {
        page.noteDraft = event.target.value;
      }} />
      <button class="button small primary">${_("Keep")}</button>
      <button type="button" class="button small quiet" @click=${() => {
        page.editing = null;
        page.draw();
      }}>${_("Leave it")}</button>
    </form>`;
  }
  return text ? html`<p class="owner-noted break">${text}</p>` : nothing;
}

function tools(/** @type {Compete.OwnPage} */ page, /** @type {Compete.Version} */ version) {
  const edit = () => {
    page.editing = version.number;
    page.noteDraft = page.own.notes[version.number] ?? "";
    page.draw();
    setTimeout(() => document.getElementById("note")?.focus(), 150);
  };
  const which = _("version {number}", { number: version.number });
  const mayPlay = !version.active && version.admission !== "refused";
  return html`<span class="button-row owner-tools">
    ${mayPlay
      ? html`<button type="button" class="button small" ?disabled=${page.busy !== ""} @click=${() => page.change(`versions/${version.number}/choose`, {}, "choose")}>
          ${_("Let it play")}<span class="hidden-visually">: ${which}</span>
        </button>`
      : nothing}
    ${page.own.files[version.number]
      ? html`<button type="button" class="button small quiet" @click=${() => save(page, version.number)}>${_("Save the source")}<span class="hidden-visually">: ${which}</span></button>`
      : nothing}
    <button type="button" class="button small quiet" @click=${edit}>${page.own.notes[version.number] ? _("Change the note") : _("Add a note")}<span class="hidden-visually">: ${which}</span></button>
  </span>`;
}

/** Why the length of a version is not that of its source alone. @param {Compete.Version} version */
const longer = ({ longer: reasons }) => (reasons.length ? html`<p class="owner-reason small whole-row soft">${_("Its length counts more than its source:")} ${reasons.join(" ")}</p>` : nothing);

const field = (/** @type {Compete.OwnPage} */ page) =>
  page.shown.in_event === null
    ? nothing
    : html`<p class="small soft">${_("The event is played with version {number}, which stands in its field whatever plays the ladder now.", { number: page.shown.in_event })}</p>`;

function standing(/** @type {Compete.Version} */ { admission, active }) {
  const plays = active && admission !== "refused" && admission !== "waiting";
  return admissionBadge(admission, plays ? _("plays now") : admission === "validated" ? _("may play") : ADMISSIONS[admission], active ? "owner-plays" : "");
}

/** @param {Compete.BotPage} page */
export function versions(page) {
  const { shown, own } = page;
  const owned = /** @type {Compete.OwnPage} */ (page);
  if (!shown.versions.length) {
    return own ? nothing : html`<section class="card"><h2>${_("Versions")}</h2><p class="soft">${_("Nothing has been handed in yet.")}</p></section>`;
  }
  return html`<section class="card" id="versions">
    <h2>${_("Versions")}</h2>
    ${field(owned)}
    <ol class="owner-versions">
      ${shown.versions.map(
        (version) => html`<li class="column gap-1">
          <span class="owner-version-head row gap-near">
            <span class="strong">${_("Version {number}", { number: version.number })}</span>
            ${standing(version)}
            <span class="soft small">${when.format(new Date(version.created * 1000))}${version.tokens === null ? "" : `, ${ngettext("{count} token", "{count} tokens", version.tokens)}`}${version.weights ? `, ${_("weights {name}, {size}", { name: version.weights.name, size: size(version.weights.bytes) })}` : ""}</span>
          </span>
          ${version.reason ? html`<p class="owner-reason small whole-row">${version.reason}</p>` : nothing} ${longer(version)} ${own ? note(owned, version) : nothing}
          ${own ? tools(owned, version) : nothing}
        </li>`,
      )}
    </ol>
  </section>`;
}

const AGAINST_RANDOM = [
  _("Against the random bot, moving first"),
  _("Against the random bot, moving second"),
  _("Against the random bot, moving third"),
  _("Against the random bot, moving fourth"),
];

const named = (/** @type {Compete.FirstGame} */ game) =>
  game.against === "itself" ? _("Against itself") : (AGAINST_RANDOM[game.seat] ?? _("Against the random bot, in seat {seat}", { seat: game.seat + 1 }));

function outcome(/** @type {Compete.FirstGame} */ game) {
  if (game.game === null) return _("to come");
  if (game.failed) return VERDICTS[game.verdict] ?? game.verdict;
  return game.result === null ? _("played to the end") : _("{result}, played to the end", { result: RESULTS[game.result] });
}

/**
 * What changed in the latest version's first games, in sentences for who does not see them.
 * @param {Compete.Bot} before @param {Compete.Bot} after
 */
export function newsOf(before, after) {
  const [old, now] = [before.first_games?.games ?? [], after.first_games?.games ?? []];
  if (before.versions[0]?.number !== after.versions[0]?.number) return [];
  const said = now
    .filter((game, at) => game.game !== null && old[at]?.game === null)
    .map((game) => _("{game}: {outcome}.", { game: named(game), outcome: outcome(game) }));
  const [was, is] = [before.versions[0]?.admission, after.versions[0]?.admission];
  if (was === "waiting" && is === "validated") said.push(_("Version {number} plays.", { number: after.versions[0].number }));
  if (was === "waiting" && is === "refused") said.push(_("Version {number} stays out. {reason}", { number: after.versions[0].number, reason: after.versions[0].reason }));
  return said;
}

function line(/** @type {Compete.BotPage} */ page, /** @type {Compete.FirstGame} */ game, /** @type {boolean} */ next) {
  const state = game.game === null ? (next ? "next" : "waiting") : game.failed ? "failed" : "passed";
  const mark = { passed: icon("check"), failed: icon("close"), next: icon("clock"), waiting: icon("clock") }[state];
  return html`<li class="one-row gap-3 align-start" data-state=${state}>
    <span class="owner-mark round-mark soft sunken fixed">${mark}</span>
    <span class="owner-step row gap-near align-baseline">
      <span class="strong">${named(game)}</span>
      <span class="soft">${outcome(game)}</span>
      ${game.game ? html`<a class="small" href=${served(`/compete/${page.shown.competition.id}/games/${game.game}`)}>${_("watch it")}</a>` : nothing}
      ${game.sentence ? html`<span class="owner-reason small whole-row">${game.sentence}</span>` : nothing}
    </span>
  </li>`;
}

function verdict(/** @type {Compete.BotPage} */ page, /** @type {Compete.Version} */ version) {
  if (version.admission === "validated" || version.admission === "admitted") {
    const words = version.admission === "admitted" ? _("The teacher lets it play.") : _("It is on its way up the ladder.");
    return html`<p class="notice good" id="verdict">${icon("check")}<span><strong>${_("Version {number} plays.", { number: version.number })}</strong> ${words}</span></p>
      ${longer(version)}`;
  }
  if (version.admission === "refused") {
    const failed = page.shown.first_games?.games.find((game) => game.failed);
    return html`<p class="notice bad" id="verdict">${icon("close")}<span><strong>${_("Version {number} stays out.", { number: version.number })}</strong> ${version.reason} ${page.own ? _("Mend it and hand in the next version.") : nothing}</span></p>
      ${page.own && failed?.game ? logOf(page, failed.game, _("What it wrote before it failed")) : nothing}`;
  }
  const before = page.shown.first_games?.before;
  const queue = before ? ngettext("{count} other version came before it.", "{count} other versions came before it.", before) : "";
  return html`<p class="notice" id="verdict">${icon("clock")}<span>${_("Version {number} is in its first games.", { number: version.number })} ${page.shown.problem ? "" : queue}</span></p>`;
}

/** @param {Compete.BotPage} page */
export function firstGames(page) {
  const version = page.shown.versions[0];
  const { games = [] } = page.shown.first_games ?? {};
  const next = games.findIndex((/** @type {Compete.FirstGame} */ game) => game.game === null);
  return html`<section class="card" id="first-games">
    <h2>${_("First games of version {number}", { number: version.number })}</h2>
    ${verdict(page, version)}
    <ol class="owner-games above-3 column gap-1">
      ${games.map((/** @type {Compete.FirstGame} */ game, /** @type {number} */ at) => line(page, game, at === next && version.admission === "waiting"))}
    </ol>
  </section>`;
}
