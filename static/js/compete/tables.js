/** The tables of a competition: the standing, each against each, the final, the bots and the games. */

import { html, nothing } from "lit";
import { count, ordinal, plural, signed } from "lib/format.js";
import { ADMISSIONS, KINDS, points, progressWords, VERDICTS } from "./words.js";

const BADGE_WORDS = { 1: "gold", 2: "silver", 3: "bronze" };
const DECIDED = {
  games: "the games between them decided the order",
  source: "the shorter program decided the order",
  shared: "nothing tells them apart",
  points: "",
};

const medal = (badge) =>
  badge
    ? html`<span class="medal" data-badge=${badge}
        ><span aria-hidden="true">${badge}</span><span class="hidden-visually">, ${BADGE_WORDS[badge]} badge</span></span
      >`
    : nothing;

/** The progress of the event as a bar with its words. */
export function progress(shown) {
  if (!shown.progress || shown.state === "finished") return nothing;
  const { done, total } = shown.progress;
  return html`<div class="compete-progress">
    <progress max=${Math.max(1, total)} value=${done} aria-label="Games played"></progress>
    <span>${progressWords(shown.progress)}</span>
  </div>`;
}

/** The standing: place, bot, points, and what they rest on. */
export function standing(rows) {
  return html`<table class="compete-table standing">
    <caption class="hidden-visually">The standing</caption>
    <thead>
      <tr>
        <th scope="col" class="number">Place</th>
        <th scope="col">Bot</th>
        <th scope="col" class="number">Points</th>
        <th scope="col" class="number">Bonus</th>
        <th scope="col" class="number wide">Won</th>
        <th scope="col" class="number wide">Drawn</th>
        <th scope="col" class="number wide">Lost</th>
        <th scope="col" class="number wide" title="Elo, 0 is the average of the field, with its 95 % interval">Elo</th>
        <th scope="col" class="number wider" title="The size of its source in tokens">Source</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (row) => html`<tr class=${row.badge ? `badge-${row.badge}` : ""}>
          <td class="number">${row.place}</td>
          <th scope="row" title=${DECIDED[row.decided] ?? ""}>${medal(row.badge)} ${row.name}</th>
          <td class="number strong">${points(row.points)}</td>
          <td class="number">${row.bonus ? `+${points(row.bonus)}` : ""}</td>
          <td class="number wide">${row.wins}</td>
          <td class="number wide">${row.draws}</td>
          <td class="number wide">${row.losses}</td>
          <td class="number wide">${row.games ? html`${signed(Math.round(row.elo))} <span class="soft">± ${Math.round(row.elo_error)}</span>` : "–"}</td>
          <td class="number wider">${row.tokens === null ? "–" : count(row.tokens)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}

/** How much of the points a cell shows, in five steps, which its colour repeats. */
const shade = (cell) => Math.round((4 * cell.points) / cell.games);

/** Each against each: the row's points against the column's bot, of so many games. */
export function crossTable(rows, cells) {
  return html`<div class="compete-scroll" tabindex="0" role="region" aria-label="Each against each">
    <table class="compete-cross">
      <caption class="hidden-visually">Points of the bot of the line against the bot of the column</caption>
      <thead>
        <tr>
          <th scope="col"><span class="hidden-visually">Bot</span></th>
          ${rows.map((row, at) => html`<th scope="col" title=${row.name}><span aria-hidden="true">${at + 1}</span><span class="hidden-visually">${row.name}</span></th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, line) => html`<tr>
            <th scope="row"><span class="soft">${line + 1}</span> ${row.name}</th>
            ${rows.map((other, column) => {
              const cell = cells[line][column];
              if (line === column) return html`<td class="self"><span class="hidden-visually">itself</span></td>`;
              if (!cell || cell.games === 0) return html`<td></td>`;
              const words = `${row.name} ${points(cell.points)} of ${cell.games} against ${other.name}`;
              return html`<td data-share=${shade(cell)} title=${words}>${points(cell.points)}<span class="of">/${cell.games}</span></td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The final: the rounds of its bracket, or its table of several. */
export function final(shown) {
  const last = shown.final;
  if (!last) return nothing;
  const winner = last.winner ? html`<p class="compete-winner">${last.winner} has won the final.</p>` : nothing;
  if (last.table) {
    return html`<section class="card"><h2>Final</h2>${winner}
      <ol class="compete-final-table">${last.table.map((row) => html`<li>${ordinal(row.place)}: ${row.name}, ${points(row.points)} points</li>`)}</ol>
    </section>`;
  }
  return html`<section class="card">
    <h2>Final</h2>
    ${winner}
    <div class="compete-bracket">
      ${last.rounds.map(
        (matches, round) => html`<div class="round">
          <h3>${round === last.rounds.length - 1 ? "Final match" : `Round ${round + 1}`}</h3>
          ${matches.map(
            (match) => html`<div class="match">
              ${match.sides.map(
                (side, at) => html`<div class="side ${side && side === match.winner ? "won" : ""}">
                  <span>${side ?? (match.bye ? "bye" : "to come")}</span>
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

/** The bots that were handed in, and whether they play. */
export function bots(list) {
  if (!list.length) return html`<p class="soft">No bot has been handed in yet.</p>`;
  return html`<ul class="compete-bots">
    ${list.map(
      (bot) => html`<li>
        <strong>${bot.name}</strong>
        <span class="badge" data-admission=${bot.admission}>${ADMISSIONS[bot.admission]}</span>
        <span class="soft small"
          >${bot.house ? "one of Plyground's own" : bot.version === null ? "no version yet" : `version ${bot.version}`}${bot.ladder
            ? `, on the ladder ${signed(Math.round(bot.ladder.elo))} ± ${Math.round(bot.ladder.elo_error)} after ${plural(bot.ladder.games, "game")}`
            : ""}</span
        >
        ${bot.admission === "refused" ? html`<p class="reason">${bot.reason}</p>` : nothing}
      </li>`,
    )}
  </ul>`;
}

function gameLine(competition, game) {
  const best = (seat) => game.ranks[seat] === 1 && game.ranks.filter((rank) => rank === 1).length === 1;
  const failed = game.verdicts.map((code, seat) => [code, seat]).filter(([code]) => code !== "fair");
  return html`<li>
    <a href="/compete/${competition}/games/${game.id}">
      ${game.names.map((name, seat) => html`${seat ? " – " : ""}<span class=${best(seat) ? "strong" : ""}>${name}</span>`)}</a
    >
    <span class="soft small">${game.ranks.every((rank) => rank === 1) ? "drawn, " : ""}${plural(game.plies, "ply", "plies")}</span>
    ${failed.map(([code, seat]) => html`<span class="badge compete-verdict" data-code=${code}>${game.names[seat]}: ${VERDICTS[code] ?? code}</span>`)}
  </li>`;
}

/** The games that were played, the latest first, those of one kind together. */
export function games(shown, kind, choose) {
  const kinds = [...new Set(shown.games.map((game) => game.kind))];
  if (!kinds.length) return html`<p class="soft">No game has been played yet.</p>`;
  const chosen = kinds.includes(kind) ? kind : kinds[0];
  const list = shown.games.filter((game) => game.kind === chosen);
  return html`${kinds.length > 1
      ? html`<div class="segments" role="radiogroup" aria-label="Which games">
          ${kinds.map(
            (each) => html`<label
              ><input type="radio" name="kind" value=${each} .checked=${each === chosen} @change=${() => choose(each)} />
              ${KINDS[each]}</label
            >`,
          )}
        </div>`
      : nothing}
    <ul class="compete-games">
      ${list.map((game) => gameLine(shown.id, game))}
    </ul>
    ${shown.games_played > shown.games.length
      ? html`<p class="soft small">The latest ${count(shown.games.length)} of ${plural(shown.games_played, "game")}.</p>`
      : nothing}`;
}
