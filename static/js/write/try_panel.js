/** Trying a bot: whom against, what the server is asked, and what came of it. */

import { html, nothing } from "lit";
import { menu, segments } from "lib/fields.js";
import { fixed } from "lib/format.js";
import { _, ngettext } from "lib/messages.js";
import { optionFields } from "../pages/options.js";
import { conditions } from "../compete/conditions.js";
import { weightsField } from "../compete/weights.js";

/** The clocks of a try, as the server takes them. */
const CLOCKS = [
  { base: 2, increment: 0.1 },
  { base: 5, increment: 0.5 },
  { base: 10, increment: 1 },
];
const ITSELF = "self";

/**
 * What the page begins with; a competition sets options and clock.
 * @param {{game: Protocol.Game, competition: any}} given
 * @returns {Write.State}
 */
export function startState({ game, competition }) {
  return {
    language: "python",
    against: game.levels[0].id,
    seat: 0,
    seats: game.seat_count,
    clock: competition?.clock ?? CLOCKS[0],
    options: { ...(competition?.options ?? {}) },
    problem: null,
    trying: false,
    slow: false,
    result: null,
    refused: null,
    tab: "try",
    kept: "",
    note: "",
    code: "",
    place: 0,
    handing: false,
    handed: null,
    own: null,
    weights: null,
  };
}

/** What `POST /api/trials` is asked. @param {Write.State} state @param {{game: Protocol.Game, competition: any}} given @param {string} source */
export function trialOf(state, { game, competition }, source) {
  const { against, seat, clock, options, language } = state;
  return { game: game.id, options, source, language, against, seat, clock, competition: competition?.id ?? "" };
}

/**
 * What the bot is written in; nothing where there is one language.
 * @param {Write.State} state @param {Write.Language[]} languages @param {(id: string) => void} speak
 */
export function languageMenu(state, languages, speak) {
  const there = languages.filter((each) => each.there);
  if (there.length < 2) return nothing;
  const choices = there.map((each) => ({ value: each.id, title: each.version ? `${each.title} ${each.version}` : each.title }));
  return html`<label class="hidden-visually" for="spoken">${_("Language")}</label><span translate="no">${menu("spoken", choices, state.language, speak)}</span>`;
}

/** How a try went in a word, for its heading. @type {Record<string, string>} */
const OUTCOMES = { win: _("Won"), draw: _("Drawn"), loss: _("Lost") };

/** Whether two clocks are the same. @param {any} one @param {any} other */
const sameClock = (one, other) => one.base === other.base && one.increment === other.increment;

const clockTitle = (/** @type {{base: number, increment: number}} */ { base, increment }) => _("{base} s + {increment} s", { base, increment });
const seconds = (/** @type {number} */ number) => _("{seconds} s", { seconds: fixed(number, number < 0.1 ? 3 : 2) });

/**
 * Opponent, seat, clock and options, and learnt weights of at most so many MB.
 * @param {Write.State} state @param {{game: Protocol.Game, competition: Write.Competition | null, most_weights: number}} given `competition` null, or the one whose options and clock are set
 * @param {string[]} names of the seats
 * @param {Write.Listener} on
 */
export function controls(state, { game, competition, most_weights: mostWeights }, names, on) {
  const opponents = [
    ...game.levels.map((level) => ({ value: level.id, title: level.title })),
    { value: ITSELF, title: _("Itself") },
  ];
  const level = game.levels.find((each) => each.id === state.against);
  const seats = Array.from({ length: state.seats }, (_seat, at) => ({ value: String(at), title: names[at] ?? _("Seat {number}", { number: at + 1 }) }));
  const sit = (/** @type {any} */ value) => on.change((now) => (now.seat = Number(value)));
  return html`<div class="write-controls tiles-fit gap-apart">
    <div class="field">
      <label for="against">${_("Opponent")}</label>
      ${menu("against", opponents, state.against, (value) => on.change((now) => (now.against = value)), "against-help")}
    </div>
    <div class="field">
      ${state.seats > 2
        ? html`<label for="seat">${_("Your bot sits at")}</label>${menu("seat", seats, String(state.seat), sit)}`
        : html`<span class="label">${_("Your bot plays")}</span>${segments("seat", _("Your bot plays"), seats, String(state.seat), sit)}`}
    </div>
    <p class="hint" id="against-help">${level ? level.summary : _("The bot against a second copy of itself.")}</p>
    <details class="write-more">
      <summary>${_("Clock and options")}</summary>
      ${competition
        ? html`<p class="hint">${_("As {title} has them: {clock} a turn.", { title: competition.title, clock: clockTitle(state.clock) })}</p>${conditions(competition.conditions)}`
        : further(state, game, on)}
    </details>
    ${mostWeights ? html`<details class="write-more"><summary>${_("Learnt weights")}</summary>${weightsField(mostWeights, state.trying, (file) => on.change((now) => (now.weights = file)))}</details>` : nothing}
    ${state.problem ? html`<p class="notice bad" role="status">${state.problem.sentence}</p>` : nothing}
  </div>`;
}

function further(/** @type {Write.State} */ state, /** @type {Protocol.Game} */ game, /** @type {Write.Listener} */ on) {
  const clocks = CLOCKS.map((clock) => ({ value: clockTitle(clock), title: clockTitle(clock) }));
  const wind = (/** @type {any} */ value) => on.change((now) => (now.clock = CLOCKS.find((each) => clockTitle(each) === value)));
  return html`<div class="field">
      <span class="label">${_("Clock")}</span>${segments("clock", _("Clock"), clocks, clockTitle(CLOCKS.find((each) => sameClock(each, state.clock)) ?? CLOCKS[0]), wind)}
      <p class="hint">${_("Seconds at the start, and more whenever a turn begins. A try ends after 80 s.")}</p>
    </div>
    ${optionFields(game, state.options, { id: "preset", prefix: "option", take: (options) => on.options((now) => (now.options = options)) })}`;
}

/** Why there was no game: what a compiler said, with its first line, if that is why. @param {any} error @param {(line: number) => void} goTo */
function refused(error, goTo) {
  const [first] = error.problems ?? [];
  return html`<div class="notice bad write-verdict" role="alert"><div class="column gap-2 justify-start">
      <p>${error.sentence}</p>
      ${first ? html`<button type="button" class="button small" id="go-to-line" @click=${() => goTo(first.line)}>${_("Go to line {line}", { line: first.line })}</button>` : nothing}
    </div></div>
    ${error.messages ? html`<details class="write-log"><summary>${_("All that the compiler said")}</summary><pre class="mono" tabindex="0" role="region" aria-label=${_("All that the compiler said")}>${error.messages.trimEnd()}</pre></details>` : nothing}`;
}

/**
 * What came of the last try: the sentence, and the line where it failed.
 * @param {Write.State} state @param {{goTo: (line: number) => void}} on
 */
export function outcome(state, { goTo }) {
  if (state.trying) {
    const words = state.place ? _("Number {place} in the queue: others try their bots too.", { place: state.place }) : state.slow ? _("Your bot waits for its turn, or plays a long game. The first try after a pause takes longest.") : _("Your bot plays.");
    return html`<p class="notice write-running" role="status"><span class="write-spin fixed" aria-hidden="true"></span><span>${words}</span></p>`;
  }
  if (state.refused) return refused(state.refused, goTo);
  if (!state.result) {
    return html`<p class="hint write-empty sunken rounded">${_("The game appears here: its result, every move on the board, the time your bot took, and what it printed.")}</p>`;
  }
  const { verdict, problem, result, sentence } = state.result;
  const failed = verdict.code !== "fair";
  const kind = failed ? "bad" : result === "win" ? "good" : result === "loss" ? "warn" : "";
  return html`<div class="notice write-verdict ${kind}" role="status">
      <div class="column gap-2 justify-start">
        <strong>${failed ? verdict.name[0].toUpperCase() + verdict.name.slice(1) : OUTCOMES[result]}</strong>
        <p>${failed ? verdict.sentence : sentence}</p>
        ${problem
          ? html`<p class="write-problem"><code>${problem.sentence}</code></p>
              <button type="button" class="button small" id="go-to-line" @click=${() => goTo(problem.line)}>${_("Go to line {line}", { line: problem.line })}</button>`
          : nothing}
      </div>
    </div>`;
}

/** The time that the bot took. @param {Write.Result | null} result */
export function times(result) {
  if (!result) return nothing;
  const { moves, used, slowest, left } = result.seconds;
  return html`<dl class="write-times figures">
      <div><dt>${_("Moves")}</dt><dd>${moves}</dd></div>
      <div><dt>${_("Time used")}</dt><dd>${seconds(used)}</dd></div>
      <div><dt>${_("Slowest move")}</dt><dd>${seconds(slowest)}</dd></div>
      <div><dt>${_("Time left")}</dt><dd>${seconds(left)}</dd></div>
    </dl>
    <p class="hint">${result.conditions}</p>`;
}

/** What the bot printed. @param {Write.Result | null} result */
export function logbook(result) {
  if (!result) return nothing;
  const lines = result.log.trim() ? result.log.trimEnd().split("\n").length : 0;
  if (!lines) return html`<p class="hint">${_("Your bot printed nothing. What it prints appears here.")}</p>`;
  return html`<details class="write-log" ?open=${result.verdict.code !== "fair" || lines <= 12}>
    <summary>${_("What your bot printed")} <span class="soft">(${ngettext("{count} line", "{count} lines", lines)})</span></summary>
    <pre class="mono" tabindex="0" role="region" aria-label=${_("What your bot printed")}>${result.log.trimEnd()}</pre>
  </details>`;
}
