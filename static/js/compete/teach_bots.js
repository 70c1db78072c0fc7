/** The bots of a competition as the teacher sees them: both names, versions with their admission, and what can be done. */

import { html, nothing } from "lit";
import { _, ngettext, withElements } from "lib/messages.js";
import { admissionBadge } from "./parts.js";
import { ADMISSIONS, eloWords } from "./words.js";

/** What a bot is shown as: that of its active version, or that it is excluded. @param {Compete.TaughtBot} bot */
function stateOf(bot) {
  const version = bot.versions.find((each) => each.id === bot.active) ?? bot.versions[0];
  if (bot.excluded) return { admission: "refused", words: _("excluded"), reason: _("You have excluded it."), version };
  if (version && !bot.active) return { admission: "refused", words: _("withdrawn"), reason: _("Its owner has taken it out."), version };
  if (!version) return { admission: "waiting", words: _("no version yet"), reason: "", version };
  return { admission: version.admission, words: ADMISSIONS[version.admission], reason: version.reason, version };
}

const owner = (/** @type {Compete.TaughtBot} */ bot) =>
  bot.house ? _("one of our own") : bot.people.length ? html`<span class="teach-owner">${bot.people.join(", ")}</span>` : bot.name ? withElements(bot.name_shown ? _("{name}, shown to all") : "{name}", { name: html`<span class="teach-owner">${bot.name}</span>` }) : _("no name given");

function versions(/** @type {Compete.TaughtBot} */ bot) {
  if (bot.house || bot.versions.length === 0) return nothing;
  return html`<details class="teach-versions"><summary>${ngettext("{count} version", "{count} versions", bot.versions.length)}</summary>
    <ol reversed>
      ${bot.versions.map(
        (version) => html`<li value=${version.number}>${version.id === bot.active ? html`<strong>${_("active")}</strong>, ` : nothing}${version.bot ?? (version.tokens === null ? _("a program without source") : ngettext("{count} token", "{count} tokens", version.tokens))},
          ${ADMISSIONS[version.admission]}${version.note ? html`: <q>${version.note}</q>` : nothing} ${[version.reason, ...version.longer].map((reason) => (reason ? html`<span class="teach-reason small break">${reason}</span>` : nothing))}</li>`,
      )}
    </ol></details>`;
}

function actions(/** @type {Compete.TaughtBot} */ bot, /** @type {boolean} */ begun, /** @type {Compete.TeachAct} */ act) {
  const { admission } = stateOf(bot);
  const button = (/** @type {string} */ words, /** @type {() => void} */ run, label = "") => html`<button type="button" class="button small" ?disabled=${act.busy()} aria-label="${words} ${bot.called}${label}" @click=${run}>${words}</button>`;
  const step = (/** @type {string} */ name) => () => act.bot(bot, name);
  return html`<div class="button-row teach-bot-actions">
    ${begun || bot.excluded || !bot.active
      ? nothing
      : admission === "refused" || admission === "waiting"
        ? button(_("Admit"), step("admit"))
        : admission === "admitted"
          ? button(_("Undo"), step("judge"), _(": its first games decide"))
          : nothing}
    ${button(_("Rename"), () => act.dialog({ kind: "rename", bot, alias: bot.alias }))}
    ${begun ? nothing : bot.excluded ? button(_("Take back"), step("take_back")) : button(_("Exclude"), step("exclude"))}
  </div>`;
}

function line(/** @type {Compete.TaughtBot} */ bot, /** @type {boolean} */ begun, /** @type {Compete.TeachAct} */ act) {
  const { admission, words, reason } = stateOf(bot);
  return html`<li class="teach-bot">
    <div class="teach-bot-name break"><strong>${bot.called}</strong><span class="soft small">${owner(bot)}</span></div>
    <div class="row gap-near">${admissionBadge(admission, begun && bot.in_field ? _("in the event") : words)}
      ${bot.ladder ? html`<span class="soft small number">${ngettext("ladder {elo}, {count} game", "ladder {elo}, {count} games", bot.ladder.games, { elo: eloWords(bot.ladder) })}</span>` : nothing}</div>
    ${actions(bot, begun, act)} ${reason ? html`<p class="teach-reason small any-width break">${reason}</p>` : nothing} ${versions(bot)}
  </li>`;
}

/** The card with all of them. @param {Compete.Taught} shown @param {Compete.TeachAct} act */
export function bots(shown, act) {
  return html`<section class="card" aria-labelledby="bots-title">
    <div class="row justify-between"><h2 id="bots-title">${ngettext("{count} bot", "{count} bots", shown.bots.length)}</h2>
      ${shown.begun ? nothing : html`<button type="button" class="button small" @click=${() => act.dialog({ kind: "house", chosen: [] })}>${_("Add bots of our own")}</button>`}</div>
    ${shown.bots.length
      ? html`<ul class="teach-bots above-2">${shown.bots.map((bot) => line(bot, shown.begun, act))}</ul>`
      : html`<p class="soft">${_("Nobody has handed in a bot yet. Show the class the invitation, or begin with some bots of our own.")}</p>`}
  </section>`;
}
