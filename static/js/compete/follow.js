/**
 * One game of a competition as it is played: the board, the clocks, what both bots think, and the time of each move. Before it begins
 * the page says which place it has in the queue; once it is over, how it ended and where it can be replayed.
 */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { clockTime } from "lib/format.js";
import { ask } from "lib/http.js";
import { Line } from "lib/line.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { keepLooking, oncePerFrame } from "lib/store.js";
import { ShownBoard } from "../lab/shown_board.js";
import { clocksAt } from "./final_state.js";
import { minds } from "./minds.js";
import { timeChart } from "./time_chart.js";
import { clockWords, KINDS } from "./words.js";

const TICK_MS = 100;
const AGAIN_MS = 1000;
const host = find("#follow");
const said = find("#said");
const about = pageData("shown");
const competition = about.competition.id;
const replayAt = served(`/compete/${competition}/games/${about.id}`);
const board = new ShownBoard({ still: true });
/** @type {Compete.LiveGame | null} */
let game = null;
/** @type {number | null} */
let place = null;
let played = false;
let line = "connecting";
let offset = 0;

const serverNow = () => offset + performance.now() / 1000;

function waits() {
  if (played) return _("The game is over.");
  if (game) return "";
  if (place === null) return _("The game has not begun; it appears here by itself.");
  return place ? _("In the queue: place {place}.", { place }) : _("The bots are being started.");
}

/** What is said below the board: the last move, or how it ended. */
function words() {
  if (!game) return "";
  if (game.ended) return game.ended.sentence;
  const last = game.moves.at(-1);
  if (last && game.ply > game["opening"]) return `${game.ply}. ${about.seats[last.seat].name}: ${last.text}`;
  const wait = Math.ceil((game.turn_at ?? 0) - serverNow());
  if (game.turn_at === null) return _("The bots are being started.");
  return wait > 0 ? _("Begins in {wait} s", { wait }) : _("{name} thinks about the first move.", { name: about.seats[game.view.to_move]?.name });
}

function players() {
  return html`<ol class="final-players">${about.seats.map(
    (/** @type {Protocol.Seat & {entry: string | null}} */ { seat, name, entry }) => html`<li class=${game && !game.ended && game.view.to_move === seat ? "to-move" : ""}>
      ${mark(seat, 24, about.game)}<span class="name">${entry ? html`<a href=${served(`/compete/${competition}/bots/${entry}`)}>${name}</a>` : name}</span>
      <span class="final-clock mono" data-clock=${seat}></span></li>`,
  )}</ol>`;
}

function template() {
  const snapshot = game ? { ...game, seats: about.seats } : null;
  return html`<div class="follow column gap-5">
    <section class="card column gap-2" data-game=${about.game} data-colours=${about.options?.colours ?? "usual"}>
      ${players()}
      <div class="follow-board"></div>
      <p class="final-words break number ${game?.ended ? "final-result strong rounded" : ""}">${words() || waits()}</p>
      ${game?.ended || played ? html`<p class="button-row"><a class="button primary" href=${replayAt}>${_("Replay the game")}</a>
          <a class="button" href=${served(`/review#${new URLSearchParams({ event: competition, match: about.id })}`)}>${_("Review")}</a></p>` : nothing}
      ${line === "lost" ? html`<p class="notice warn" role="status">${_("The line to the server is lost; trying again.")}</p>` : nothing}
    </section>
    <div class="column gap-4">
      ${snapshot && !snapshot.moves.some((/** @type {any} */ move) => move.mind) ? html`<p class="soft small">${_("Neither bot has told what it thinks.")}</p>` : nothing}
      ${snapshot ? minds(/** @type {any} */ (snapshot), snapshot.ply) : nothing}
      ${snapshot ? html`<div class="compete-times">${timeChart(/** @type {any} */ (snapshot), snapshot.ply, () => {})}</div>` : nothing}
    </div>
  </div>`;
}

function runClocks() {
  const left = game ? clocksAt(game, serverNow()) : about.seats.map(() => about.clock.base);
  for (const face of /** @type {NodeListOf<HTMLElement>} */ (host.querySelectorAll("[data-clock]"))) {
    const text = clockTime(left[Number(face.dataset.clock)]);
    if (face.textContent !== text) face.textContent = text;
  }
}

let spoken = "";
function paint() {
  render(template(), host);
  if (game) board.show(find(".follow-board", HTMLElement, host), { game: about.game, view: game.view, options: game["options"], last: game.moves.at(-1)?.effect ?? null, history: game.moves });
  runClocks();
  const sentence = game?.ended?.sentence ?? waits();
  if (sentence !== spoken) said.textContent = spoken = sentence;
}
const draw = oncePerFrame(paint);

/** The line by which one game is followed. */
class FollowLine extends Line {
  listen(/** @type {Protocol.Socket} */ socket) {
    const mine = (/** @type {(message: any) => void} */ take) => (/** @type {any} */ message) => this.joined && message.id === about.id && take(message);
    socket.on("contest_game", mine((/** @type {any} */ message) => take(message.game)));
    socket.on("contest_move", mine(moved));
  }

  /** @returns {[string, object]} */
  knock() {
    return ["contest_follow", { competition, game: about.id }];
  }

  settle(/** @type {any} */ ack) {
    this.tune(ack.now, 0.05);
    played = ack.played && !ack.game;
    if (ack.game) take(ack.game);
    draw();
  }
}

function take(/** @type {Compete.LiveGame} */ given) {
  game = given;
  draw();
}

function moved(/** @type {any} */ { run, move, view, left, turn_at }) {
  if (!game || game.run !== run || move.ply > game.ply) return socket.join();
  if (move.ply < game.ply) return;
  game = { ...game, moves: [...game.moves, move], ply: game.ply + 1, view, left, turn_at };
  draw();
}

const socket = new FollowLine({
  hear: {
    line: (name) => {
      line = name;
      draw();
    },
    offset: (seconds) => (offset = seconds),
  },
});

/** While it waits, its place is asked for; a game whose end was missed is found to be over. */
async function again() {
  if (game?.ended || played) return 0;
  const found = await ask(`/api/competitions/${competition}/games/${about.id}/place`);
  if (found.ok) {
    if (found.data.played && !game) socket.join();
    place = found.data.place;
    draw();
  }
  return AGAIN_MS;
}

find("#follow-facts").textContent = [about.competition.game_title, KINDS[about.kind], clockWords(about.clock)].join(" · ");
setInterval(runClocks, TICK_MS);
paint();
socket.start();
keepLooking(again, 1);
