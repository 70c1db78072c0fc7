/** The rows of buttons: going through the moves, playing, directing a game between bots. */

import { html, nothing } from "lit";
import { button, tool } from "lib/button.js";
import { icon } from "lib/icons.js";
import { keptAmong } from "lib/kept.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { isLive, missed, shownPly, shownView } from "./select.js";
import { nameOf, yours } from "./words.js";

/** @type {[number, string][]} */
const SPEEDS = [
  [0, _("as fast as they think")],
  [0.3, _("fast")],
  [0.6, _("normal")],
  [1.5, _("slow")],
  [4, _("very slow")],
];

const labelled = (/** @type {string} */ name, /** @type {string} */ words, /** @type {() => void} */ act, kind = "", off = false) =>
  button([icon(name), words], act, { kind, off });

/**
 * First, back, forward, live; a finished game can be drawn through by its bar, and plays by itself. Going forward at the end
 * does nothing, and the button says so by being off.
 * @param {Play.State} state @param {Play.Act} act
 */
export function navigation(state, act) {
  const shown = shownPly(state);
  const live = state.game.ply;
  const over = state.game.status !== "playing" && live > 0;
  return html`${over ? scrubBar(state, act) : nothing}<nav class="steps" aria-label=${_("Moves")}>
    ${tool("first", _("To the start"), () => act.go(0), shown === 0)}
    ${tool("back", _("One move back"), () => act.by(-1), shown === 0)}
    ${!over ? nothing : state.ui.replaying ? tool("pause", _("Stop the replay"), act.replay) : tool("play", _("Replay the game"), act.replay)}
    <span class="where number">${shown} / ${live}</span>
    ${tool("forward", _("One move on"), () => act.by(1), isLive(state))}
    ${tool("last", _("To the last move"), act.live, isLive(state))}
  </nav>`;
}

/** The whole game as a bar to draw through. @param {Play.State} state @param {Play.Act} act */
function scrubBar({ game, ...state }, act) {
  const shown = state.place.shown ?? game.ply;
  const move = game.moves[shown - 1];
  const words = move ? _("Move {ply}, {who}: {move}", { ply: shown, who: nameOf(game, move.seat), move: move.text }) : _("Start");
  return html`<input type="range" class="scrub" min="0" max=${game.ply} step="1" aria-label=${_("Position in the game")}
    aria-valuetext=${words} .value=${String(shown)} @input=${(/** @type {FieldEvent} */ event) => act.go(Number(event.target.value))} />`;
}

/**
 * The way back for somebody who looks at an earlier position, with the number of moves that came meanwhile.
 * @param {Play.State} state @param {Play.Act} act
 */
export function backToLive(state, act) {
  if (isLive(state)) return nothing;
  const news = missed(state);
  const goal = state.game.status === "playing" ? _("Back to live") : _("To the end");
  const beside = news > 0 ? html` <span class="news">${ngettext("{count} new move", "{count} new moves", news)}</span>` : nothing;
  return button([icon("last"), goal, beside], act.live, { kind: "primary to-live" });
}

/**
 * What a player may do; with nobody else at the game, asking is doing. A button keeps its place while it is of no use.
 * @param {Play.State} state @param {Set<string>} able @param {Play.Act} act
 */
export function playing(state, able, act) {
  if (!able.has("resign")) return nothing;
  return html`<div class="button-row actions own" role="group" aria-label=${_("Your game")}>
    ${labelled("undo", _("Take back"), act.takeback, "", !able.has("takeback"))}
    ${able.has("hurry") && state.thinking
      ? labelled("hurry", _("Move now"), act.hurry)
      : labelled("hint", _("Hint"), act.hint, "", !able.has("hint"))}
    ${able.has("draw") ? labelled("draw", _("Draw"), act.draw) : nothing}
    ${labelled("flag", _("Resign"), () => act.ui({ dialog: "resign" }))}
  </div>`;
}

/** What the director of a game between bots may do. @param {Play.State} state @param {Set<string>} able @param {Play.Act} act */
export function directing(state, able, act) {
  if (!able.has("pause")) return nothing;
  const { game } = state;
  const known = SPEEDS.some(([seconds]) => seconds === game.pace);
  const speeds = known ? SPEEDS : [...SPEEDS, /** @type {[number, string]} */ ([game.pace, _("{seconds} s a move", { seconds: game.pace })])].sort((a, b) => a[0] - b[0]);
  return html`<div class="button-row actions" role="group" aria-label=${_("The bots' game")}>
    ${game.paused ? labelled("play", _("Go on"), act.resume, "primary") : labelled("pause", _("Pause"), act.pause)}
    ${labelled("step", _("One move"), act.step)} ${able.has("hurry") ? labelled("hurry", _("Move now"), act.hurry) : nothing}
    <label class="speed inline gap-2 small"
      >${_("Speed")}
      <select @change=${(/** @type {FieldEvent} */ event) => act.pace(Number(event.target.value))}>
        ${speeds.map(
          ([seconds, words]) => html`<option value=${seconds} .selected=${seconds === game.pace}>${words}</option>`,
        )}
      </select></label
    >
  </div>`;
}

/** The board's tools, for everybody. @param {Play.State} state @param {Play.Act} act */
export function tools(state, act) {
  return html`<div class="button-row tools" role="group" aria-label=${_("Board")}>
    ${tool("flip", _("Turn the board"), act.flip)}
    ${labelled("again", _("Continue here"), act.askContinue, "quiet", Boolean(shownView(state)?.returns))}
    <a class="button quiet small" target="_blank" href=${served(`/lab#from=${state.game.id}&ply=${shownPly(state)}`)}>${icon("eye")}${_("Look inside")}</a>
    ${tool("help", _("Keys"), () => act.ui({ dialog: "help" }))}
  </div>`;
}

/** Whether there are sounds unless one says otherwise: for whoever plays, and not in a class. @param {Protocol.Snapshot} game */
export const soundsUsual = (game) => yours(game).length > 0 && !keptAmong("plyground.class.").length;

/** Whether the page makes sounds. @param {Play.State} state */
export const soundsOn = ({ game, ui }) => ui.switches.sounds ?? soundsUsual(game);
