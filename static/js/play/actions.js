/** What the page's buttons, keys and fields do: each turns a wish into a command, a request, or a change of the page. */

import { find, focusSoon } from "lib/dom.js";
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
    connection.catchUp?.();
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
    connection.catchUp?.();
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

  /** Take a drawn move back; the status line says why. @param {string} text @param {Protocol.Refusal} error */
  function refuse(text, error) {
    dispatch({ type: "refused", text, error });
    board()?.refuse(text, "");
  }

  /** Leave for a game that was just made, keeping its tokens. @param {{id: string, url?: string, tokens?: Protocol.Tokens}} made */
  function enter(made) {
    if (made.tokens) storeTokens(made.id, made.tokens);
    location.assign(made.url ?? served(`/g/${made.id}`));
  }

  /** Open a written game as a new one. @param {string} text @returns {Promise<Protocol.Answer>} */
  const openRecord = async (text) => (await import("./opening.js")).openRecord(game(), { ui, enter }, text);

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

  /** Open the panel of links, with one of them chosen, and go there: on a phone it lies far below. @param {Partial<Play.Ui>} [chosen] */
  async function share(chosen) {
    ui({ tab: "share", ...chosen });
    await import("./share.js"); // it is drawn once it is there
    focusSoon(() => {
      find(".panels").scrollIntoView({ block: "nearest" });
      return document.querySelector("#tab-share");
    });
  }

  return {
    ui,
    say,
    share,
    play,
    type,
    answer,
    openRecord,
    askContinue,
    continueFrom: async (/** @type {number} */ ply, /** @type {string} */ level) =>
      (await import("./opening.js")).continueFrom(game(), { ui, enter }, ply, level),
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
    /** Have a new link of one's own; the old one opens nothing from then on. */
    async renew() {
      if (store.state.ui.renewing) return;
      ui({ renewing: true });
      const { renew } = await import("./renewing.js");
      const wrong = await renew({ store, connection }, Object.keys(store.state.tokens).filter((name) => /^(s|d$)/.test(name)));
      ui({ renewing: false });
      say(wrong || _("The old link opens nothing any more."), wrong ? "bad" : "plain");
    },
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
  const kept = Object.entries(tokens).filter(([name]) => /^(s|d$)/.test(name));
  return Object.fromEntries(
    kept.map(([name, token]) => [name === "d" ? name : `s${(Number(name.slice(1)) + 1) % seats}`, token]),
  );
}
