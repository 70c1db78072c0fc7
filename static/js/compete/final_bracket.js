/**
 * The bracket of a final: drawn to the width it is given, one unit a pixel, so that its letters never shrink; and as
 * rounds one below another where there is no room for it.
 */

import { html, nothing, svg } from "lit";
import { ordinal } from "lib/format.js";
import { gamesOf, matchName, matchNote, matchWords, roundName } from "./final_words.js";
import { table } from "./parts.js";
import { points } from "./words.js";

/** The least and the greatest width of a match, and the share of it that the way to the next round takes. */
const NARROWEST = 172;
const WIDEST = 380;
const GAP = 0.16;
/** So many matches one above another are drawn of rounds that are over; larger ones are listed. */
const HIGHEST = 8;

/** @typedef {{games: Compete.FinalState["games"], open: string, choose: (match: string) => void}} BracketAbout */

/** Who goes on without a game. @param {Compete.Match} match */
const whoIsSpared = (match) => /** @type {Compete.Side} */ (match.sides[0] ?? match.sides[1]);

/** Which match a key of the page names. @param {Compete.Match} match */
export const keyOf = (match) => `${match.round}-${match.number}`;

/** @param {Compete.Match} match @param {Compete.FinalState["games"]} games @returns {number[]} the places in the match of games that go on */
export const playing = (match, games) =>
  match.games.map(({ id }, at) => (games[id] && games[id].over === null ? at : -1)).filter((at) => at >= 0);

/**
 * Which rounds are drawn, first and one past the last: as many as fit, those that are played now among them.
 * @param {Compete.Match[][]} rounds @param {number} width
 */
export function drawnRounds(rounds, width) {
  const fit = Math.max(1, Math.min(rounds.length, Math.floor((width + NARROWEST * GAP) / (NARROWEST * (1 + GAP)))));
  const open = rounds.findIndex((matches) => matches.some((match) => match.winner === null));
  const now = open < 0 ? rounds.length - 1 : open;
  const low = Math.max(rounds.length - fit, rounds.findIndex((matches) => matches.length <= HIGHEST));
  const first = Math.min(now, low);
  return [first, Math.min(rounds.length, first + fit)];
}

/**
 * The sizes of the drawn rounds, in pixels.
 * @param {Compete.Match[][]} rounds @param {number} width @param {number} [largest] the largest letters
 */
export function geometry(rounds, width, largest = innerWidth < 1600 ? 20 : 28) {
  const w = Math.min(WIDEST, width / (rounds.length + GAP * (rounds.length - 1)));
  const font = Math.max(14, Math.min(largest, w / 12.5));
  const line = Math.round(font * 2);
  const h = 2 * line;
  const step = h + Math.round(font * (rounds[0].length > 2 ? 1.9 : 3));
  const head = Math.round(font * 2.2);
  const gap = w * GAP;
  const boxes = rounds.map((matches, column) =>
    matches.map((_, row) => ({ x: column * (w + gap), y: head + (row + 0.5) * step * 2 ** column - h / 2 })),
  );
  const height = head + rounds[0].length * step + font * 0.6;
  return { w, h, line, font, gap, boxes, width: rounds.length * (w + gap) - gap, height };
}

/** Pixels of the smallest letters of a name. */
const SMALLEST = 14;
const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/** As much of a name as there is room for, in pixels. @param {string} name @param {number} room @param {number} font */
function cut(name, room, font, bold = false) {
  pen.font = `${bold ? 700 : 400} ${font}px ${getComputedStyle(document.body).fontFamily}`;
  const fits = (/** @type {string} */ text) => pen.measureText(text).width <= room;
  if (fits(name)) return name;
  let most = name.length - 1;
  while (most > 1 && !fits(`${name.slice(0, most).trimEnd()}…`)) most -= 1;
  return `${name.slice(0, most).trimEnd()}…`;
}

/**
 * A name in smaller letters where there is little room, cut only where even those are too large.
 * @param {string} name @param {number} room @param {number} font @param {boolean} bold
 */
export function fitted(name, room, font, bold) {
  pen.font = `${bold ? 700 : 400} ${font}px ${getComputedStyle(document.body).fontFamily}`;
  const size = Math.max(SMALLEST, Math.min(font, Math.floor((2 * font * room) / pen.measureText(name).width) / 2));
  return { size, text: cut(name, room, size, bold) };
}

function side(/** @type {Compete.Match} */ match, /** @type {number} */ at, /** @type {ReturnType<typeof geometry>} */ { w, line, font }, /** @type {number} */ x, /** @type {number} */ y) {
  const one = match.sides[at];
  const pad = font * 0.6;
  const middle = y + at * line + line / 2;
  const scored = match.games.some((game) => game.score);
  const state = match.winner === null ? "" : match.winner === at ? "won" : "lost";
  const { size, text } = one
    ? fitted(one.name, w - font * (state === "won" ? 5 : scored ? 4 : 2.9), font, state === "won")
    : { size: font, text: match.sides.some(Boolean) ? "to come" : "" };
  return svg`<g class="side ${state} ${one ? "" : "open"}">
    ${one ? svg`<text class="seed" x=${x + pad} y=${middle} font-size=${Math.max(14, font * 0.75)}>${one.seed}</text>` : nothing}
    <text class="name" x=${x + pad + font * 1.7} y=${middle} font-size=${size}>${text}</text>
    ${scored ? svg`<text class="score" x=${x + w - pad} y=${middle} font-size=${font}>${points(match.score[at])}${state === "won" ? " ✓" : ""}</text>` : nothing}
  </g>`;
}

function drawn(/** @type {Compete.Match} */ match, /** @type {ReturnType<typeof geometry>} */ sizes, /** @type {number} */ x, /** @type {number} */ y, /** @type {BracketAbout & {rounds: number, matchGames: number}} */ { games, open, choose, rounds, matchGames }) {
  const { w, h, line, font } = sizes;
  const key = keyOf(match);
  const now = playing(match, games);
  const words = matchWords(match, rounds);
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(key);
  };
  if (match.bye) {
    const one = whoIsSpared(match);
    return svg`<g class="match bye" role="img" aria-label=${words}>
      <rect x=${x} y=${y + line / 2} width=${w} height=${line} rx="8"></rect>
      <text class="seed" x=${x + font * 0.6} y=${y + line} font-size=${Math.max(14, font * 0.75)}>${one.seed}</text>
      <text class="name" x=${x + font * 2.3} y=${y + line} font-size=${font}>${cut(one.name, w - font * 4.7, font)}</text>
      <text class="note end" x=${x + w - font * 0.6} y=${y + line} font-size=${Math.max(14, font * 0.75)}>bye</text>
    </g>`;
  }
  const note = now.length ? gamesOf(match, now, matchGames) : matchNote(match);
  const body = svg`<rect class="box" x=${x} y=${y} width=${w} height=${h} rx="8"></rect>
    ${match.winner !== null ? svg`<rect class="lead" x=${x} y=${y + match.winner * line + 5} width="5" height=${line - 10} rx="2.5"></rect>` : nothing}
    <line class="half" x1=${x} x2=${x + w} y1=${y + line} y2=${y + line}></line>
    ${side(match, 0, sizes, x, y)}${side(match, 1, sizes, x, y)}
    ${note ? svg`<text class="note ${now.length ? "live" : ""}" x=${x} y=${y + h + font * 0.85} font-size=${Math.max(14, font * 0.72)}>${cut(now.length ? `● ${note}` : note, w, Math.max(14, font * 0.72), now.length > 0)}</text>` : nothing}`;
  const kind = `match ${now.length ? "playing" : ""} ${match.winner !== null ? "decided" : ""}`;
  if (!match.games.some((game) => game.score)) return svg`<g class=${kind} role="img" aria-label=${words}>${body}</g>`;
  return svg`<g class="${kind} chosen-by ${open === key ? "open" : ""}"><g aria-hidden="true">${body}</g>
    <rect class="hit" x=${x} y=${y} width=${w} height=${h} rx="8" role="button" tabindex="0" data-match=${key}
      aria-expanded=${open === key ? "true" : "false"} aria-label="${words}. Its games" @click=${press} @keydown=${press}></rect></g>`;
}

/**
 * The way from a match to the next round's.
 * @param {Compete.Match} match @param {Boards.Point} from @param {Boards.Point} to @param {boolean} upper @param {ReturnType<typeof geometry>} given
 */
function way(match, from, to, upper, { w, h, gap, line }) {
  const winner = match.winner;
  const y1 = from.y + (match.bye || winner === null ? h / 2 : line * (winner + 0.5));
  const y2 = to.y + line * (upper ? 0.5 : 1.5);
  const x = from.x + w;
  return svg`<path class="way ${winner === null ? "" : "gone"}" d="M${x} ${y1}h${gap / 2}V${y2}h${gap / 2}"></path>`;
}

/**
 * The drawn bracket.
 * @param {Compete.FinalShown} shown @param {{width: number, games: Compete.FinalState["games"], open: string, choose: (match: string) => void}} about
 */
export function bracketPicture(shown, { width, ...about }) {
  const { rounds } = shown;
  const [first, end] = drawnRounds(rounds, width);
  const seen = rounds.slice(first, end);
  const sizes = geometry(seen, width);
  const { boxes, font, w } = sizes;
  const more = { ...about, rounds: rounds.length, matchGames: shown.match_games };
  return html`${first ? earlier(shown, first, about) : nothing}
    <svg class="final-tree" width=${sizes.width} height=${sizes.height} viewBox="0 0 ${sizes.width} ${sizes.height}" role="group"
      aria-label="The bracket">
      ${seen.map((_, column) => svg`<text class="round" x=${boxes[column][0].x + w / 2} y=${font} font-size=${Math.max(14, font * 0.8)}>${roundName(first + column + 1, rounds.length)}</text>`)}
      ${seen.slice(0, -1).map((matches, column) => matches.map((match, row) => way(match, boxes[column][row], boxes[column + 1][row >> 1], row % 2 === 0, sizes)))}
      ${seen.map((matches, column) => matches.map((match, row) => drawn(match, sizes, boxes[column][row].x, boxes[column][row].y, more)))}
    </svg>`;
}

/** Rounds for which the picture has no room. @param {Compete.FinalShown} shown @param {number} first @param {BracketAbout} about */
const earlier = (shown, first, about) =>
  html`<details class="final-earlier below-4"><summary>Rounds before</summary>${shown.rounds.slice(0, first).map((matches, at) => roundList(shown, matches, at + 1, about))}</details>`;

function line(/** @type {Compete.Match} */ match, /** @type {number} */ at) {
  const one = match.sides[at];
  const won = match.winner === at;
  const scored = match.games.some((game) => game.score);
  return html`<span class="side ${won ? "won" : ""} ${one ? "" : "open"}">
    <span class="seed">${one ? one.seed : ""}</span><span class="name">${one ? one.name : "to come"}</span>
    <span class="score number">${scored ? points(match.score[at]) : ""}${won && !match.bye ? html`<span aria-label="goes on"> ✓</span>` : nothing}</span>
  </span>`;
}

function roundList(/** @type {Compete.FinalShown} */ shown, /** @type {Compete.Match[]} */ matches, /** @type {number} */ round, /** @type {BracketAbout} */ { games, open, choose }) {
  return html`<section class="final-round"><h3>${roundName(round, shown.rounds.length)}</h3>
    <ul>${matches.map((match) => {
      const key = keyOf(match);
      const now = playing(match, games);
      if (match.bye) return html`<li class="final-match rounded bye"><span class="side"><span class="seed">${whoIsSpared(match).seed}</span><span class="name">${whoIsSpared(match).name}</span><span class="score">bye</span></span></li>`;
      const note = now.length ? gamesOf(match, now, shown.match_games) : matchNote(match);
      const body = html`${line(match, 0)}${line(match, 1)}${note ? html`<span class="note ${now.length ? "live" : ""}">${note}</span>` : nothing}`;
      const played = match.games.some((game) => game.score);
      return html`<li class="final-match rounded ${now.length ? "playing" : ""}">
        ${played ? html`<button type="button" class="plain" aria-expanded=${open === key ? "true" : "false"} @click=${() => choose(key)}>${body}</button>${open === key ? matchGames(shown, match) : nothing}` : body}
      </li>`;
    })}</ul></section>`;
}

/** The rounds one below another. @param {Compete.FinalShown} shown @param {BracketAbout} about */
export const bracketList = (shown, about) =>
  html`<div class="final-rounds">${shown.rounds.map((matches, at) => roundList(shown, matches, at + 1, about))}</div>`;

/** The games of a match, each to be replayed. @param {Compete.FinalShown} shown @param {Compete.Match} match */
export function matchGames(shown, match) {
  return html`<div class="final-games sunken rounded above-3" data-of=${keyOf(match)}>
    <h3>${matchName(match, shown.rounds.length)}: its games</h3>
    <ol>${match.games.filter((game) => game.score).map((game) => {
      const names = game.seats.map((at) => match.sides[at]?.name);
      const [first, second] = game.seats.map((at) => game.score?.[at] ?? 0);
      const best = first === second ? "a draw" : `${names[first > second ? 0 : 1]} won`;
      return html`<li><a href="/compete/${shown.id}/games/${game.id}">${names.join(" – ")}</a> <span class="soft">${best}${game.extra ? ", after a level match" : ""}</span></li>`;
    })}</ol>
  </div>`;
}

/** The final of more than two at a table. @param {Compete.FinalShown} shown */
export function tableOf(shown) {
  const played = shown.games.filter((game) => game.ranks);
  /** @type {import("./parts.js").Column[]} */
  const columns = [
    { title: "Place", kind: "number", cell: (row) => (played.length ? row.place : "–") },
    { title: "Bot", head: true, cell: (row) => row.name },
    { title: "Seed", kind: "number", cell: (row) => html`<span class="soft">${row.seed}</span>` },
    { title: "Points", kind: "number", cell: (row) => points(row.points) },
  ];
  const ranked = (/** @type {Compete.FinalShown["games"][number]} */ { names, ranks }) =>
    names.map((name, seat) => ({ name, rank: ranks?.[seat] ?? 0 })).sort((a, b) => a.rank - b.rank).map(({ name, rank }) => `${ordinal(rank)} ${name}`).join(", ");
  return html`<div class="final-table">
    ${table(columns, shown.table ?? [], { caption: html`<caption>${played.length} of ${shown.games.length || "?"} games at one table, every seat in turn</caption>` })}
    ${played.length ? html`<ol class="final-played column gap-2">${played.map((game) => html`<li><a href="/compete/${shown.id}/games/${game.id}">${game.names.join(" – ")}</a> <span class="soft">${ranked(game)}</span></li>`)}</ol>` : nothing}
  </div>`;
}
