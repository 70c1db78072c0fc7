/** The rows of buttons: going through the moves, playing, directing a game between bots, and the board's own switches. */

import { html, nothing } from "lit";
import { button } from "lib/button.js";
import { plural } from "lib/format.js";
import { icon } from "lib/icons.js";
import { isLive, missed, shownPly, shownView } from "./select.js";

/** @type {[number, string][]} */
const SPEEDS = [
  [0, "as fast as they think"],
  [0.3, "fast"],
  [0.6, "normal"],
  [1.5, "slow"],
  [4, "very slow"],
];

const labelled = (/** @type {string} */ name, /** @type {string} */ words, /** @type {() => void} */ act, kind = "", off = false) =>
  button([icon(name), words], act, { kind, off });

/** A button that is all icon; its words are its label. @param {string} name @param {string} label @param {() => void} run */
const tool = (name, label, run, off = false) =>
  html`<button type="button" class="button quiet icon-only" aria-label=${label} title=${label} ?disabled=${off}
    @click=${run}>${icon(name)}</button>`;

/** First, back, forward, live. Going forward at the end does nothing, and the button says so by being off. @param {Play.State} state @param {Play.Act} act */
export function navigation(state, act) {
  const shown = shownPly(state);
  const live = state.game.ply;
  return html`<nav class="steps" aria-label="Moves">
    ${tool("first", "To the start", () => act.go(0), shown === 0)}
    ${tool("back", "One move back", () => act.by(-1), shown === 0)}
    <span class="where number">${shown} / ${live}</span>
    ${tool("forward", "One move on", () => act.by(1), isLive(state))}
    ${tool("last", "To the last move", act.live, isLive(state))}
  </nav>`;
}

/**
 * The way back for somebody who looks at an earlier position, with the number of moves that came meanwhile.
 * @param {Play.State} state @param {Play.Act} act
 */
export function backToLive(state, act) {
  if (isLive(state)) return nothing;
  const news = missed(state);
  const goal = state.game.status === "playing" ? "Back to live" : "To the end";
  const beside = news > 0 ? html` <span class="news">${plural(news, "new move")}</span>` : nothing;
  return button([icon("last"), goal, beside], act.live, { kind: "primary to-live" });
}

/**
 * What a player may do; with nobody else at the game, asking is doing. A button keeps its place while it is of no use.
 * @param {Play.State} state @param {Set<string>} able @param {Play.Act} act
 */
export function playing(state, able, act) {
  if (!able.has("resign")) return nothing;
  return html`<div class="button-row actions own" role="group" aria-label="Your game">
    ${labelled("undo", "Take back", act.takeback, "", !able.has("takeback"))}
    ${able.has("hurry") && state.thinking
      ? labelled("hurry", "Move now", act.hurry)
      : labelled("hint", "Hint", act.hint, "", !able.has("hint"))}
    ${able.has("draw") ? labelled("draw", "Draw", act.draw) : nothing}
    ${labelled("flag", "Resign", () => act.ui({ dialog: "resign" }))}
  </div>`;
}

/** What the director of a game between bots may do. @param {Play.State} state @param {Set<string>} able @param {Play.Act} act */
export function directing(state, able, act) {
  if (!able.has("pause")) return nothing;
  const { game } = state;
  const known = SPEEDS.some(([seconds]) => seconds === game.pace);
  const speeds = known ? SPEEDS : [...SPEEDS, /** @type {[number, string]} */ ([game.pace, `${game.pace} s a move`])].sort((a, b) => a[0] - b[0]);
  return html`<div class="button-row actions" role="group" aria-label="The bots' game">
    ${game.paused ? labelled("play", "Go on", act.resume, "primary") : labelled("pause", "Pause", act.pause)}
    ${labelled("step", "One move", act.step)} ${able.has("hurry") ? labelled("hurry", "Move now", act.hurry) : nothing}
    <label class="speed inline gap-2 small"
      >Speed
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
  return html`<div class="button-row tools" role="group" aria-label="Board">
    ${tool("flip", "Turn the board", act.flip)}
    ${labelled("again", "Continue here", act.askContinue, "quiet", Boolean(shownView(state)?.returns))}
    <a class="button quiet small" target="_blank" href="/lab#from=${state.game.id}&ply=${shownPly(state)}">${icon("eye")}Look inside</a>
    ${tool("help", "Keys", () => act.ui({ dialog: "help" }))}
  </div>`;
}

/**
 * The board's switches, as its module declares them, and the page's own.
 * @param {Play.State} state @param {Boards.Module | null} module @param {Play.Act} act
 */
export function switches(state, module, act) {
  const all = [
    ...(module?.settings ?? []),
    { name: "bar", title: "Show the evaluation bar", default: true },
    ...(module?.arrow ? [{ name: "arrows", title: "Show what two bots expect next", default: true }] : []),
    { name: "keys", title: "Letter keys work as shortcuts", default: true },
  ];
  return html`<div class="switches">
    ${all.map(
      ({ name, title, default: usual }) => html`<label class="choice"
        ><input type="checkbox" .checked=${state.ui.switches[name] ?? usual}
          @change=${(/** @type {FieldEvent} */ event) => act.toggle(name, event.target.checked)} />
        ${title}</label
      >`,
    )}
    <p class="soft small">The theme is chosen at the top of the page.</p>
  </div>`;
}
