/** The page of a pairing: the score of two bots, by seat and by opening, and all their games with links to replays and reviews. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { ask } from "lib/http.js";
import { keepLooking } from "lib/store.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { lostNotice, rating, table, verdictBadge } from "./parts.js";
import { KINDS, points } from "./words.js";

const AGAIN_MS = 4000;
const host = find("#pairing");
let shown = pageData("shown");
let lost = false;
const root = `/compete/${shown.competition.id}`;

/** @type {import("./parts.js").Column[]} */
const counted = [
  { title: _("Games"), kind: "number", cell: (row) => row.games },
  { title: _("Won"), kind: "number", cell: (row) => row.wins },
  { title: _("Drawn"), kind: "number", cell: (row) => row.draws },
  { title: _("Lost"), kind: "number", cell: (row) => row.losses },
];

const bot = (/** @type {number} */ at) => html`<a href=${served(`${root}/bots/${shown.bots[at].bot}`)}>${shown.bots[at].name}</a>`;

function score() {
  const { score: all } = shown;
  if (!all.games) return html`<p class="soft">${_("They have not met yet.")}</p>`;
  return html`<p class="large number"><strong>${points(all.wins + all.draws / 2)} : ${points(all.losses + all.draws / 2)}</strong>
      <span class="soft">${ngettext("after {count} game", "after {count} games", all.games)}</span></p>
    <p class="soft">${_("{name} against {other} in Elo:", { name: shown.bots[0].name, other: shown.bots[1].name })} ${rating(all)}</p>
    ${table([{ title: _("Seat of {name}", { name: shown.bots[0].name }), head: true, cell: (row) => row.name }, ...counted], shown.seats, { spoken: _("The score by seat") })}`;
}

function openings() {
  if (!shown.openings.length) return nothing;
  const name = shown.bots[0].name;
  return html`<section class="card"><h2>${_("Openings")}</h2>
    <p class="soft small">${shown.given ? _("Openings were drawn; won, drawn and lost are those of {name}.", { name }) : _("The first four plies of each game; won, drawn and lost are those of {name}.", { name })}</p>
    ${table([{ title: _("Moves"), head: true, cell: (row) => html`<span class="mono break">${row.moves.join(", ")}</span>` }, ...counted], shown.openings, { spoken: _("The score by opening") })}</section>`;
}

function line(/** @type {any} */ game) {
  const result = game.score === 1 ? "win" : game.score === 0 ? "loss" : "draw";
  const words = { win: _("{name} won", { name: shown.bots[0].name }), loss: _("{name} won", { name: shown.bots[1].name }), draw: _("drawn") };
  const failed = game.verdicts.map((/** @type {string} */ code, /** @type {number} */ seat) => ({ code, seat })).filter((/** @type {{code: string}} */ each) => each.code !== "fair");
  return html`<li class="row gap-near"><a href=${served(`${root}/games/${game.id}`)}>${game.names.join(" – ")}</a>
    <span class="badge" data-result=${result}>${words[result]}</span>
    <span class="soft small">${KINDS[game.kind]}, ${ngettext("{count} ply", "{count} plies", game.plies)}</span>
    ${failed.map((/** @type {{code: string, seat: number}} */ { code, seat }) => verdictBadge(code, game.names[seat]))}
    <a class="small" href=${served(`/review#${new URLSearchParams({ event: shown.competition.id, match: game.id })}`)}>${_("Review")}</a></li>`;
}

const template = () => html`<header class="compete-head below-5">
    <h1>${bot(0)} – ${bot(1)}</h1>
    <p class="soft">${shown.competition.title} · ${shown.competition.game_title}</p>
    ${lostNotice(lost)}
  </header>
  <div class="compete-columns column gap-4">
    <div class="column gap-4"><section class="card"><h2>${_("Score")}</h2>${score()}</section>${openings()}</div>
    <div class="compete-right column gap-4"><section class="card"><h2>${_("Games")}</h2>
      ${shown.games.length ? html`<ul class="compete-games scroll-y column gap-1" tabindex="0" aria-label=${_("Games")}>${shown.games.map(line)}</ul>` : html`<p class="soft">${_("No game has been played yet.")}</p>`}
      ${shown.games_played > shown.games.length ? html`<p class="soft small">${ngettext("The latest {shown} of {count} game.", "The latest {shown} of {count} games.", shown.games_played, { shown: shown.games.length })}</p>` : nothing}
    </section></div>
  </div>`;

const draw = () => render(template(), host);

async function again() {
  const found = await ask(`/api/competitions/${shown.competition.id}/pairs/${shown.bots[0].bot}/${shown.bots[1].bot}`);
  lost = !found.ok && found.error.code === "unreachable";
  if (found.ok) shown = found.data;
  draw();
  return AGAIN_MS;
}

draw();
keepLooking(again, AGAIN_MS);
