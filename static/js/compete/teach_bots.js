/** The bots of a competition as the teacher sees them: both names, versions with their admission, and what can be done. */

import { html, nothing } from "lit";
import { count, plural } from "lib/format.js";
import { admissionBadge } from "./parts.js";
import { ADMISSIONS, eloWords } from "./words.js";

/** What a bot is shown as: that of its active version, or that it is excluded. @param {Compete.TaughtBot} bot */
function stateOf(bot) {
  const version = bot.versions.find((each) => each.id === bot.active) ?? bot.versions[0];
  if (bot.excluded) return { admission: "refused", words: "excluded", reason: "You have excluded it.", version };
  if (version && !bot.active) return { admission: "refused", words: "withdrawn", reason: "Its owner has taken it out.", version };
  if (!version) return { admission: "waiting", words: "no version yet", reason: "", version };
  return { admission: version.admission, words: ADMISSIONS[version.admission], reason: version.reason, version };
}

const owner = (/** @type {Compete.TaughtBot} */ bot) =>
  bot.house ? "one of our own" : bot.name ? html`<span class="teach-owner">${bot.name}</span>${bot.name_shown ? ", shown to all" : ""}` : "no name given";

function versions(/** @type {Compete.TaughtBot} */ bot) {
  if (bot.house || bot.versions.length === 0) return nothing;
  return html`<details class="teach-versions"><summary>${plural(bot.versions.length, "version")}</summary>
    <ol reversed>
      ${bot.versions.map(
        (version) => html`<li value=${version.number}>${version.id === bot.active ? html`<strong>active</strong>, ` : nothing}${version.bot ?? (version.tokens === null ? "a program without source" : `${count(version.tokens)} tokens`)},
          ${ADMISSIONS[version.admission]}${version.note ? html`: <q>${version.note}</q>` : nothing} ${version.reason ? html`<span class="teach-reason small">${version.reason}</span>` : nothing}</li>`,
      )}
    </ol></details>`;
}

function actions(/** @type {Compete.TaughtBot} */ bot, /** @type {boolean} */ begun, /** @type {Compete.TeachAct} */ act) {
  const { admission } = stateOf(bot);
  const button = (/** @type {string} */ words, /** @type {() => void} */ run, label = "") => html`<button type="button" class="button small" ?disabled=${act.busy()} aria-label="${words} ${bot.alias}${label}" @click=${run}>${words}</button>`;
  const step = (/** @type {string} */ name) => () => act.bot(bot, name);
  return html`<div class="button-row teach-bot-actions">
    ${begun || bot.excluded || !bot.active
      ? nothing
      : admission === "refused" || admission === "waiting"
        ? button("Admit", step("admit"))
        : admission === "admitted"
          ? button("Undo", step("judge"), ": its first games decide")
          : nothing}
    ${button("Rename", () => act.dialog({ kind: "rename", bot, alias: bot.alias }))}
    ${begun ? nothing : bot.excluded ? button("Take back", step("take_back")) : button("Exclude", step("exclude"))}
  </div>`;
}

function line(/** @type {Compete.TaughtBot} */ bot, /** @type {boolean} */ begun, /** @type {Compete.TeachAct} */ act) {
  const { admission, words, reason } = stateOf(bot);
  return html`<li class="teach-bot">
    <div class="teach-bot-name break"><strong>${bot.alias}</strong><span class="soft small">${owner(bot)}</span></div>
    <div class="row gap-near">${admissionBadge(admission, begun && bot.in_field ? "in the event" : words)}
      ${bot.ladder ? html`<span class="soft small number">ladder ${eloWords(bot.ladder)}, ${plural(bot.ladder.games, "game")}</span>` : nothing}</div>
    ${actions(bot, begun, act)} ${reason ? html`<p class="teach-reason small">${reason}</p>` : nothing} ${versions(bot)}
  </li>`;
}

/** The card with all of them. @param {Compete.Taught} shown @param {Compete.TeachAct} act */
export function bots(shown, act) {
  return html`<section class="card" aria-labelledby="bots-title">
    <div class="row justify-between"><h2 id="bots-title">${plural(shown.bots.length, "bot")}</h2>
      ${shown.begun ? nothing : html`<button type="button" class="button small" @click=${() => act.dialog({ kind: "house", chosen: [] })}>Add bots of our own</button>`}</div>
    ${shown.bots.length
      ? html`<ul class="teach-bots">${shown.bots.map((bot) => line(bot, shown.begun, act))}</ul>`
      : html`<p class="soft">Nobody has handed in a bot yet. Show the class the invitation, or begin with some bots of our own.</p>`}
  </section>`;
}
