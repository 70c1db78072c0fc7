/**
 * The home page: each board can be played on at once, and the list of games being played follows the server.
 *
 * A first move on a board makes a game against the chosen level, plays the move, and goes to the game's page.
 */

import { ask } from "lib/http.js";
import { boardOf, takeData } from "lib/pictures.js";
import { showLive } from "./live.js";

const LEVEL = "plyground.level.";
const MOVE_PATIENCE = 1500;

const spoken = document.getElementById("spoken");
const say = (sentence) => (spoken.textContent = sentence);

/** The level chosen for a game is remembered in this browser. */
function rememberLevel(select, hint, game) {
  const tell = () => (hint.textContent = select.selectedOptions[0].dataset.about);
  try {
    const kept = localStorage.getItem(LEVEL + game);
    if ([...select.options].some((option) => option.value === kept)) select.value = kept;
  } catch {
    // Storage is switched off: the default level stays.
  }
  tell();
  select.addEventListener("change", () => {
    tell();
    try {
      localStorage.setItem(LEVEL + game, select.value);
    } catch {
      // As above.
    }
  });
}

/** Make a game, play the first move in it, and go there; whoever plays by keys finds the focus on the board again. */
async function begin(game, level, move, line, board, host) {
  const keys = host.querySelector(":focus-visible") ? "&focus=board" : "";
  say("The game begins.");
  const made = await ask("/games", { game, level });
  if (!made.ok) return board.refuse(move, made.error.sentence);
  const { id, url, tokens } = made.data;
  const message = { game: id, token: tokens.s0, id: "first", ply: 0, do: "move", move };
  await Promise.race([line.command(message), new Promise((done) => setTimeout(done, MOVE_PATIENCE))]);
  location.assign(url + keys);
}

async function openGame(article, line) {
  const game = article.dataset.game;
  const select = article.querySelector("select");
  rememberLevel(select, article.querySelector(".hint"), game);
  const host = article.querySelector(".game-board");
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

const line = showLive(document.getElementById("live"), document.getElementById("live-line"));
await Promise.all([...document.querySelectorAll("article.game")].map((article) => openGame(article, line)));
