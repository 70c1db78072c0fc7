/** The form of a new competition, of which a title and a game are enough, and the settings of one. */

import { html, live, nothing } from "lit";
import { menu, optionField, segments } from "lib/fields.js";
import { icon } from "lib/icons.js";
import { levelName } from "lib/level.js";
import { _, ngettext, withElements } from "lib/messages.js";
import { optionFields } from "../pages/options.js";

/** @type {Record<string, string>} */
const TITLES = { double: _("Everybody, both ways"), swiss: _("Swiss rounds"), places: _("By places"), pairs: _("By pairs"), none: _("Not at all"), free: _("Without counting"), ladder: _("For the ladder") };
const FINALS = [0, 2, 4, 8, 16, 32];

/** "10+1" as its two numbers. @param {unknown} text */
export function readClock(text) {
  const [base, increment] = String(text).split("+").map(Number);
  return { base: Number.isFinite(base) ? base : 10, increment: Number.isFinite(increment) ? increment : 0 };
}

/** The lines of a bonus table such as `1=20,2=15,3-5=10`. @param {unknown} text */
const readBonus = (text) =>
  String(text)
    .split(",")
    .filter((part) => part.trim())
    .map((part) => {
      const [places, points = ""] = part.split("=");
      return { places: places.trim(), points: points.trim() };
    });

/** The text that `readBonus` reads. @param {{places: string, points: string}[]} rows */
const writeBonus = (rows) => rows.map(({ places, points }) => `${places.trim()}=${points.trim()}`).join(",");

/** How many games so many bots play with these settings, null where it takes the server to count them. @param {any} settings @param {number} bots */
export function gamesOf(settings, bots, seats = 2) {
  if (seats !== 2 || bots < 2) return null;
  const final = settings.final >= 2 ? settings.final_games * (Math.min(settings.final, bots) - 1) : 0;
  if (settings.pairing === "double") return bots * (bots - 1) * settings.times + final;
  const rounds = Math.min(settings.rounds || Math.ceil(Math.log2(bots)) + 1, bots - 1);
  return settings.rounds ? Math.floor(bots / 2) * rounds + final : null;
}

function clockField(/** @type {string} */ id, /** @type {string} */ title, /** @type {unknown} */ help, /** @type {any} */ value, /** @type {(value: any) => void} */ choose) {
  const clock = readClock(value);
  const take = (/** @type {string} */ name) => (/** @type {FieldEvent} */ event) => {
    const number = event.target.value === "" ? 0 : Number(event.target.value);
    const found = { ...readClock(value), [name]: number };
    choose(`${found.base}+${found.increment}`);
  };
  return html`<fieldset class="field teach-clock">
    <legend>${title}</legend>
    <div class="teach-clock-parts row">
      <span><input id="${id}-base" type="number" inputmode="decimal" min="0.1" max="3600" step="any" aria-label=${_("{clock}: seconds at the start", { clock: title })} .value=${live(String(clock.base))} @change=${take("base")} /> ${_("s")}</span>
      <span aria-hidden="true">+</span>
      <span><input id="${id}-increment" type="number" inputmode="decimal" min="0" max="600" step="any" aria-label=${_("{clock}: seconds more at each turn", { clock: title })} .value=${live(String(clock.increment))} @change=${take("increment")} /> ${_("s a turn")}</span>
    </div>
    <p class="hint">${help}</p>
  </fieldset>`;
}

function bonusField(/** @type {any} */ value, /** @type {(value: any) => void} */ choose) {
  const rows = readBonus(value);
  const put = (/** @type {number} */ at, /** @type {string} */ name) => (/** @type {FieldEvent} */ event) => choose(writeBonus(rows.map((row, number) => (number === at ? { ...row, [name]: event.target.value } : row))));
  const last = Number(/(\d+)$/.exec(rows.at(-1)?.places ?? "0")?.[1] ?? 0);
  return html`<fieldset class="field teach-bonus">
    <legend>${_("Bonus for places")}</legend>
    ${rows.map(
      (row, at) => html`<div class="teach-bonus-row row gap-near">
        <span>${row.places.includes("-") ? _("Places") : _("Place")}</span>
        <input class="number" aria-label=${_("Place or places of line {line}, such as 3-5", { line: at + 1 })} .value=${live(row.places)} @change=${put(at, "places")} />
        <span>${_("get")}</span>
        <input class="number" inputmode="decimal" aria-label=${_("Bonus of line {line}", { line: at + 1 })} .value=${live(row.points)} @change=${put(at, "points")} />
        <button type="button" class="button quiet small icon-only" aria-label=${_("Remove line {line}", { line: at + 1 })} title=${_("Remove the line")} @click=${() => choose(writeBonus(rows.filter((_, number) => number !== at)))}>${icon("close")}</button>
      </div>`,
    )}
    <div class="button-row"><button type="button" class="button small" @click=${() => choose(writeBonus([...rows, { places: String(last + 1), points: "1" }]))}>${_("Add a line")}</button></div>
    <p class="hint">${_("Equal points share a place, the places after it are skipped, and all who share it get its bonus.")}</p>
  </fieldset>`;
}

function finalField(/** @type {number} */ size, /** @type {string} */ prefix, /** @type {(value: any) => void} */ choose) {
  const sizes = [...new Set([...FINALS, size])].sort((a, b) => a - b);
  const choices = sizes.map((each) => ({ value: String(each), title: each ? ngettext("The best", "The {count} best", each) : _("No final") }));
  return html`<div class="field"><label for="${prefix}-final">${_("Final")}</label>
    ${menu(`${prefix}-final`, choices, String(size), (text) => choose(Number(text)), `${prefix}-final-help`)}
    <p class="hint" id="${prefix}-final-help">${_("After the event the best of its table play a bracket of matches.")}</p></div>`;
}

/**
 * What bots may be written in: with each its version, or the command that installs it.
 * @param {Write.Language[]} languages @param {string} chosen ids with commas between, none for all
 * @param {string} prefix @param {(text: string) => void} choose
 */
function languagesField(languages, chosen, prefix, choose) {
  const ids = chosen ? chosen.split(",") : languages.map((each) => each.id);
  const turn = (/** @type {string} */ id) => (/** @type {FieldEvent} */ event) => {
    const now = event.target.checked ? [...ids, id] : ids.filter((each) => each !== id);
    if (now.length) return choose(now.length === languages.length ? "" : now.join(","));
    event.target.checked = true; // one at least
  };
  return html`<fieldset class="field">
    <legend>${_("Languages")}</legend>
    <div class="column gap-2">
      ${languages.map(
        (each) => html`<label class="choice"><input type="checkbox" name="${prefix}-language" value=${each.id} .checked=${live(ids.includes(each.id))} @change=${turn(each.id)} />
          <span>${each.title} ${each.there ? html`<span class="soft">${each.version}</span>` : html`<span class="soft break">${_("is not installed:")} <code>${each.remedy}</code></span>`}</span></label>`,
      )}
    </div>
    <p class="hint">${_("Bots are compiled on this server when they are handed in. What is not installed can be installed at any time; then start the server again.")}</p>
  </fieldset>`;
}

/**
 * All fields, those that are seldom changed folded away.
 * @param {Record<string, any>} settings by their flat names @param {any[]} declared the options among them
 * @param {{seats: number, prefix: string, languages: Write.Language[], note?: unknown, more?: unknown, change: (name: string, value: any) => void}} on
 */
export function settingsFields(settings, declared, { seats, prefix, languages, change, note = nothing, more = nothing }) {
  const option = (/** @type {string} */ name) => declared.find((each) => each.name === name);
  const field = (/** @type {string} */ name) => optionField(option(name), prefix, settings[name], (value) => change(name, value ?? option(name).default));
  const several = seats > 2;
  const final = settings.final >= 2;
  const either = (/** @type {string} */ name) => html`<div class="field"><span class="label">${option(name).title}</span>
    ${segments(`${prefix}-${name}`, option(name).title, option(name).choices.map((/** @type {any} */ each) => ({ value: each, title: TITLES[each] })), settings[name], (value) => change(name, value))}
    <p class="hint">${option(name).help}</p></div>`;
  return html`<div class="teach-fields tiles">
      ${several ? field("tables") : either("pairing")} ${settings.pairing === "swiss" && !several ? field("rounds") : field("times")}
      ${clockField(`${prefix}-clock`, _("Clock of the event"), _("Unused time is kept, and who runs out of it loses."), settings.clock, (text) => change("clock", text))}
      ${clockField(`${prefix}-ladder`, _("Clock of first games and ladder"), _("A short one lets everybody see a first result soon."), settings.ladder_clock, (text) => change("ladder_clock", text))}
      ${finalField(settings.final, prefix, (size) => change("final", size))} ${final ? html`${field("final_games")} ${field("final_waits")} ${field("final_pace")}` : nothing}
    </div>
    ${note}
    <details class="teach-more">
      <summary>${_("Bonus, openings and bounds")}</summary>
      <div class="teach-fields tiles">
        ${bonusField(settings.bonus, (text) => change("bonus", text))}
        <div class="teach-fields tiles">${field("tie_break_places")} ${several ? either("table_points") : nothing}</div>
        ${languagesField(languages, settings.languages, prefix, (text) => change("languages", text))}
        ${either("challenges")} ${several ? nothing : field("leagues")} ${field("season_days")} ${field("seasons")}
        ${field("openings")} ${field("most_moves")} ${field("memory")} ${field("scratch")} ${field("threads")} ${field("weights")} ${more}
      </div>
    </details>`;
}

/** What the form begins with. @param {Compete.NewGiven} given */
export function startState(given) {
  const game = given.games[0];
  return {
    title: "", game: game.id, options: {}, settings: { ...given.usual }, house: usualHouse(game), seed: "", seats: game.seat_count, problem: "", failure: "", sending: false, fields: {}, pictures: {},
  };
}

/**
 * What a link asks the form to begin with; null where it asks nothing, or for a game that is not here. Settings keep the kind of the usual ones.
 * @param {string} hash @param {Compete.NewGiven} given @returns {{title: string, game: string, settings: Record<string, any>} | null}
 */
export function wishes(hash, given) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = fields.get("game") ?? "";
  if (!fields.has("new") || !given.games.some(({ id }) => id === game)) return null;
  /** @type {Record<string, any>} */
  const settings = {};
  for (const [name, text] of fields) {
    const usual = given.usual[name];
    if (typeof usual === "number" && text.trim() && Number.isFinite(Number(text))) settings[name] = Number(text);
    else if (typeof usual === "boolean") settings[name] = text === "true";
    else if (typeof usual === "string") settings[name] = text;
  }
  return { title: fields.get("title") ?? "", game, settings };
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
            (each) => html`<label class="teach-game rounded-card"><input type="radio" name="game" value=${each.id} .checked=${live(each.id === state.game)} @change=${() => on.choose(each.id)} />
              <span class="teach-picture in-square" data-game=${each.id} aria-hidden="true">${state.pictures[each.id] ?? nothing}</span><span class="strong">${each.title}</span></label>`,
          )}
        </div>
        ${optionFields(game, state.options, { id: "new-preset", prefix: "game", take: on.options, fields: state.fields, kind: "teach-more", inside: "teach-fields tiles" })} ${state.problem ? html`<p class="notice bad" role="status">${state.problem}</p>` : nothing}`,
    )}
    ${part(
      _("Bots of our own"),
      html`<p class="hint">${_("To be beaten. They take part under the name of their strength; add others at any time before the event.")}</p>
        <div class="teach-house tiles gap-apart">${houseChoices(game.levels, state.house, (house) => change("house", house), "new")}</div>`,
    )}
    ${part(
      _("How they meet"),
      html`${settingsFields(state.settings, given.settings, { seats: state.seats, prefix: "new", languages: given.languages, more: seedField(state, change), note: count === null ? nothing : html`<p class="teach-count">${withElements(_("With {bots} bots that is an event of {games}."), { bots: 20, games: html`<strong>${ngettext("{count} game", "{count} games", count)}</strong>` })}</p>`, change: (name, value) => on.change((now) => (now.settings = { ...now.settings, [name]: value })) })}`,
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

/**
 * Check boxes for the game's levels. @param {string[]} chosen texts of bots
 * @param {Protocol.Level[]} levels @param {(bots: string[]) => void} choose @param {string} prefix
 */
export function houseChoices(levels, chosen, choose, prefix) {
  const turn = (/** @type {string} */ bot) => (/** @type {FieldEvent} */ event) => choose(event.target.checked ? [...chosen, bot] : chosen.filter((each) => each !== bot));
  return levels.map(
    (level) => html`<label class="choice teach-level"><input type="checkbox" name="${prefix}-house" value=${level.bot} .checked=${live(chosen.includes(level.bot))} @change=${turn(level.bot)} />
      <span>${levelName(level)} <span class="small soft">${level.algorithm}</span></span></label>`,
  );
}
