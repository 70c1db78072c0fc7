/** What the page's buttons, keys and fields do: each turns a wish into a command, a request, or a change of the page. */

import { ask, UNREACHABLE } from "lib/http.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { storeTokens } from "lib/tokens.js";
import { actingSeat, idleWords, isLive, mayMove } from "./select.js";
import { mover } from "./words.js";

/** What a pasted text must at least be to be tried as a whole game. */
const SHORTEST_RECORD = 6;

/** Wishes that mean the same whatever was moved meanwhile: sent again if a fast game has gone on. */
const ANYTIME = ["pause", "resume", "pace", "resign", "name"];

/**
 * @param {object} page @param {{state: Play.State, dispatch(action: Play.Action): void}} page.store
 * @param {import("lib/connection.js").Connection} page.connection
 * @param {() => Boards.Board | null} page.board The board, once there is one.
 * @param {Boards.Module | null} [page.module] The game's board module.
 */
export function makeActions({ store, connection, board, module = null }) {
  const { dispatch } = store;
  const game = () => store.state.game;
  const ui = (/** @type {Partial<Play.Ui>} */ change) => dispatch({ type: "ui", change });
  const say = (/** @type {string} */ sentence, /** @type {Play.Tone} */ tone = "plain") => dispatch({ type: "said", sentence, tone });

  /** Send a command for a seat (the acting one), or as director; a refusal is said. @param {string} what */
  async function send(what, more = {}, seat = actingSeat(game())) {
    const { tokens } = store.state;
    const token = (seat === null ? tokens.d : tokens[`s${seat}`]) ?? tokens.d ?? "";
    if (store.state.line === "lost") say(_("That is sent as soon as the connection is back."));
    let { ply } = game();
    let ack;
    do {
      ack = await connection.command({ token, ply, do: what, ...more });
      ply = ack.ply ?? ply;
    } while (ack.error?.code === "old_ply" && ANYTIME.includes(what));
    if (!ack.ok) say(ack.error.sentence, "bad");
    return ack;
  }

  /** Make a move. The board has drawn it already; a refusal takes it back. Resolves to whether it was made. @param {string} text */
  async function play(text) {
    const { state } = store;
    if (!mayMove(state) || !isLive(state)) {
      refuse(text, { code: "wrong_turn", sentence: idleWords(state) });
      return false;
    }
    const seat = mover(game()) ?? 0;
    const { ply } = game();
    dispatch({ type: "sending", pending: { text, ply, seat } });
    if (state.line === "lost") say(_("Your move is sent as soon as the connection is back."));
    const ack = await connection.command({ token: state.tokens[`s${seat}`] ?? "", ply, do: "move", move: text });
    if (!ack.ok) refuse(text, ack.error ?? UNREACHABLE);
    return ack.ok;
  }

  /** Take a drawn move back and say why. @param {string} text @param {Protocol.Refusal} error */
  function refuse(text, error) {
    dispatch({ type: "refused", text, error });
    board()?.refuse(text, error.sentence);
  }

  /** Leave for a game that was just made, keeping its tokens. @param {{id: string, url?: string, tokens?: Protocol.Tokens}} made */
  function enter(made) {
    if (made.tokens) storeTokens(made.id, made.tokens);
    location.assign(made.url ?? served(`/g/${made.id}`));
  }

  /** Open a written game as a new one: its moves played, the reader at all seats of people. @param {string} text */
  async function openRecord(text) {
    const read = await ask("/api/position", { game: game().game, options: game().options, record: text });
    if (!read.ok) {
      ui({ recordError: read.error.sentence });
      return read;
    }
    const { options, start: position, moves } = read.data;
    const people = game().seats.map(() => ({ kind: "person" }));
    const make = (/** @type {string[]} */ played) =>
      ask("/games", { game: game().game, options, position, moves: played, seats: people });
    let made = await make(moves);
    // A finished game cannot be played on; one move before its end it can, and all of it can be looked through.
    if (!made.ok && made.error.code === "game_finished" && moves.length) made = await make(moves.slice(0, -1));
    if (made.ok) enter(made.data);
    else ui({ recordError: made.error.sentence });
    return made;
  }

  /** Play what was typed; what is too long for a move, or has several words, may be a whole game. @param {string} text */
  async function type(text) {
    const typed = text.trim();
    if (!typed) return false;
    const listed = game().view.moves?.some((move) => move.text.toLowerCase() === typed.toLowerCase());
    if (!listed && typed.length >= SHORTEST_RECORD && /\n|\d.*\d.*\d/.test(typed) && (await openRecord(typed)).ok) return true;
    return play(typed);
  }

  /** Answer an offer for the seat of ours that it is made to. @param {Protocol.Offer} what @param {string} word */
  function answer(what, word) {
    const from = game().offers[what];
    const seat = game().you.seats.find((each) => each !== from);
    return send(what, { answer: word }, seat);
  }

  async function askContinue() {
    ui({ dialog: "continue", continueError: null });
    if (store.state.ui.levels) return;
    await learn();
  }

  /** Fetch what the catalogue says of this game, levels and notations, and where others find this server. */
  async function learn() {
    const [found, address] = await Promise.all([ask("/api/catalogue"), ask("/api/address")]);
    if (address.ok) ui({ base: address.data.base });
    if (!found.ok) return;
    const entry = found.data.games.find((/** @type {Protocol.Game} */ each) => each.id === game().game);
    if (!entry) return;
    const seatNames = module?.seatNames?.(game().options) ?? entry.seat_names;
    ui({ levels: entry.levels, records: entry.records, seatNames });
  }

  /** Draw the whole game as a film, and save it; its script comes when it is first wanted. */
  async function film() {
    if (!module || store.state.ui.film !== undefined) return;
    ui({ film: 0 });
    const { saveFilm } = await import("./film.js");
    const wrong = await saveFilm(game(), module, (share) => ui({ film: share }));
    ui({ film: undefined });
    say(wrong || _("The film is saved."), wrong ? "bad" : "plain");
  }

  async function continueFrom(/** @type {number} */ ply, /** @type {string} */ level) {
    const made = await ask(`/api/games/${game().id}/continue`, level ? { ply, level } : { ply });
    if (made.ok) enter(made.data);
    else ui({ continueError: made.error.sentence });
  }

  return {
    ui,
    say,
    play,
    type,
    answer,
    openRecord,
    askContinue,
    continueFrom,
    film,
    learn,
    go: (/** @type {number} */ ply) => dispatch({ type: "go", ply }),
    by: (/** @type {number} */ plies) => dispatch({ type: "by", plies }),
    live: () => dispatch({ type: "live" }),
    replay: () => dispatch({ type: "replay", on: !store.state.ui.replaying }),
    flip: () => ui({ flip: !store.state.ui.flip }),
    toggle: (/** @type {string} */ name, /** @type {boolean} */ on) => ui({ switches: { ...store.state.ui.switches, [name]: on } }),
    plan: (/** @type {{lines: string[][], premove: string}} */ plan) => send("plan", plan, game().you.seats[0]),
    introduce: (/** @type {string} */ name) => send("name", { name }, game().you.seats[0]),
    draw: () => send("draw", { answer: "offer" }),
    takeback: () => send("takeback", { answer: "ask" }),
    resign: () => send("resign"),
    hint: () => send("hint"),
    hurry: () => send("hurry"),
    rematch: () => send("rematch"),
    pause: () => send("pause"),
    resume: () => send("resume"),
    step: () => send("step"),
    pace: (/** @type {number} */ seconds) => send("pace", { seconds }),
    retry: () => connection.join(),
    enterNext: () => enter({ id: game().next ?? "", tokens: movedOn(store.state.tokens, game().seats.length) }),
  };
}

/**
 * Tokens for the rematch: everybody moves one seat on, and the same token opens the new seat. Invitations are left
 * behind: the guests are here, and come along by their own tokens.
 * @param {Protocol.Tokens} tokens @param {number} seats
 */
export function movedOn(tokens, seats) {
  const kept = Object.entries(tokens).filter(([name]) => name[0] !== "i");
  return Object.fromEntries(
    kept.map(([name, token]) => [name === "d" ? name : `s${(Number(name.slice(1)) + 1) % seats}`, token]),
  );
}
