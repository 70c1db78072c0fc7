/** The setup page's form as a template of its state: options, position, seats, clock, pace. */

import { html, nothing } from "lit";
import { mark } from "lib/marks.js";
import { menu, numberInput, optionField, segments } from "lib/fields.js";
import { fixed } from "lib/format.js";
import { levelAbout, levelName } from "lib/level.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { optionFields } from "./options.js";
import { botsOnly, joinable } from "./setup_state.js";

const OWN = "own";

/**
 * The whole form. @param {string[]} names of the seats @param {Setup.Listener} on
 * @param {Setup.State} state @param {Protocol.Game} game
 */
export function form(state, game, names, on) {
  return html`
    <div class="setup-board column fill">
      <div class="board-picture"></div>
      <div class="board-editor" hidden></div>
      ${positionWords(state)}
    </div>
    <div class="column gap-4">
      ${seatsPart(state, game, names, on)} ${optionsPart(state, game, on)} ${positionPart(state, game, on)}
      ${clockPart(state, on)} ${botsOnly(state) ? pacePart(state, on) : nothing}
      <div class="setup-end column">
        ${state.failure
          ? html`<p class="notice bad setup-failure" tabindex="-1" role="alert">${state.failure.sentence}</p>`
          : nothing}
        <button class="button primary large" ?disabled=${Boolean(state.problem) || state.sending}>
          ${state.sending ? _("One moment") : _("Start the game")}
        </button>
      </div>
    </div>
  `;
}

/** Below the board what is wrong with it; a pasted game's mistake stands below its field instead, where the eye is. @param {Setup.State} state */
function positionWords(state) {
  if (state.problem && state.from === "record") return nothing;
  if (state.problem) return html`<p class="notice bad" role="status">${state.problem.sentence}</p>`;
  const words = state.moves.length
    ? ngettext("One move is played already.", "{count} moves are played already.", state.moves.length)
    : "";
  const over = state.view.ending ? _("The game is over here: {ending}", { ending: state.view.ending }) : "";
  return html`<p class="hint" role="status">${over || words}</p>`;
}

function part(/** @type {string} */ title, /** @type {unknown} */ content, /** @type {unknown} */ help = nothing) {
  return html`<fieldset class="column gap-4 card">
    <legend><h2>${title}</h2></legend>
    ${help === nothing ? nothing : html`<p class="hint">${help}</p>`} ${content}
  </fieldset>`;
}

/* Seats */

function seatsPart(/** @type {Setup.State} */ state, /** @type {Protocol.Game} */ game, /** @type {string[]} */ names, /** @type {Setup.Listener} */ { change }) {
  const swap = () => change((now) => now.seats.reverse());
  const count = state.seats.length;
  return part(
    _("Seats"),
    html`${state.seats.map((seat, at) => seatFields(seat, at, game, names[at] ?? _("Seat {number}", { number: at + 1 }), state.view.to_move === at, change))}
      ${count > 1
        ? html`<div class="button-row">
            <button type="button" class="button small" @click=${swap}>${count === 2 ? _("Swap the seats") : _("Reverse the seats")}</button>
          </div>`
        : nothing}
      ${joinable(state)
        ? html`<label class="choice"><input type="checkbox" .checked=${state.listed} @change=${(/** @type {FieldEvent} */ e) => change((now) => (now.listed = e.target.checked))} />
            <span>${_("Show it among the open games, where anybody may take a seat")}</span></label>`
        : nothing}`,
    game.seats[0] === game.seats[1] ? nothing : _("How many seats there are, the game’s options below say."),
  );
}

function seatFields(/** @type {Setup.Seat} */ seat, /** @type {number} */ at, /** @type {Protocol.Game} */ game, /** @type {string} */ title, /** @type {boolean} */ first, /** @type {Setup.Change} */ change) {
  const kinds = [
    { value: "person", title: _("You") },
    { value: "link", title: _("By link") },
    { value: "bot", title: _("Bot") },
  ];
  const set = (/** @type {any} */ fields) => change((now) => Object.assign(now.seats[at], fields));
  return html`<div class="setup-seat column" role="group" aria-label=${title}>
    <div class="setup-seat-head row justify-between">
      <h3 class="one-row">${mark(at, 18, game.id)} ${title}${first ? html` <span class="soft small">${_("moves first")}</span>` : nothing}</h3>
      ${segments(`seat-${at}`, _("Who plays {title}", { title }), kinds, seat.kind, (kind) => set({ kind }))}
    </div>
    ${seat.kind === "bot" ? botFields(seat, at, game, set) : personFields(seat, at, set)}
  </div>`;
}

function personFields(/** @type {Setup.Seat} */ seat, /** @type {number} */ at, /** @type {(fields: Partial<Setup.Seat>) => void} */ set) {
  const words =
    seat.kind === "person"
      ? _("You play this seat in this browser. Give more seats to yourself to play several at one screen.")
      : _("You get a link and a QR code to send to somebody.");
  return html`<div class="field">
    <label for="name-${at}">${_("Name")} <span class="soft">${_("(if you like)")}</span></label>
    <input id="name-${at}" maxlength="40" autocomplete="off" .value=${seat.name} @input=${(/** @type {FieldEvent} */ e) => set({ name: e.target.value })} />
    <p class="hint">${words}</p>
  </div>`;
}

function botFields(/** @type {Setup.Seat} */ seat, /** @type {number} */ at, /** @type {Protocol.Game} */ game, /** @type {(fields: Partial<Setup.Seat>) => void} */ set) {
  const levels = [
    ...game.levels.map((level) => ({ value: level.id, title: levelName(level) })),
    { value: OWN, title: _("Own settings") },
  ];
  const level = game.levels.find((each) => each.id === seat.level);
  return html`<div class="field">
      <label for="level-${at}">${_("Level")}</label>
      ${menu(`level-${at}`, levels, seat.level, (chosen) => set({ level: chosen }), `level-${at}-help`)}
      <p class="hint" id="level-${at}-help">${level ? levelAbout(level) : _("Choose a bot and its options.")}</p>
    </div>
    ${level ? nothing : ownBot(seat, at, game, set)}`;
}

function ownBot(/** @type {Setup.Seat} */ seat, /** @type {number} */ at, /** @type {Protocol.Game} */ game, /** @type {(fields: Partial<Setup.Seat>) => void} */ set) {
  const bot = game.bots.find((each) => each.id === seat.bot) ?? game.bots[0];
  const bots = game.bots.map((each) => ({ value: each.id, title: each.title }));
  const choose = (/** @type {string} */ name) => (/** @type {any} */ value) => set({ botOptions: { ...seat.botOptions, [name]: value } });
  return html`<div class="field">
      <label for="bot-${at}">${_("Bot")}</label>
      ${menu(`bot-${at}`, bots, seat.bot, (chosen) => set({ bot: chosen, botOptions: {} }), `bot-${at}-help`)}
      <p class="hint" id="bot-${at}-help">${bot.summary}</p>
    </div>
    ${bot.options.map((option) => optionField(option, `bot-${at}`, seat.botOptions[option.name], choose(option.name)))}`;
}

/* Options and position */

function optionsPart(/** @type {Setup.State} */ state, /** @type {Protocol.Game} */ game, /** @type {Setup.Listener} */ { change, check }) {
  if (!game.options.length) return nothing;
  const take = (/** @type {Protocol.Options} */ options) => {
    change((now) => Object.assign(now, { options, position: "" })); // a position of another size would no longer fit
    check();
  };
  return part(_("Game"), optionFields(game, state.options, { id: "preset", prefix: "option", take, fields: state.fields, kind: "setup-more", inside: "setup-options column gap-4" }));
}

function positionPart(/** @type {Setup.State} */ state, /** @type {Protocol.Game} */ game, /** @type {Setup.Listener} */ { change, check }) {
  const choices = [
    { value: "start", title: _("The start") },
    { value: "editor", title: _("A position") },
    { value: "record", title: _("A game") },
  ];
  const choose = (/** @type {string} */ from) => {
    change((now) => {
      if (from === "editor" && now.from === "record") now.position ||= now.view.text; // else the server says where the options begin
      now.from = from;
      now.problem = null;
    });
    check();
  };
  return part(_("Begin with"), html`${segments("from", _("What the game begins with"), choices, state.from, choose)} ${source(state, change, check)}`);
}

function source(/** @type {Setup.State} */ state, /** @type {Setup.Change} */ change, /** @type {() => void} */ check) {
  const take = (/** @type {"position" | "record"} */ name) => (/** @type {FieldEvent} */ event) => {
    change((now) => (now[name] = event.target.value));
    check();
  };
  if (state.from === "editor") {
    return html`<div class="field">
      <label for="position">${_("Position as text")}</label>
      <textarea id="position" class="mono" rows="3" spellcheck="false" aria-invalid=${Boolean(state.problem)} .value=${state.position}
        @input=${take("position")}></textarea>
      <p class="hint">${state.hasEditor ? _("Change the board itself, or paste a position here. The board follows.") : _("Paste a position here. The board follows.")}</p>
    </div>`;
  }
  if (state.from === "record") {
    return html`<div class="field">
      <label for="record">${_("Game")}</label>
      <textarea id="record" class="mono" rows="5" spellcheck="false" aria-invalid=${Boolean(state.problem)} .value=${state.record}
        @input=${take("record")}></textarea>
      <p class=${state.problem ? "notice bad" : "hint"} role="status">${state.problem?.sentence}</p>
      ${state.record.trim() && !state.problem
        ? html`<p><a href=${served(`/replay#${new URLSearchParams({ game: state.view.game, record: state.record.trim() })}`)}>${_("Go through its moves on a board")}</a></p>`
        : nothing}
      <p class="hint">${_("Paste the moves of a game, its record, or a whole replay link, in any form that the rules page names. You go on from its end.")}</p>
    </div>`;
  }
  return nothing;
}

/* Clock and pace */

function clockPart(/** @type {Setup.State} */ state, /** @type {Setup.Listener} */ { change }) {
  const { clock } = state;
  const kinds = [
    { value: "none", title: _("No clock") },
    { value: "move", title: _("Each move") },
    { value: "game", title: _("Whole game") },
    { value: "days", title: _("Days") },
  ];
  const set = (/** @type {any} */ fields) => change((now) => Object.assign(now.clock, fields));
  const number = (/** @type {string} */ id, /** @type {string} */ label, /** @type {"seconds" | "minutes" | "increment" | "days"} */ name, /** @type {number} */ low, /** @type {number} */ high) => html`<div class="field">
    <label for=${id}>${label}</label>
    ${numberInput(id, { low, high }, clock[name], (value) => set({ [name]: value ?? low }))}
  </div>`;
  return part(
    _("Clock"),
    html`${segments("clock", _("Kind of clock"), kinds, clock.kind, (kind) => set({ kind }))}
    ${clock.kind === "move" ? html`<div class="two-columns gap-3 align-end">${number("clock-seconds", _("Seconds a move"), "seconds", 1, 3600)}</div>` : nothing}
    ${clock.kind === "days"
      ? html`<div class="two-columns gap-3 align-end">${number("clock-days", _("Days for each move"), "days", 1, 14)}</div>
          <p class="hint">${_("For games by correspondence: nobody need be there, and the game is kept.")}</p>`
      : nothing}
    ${clock.kind === "game"
      ? html`<div class="two-columns gap-3 align-end">
          ${number("clock-base", _("Minutes"), "minutes", 0.1, 600)}${number("clock-increment", _("Seconds added each turn"), "increment", 0, 600)}
        </div>`
      : nothing}`,
  );
}

function pacePart(/** @type {Setup.State} */ state, /** @type {Setup.Listener} */ { change }) {
  const shown = state.pace ? _("{seconds} seconds between moves", { seconds: fixed(state.pace, 1) }) : _("As fast as they can");
  return part(
    _("Pace"),
    html`<div class="field">
      <label for="pace">${shown}</label>
      <input id="pace" type="range" min="0" max="5" step="0.1" .value=${String(state.pace)} aria-valuetext=${shown}
        @input=${(/** @type {FieldEvent} */ e) => change((now) => (now.pace = Number(e.target.value)))} />
    </div>`,
  );
}
