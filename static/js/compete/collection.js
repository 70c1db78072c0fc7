/** A file of many games as a list: to be filtered, to be followed move by move with what came of it, and each game to be opened. */

import { count } from "lib/format.js";
import { _, ngettext } from "lib/messages.js";
import { titleOf } from "lib/notations.js";
import { saveFile } from "lib/save.js";
import { served } from "lib/served.js";
import { html, nothing, render } from "lit";

/** Games on a page, moves that a row shows, and next moves that are listed. */
const ON_PAGE = 50;
const SHOWN = 8;
const MOST_NEXT = 40;
const RESULTS = new Map([[0, "1–0"], [1, "0–1"], [-1, "½–½"]]);

/**
 * @typedef {{who: string, result: string, least: number, most: number, opening: string[], page: number, failure: string}} Asked
 */

/** Whether a game is one of those asked for. @param {Protocol.ListedGame} game @param {Asked} asked */
export function fits({ about, winner, record: { moves } }, { who, result, least, most, opening }) {
  const wanted = who.trim().toLowerCase();
  return (
    (!wanted || Object.values(about).some((value) => value.toLowerCase().includes(wanted))) &&
    (!result || String(winner) === result) &&
    moves.length >= least &&
    moves.length <= most &&
    opening.every((move, ply) => moves[ply] === move)
  );
}

/**
 * The moves made behind an opening, the most played first, with how often each side won.
 * @param {Protocol.ListedGame[]} games all with this opening @param {number} ply
 */
export function nextMoves(games, ply) {
  /** @type {Map<string, {move: string, games: number, won: number, drawn: number, lost: number}>} */
  const found = new Map();
  for (const { winner, record } of games) {
    const move = record.moves[ply];
    if (move === undefined) continue;
    const row = found.get(move) ?? { move, games: 0, won: 0, drawn: 0, lost: 0 };
    found.set(move, row);
    row.games++;
    if (winner === 0) row.won++;
    else if (winner === 1) row.lost++;
    else if (winner === -1) row.drawn++;
  }
  return [...found.values()].sort((a, b) => b.games - a.games || (a.move < b.move ? -1 : 1));
}

/**
 * @param {HTMLElement} host @param {Protocol.ListedFile} list @param {Blob} file what the list was read from
 * @param {(record: Protocol.ListedGame["record"]) => string} link the address that opens a record on this page's board
 */
export function showList(host, list, file, link) {
  /** @type {Asked} */
  let asked = { who: "", result: "", least: 0, most: Infinity, opening: [], page: 0, failure: "" };

  function change(/** @type {Partial<Asked>} */ changed) {
    asked = { ...asked, page: 0, ...changed };
    render(template(), host);
  }

  async function save(/** @type {string} */ form) {
    const address = `/api/collections?${new URLSearchParams({ game: list.game, form })}`;
    const answer = await fetch(served(address), { method: "POST", body: file, headers: { Accept: "application/json" } }).catch(() => null);
    if (answer?.ok) return saveFile(await answer.blob(), `plyground-games.${form}`);
    const said = answer ? (await answer.json().catch(() => null))?.error?.sentence : null;
    change({ page: asked.page, failure: said ?? _("The server does not answer. Check the connection and try again.") });
  }

  const players = (/** @type {Record<string, string>} */ about) => [about.seat0, about.seat1].filter(Boolean).join(" – ") || _("not named");
  const number = (/** @type {string} */ text, /** @type {number} */ usual) => (text.trim() === "" ? usual : Number(text) || 0);

  function row(/** @type {Protocol.ListedGame} */ game) {
    const { about, winner, record } = game;
    return html`<tr>
      <td class="number">${game.number}</td>
      <th scope="row"><a href=${link(record)}>${players(about)}</a><span class="soft small collection-event">${[about.event, about.date].filter(Boolean).join(" · ")}</span></th>
      <td>${about.result ?? RESULTS.get(winner ?? Number.NaN) ?? ""}</td>
      <td class="number">${count(record.moves.length)}</td>
      <td class="mono small collection-moves">${record.moves.slice(0, SHOWN).join(" ")}</td>
    </tr>`;
  }

  function opening(/** @type {Protocol.ListedGame[]} */ games) {
    const ply = asked.opening.length;
    const moves = nextMoves(games, ply).slice(0, MOST_NEXT);
    const share = (/** @type {number} */ part, /** @type {number} */ of) => (of ? `${Math.round((100 * part) / of)} %` : "–");
    return html`<section class="column gap-2">
      <h3>${_("Openings")}</h3>
      <nav class="row gap-2" aria-label=${_("Moves chosen")}>
        <button type="button" class="button small quiet" ?disabled=${!ply} @click=${() => change({ opening: [] })}>${_("Start")}</button>
        ${asked.opening.map((move, at) => html`<button type="button" class="button small quiet mono" aria-current=${at + 1 === ply ? "true" : nothing}
          @click=${() => change({ opening: asked.opening.slice(0, at + 1) })}>${move}</button>`)}
      </nav>
      ${moves.length
        ? html`<div class="collection-scroll scroll-x"><table class="small"><thead><tr><th>${_("Move")}</th><th>${_("Games")}</th><th>${_("First wins")}</th><th>${_("Drawn")}</th><th>${_("Second wins")}</th></tr></thead>
            <tbody>${moves.map(({ move, games: all, won, drawn, lost }) => html`<tr>
              <th scope="row"><button type="button" class="button small quiet mono" @click=${() => change({ opening: [...asked.opening, move] })}>${move}</button></th>
              <td class="number">${count(all)}</td><td class="number">${share(won, won + drawn + lost)}</td><td class="number">${share(drawn, won + drawn + lost)}</td>
              <td class="number">${share(lost, won + drawn + lost)}</td></tr>`)}</tbody></table></div>`
        : html`<p class="soft">${_("No game goes on from here.")}</p>`}
    </section>`;
  }

  function template() {
    const games = list.games.filter((game) => fits(game, asked));
    const pages = Math.max(1, Math.ceil(games.length / ON_PAGE));
    const first = asked.page * ON_PAGE;
    return html`<section class="card column gap-4" aria-label=${_("Games of the file")}>
      <h2>${ngettext("{title}: {shown} of {count} game", "{title}: {shown} of {count} games", list.games.length, { title: list.title, shown: count(games.length), count: count(list.games.length) })}</h2>
      ${list.more ? html`<p class="notice warn">${_("The file holds more games; these are its first. Whoever keeps this server can import all of them.")}</p>` : nothing}
      ${list.problems.length
        ? html`<details class="notice warn"><summary>${ngettext("{count} game could not be read.", "{count} games could not be read.", list.problems.length)}</summary>
            <ul class="column gap-1">${list.problems.map((problem) => html`<li>${problem}</li>`)}</ul></details>`
        : nothing}
      <div class="row gap-3 align-end">
        <label class="field"><span class="label">${_("Player, event or date")}</span><input type="search" .value=${asked.who} @input=${(/** @type {any} */ event) => change({ who: event.target.value })}></label>
        <label class="field"><span class="label">${_("Result")}</span><select @change=${(/** @type {any} */ event) => change({ result: event.target.value })}>
          <option value="">${_("any")}</option><option value="0">${_("first seat won")}</option><option value="1">${_("second seat won")}</option><option value="-1">${_("drawn")}</option></select></label>
        <label class="field"><span class="label">${_("Moves from")}</span><input type="number" min="0" class="collection-number" @input=${(/** @type {any} */ event) => change({ least: number(event.target.value, 0) })}></label>
        <label class="field"><span class="label">${_("to")}</span><input type="number" min="0" class="collection-number" @input=${(/** @type {any} */ event) => change({ most: number(event.target.value, Infinity) })}></label>
      </div>
      <div class="collection-columns column gap-5">${opening(games)}
      <div class="collection-scroll scroll-x"><table><thead><tr><th>${_("No.")}</th><th>${_("Players")}</th><th>${_("Result")}</th><th>${_("Moves")}</th><th>${_("Opening")}</th></tr></thead>
        <tbody>${games.slice(first, first + ON_PAGE).map(row)}</tbody></table></div></div>
      <nav class="row gap-3" aria-label=${_("Pages of the list")}>
        <button type="button" class="button small" ?disabled=${!asked.page} @click=${() => change({ page: asked.page - 1 })}>${_("Before")}</button>
        <span role="status">${_("page {page} of {pages}", { page: asked.page + 1, pages })}</span>
        <button type="button" class="button small" ?disabled=${asked.page + 1 >= pages} @click=${() => change({ page: asked.page + 1 })}>${_("Next")}</button>
      </nav>
      <div class="row gap-2"><span class="soft">${_("Save all games as")}</span>
        ${list.forms.map((form) => html`<button type="button" class="button small" @click=${() => save(form)}>${titleOf(form)}</button>`)}</div>
      ${asked.failure ? html`<p class="notice bad" role="alert">${asked.failure}</p>` : nothing}
    </section>`;
  }

  change({});
  host.scrollIntoView({ block: "start" });
}
