/** What is drawn around a board that only this device knows: players, moves, buttons, and what needs the server. */

import { button } from "lib/button.js";
import { deviceBoards } from "lib/device_boards.js";
import { dialogBox, keyHelp } from "lib/dialog.js";
import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { html, nothing } from "lit";
import { backToLive, navigation } from "../play/controls.js";
import { moveList, notationBox } from "../play/moves.js";
import { isLive } from "../play/select.js";
import { sides, strips } from "../play/strips.js";
import { resultHeading } from "../play/words.js";

/** @typedef {{record: Device.Game, presets: Protocol.Preset[], begin: (options: Protocol.Options, record?: Device.Game) => void, save: () => void}} Own */

/**
 * @param {Play.State} state @param {{module: Boards.Module, act: Play.Act, wide: boolean, later: Play.Later}} page @param {Own} own
 */
export function template(state, { module, act, wide, later }, own) {
  const { game } = state;
  const { above, below } = sides(game, state.ui.flip, module);
  const controls = html`${result(state, own)}
    <div class="button-row actions own" role="group" aria-label=${_("Your game")}>
      ${button([icon("undo"), _("Take back")], act.takeback, { off: !game.ply || !isLive(state) })}
      ${button([icon("again"), _("New game")], () => act.ui({ dialog: "new" }))}
    </div>
    <div class="below row">${navigation(state, act)}</div>`;
  return html`<div class="play ${wide ? "wide" : "narrow"}" data-game=${game.game} data-colours=${game.options.colours ?? nothing} data-line="live"
    data-status=${game.status} data-ply=${game.ply}>
    <section class="stage column gap-2 fill" aria-label=${_("Game")}>
      ${wide ? nothing : title(state)} ${strips(state, above, module, 0)}
      <div class="table ${isLive(state) ? "" : "past"}"><div class="board-host" id="board"></div>${backToLive(state, act)}</div>
      ${strips(state, below, module, 0)}
      <div id="status" class="status" role="status"></div>
      ${wide ? nothing : controls}
    </section>
    <aside class="side column" aria-label=${_("About the game")}>
      ${wide ? [title(state), controls] : nothing}
      <div class="panels card column gap-4 panel">${moveList(state, act.go, module)} ${notationBox(state, act)}</div>
      ${kept(state, act, own)}
    </aside>
    ${dialogBox(dialog(state, module, later, act, own), () => act.ui({ dialog: null }))}
  </div>`;
}

function title(/** @type {Play.State} */ state) {
  return html`<header class="title one-row align-baseline gap-3"><h1>${state.game.title}</h1>
    <span class="small soft">${_("side by side on this device")}</span>
    <span class="badge past" ?hidden=${isLive(state)}>${_("looking back")}</span></header>`;
}

function result(/** @type {Play.State} */ { game }, /** @type {Own} */ own) {
  if (!game.result) return nothing;
  const { winner, sentence } = game.result;
  return html`<section class="result column gap-2 card" aria-label=${_("Result")}>
    <h2 class="one-row">${winner === null ? nothing : mark(winner, 24, game.game)} ${resultHeading(game)}</h2>
    <p>${sentence}</p>
    <p class="button-row">${button([icon("again"), _("Play again")], () => own.begin(own.record.options), { kind: "primary" })}</p>
  </section>`;
}

/** Where the game is kept, and what the server can do with it once it is there. */
function kept(/** @type {Play.State} */ { game, ui }, /** @type {Play.Act} */ act, /** @type {Own} */ { record, save }) {
  const { options, start, moves } = record;
  const written = JSON.stringify({ plyground: 1, game: game.game, options, start, moves });
  const fields = new URLSearchParams({ game: game.game, record: written });
  return html`<section class="column gap-3" aria-label=${_("On this device")}>
    <p class="soft small">${_("This game is kept on this device alone; it is there again when you come back.")}
      ${ui.base ? nothing : html`<strong id="away">${_("The server is away: you can play on here, but reviews, hints and bots need it.")}</strong>`}</p>
    <p class="button-row">
      ${game.ply && ui.base ? html`<a class="button small" href=${served(`/review#${fields}`)}>${icon("eye")}${_("Review")}</a>` : nothing}
      ${game.ply ? button([icon("load"), _("Save as a file")], save, { kind: "small" }) : nothing}
      ${button([icon("flip"), _("Turn the board")], act.flip, { kind: "small" })}
      ${button([icon("help"), _("Keys")], () => act.ui({ dialog: "help" }), { kind: "small quiet" })}
      <a class="button small quiet" href=${served("/games")}>${_("Your games")}</a>
    </p>
  </section>`;
}

/** @param {Play.State} state @param {Boards.Module} module @param {Play.Later} later @param {Play.Act} act @param {Own} own */
function dialog(state, module, later, act, { presets, begin }) {
  if (state.ui.dialog === "help" && later.KEYS) return keyHelp(later.KEYS, html`<p class="soft small">${module.keys ?? nothing}</p>`);
  if (state.ui.dialog !== "new") return nothing;
  return html`<h2 id="dialog-title">${_("New game")}</h2>
    <p class="below-3">${_("This game stays among your games.")}</p>
    <p class="button-row">${presets.map((preset) => button(preset.title, () => begin(preset.options)))}</p>
    <p class="button-row">${button(_("Cancel"), () => act.ui({ dialog: null }), { kind: "quiet" })}</p>`;
}

/** What can be played here, and the games that this device has. @param {Device.Entry[]} games @param {Device.Game[]} kept @param {string} problem */
export function chooser(games, kept, problem) {
  return html`<div class="page column gap-4">
    <h1>${_("A board for two")}</h1>
    ${problem ? html`<p class="notice warn" role="alert" id="problem">${problem}</p>` : nothing}
    <p>${_("Two people, or more, at one device. The rules are here: it works without the server, and the games stay on this device.")}</p>
    <p class="button-row">${games.map(({ id, title, keep }) => (keep.length ? html`<a class="button" href="#${id}">${title}</a>` : nothing))}</p>
    ${games.map(({ title, keep }) => (keep.length ? nothing : html`<p class="soft">${_("{title} needs the server.", { title })}</p>`))}
    ${deviceBoards(kept)}
  </div>`;
}
