/** The tables of a competition: the standing, the final, and the bots that were handed in. */

import { html, nothing } from "lit";
import { count, ordinal } from "lib/format.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { roundName } from "./final_words.js";
import { admissionBadge, medal, rating, table } from "./parts.js";
import { certaintyWords, eloWords, failedWords, failures, points, progressWords, standingWords, tieAt } from "./words.js";

/** The progress of the event as a bar with its words. @param {Compete.Shown} shown */
export function progress(shown) {
  if (!shown.progress || shown.state === "finished") return nothing;
  const { done, total } = shown.progress;
  return html`<div class="compete-progress row gap-apart number">
    <progress max=${Math.max(1, total)} value=${done} aria-label=${_("Games played")}></progress>
    <span>${progressWords(shown.progress)}</span>
  </div>`;
}

/**
 * The standing: place, bot, points, and what they rest on. A line opens to say why it stands where it stands.
 * @param {Compete.Shown} shown The page's data.
 * @param {Set<string>} open The versions whose line is open.
 * @param {{toggle: (version: string) => void, games: (entry: string) => void}} act
 */
export function standing(shown, open, act) {
  const named = (/** @type {Compete.Row} */ row, /** @type {number} */ at) => html`<button type="button" class="standing-more inline strong" aria-expanded=${open.has(row.version)}
      aria-controls="about-${row.version}" title=${tieAt(shown.ties, at)?.sentences.join(" ") ?? standingWords(row, shown)} @click=${() => act.toggle(row.version)}>
      ${medal(row.badge)} <span class="name">${row.name}</span><span class="hidden-visually">${_(": why it stands here")}</span>
    </button>`;
  /** @type {import("./parts.js").Column[]} */
  const columns = [
    { title: _("Place"), kind: "number", cell: (row, at) => html`${row.place}${tieAt(shown.ties, at) ? html`<span class="tie" aria-hidden="true">=</span>` : nothing}` },
    { title: _("Bot"), head: true, cell: named },
    { title: _("Points"), kind: "number", cell: (row) => html`<strong>${points(row.points)}</strong>` },
    { title: _("Bonus"), kind: "number", cell: (row) => (row.bonus ? `+${points(row.bonus)}` : "") },
    { title: _("Won"), kind: "number wide", cell: (row) => row.wins },
    { title: _("Drawn"), kind: "number wide", cell: (row) => row.draws },
    { title: _("Lost"), kind: "number wide", cell: (row) => row.losses },
    { title: _("Failed"), kind: "number wider", hint: _("Games lost by a failure of its own"), cell: (row) => html`<span title=${failedWords(row.verdicts)}>${failures(row) || ""}</span>` },
    { title: _("Elo"), kind: "number wide", hint: _("Elo, 0 is the average of the field, with its 95 % interval"), cell: (row) => (row.games ? rating(row) : "–") },
    { title: _("Source"), kind: "number wider", hint: _("The size of its source in tokens"), cell: (row) => (row.tokens === null ? "–" : count(row.tokens)) },
  ];
  const more = (/** @type {Compete.Row} */ row, /** @type {number} */ at) => html`<tr class="standing-about" id="about-${row.version}" ?hidden=${!open.has(row.version)}>
    <td colspan=${columns.length}>${open.has(row.version) ? about(row, tieAt(shown.ties, at), shown, act) : nothing}</td>
  </tr>`;
  return table(columns, shown.standings, { kind: "standing", spoken: _("The standing"), more });
}

/**
 * What a line of the standing says when it is open.
 * @param {Compete.Row} row @param {Compete.Tie | null} tie @param {Compete.Shown} shown @param {{toggle: (version: string) => void, games: (entry: string) => void}} act
 */
function about(row, tie, shown, act) {
  const elo = eloWords(row);
  const strength = row.tokens === null ? _("Elo {elo}.", { elo }) : ngettext("Elo {elo}, source of {count} token.", "Elo {elo}, source of {count} tokens.", row.tokens, { elo });
  return html`<p>${standingWords(row, shown)}</p>
    ${tie ? html`<p class="why">${tie.sentences.join(" ")}</p>` : nothing}
    ${row.games ? html`<p>${strength} ${certaintyWords(row, shown.standings)}</p>` : nothing}
    <p class="button-row">
      <button type="button" class="button small" @click=${() => act.games(row.entry)}>${_("Its games")}</button>
      ${shown.links.bots ? html`<a class="button small" href=${served(`/compete/${shown.id}/bots/${row.entry}`)}>${_("Its page")}</a>` : nothing}
    </p>`;
}

/** The final: the rounds of its bracket, or its table of several. @param {Compete.Shown} shown */
export function final(shown) {
  const last = shown.final;
  if (!last) return nothing;
  const winner = last.winner ? html`<p class="large strong">${_("{winner} has won the final.", { winner: last.winner })}</p>` : nothing;
  if (last.table) {
    return html`<section class="card"><h2>${_("Final")}</h2>${winner}
      <ol class="compete-final-table">${last.table.map((row) => html`<li>${_("{place}: {name}, {points} points", { place: ordinal(row.place), name: row.name, points: points(row.points) })}</li>`)}</ol>
    </section>`;
  }
  return html`<section class="card">
    <h2>${_("Final")}</h2>
    ${winner}
    <div class="compete-bracket" role="group" aria-label=${_("The bracket")}>
      ${last.rounds.map(
        (matches, round) => html`<div class="round">
          <h3 class="soft small">${roundName(round + 1, last.rounds.length)}</h3>
          ${matches.map(
            (match) => html`<div class="match rounded sunken">
              ${match.sides.map(
                (side, at) => html`<div class="side ${side && side === match.winner ? "won" : ""}">
                  <span>${side ?? (match.bye ? _("bye") : _("to come"))}</span>
                  <span class="number">${match.bye || !side ? "" : points(match.score[at])}</span>
                </div>`,
              )}
            </div>`,
          )}
        </div>`,
      )}
    </div>
  </section>`;
}

const versionOf = (/** @type {Compete.Listed} */ { house, version }) =>
  house ? _("one of Plyground's own") : version === null ? _("no version yet") : _("version {version}", { version });

/** The bots that were handed in, and whether they play. @param {Compete.Shown} shown */
export function bots(shown) {
  if (!shown.bots.length) return html`<p class="soft">${_("No bot has been handed in yet.")}</p>`;
  return html`<ul class="compete-bots column gap-1">
    ${shown.bots.map(
      (bot) => html`<li class="row gap-near">
        ${shown.links.bots
          ? html`<a class="strong" href=${served(`/compete/${shown.id}/bots/${bot.entry}`)}>${bot.name}</a>`
          : html`<strong>${bot.name}</strong>`}
        ${bot.version === null && bot.admission === "waiting" ? nothing : admissionBadge(bot.admission)}
        <span class="soft small"
          >${bot.ladder
            ? ngettext("{version}, on the ladder {elo} after {count} game", "{version}, on the ladder {elo} after {count} games", bot.ladder.games, { version: versionOf(bot), elo: eloWords(bot.ladder) })
            : versionOf(bot)}</span
        >
        ${bot.admission === "refused" ? html`<p class="reason">${bot.reason}</p>` : nothing}
      </li>`,
    )}
  </ul>`;
}
