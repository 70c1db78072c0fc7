/** The players' strips above and below the board: mark, name, what is left in hand, thinking, and the clock. */

import { html, nothing } from "lit";
import { clockTime, count, ordinal } from "lib/format.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { daysAndHours, LONG, secondsLeft, ticking } from "./clocks.js";
import { counters, isLive, shownView } from "./select.js";
import { isYours, mover, nameOf, whereabouts, yours } from "./words.js";

/**
 * Seats above the board and seats below it. Where a game's seats have a home on the board, the board's module says so
 * (`homes`, "top" or "bottom" by seat); else your own are below. Turning the board turns the sides.
 * @param {Protocol.Snapshot} game @param {boolean} flip @param {Boards.Module | null} [module]
 */
export function sides(game, flip, module) {
  const seats = game.seats.map((seat) => seat.seat);
  const homes = module?.homes;
  if (homes) {
    const above = seats.filter((seat) => (homes[seat] === "top") !== flip);
    return { above, below: seats.filter((seat) => !above.includes(seat)) };
  }
  const mine = yours(game).length && yours(game).length < seats.length ? yours(game) : [0];
  const below = flip ? seats.filter((seat) => !mine.includes(seat)) : mine;
  return { above: seats.filter((seat) => !below.includes(seat)), below };
}

/**
 * Whether a reader finds the board turned: with one seat of their own whose home is at the top, so that they sit below.
 * @param {Protocol.Tokens} tokens @param {string[]} [homes]
 */
export function begunTurned(tokens, homes = []) {
  const own = Object.keys(tokens).filter((name) => /^s\d+$/.test(name));
  return own.length === 1 && homes[Number(own[0].slice(1))] === "top";
}

/**
 * One side's strips. `now` is the server's time.
 * @param {Play.State} state @param {number[]} seats @param {Boards.Module | null} module @param {number} now
 */
export function strips(state, seats, module, now) {
  const counts = counters(shownView(state) ?? state.game.view, module);
  return html`<div class="strips column gap-1">
    ${seats.map((seat) => strip(state, seat, counts.filter((each) => each.seat === seat), now))}
  </div>`;
}

function strip(/** @type {Play.State} */ state, /** @type {number} */ seat, /** @type {Boards.Counter[]} */ counts, /** @type {number} */ now) {
  const { game } = state;
  const toMove = isLive(state) ? mover(game) === seat : shownView(state)?.to_move === seat;
  const won = game.result?.winner === seat;
  return html`<section class="strip one-row rounded ${toMove ? "to-move" : ""}" aria-label=${nameOf(game, seat)}>
    <span class="seat-mark">${mark(seat, 22, game.game)}</span>
    <span class="who row align-baseline shrink">
      <span class="name">${nameOf(game, seat)}${score(game, seat)}</span>
      <span class="doing small soft"
        >${won ? html`<span class="badge won">${_("won")}</span> ` : nothing}${[game.seats[seat].level, side(state, seat), whereabouts(game, seat), doing(state, seat, toMove)].filter(Boolean).join(", ")}</span
      >
    </span>
    ${counts.length ? html`<span class="counters row fixed align-baseline">${counts.map(counter)}</span>` : nothing}
    ${clock(game, seat, now)}
  </section>`;
}

/** The points of the seat's holder over rematches, where there were any: 1½ of 2. @param {Protocol.Snapshot} game @param {number} seat */
function score({ series }, seat) {
  if (!series?.games) return nothing;
  const points = series.points[seat];
  const shown = points % 1 ? `${Math.floor(points) || ""}½` : points;
  return html` <span class="badge">${_("{points} of {games}", { points: shown, games: series.games })}</span>`;
}

/** One thing that a seat has: how many, and of what. @param {Boards.Counter} given */
function counter({ value, title }) {
  return html`<span class="counter"
    ><strong class="number">${value}</strong> <span class="small">${title}</span></span
  >`;
}

/** Beside the player's name what the seat is called on the board, where that says more. @param {Play.State} given @param {number} seat */
function side({ game, ui }, seat) {
  const title = ui.seatNames[seat] ?? game.seats[seat].name;
  return title && title !== "You" && title !== nameOf(game, seat) ? title : "";
}

/** What a player is doing just now, in a few words. @param {Play.State} state @param {number} seat @param {boolean} toMove */
function doing(state, seat, toMove) {
  const { game, thinking } = state;
  if (!isLive(state) || mover(game) !== seat) return toMove ? _("to move here") : "";
  if (game.seats[seat].kind !== "bot") {
    return isYours(game, seat) ? _("your turn") : _("to move");
  }
  if (game.paused) return _("paused");
  if (thinking?.queue) return _("{place} in the queue", { place: ordinal(thinking.queue) });
  return thinking?.nodes ? _("thinking, {nodes} positions", { nodes: count(thinking.nodes) }) : _("thinking");
}

/** The clock, or nothing where the game has none. @param {Protocol.Snapshot} game @param {number} seat @param {number} now */
function clock(game, seat, now) {
  const left = secondsLeft(game.clock, seat, now);
  if (left === null) return nothing;
  const running = ticking(game.clock) && game.clock.running === seat;
  const low = left < 20 && game.status === "playing" && running;
  return html`<span class="clock ${running ? "running" : ""} ${low ? "low" : ""}" role="timer" aria-live="off"
    aria-label=${_("Time left for {who}", { who: nameOf(game, seat) })}>${left < LONG ? clockTime(left) : daysAndHours(left)}</span>`;
}
