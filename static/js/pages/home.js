/**
 * The home page: each board can be played on at once, and the list of games being played follows the server.
 *
 * A first move on a board makes a game against the chosen level, plays the move, and goes to the game's page.
 */

import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { ownIds, resultOf, seatTokens } from "lib/device_games.js";
import { keep, recall } from "lib/kept.js";
import { boardOf, takeData } from "lib/pictures.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { nextTask } from "lib/store.js";
import { readAll } from "../lessons/progress.js";
import { showLive } from "./live.js";

const LEVEL = "plyground.level.";
const MOVE_PATIENCE = 1500;
const LOOKED_AT = 20;

const spoken = find("#spoken");
const say = (/** @type {string} */ sentence) => (spoken.textContent = sentence);

/** The level chosen for a game is remembered in this browser. @param {HTMLSelectElement} select @param {HTMLElement} hint @param {string} game */
function rememberLevel(select, hint, game) {
  const tell = () => (hint.textContent = select.selectedOptions[0].dataset.about ?? "");
  const kept = recall(LEVEL + game);
  if ([...select.options].some((option) => option.value === kept)) select.value = kept ?? "";
  tell();
  select.addEventListener("change", () => {
    tell();
    keep(LEVEL + game, select.value);
  });
}

/**
 * Make a game, play the first move in it, and go there; whoever plays by keys finds the focus on the board again.
 * @param {string} game @param {string} level @param {string} move @param {ReturnType<typeof showLive>} line @param {Boards.Board} board @param {HTMLElement} host
 */
async function begin(game, level, move, line, board, host) {
  const keys = host.querySelector(":focus-visible") ? "&focus=board" : "";
  say(_("The game begins."));
  const made = await ask("/games", { game, level });
  if (!made.ok) return board.refuse(move, made.error.sentence);
  const { id, url, tokens } = made.data;
  const message = { game: id, token: tokens.s0, id: "first", ply: 0, do: "move", move };
  const played = line.then((socket) => new Promise((done) => socket.emit("command", message, done)));
  await Promise.race([played, new Promise((done) => setTimeout(done, MOVE_PATIENCE))]);
  location.assign(url + keys);
}

async function openGame(/** @type {HTMLElement} */ article, /** @type {ReturnType<typeof showLive>} */ line) {
  const { game = "" } = article.dataset;
  const select = find("select", HTMLSelectElement, article);
  rememberLevel(select, find(".hint", HTMLElement, article), game);
  const host = find(".game-board", HTMLElement, article);
  const view = takeData(host);
  const { Board } = await boardOf(game);
  let begun = false;
  const board = new Board(host, {
    say,
    onMove(text) {
      if (begun) return;
      begun = true;
      begin(game, select.value, text, line, board, host).finally(() => (begun = false));
    },
  });
  const show = () =>
    board.update({ view, last: null, yours: [0], interactive: true, history: [], flip: false, settings: { targets: true } });
  show();
  addEventListener("pageshow", (event) => event.persisted && show());
}

/** Say which lesson is the first that was not finished in this browser. @param {HTMLElement} link */
function nameNextLesson(link) {
  const finished = readAll();
  /** @type {{id: string, title: string}[]} */
  const all = JSON.parse(find("#lessons").textContent ?? "[]");
  const next = all.find(({ id }) => !finished[id]?.finished);
  if (!next) return;
  link.setAttribute("href", served(`/lessons/${next.id}`));
  find("span", HTMLElement, link).textContent = next.title;
}

/** The way back into a game of this device that goes on, first of all one in which it is one's turn. @param {HTMLElement} link */
async function nameRunningGame(link) {
  const games = ownIds().filter((id) => !resultOf(id) && seatTokens(id).length).slice(0, LOOKED_AT).map((id) => ({ id, tokens: seatTokens(id) }));
  if (!games.length) return;
  const found = await ask("/api/games/cards", { games });
  /** @type {Games.Card[]} */
  const going = found.ok ? found.data.games.filter((/** @type {Games.Card} */ card) => !card.gone && !card.error && card.status === "playing" && card.ply) : [];
  const card = going.find((each) => each.your_turn) ?? going[0];
  if (!card) return;
  link.setAttribute("href", served(`/g/${card.id}`));
  link.textContent = _("Continue: {title}", { title: card.title });
  link.hidden = false;
}

await nextTask(); // scripts are read in one task, the page is drawn in others
void nameRunningGame(find("#continue"));
nameNextLesson(find("#next-lesson"));
const line = showLive(find("#live"), find("#live-none"), find("#live-line"));
/** Each board in a task of its own, between which taps are answered. @param {HTMLElement[]} articles */
async function openAll(articles) {
  for (const article of articles) {
    await openGame(article, line);
    await nextTask();
  }
}
await nextTask();
await openAll([...document.querySelectorAll("article.game")].filter((each) => each instanceof HTMLElement));
