/** The stage of a final: each game with its players, their clocks, the last move, and how it ended; then the podium. */

import { html } from "lit";
import { clockTime, listed, ordinal } from "lib/format.js";
import { mark } from "lib/marks.js";
import { _, withElements } from "lib/messages.js";
import { ShownBoard } from "../lab/shown_board.js";
import { clocksAt, told } from "./final_state.js";
import { gameOf, matchName, stoodWords, wonWords } from "./final_words.js";
import { VERDICTS } from "./words.js";

/** The match of the bracket to which a live game belongs, and its place in it. @param {Compete.FinalShown} shown @param {Compete.LiveGame} game */
function matchOf(shown, game) {
  const match = shown.rounds?.[game.round - 1]?.[game.number];
  return match ? { match, at: game.part } : null;
}

/** What a game is called. @param {Compete.FinalShown} shown @param {Compete.LiveGame} game */
export function gameTitle(shown, game) {
  const found = matchOf(shown, game);
  if (!found) return _("Game {number}", { number: game.number * game.names.length + game.part + 1 });
  return `${matchName(found.match, shown.rounds.length)}, ${gameOf(found.match, found.at, shown.match_games)}`;
}

function words(/** @type {Compete.LiveGame} */ game, /** @type {number} */ now, /** @type {number} */ serverNow) {
  if (told(game, now)) return "";
  const last = game.moves.at(-1);
  if (game.ply > game.opening && last) return `${game.ply}. ${game.names[last.seat]}: ${last.text}`;
  if (game.ended) return "";
  if (game.turn_at === null) return _("The bots are being started.");
  const wait = Math.ceil(game.turn_at - serverNow);
  return wait > 0 ? _("Begins in {wait} s", { wait }) : _("{name} thinks about the first move.", { name: game.names[game.view.to_move] });
}

function verdict(/** @type {Compete.LiveGame} */ game, /** @type {number} */ seat) {
  const { verdicts, ranks } = /** @type {NonNullable<Compete.LiveGame["ended"]>} */ (game.ended);
  const { code } = verdicts[seat];
  if (code !== "fair") return html`<span class="badge final-verdict bad">${VERDICTS[code] ?? code}</span>`;
  const best = ranks.filter((rank) => rank === 1).length;
  if (ranks[seat] === 1) return html`<span class="badge final-verdict good">${best > 1 ? _("draw") : _("won")}</span>`;
  return html`<span class="badge final-verdict">${game.names.length > 2 ? ordinal(ranks[seat]) : _("lost")}</span>`;
}

/** One game. @param {Compete.FinalState} state @param {Compete.LiveGame} game @param {number} now @param {number} serverNow */
export function gameCell(state, game, now, serverNow) {
  const over = told(game, now);
  const said = words(game, now, serverNow);
  return html`<section class="final-game card column gap-2 ${over ? "over" : ""}" data-game=${game.game} data-id=${game.id} data-colours=${game.options?.colours ?? "usual"} data-seats=${game.names.length > 2 ? "many" : "two"}
    aria-label=${`${gameTitle(state.shown, game)}: ${listed(game.names)}`}>
    <p class="final-game-title soft strong">${gameTitle(state.shown, game)}</p>
    <ol class="final-players">${game.names.map(
      (name, seat) => html`<li class="one-row rounded large ${!game.ended && game.view.to_move === seat ? "to-move" : ""} ${over && game.ended?.ranks[seat] === 1 ? "best" : ""}">
        ${mark(seat, 26, game.game)}<span class="name">${name}</span>
        ${over ? verdict(game, seat) : html`<span class="final-clock mono" data-clock=${seat}></span>`}</li>`,
    )}</ol>
    <div class="final-board" data-board=${game.id} data-colours=${game.options?.colours ?? "usual"}></div>
    <p class="final-words two-lines break any-width number ${over ? "final-result strong rounded" : ""}">${over ? game.ended?.sentence : said}</p>
  </section>`;
}

/** The boards on the page, kept from one drawing to the next. */
export class Boards {
  constructor() {
    /** @type {Map<string, ShownBoard>} */
    this.boards = new Map();
  }

  /** Draw every board of the page as its game stands. @param {ParentNode} root @param {Compete.FinalState["games"]} games */
  show(root, games) {
    const seen = new Set();
    for (const host of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-board]"))) {
      const { board: id = "" } = host.dataset;
      const game = games[id];
      if (!game) continue;
      seen.add(id);
      if (!this.boards.has(id)) this.boards.set(id, new ShownBoard());
      const { view, moves, options } = game;
      this.boards.get(id)?.show(host, { game: game.game, view, options, last: moves.at(-1)?.effect ?? null, history: moves });
    }
    for (const [id, board] of this.boards) {
      if (seen.has(id)) continue;
      board.clear();
      this.boards.delete(id);
    }
  }
}

/**
 * Let the clocks on the page run, and nothing else.
 * @param {ParentNode} root @param {Record<string, Compete.LiveGame>} games @param {number} serverNow
 */
export function runClocks(root, games, serverNow) {
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(".final-game"))) {
    const game = games[cell.dataset.id ?? ""];
    if (!game) continue;
    const left = clocksAt(game, serverNow);
    for (const face of /** @type {NodeListOf<HTMLElement>} */ (cell.querySelectorAll("[data-clock]"))) {
      const text = clockTime(left[Number(face.dataset.clock)]);
      if (face.textContent !== text) face.textContent = text;
    }
  }
}

/** The first three of the final, or of the table where there is none. @param {Compete.FinalShown} shown */
export function podium(shown) {
  const steps = [1, 2, 3]
    .map((place) => ({ place, bots: shown.podium.filter((each) => each.place === place) }))
    .filter(({ bots }) => bots.length);
  const [first] = steps;
  const winners = first ? listed(first.bots.map((bot) => bot.name)) : "";
  const several = (first?.bots.length ?? 0) > 1;
  const how = shown.has_final
    ? several ? _("{winners} share the final") : _("{winners} wins the final")
    : several ? _("{winners} share the first badge") : _("{winners} wins the competition");
  return html`<section class="final-podium card centred" aria-label=${_("The podium")}>
    ${first ? html`<h2>${withElements(how, { winners: html`<span class="final-winner break ${several ? "shared" : ""}">${winners}</span>` })}</h2><p class="soft large any-width">${wonWords(shown)}</p>` : ""}
    <ol class="final-steps one-row align-end" data-steps=${steps.length}>${steps.map(
      ({ place, bots }) => html`<li class="column gap-3" data-place=${place}>
        <div class="final-honoured column">${bots.map((bot) => html`<p><strong>${bot.name}</strong><span class="soft">${stoodWords(bot)}</span></p>`)}</div>
        <div class="final-step column gap-2 soft strong sunken"><span class="medal round-mark small strong sunken" data-badge=${place} aria-hidden="true">${place}</span><span>${ordinal(place)}</span></div>
      </li>`,
    )}</ol>
  </section>`;
}
