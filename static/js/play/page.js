/** The whole page as one template: board and players in one column, panels in the other, or below on a phone. */

import { html, nothing } from "lit";
import { find } from "lib/dom.js";
import { icon } from "lib/icons.js";
import { _, ngettext } from "lib/messages.js";
import { lineNotice, renewedNotice, resultBanner } from "./banner.js";
import { backToLive, directing, navigation, playing, tools } from "./controls.js";
import { bar, judgement, plot } from "./evaluation.js";
import { moveList, notationBox } from "./moves.js";
import { abilities, isLive } from "./select.js";
import { sides, strips } from "./strips.js";

/** @type {Record<string, string>} */
const TABS = {
  moves: _("Moves"),
  analysis: _("Analysis"),
  share: _("Share"),
  board: _("Board"),
};

/**
 * @param {Play.State} state
 * @param {object} page
 * @param {Boards.Module} page.module The game's board module.
 * @param {Play.Act} page.act What the buttons do.
 * @param {number} page.now The server's time.
 * @param {boolean} page.wide Whether there is room for two columns.
 * @param {boolean} [page.bare] Whether the panels' content is drawn later.
 * @param {Play.Later} page.later What is loaded only when it is opened: `sharePanel` and `dialog`, once they are there.
 */
export function template(state, { module, act, now, wide, later, bare }) {
  const { game } = state;
  const { above, below } = sides(game, state.ui.flip, module);
  const able = abilities(state);
  // Beside the board where there is room, so that the board has all the height; else below it, with what is urgent first.
  const controls = html`${renewedNotice(state)} ${later.guests?.(state, act) ?? nothing} ${later.offers?.(state, act) ?? nothing} ${resultBanner(state, able, act)} ${bar(state)}
    ${playing(state, able, act)} ${directing(state, able, act)}
    <div class="below row">${navigation(state, act)} ${tools(state, act)}</div>`;
  return html`<div class="play ${wide ? "wide" : "narrow"}" data-game=${game.game}
    data-colours=${game.options?.colours ?? nothing} data-line=${state.line} data-status=${game.status}
    data-ply=${game.ply}>
    <section class="stage column gap-2 fill" aria-label=${_("Game")}>
      ${wide ? nothing : title(state)} ${strips(state, above, module, now)}
      <div class="table ${isLive(state) ? "" : "past"}">
        <div class="board-host" id="board"></div>
        ${backToLive(state, act)} ${lineNotice(state, act)}
      </div>
      ${strips(state, below, module, now)}
      <div id="status" class="status" role="status"></div>
      ${wide ? nothing : controls}
    </section>
    <aside class="side column" aria-label=${_("About the game")}>
      ${wide ? [title(state), controls] : nothing} ${bare ? html`<div class="panels card"></div>` : panels(state, { module, act, able, wide, later })}
    </aside>
    ${later.dialog?.(state, act, module.keys) ?? nothing}
  </div>`;
}

/** What is played, and how many watch. @param {Play.State} state */
function title(state) {
  const { game } = state;
  return html`<header class="title one-row align-baseline gap-3">
    <h1>${game.title}</h1>
    <span class="badge past" ?hidden=${isLive(state)}>${_("looking back")}</span>
    <span class="small soft inline push watchers" ?hidden=${!game.watchers}>${icon("eye")}${ngettext("{count} watcher", "{count} watchers", game.watchers)}</span>
  </header>`;
}

/**
 * The tabs and the open panel; with room enough, moves and analysis share one.
 * @param {Play.State} state @param {{module: Boards.Module, act: Play.Act, able: Set<string>, wide: boolean, later: Play.Later}} given
 */
function panels(state, { module, act, able, wide, later }) {
  const names = wide ? ["moves", "share", "board"] : Object.keys(TABS);
  const open = names.includes(state.ui.tab) ? state.ui.tab : "moves";
  const walk = (/** @type {KeyboardEvent & FieldEvent} */ event) => {
    const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[event.key];
    if (!step) return;
    event.preventDefault();
    const next = names[(names.indexOf(open) + step + names.length) % names.length];
    act.ui({ tab: next });
    find(`#tab-${next}`).focus();
  };
  return html`<div class="panels card">
    <div class="tabs" role="tablist" aria-label=${_("Panels")} @keydown=${walk}>
      ${names.map(
        (name) => html`<button type="button" role="tab" id="tab-${name}" aria-selected=${name === open ? "true" : "false"}
          aria-controls="panel" tabindex=${name === open ? 0 : -1} @click=${() => act.ui({ tab: name })}>${TABS[name]}</button>`,
      )}
    </div>
    <div class="panel column gap-4" role="tabpanel" id="panel" aria-labelledby="tab-${open}">
      ${open === "moves" ? [moveList(state, act.go, module), notationBox(state, act), wide ? analysis(state, act, later) : nothing] : nothing}
      ${open === "analysis" ? analysis(state, act, later) : nothing}
      ${open === "share" ? (later.sharePanel?.(state, act) ?? nothing) : nothing}
      ${open === "board" ? (later.switches?.(state, module, act) ?? nothing) : nothing}
    </div>
  </div>`;
}

function analysis(/** @type {Play.State} */ state, /** @type {Play.Act} */ act, /** @type {Play.Later} */ later) {
  const found = state.ui.switches.bar === false ? judgement(state) : null;
  return html`<section class="column" aria-label=${_("Analysis")}>
    ${found ? html`<p class="judgement">${found.words}</p>` : nothing}
    ${plot(state, act.go, later.drawPlot)} ${later.minds?.(state, act.go) ?? nothing} ${later.thinkingPanel?.(state, later, act) ?? nothing}
  </section>`;
}
