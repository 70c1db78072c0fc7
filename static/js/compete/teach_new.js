/** The form of a new competition: a title and a game are enough, all else has its usual value. */

import { html, live, nothing } from "lit";
import { menu, optionField } from "lib/fields.js";
import { _, ngettext, withElements } from "lib/messages.js";
import { presetOf } from "../pages/setup_state.js";
import { gamesOf, settingsFields } from "./teach_settings.js";

/** What the form begins with. @param {Compete.NewGiven} given */
export function startState(given) {
  const game = given.games[0];
  return {
    title: "", game: game.id, options: {}, settings: { ...given.usual }, house: usualHouse(game), seed: "", seats: game.seat_count, problem: "", failure: "", sending: false, fields: {}, pictures: {},
  };
}

/** Three of the game's levels to be beaten: the weakest, one between, and the usual opponent. @param {Protocol.Game} game */
export function usualHouse(game) {
  const at = Math.max(0, game.levels.findIndex((level) => level.id === game.default_level));
  return [...new Set([0, Math.floor(at / 2), at])].map((number) => game.levels[number].bot);
}

/** What is sent. @param {Compete.New} state */
export const specOf = (state) => ({
  title: state.title,
  game: state.game,
  options: state.options,
  settings: state.settings,
  house: state.house,
  ...(state.seed === "" ? {} : { seed: Number(state.seed) }),
});

const part = (/** @type {string} */ title, /** @type {unknown} */ content) => html`<fieldset class="teach-part column gap-4 pad-5 card"><legend><h3>${title}</h3></legend>${content}</fieldset>`;

/**
 * The form. @param {{change: (how: (state: any) => void) => void, choose: (game: string) => void, options: (options: any) => void, submit: (event: Event) => void}} on
 * @param {Compete.New} state @param {Compete.NewGiven} given
 */
export function newForm(state, given, on) {
  const game = given.games.find((each) => each.id === state.game) ?? given.games[0];
  const change = (/** @type {string} */ name, /** @type {any} */ value) => on.change((now) => (now[name] = value));
  const count = gamesOf(state.settings, 20, state.seats);
  return html`<form class="teach-new column gap-4" novalidate @submit=${on.submit}>
    ${part(
      _("What"),
      html`<div class="field"><label for="new-title">${_("Title")}</label>
          <input id="new-title" maxlength="80" autocomplete="off" placeholder=${_("Spring cup")} required .value=${live(state.title)} @input=${(/** @type {FieldEvent} */ e) => change("title", e.target.value)} /></div>
        <div class="teach-games" role="radiogroup" aria-label=${_("Game")}>
          ${given.games.map(
            (each) => html`<label class="teach-game"><input type="radio" name="game" value=${each.id} .checked=${live(each.id === state.game)} @change=${() => on.choose(each.id)} />
              <span class="teach-picture" data-game=${each.id} aria-hidden="true">${state.pictures[each.id] ?? nothing}</span><span class="strong">${each.title}</span></label>`,
          )}
        </div>
        ${optionsPart(state, game, on.options)} ${state.problem ? html`<p class="notice bad" role="status">${state.problem}</p>` : nothing}`,
    )}
    ${part(
      _("Bots of our own"),
      html`<p class="hint">${_("To be beaten. They take part under the name of their strength; add others at any time before the event.")}</p>
        <div class="teach-house tiles gap-apart">${houseChoices(game.levels, state.house, (house) => change("house", house), "new")}</div>`,
    )}
    ${part(
      _("How they meet"),
      html`${settingsFields(state.settings, given.settings, { seats: state.seats, prefix: "new", more: seedField(state, change), note: count === null ? nothing : html`<p class="teach-count">${withElements(_("With {bots} bots that is an event of {games}."), { bots: 20, games: html`<strong>${ngettext("{count} game", "{count} games", count)}</strong>` })}</p>`, change: (name, value) => on.change((now) => (now.settings = { ...now.settings, [name]: value })) })}`,
    )}
    <div class="teach-end column justify-start">
      ${state.failure ? html`<p class="notice bad" role="alert" tabindex="-1" id="new-failure">${state.failure}</p>` : nothing}
      <button class="button primary large" ?disabled=${state.sending}>${state.sending ? _("One moment") : _("Make the competition")}</button>
    </div>
  </form>`;
}

function seedField(/** @type {Compete.New} */ state, /** @type {(name: keyof Compete.New, value: any) => void} */ change) {
  return html`<div class="field"><label for="new-seed">${_("Seed")}</label>
    <input id="new-seed" type="number" inputmode="numeric" min="0" max="2147483647" step="1" aria-describedby="new-seed-help" .value=${live(state.seed)} @change=${(/** @type {FieldEvent} */ e) => change("seed", e.target.value)} />
    <p class="hint" id="new-seed-help">${_("The same bots under the same seed play the same pairings and openings. Empty: drawn.")}</p></div>`;
}

function optionsPart(/** @type {Compete.New} */ state, /** @type {Protocol.Game} */ game, /** @type {(options: Protocol.Options) => void} */ chosen) {
  if (!game.options.length) return nothing;
  const preset = presetOf(game, state.options);
  const choices = [...game.presets.map((each) => ({ value: each.name, title: each.title })), ...(preset ? [] : [{ value: "", title: _("Your own") }])];
  const take = (/** @type {string} */ name) => name && chosen({ ...game.presets.find((each) => each.name === name)?.options });
  const choose = (/** @type {string} */ name) => (/** @type {any} */ value) => {
    const options = { ...state.options, [name]: value };
    if (value === undefined) delete options[name];
    chosen(options);
  };
  return html`${choices.length > 1 ? html`<div class="field teach-preset"><label for="new-preset">${_("Kind")}</label>${menu("new-preset", choices, preset?.name ?? "", take)}</div>` : nothing}
    <details class="teach-more" ?open=${!preset}><summary>${_("Options of the game")}</summary>
      <div class="teach-fields">${game.options.map((option) => (state.fields[option.name] ?? optionField)(option, "game", state.options[option.name], choose(option.name)))}</div>
    </details>`;
}

/**
 * Check boxes for the game's levels. @param {string[]} chosen texts of bots
 * @param {Protocol.Level[]} levels @param {(bots: string[]) => void} choose @param {string} prefix
 */
export function houseChoices(levels, chosen, choose, prefix) {
  const turn = (/** @type {string} */ bot) => (/** @type {FieldEvent} */ event) => choose(event.target.checked ? [...chosen, bot] : chosen.filter((each) => each !== bot));
  return levels.map(
    (level) => html`<label class="choice teach-level"><input type="checkbox" name="${prefix}-house" value=${level.bot} .checked=${live(chosen.includes(level.bot))} @change=${turn(level.bot)} />
      <span>${level.title}</span></label>`,
  );
}
