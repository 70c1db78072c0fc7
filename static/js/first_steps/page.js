/** The page of first steps as a template: the way through the stages, the task, the board, and what a move came to. */

import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { html, nothing } from "lit";

/** @param {FirstSteps.State} state @param {FirstSteps.Step} step the one that is shown @param {FirstSteps.Listener} on */
export function page(state, step, on) {
  return html`${way(state, on)} ${state.at < state.stages.length ? stagePart(state, step, on) : wholeGame(state, on)}`;
}

/** Where one is: the stages by number, those that are done with a tick, and the whole game. @param {FirstSteps.State} state @param {FirstSteps.Listener} on */
function way({ stages, at, done }, on) {
  return html`<nav class="first-way below-4" aria-label=${_("Stages")}>
    <ol class="row">
      ${stages.map(
        ({ id, title }, number) => html`<li>
          <button type="button" class="inline raised step-dot strong ${done.has(id) ? "done" : ""}" aria-current=${number === at ? "step" : nothing}
            title=${title} aria-label=${done.has(id) ? _("{number}: {title}, done", { number: number + 1, title }) : `${number + 1}: ${title}`}
            @click=${() => on.open(number)}>${done.has(id) ? icon("check") : number + 1}</button>
        </li>`,
      )}
      <li>
        <button type="button" class="inline raised step-dot strong wide" aria-current=${at === stages.length ? "step" : nothing} @click=${() => on.open(stages.length)}>
          ${icon("flag")}${_("A whole game")}
        </button>
      </li>
    </ol>
  </nav>`;
}

/** @param {FirstSteps.State} state @param {FirstSteps.Step} step @param {FirstSteps.Listener} on */
function stagePart(state, step, on) {
  const { game, stages, at } = state;
  const { title, words, task, view } = stages[at];
  return html`<section class="first-stage column gap-4" data-state=${step.state} data-stage=${stages[at].id} data-plies=${state.busy ? nothing : state.trail.length - 1} aria-labelledby="first-title">
    <div class="first-words column gap-3">
      <h2 id="first-title" tabindex="-1">${title}</h2>
      <p>${words}</p>
      <p class="first-task raised one-row gap-3 rounded large">${mark(view.to_move, 22, game.id)}<strong>${task}</strong></p>
    </div>
    <div class="first-table"><div id="first-board" class="first-board in-middle"></div></div>
    <div class="first-answer column gap-3">
      ${said(state, step)}
      <div class="button-row">
        ${step.state === "reached"
          ? html`<button type="button" class="button primary" id="first-next" @click=${() => on.open(at + 1)}>
              ${icon("forward")}${at + 1 < stages.length ? _("Next stage") : _("To a whole game")}
            </button>`
          : nothing}
        <button type="button" id="first-undo" class="button ${step.state === "missed" ? "primary" : ""}" ?disabled=${state.trail.length < 2 || state.busy}
          @click=${on.undo}>${icon("undo")}${_("Take back")}</button>
        <button type="button" id="first-help" class="button" ?disabled=${step.state === "reached" || state.busy} @click=${on.help}>
          ${icon("hint")}${state.help ? _("Another hint") : _("A hint")}
        </button>
      </div>
      <form class="column gap-1" @submit=${on.play} autocomplete="off">
        <label class="small" for="first-move">${_("Or type a move")}</label>
        <div class="one-row gap-2">
          <input id="first-move" name="move" class="mono grow" spellcheck="false" autocapitalize="off" enterkeyhint="go" maxlength="200"
            aria-invalid=${state.refusal ? "true" : "false"} aria-describedby="first-says" />
          <button class="button" ?disabled=${step.state === "reached" || state.busy}>${_("Play")}</button>
        </div>
      </form>
    </div>
  </section>`;
}

/** What the last move came to, a refusal or a hint, said as it changes. @param {FirstSteps.State} state @param {FirstSteps.Step} step */
function said({ refusal, help }, step) {
  const kind = refusal ? "warn" : step.state === "reached" ? "good" : step.state === "missed" ? "bad" : "";
  const sign = refusal ? "help" : step.state === "reached" ? "check" : step.state === "missed" ? "close" : help ? "hint" : "hand";
  const words = refusal || (step.state === "reached" ? _("Well done. {why}", { why: step.says }) : step.says);
  return html`<div id="first-says" class="first-says notice ${kind}" role="status" aria-live="polite">
    ${icon(sign)}
    <div class="column gap-1">
      ${words ? html`<p>${words}</p>` : nothing} ${help && step.state !== "reached" ? html`<p>${help}</p>` : nothing}
      ${words || help ? nothing : html`<p>${_("Your move. Wrong tries cost nothing.")}</p>`}
    </div>
  </div>`;
}

/** The end: a game against a bot that does not mind losing. @param {FirstSteps.State} state @param {FirstSteps.Listener} on */
function wholeGame({ game, stages, done, mild }, on) {
  const left = stages.filter(({ id }) => !done.has(id)).length;
  return html`<section class="first-whole card column gap-4" aria-labelledby="first-title">
    <h2 id="first-title" tabindex="-1">${left ? _("Straight to a whole game") : _("You know enough to play")}</h2>
    <p class="large">${_("Your first whole game, against a mild opponent: {level}. You can take moves back and ask for hints there, too.", { level: mild.word })}</p>
    <form method="post" action=${served("/games")} class="button-row">
      <input type="hidden" name="game" value=${game.id} />
      <input type="hidden" name="level" value=${mild.id} />
      <button class="button primary large" id="first-game">${icon("play")}${_("Play my first game")}</button>
      <button type="button" class="button" @click=${() => on.open(0)}>${icon("again")}${_("The stages once more")}</button>
    </form>
  </section>`;
}
