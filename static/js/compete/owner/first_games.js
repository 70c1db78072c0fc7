/** The first games of the latest version, live: each waits, is played, and has its verdict; then the version plays or not. */

import { html, nothing } from "lit";
import { plural } from "lib/format.js";
import { icon } from "lib/icons.js";
import { VERDICTS } from "../words.js";
import { logOf, RESULTS } from "./record.js";

const SEATS = ["moving first", "moving second", "moving third", "moving fourth"];

const named = (/** @type {Compete.FirstGame} */ game) =>
  game.against === "itself" ? "Against itself" : `Against the random bot, ${SEATS[game.seat] ?? `in seat ${game.seat + 1}`}`;

function outcome(/** @type {Compete.FirstGame} */ game) {
  if (game.game === null) return "to come";
  if (game.failed) return VERDICTS[game.verdict] ?? game.verdict;
  return game.result === null ? "played to the end" : `${RESULTS[game.result]}, played to the end`;
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
    .map((game) => `${named(game)}: ${outcome(game)}.`);
  const [was, is] = [before.versions[0]?.admission, after.versions[0]?.admission];
  if (was === "waiting" && is === "validated") said.push(`Version ${after.versions[0].number} plays.`);
  if (was === "waiting" && is === "refused") said.push(`Version ${after.versions[0].number} stays out. ${after.versions[0].reason}`);
  return said;
}

function line(/** @type {Compete.BotPage} */ page, /** @type {Compete.FirstGame} */ game, /** @type {boolean} */ next) {
  const state = game.game === null ? (next ? "next" : "waiting") : game.failed ? "failed" : "passed";
  const mark = { passed: icon("check"), failed: icon("close"), next: icon("clock"), waiting: icon("clock") }[state];
  return html`<li data-state=${state}>
    <span class="owner-mark soft sunken fixed">${mark}</span>
    <span class="owner-step row gap-near align-baseline">
      <span class="strong">${named(game)}</span>
      <span class="soft">${outcome(game)}</span>
      ${game.game ? html`<a class="small" href="/compete/${page.shown.competition.id}/games/${game.game}">watch it</a>` : nothing}
      ${game.sentence ? html`<span class="owner-reason small whole-row">${game.sentence}</span>` : nothing}
    </span>
  </li>`;
}

function verdict(/** @type {Compete.BotPage} */ page, /** @type {Compete.Version} */ version) {
  if (version.admission === "validated" || version.admission === "admitted") {
    const words = version.admission === "admitted" ? "The teacher lets it play." : "It is on its way up the ladder.";
    return html`<p class="notice good" id="verdict">${icon("check")}<span><strong>Version ${version.number} plays.</strong> ${words}</span></p>`;
  }
  if (version.admission === "refused") {
    const failed = page.shown.first_games?.games.find((game) => game.failed);
    return html`<p class="notice bad" id="verdict">${icon("close")}<span><strong>Version ${version.number} stays out.</strong> ${version.reason}${page.own ? " Mend it and hand in the next version." : ""}</span></p>
      ${page.own && failed?.game ? logOf(page, failed.game, "What it wrote before it failed") : nothing}`;
  }
  const before = page.shown.first_games?.before;
  const queue = before ? ` ${plural(before, "other version")} came before it.` : "";
  return html`<p class="notice" id="verdict">${icon("clock")}<span>Version ${version.number} is in its first games.${page.shown.problem ? "" : queue}</span></p>`;
}

/** @param {Compete.BotPage} page */
export function firstGames(page) {
  const version = page.shown.versions[0];
  const { games = [] } = page.shown.first_games ?? {};
  const next = games.findIndex((/** @type {Compete.FirstGame} */ game) => game.game === null);
  return html`<section class="card" id="first-games">
    <h2>First games of version ${version.number}</h2>
    ${verdict(page, version)}
    <ol class="owner-games column gap-1">
      ${games.map((/** @type {Compete.FirstGame} */ game, /** @type {number} */ at) => line(page, game, at === next && version.admission === "waiting"))}
    </ol>
  </section>`;
}
