/**
 * Keeps the play page together: state, line, board, status line, keys and clocks. The page's only place with side effects
 * beside the actions.
 */

import { render } from "lit";
import { Connection } from "lib/connection.js";
import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { keep, recallData } from "lib/kept.js";
import { Speaker } from "lib/speaker.js";
import { makeStore, nextTask, oncePerFrame } from "lib/store.js";
import { joiningTokens } from "lib/tokens.js";
import { makeActions } from "./actions.js";
import { secondsLeft, ticking, warningBetween } from "./clocks.js";
import { soundsOn } from "./controls.js";
import { keepInSight } from "./moves.js";
import { template } from "./page.js";
import { alone, idleWords, isLive, mayMove, shownPly, shownView } from "./select.js";
import { firstState, reduce } from "./state.js";
import { begunTurned } from "./strips.js";
import { isYours, mover, yours } from "./words.js";

const WIDE = "(min-width: 62rem)";
const SWITCHES = "plyground.board";
const TICK = 200;
/** Milliseconds that each position of a replay stands. */
const BEAT = 800;
/** So many earlier positions are fetched together. */
const FETCHED = 64;

export class Controller {
  /** @type {Speaker | undefined} */
  speaker;
  /** @type {number | undefined} seconds that were left at the last look */
  left;
  /** @type {ReturnType<typeof setInterval> | undefined} while a finished game is played through */
  beat;

  /**
   * @param {object} page @param {HTMLElement} page.host Where the page is drawn.
   * @param {Protocol.Snapshot} page.snapshot @param {Record<string, string>} page.tokens
   * @param {Boards.Module} page.module The game's board module.
   * @param {number | null} [page.ply] A ply to begin at, from the address.
   */
  constructor({ host, snapshot, tokens, module, ply = null }) {
    this.host = host;
    this.module = module;
    // Whoever has just made a game for two wants the link to send first.
    const inviting = !snapshot.moves.length && Object.keys(tokens).some((name) => name.startsWith("i"));
    const ui = { switches: recallData(SWITCHES) ?? {}, tab: inviting ? "share" : "moves", flip: begunTurned(tokens, module.homes) };
    this.store = makeStore(reduce, firstState(snapshot, tokens, ui));
    if (ply !== null) this.store.dispatch({ type: "go", ply });
    this.wide = matchMedia(WIDE);
    this.connection = new Connection({ game: snapshot.id, tokens: joiningTokens(tokens), hear: this.ears() });
    this.act = makeActions({
      store: this.store,
      connection: this.connection,
      board: () => this.board,
      module,
    });
    /** @type {Boards.Board | null} */
    this.board = null;
    /** @type {Play.Later} */
    this.later = {};
    /** @type {Record<string, any> | null} what the board was told last */
    this.drawn = null;
    this.listed = "";
    this.pressed = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.spoken = 0;
    this.draw = oncePerFrame(() => this.paint());
  }

  /** Draw the page and put the board in; then, in tasks of their own, draw the panels and open the line. */
  async start() {
    this.paint(true);
    this.store.subscribe((state, before) => this.changed(state, before));
    this.wide.addEventListener("change", this.draw);
    document.addEventListener("keydown", this.pressed);
    this.ticker = setInterval(() => this.tick(), TICK);
    await nextTask();
    this.paint();
    await nextTask();
    this.fetchViews(this.store.state);
    this.soon = import("./soon.js");
    this.soon.then((parts) => (Object.assign(this.later, parts), this.draw()));
    this.load(this.store.state);
    if (Object.keys(this.store.state.tokens).some((name) => name[0] === "o")) {
      import("./renewing.js").then(({ settle }) => settle(this));
    }
    return this.connection.start().then(() => this.act.learn());
  }

  /** Take the page down; what comes in later is drawn no more, for another game may stand in its place. */
  stop() {
    this.changed = this.paint = () => {};
    clearInterval(this.ticker);
    clearInterval(this.beat);
    document.removeEventListener("keydown", this.pressed);
    this.wide.removeEventListener("change", this.draw);
    this.connection.stop();
    this.board?.destroy();
    this.board = null;
  }

  /** What the line brings in, as actions. */
  ears() {
    const { dispatch } = this.store;
    const describe = (/** @type {Protocol.Effect} */ effect) =>
      this.module.describe?.(effect) || this.module.seen?.(effect.text, this.store.state.ui.flip) || "";
    return {
      snapshot: (/** @type {Protocol.Snapshot} */ snapshot) => dispatch({ type: "snapshot", snapshot }),
      event: (/** @type {Protocol.GameEvent} */ event) => dispatch({ type: "event", event, describe }),
      thinking: (/** @type {Protocol.Thinking} */ thinking) => dispatch({ type: "thinking", thinking }),
      hint: (/** @type {Protocol.Hint} */ hint) => dispatch({ type: "hint", hint }),
      watchers: (/** @type {Play.Actions["watchers"]} */ news) => {
        const before = this.store.state.game.present ?? [];
        dispatch({ ...news, type: "watchers" });
        this.later.comings?.(this.store.state.game, before).map((sentence) => this.act.say(sentence));
      },
      line: (/** @type {Play.Line} */ line, /** @type {Protocol.Refusal | undefined} */ error) => dispatch({ type: "line", line, error }),
      offset: (/** @type {number} */ offset) => dispatch({ type: "offset", offset }),
    };
  }

  /** The server's time now. */
  now() {
    return performance.now() / 1000 + this.store.state.offset;
  }

  changed(/** @type {Play.State} */ state, /** @type {Play.State} */ before) {
    if (state.ui.switches !== before.ui.switches) keep(SWITCHES, state.ui.switches);
    if (state.game.next && !before.game.next && (yours(state.game).length || state.game.you.director)) {
      // Whoever plays goes on to the rematch with everybody else; watchers are offered it.
      return this.act.enterNext();
    }
    this.speak(state);
    this.fetchViews(state);
    this.load(state);
    this.replay(state);
    if (before.line === "live" && (state.game.ply !== before.game.ply || state.game.result !== before.game.result)) this.sound(state, before);
    this.draw();
  }

  /** Let a move or an end be heard, or what is named. @param {Play.State} state @param {Play.State} before @param {string} [name] */
  async sound(state, before, name) {
    if (!soundsOn(state)) return;
    const parts = await this.soon;
    parts?.makeSound(name ?? parts.soundOf(state.game, before.game));
  }

  /** Go on with a replay, a move a beat; a position that is still on its way is waited for. @param {Play.State} state */
  replay(state) {
    if (!state.ui.replaying) this.beat = void clearInterval(this.beat);
    else this.beat ??= setInterval(() => shownView(this.store.state) && this.act.by(1), BEAT);
  }

  /** Load the parts that are wanted only now and then, when they are first opened. @param {Play.State} state */
  async load(state) {
    const { tab, dialog } = state.ui;
    if (!this.slow && yours(state.game).length && state.game.seats.some(({ kind }) => kind === "bot")) {
      this.slow = this.soon?.then(({ slowly }) => slowly(this.connection, this.store, () => this.now()));
    }
    if (tab === "share" && !this.later.sharePanel) Object.assign(this.later, await import("./share.js"));
    else if (tab === "board" && !this.later.switches) Object.assign(this.later, await import("./switches.js"));
    else if (state.line === "live" && !alone(state.game) && !this.later.guests) Object.assign(this.later, await import("./guests.js"));
    else if (dialog !== null && !this.later.dialog) Object.assign(this.later, await import("./dialogs.js"));
    else return;
    this.draw();
  }

  /** @param {boolean} [bare] Whether the panels are left out, in which a long game has a row for each move. */
  paint(bare = false) {
    const { state } = this.store;
    const { module, act, later } = this;
    render(template(state, { module, act, later, bare, now: this.now(), wide: this.wide.matches }), this.host);
    this.speaker ??= new Speaker(find("#status", HTMLElement, this.host));
    this.showBoard(state);
    this.speak(state);
    this.later.settleDialog?.(this.host);
    const listed = `${shownPly(state)} of ${state.game.ply}`;
    if (!bare && listed !== this.listed) {
      this.listed = listed;
      nextTask().then(() => keepInSight(this.host.querySelector("ol.moves")));
    }
  }

  /**
   * Tell the board what to show, but only when that changed. While an own move is on its way the board shows that move
   * already, and is left alone until the server has spoken.
   * @param {Play.State} state
   */
  showBoard(state) {
    const view = shownView(state);
    if (!view) return;
    this.board ??= new this.module.Board(find("#board", HTMLElement, this.host), {
      onMove: (/** @type {string} */ text) => this.chosen(text),
      say: (/** @type {string} */ sentence) => this.act.say(sentence),
    });
    if (!this.following) {
      this.following = true;
      this.host.addEventListener("boardmove", () => this.showArrows(this.store.state, shownView(this.store.state)));
    }
    if (state.pending && isLive(state)) return;
    const ply = shownPly(state);
    const history = state.game.moves.slice(0, ply);
    /** @type {Boards.State & Record<string, any>} */
    const next = {
      view,
      last: history.at(-1)?.effect ?? null,
      yours: yours(state.game),
      interactive: isLive(state) && mayMove(state),
      idle: idleWords(state),
      history,
      flip: state.ui.flip,
      settings: this.settings(state),
      options: state.game.options,
      hint: isLive(state) ? (state.hints[ply]?.choice.move ?? null) : null,
    };
    Object.assign(next, this.later.planned?.(state));
    const { drawn } = this;
    if (!drawn || !Object.keys(next).every((key) => same(key, next[key], drawn[key]))) {
      this.drawn = next;
      this.board.update(next);
    }
    this.showArrows(state, view);
  }

  /** A move was chosen on the board, which has drawn it already: one for a plan is taken back there. @param {string} text */
  chosen(text) {
    if (this.later.planMove?.(this.store.state, this.act, text)) this.board?.refuse(text, "");
    else this.act.play(text);
  }

  /** What each bot expects next and the reader's premove, once there is something that can draw them. @param {Play.State} state @param {Protocol.View | undefined} view */
  showArrows(state, view) {
    const { outlooks, showArrows } = this.later;
    const { arrow } = this.module;
    if (!view || !arrow || !outlooks || !showArrows) return;
    const board = find("#board", HTMLElement, this.host);
    const wanted = state.ui.switches.arrows === false || view.returns ? [] : outlooks(state);
    const found = wanted
      .filter(({ expected }) => expected.length)
      .map(({ seat, expected }) => ({ seat, ...arrow(view, expected[0], state.ui.flip, board) }));
    const own = this.later.premoved?.(state);
    if (own) found.push({ seat: own.seat, ...arrow({ ...view, to_move: own.seat, moves: [] }, own.text, state.ui.flip, board) });
    showArrows(board, /** @type {Play.Arrow[]} */ (found.filter(({ to }) => to)));
  }

  /** The board's own switches with their values. @param {Play.State} state */
  settings(state) {
    const declared = this.module.settings ?? [];
    return Object.fromEntries(declared.map((each) => [each.name, state.ui.switches[each.name] ?? each.default]));
  }

  /** Say each new sentence once. @param {Play.State} state */
  speak(state) {
    for (const { number, sentence, tone } of state.said) {
      if (number <= this.spoken) continue;
      this.spoken = number;
      this.speaker?.say(sentence, tone);
    }
  }

  /** Fetch earlier positions, some at a time, as soon as one is to be shown that this page has not at hand. @param {Play.State} state */
  async fetchViews(state) {
    if (shownView(state) || this.fetching) return;
    this.fetching = true;
    const from = Math.max(0, shownPly(state) - FETCHED / 2);
    const found = await ask(`/api/games/${state.game.id}/views?from=${from}&to=${from + FETCHED - 1}`);
    this.fetching = false;
    if (found.ok) this.store.dispatch({ type: "views", views: found.data.views, from });
    else this.act.say(found.error.sentence, "bad");
  }

  /** Redraw while a clock runs, and warn once as time grows short. */
  tick() {
    const { game } = this.store.state;
    if (!ticking(game.clock) || game.status !== "playing") return;
    this.draw();
    const seat = mover(game);
    if (seat === null || !isYours(game, seat)) return void (this.left = undefined);
    const left = secondsLeft(game.clock, seat, this.now());
    if (left === null) return;
    const warning = this.left === undefined ? null : warningBetween(this.left, left);
    this.left = left;
    if (!warning) return;
    this.act.say(warning);
    this.sound(this.store.state, this.store.state, "time");
  }

  /** A key pressed anywhere on the page. @param {KeyboardEvent} event */
  key(event) {
    const { state } = this.store;
    const wish = this.later.meaning?.(event, state.ui.switches.keys !== false);
    if (!wish) return;
    /** @type {Record<string, () => void>} */
    const able = {
      back: () => this.act.by(-1),
      forward: () => this.act.by(1),
      first: () => this.act.go(0),
      live: this.act.live,
      flip: this.act.flip,
      board: () => this.board?.focus(),
      notation: () => this.toNotation(),
      help: () => this.act.ui({ dialog: "help" }),
      takeback: this.act.takeback,
      hint: this.act.hint,
      hurry: this.act.hurry,
      pause: () => (state.game.status !== "playing" ? this.act.replay() : state.game.paused ? this.act.resume() : this.act.pause()),
      step: this.act.step,
    };
    event.preventDefault();
    able[wish]();
  }

  /** Put the cursor into the box for typed moves, whichever panel is open. */
  toNotation() {
    this.act.ui({ tab: "moves" });
    this.paint();
    /** @type {HTMLElement | null} */ (this.host.querySelector("#notation"))?.focus();
  }
}

/**
 * Whether a value for the board is the same as before; lists and switches are compared by what they hold.
 * @param {string} key @param {any} next @param {any} before
 */
function same(key, next, before) {
  if (next === before) return true;
  if (key === "settings" || key === "options") return JSON.stringify(next) === JSON.stringify(before);
  return Array.isArray(next) && next.length === before.length && next.every((each, at) => each === before[at]);
}
