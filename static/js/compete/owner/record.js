/** What a bot has played: its record against each other, and its latest games, with the own log for its owner. */

import { html, nothing } from "lit";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { rating, table, verdictBadge, written } from "../parts.js";
import { KINDS } from "../words.js";

/** @type {Record<string, string>} */
export const RESULTS = { win: _("won"), draw: _("drew"), loss: _("lost") };

/** @param {Compete.BotPage} page */
export function against(page) {
  const rows = page.shown.against;
  if (!rows.length) return html`<section class="card"><h2>${_("Against others")}</h2><p class="soft">${_("It has met nobody yet.")}</p></section>`;
  /** @type {import("../parts.js").Column[]} */
  const columns = [
    { title: _("Bot"), head: true, cell: (row) => html`<a href=${served(`/compete/${page.shown.competition.id}/bots/${row.bot}`)}>${row.name}</a>
        <a class="small" href=${served(`/compete/${page.shown.competition.id}/pairs/${page.shown.bot}/${row.bot}`)} title=${_("All games of the two")}>${ngettext("{count} game", "{count} games", row.wins + row.draws + row.losses)}</a>` },
    { title: _("Won"), kind: "number", cell: (row) => row.wins },
    { title: _("Drawn"), kind: "number", cell: (row) => row.draws },
    { title: _("Lost"), kind: "number", cell: (row) => row.losses },
    { title: _("Elo"), kind: "number owner-wide", hint: _("Its lead in Elo by these games, with the 95 % interval"), cell: (row) => rating(row) },
  ];
  return html`<section class="card"><h2>${_("Against others")}</h2>${table(columns, rows, { spoken: _("Games against each other bot, all versions together") })}</section>`;
}

/** How the game went for the bot: won, drew or lost, or how it failed. @param {Compete.Game} game */
function outcome(game) {
  const itself = game.own.length === game.names.length;
  const failed = game.own.find((seat) => game.verdicts[seat] !== "fair");
  if (failed !== undefined) return verdictBadge(game.verdicts[failed]);
  if (itself) return html`<span class="badge">${_("played")}</span>`;
  const alone = game.ranks.filter((rank) => rank === 1).length === 1;
  const result = game.ranks[game.own[0]] !== 1 ? "loss" : alone ? "win" : "draw";
  return html`<span class="badge" data-result=${result}>${RESULTS[result]}</span>`;
}

/** The own log of a game, to be unfolded. @param {Compete.BotPage} page @param {string} game */
export function logOf(page, game, title = "") {
  const found = page.logs[game];
  const unfold = (/** @type {{currentTarget: HTMLDetailsElement}} */ event) => event.currentTarget.open && page.readLogs(game);
  return html`<details class="owner-log shrink" ?open=${title !== ""} @toggle=${unfold}>
    <summary>${title || _("Log")}</summary>
    ${!found || found.state === "asked"
      ? html`<p class="soft small">${_("Being fetched …")}</p>`
      : found.state === "failed"
        ? html`<p class="notice bad">${found.sentence}</p>`
        : (found.logs ?? []).map(
            (each) => html`${found.logs && found.logs.length > 1 ? html`<p class="small soft">${[_("Moving first"), _("Moving second")][each.seat] ?? _("Moving as number {seat}", { seat: each.seat + 1 })}</p>` : nothing}
              ${written(each.log, _("What the bot wrote"))}`,
          )}
  </details>`;
}

function line(/** @type {Compete.BotPage} */ page, /** @type {Compete.Game} */ game) {
  const itself = game.own.length === game.names.length;
  const others = game.names.filter((_, seat) => !game.own.includes(seat));
  const title = itself ? _("against itself") : _("against {names}", { names: others.join(", ") });
  return html`<li class="row">
    ${outcome(game)}
    <a href=${served(`/compete/${page.shown.competition.id}/games/${game.id}`)}>${title}</a>
    <span class="soft small">${_("{kind}, version {number}, {plies}", { kind: KINDS[game.kind], number: game.versions[game.own[0]], plies: ngettext("{count} ply", "{count} plies", game.plies) })}</span>
    ${page.own ? logOf(page, game.id) : nothing}
  </li>`;
}

/** @param {Compete.BotPage} page */
export function games(page) {
  const { shown } = page;
  if (!shown.games.length) return html`<section class="card"><h2>${_("Games")}</h2><p class="soft">${_("No game has been played yet.")}</p></section>`;
  return html`<section class="card">
    <h2>${_("Games")}</h2>
    <ul class="owner-played scroll-y" tabindex="0" aria-label=${_("Its latest games")}>${shown.games.map((game) => line(page, game))}</ul>
    ${shown.games_played > shown.games.length ? html`<p class="soft small">${ngettext("The latest {shown} of {count} game.", "The latest {shown} of {count} games.", shown.games_played, { shown: shown.games.length })}</p>` : nothing}
    ${page.own ? html`<p class="soft small">${_("Other players cannot read what your bot wrote.")}</p>` : nothing}
  </section>`;
}
