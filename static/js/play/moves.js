/** The move list, and the box in which a move is typed. */

import { html, ifDefined, nothing } from "lit";
import { duration } from "lib/format.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";
import { idleWords, isLive, judges, mayMove, shownPly } from "./select.js";
import { opinion, shortValue } from "./values.js";
import { nameOf, yours } from "./words.js";

/**
 * The moves in rounds: a round ends when a seat moves that does not come after the one before it.
 * @returns {Protocol.Move[][]} @param {Protocol.Move[]} moves
 */
export function rounds(moves) {
  /** @type {Protocol.Move[][]} */
  const rows = [];
  for (const move of moves) {
    const row = rows.at(-1);
    if (row && move.seat > row[row.length - 1].seat) row.push(move);
    else rows.push([move]);
  }
  return rows;
}

/** The number of a move as the list numbers it: 12. for the first of a round, 12 … for one after it. @param {Protocol.Snapshot} game @param {number} ply of the position after it */
export function moveNumber({ moves, seats }, ply) {
  const all = moves.slice(0, ply);
  while (all.length < ply) all.push(/** @type {any} */ ({ seat: ((all.at(-1)?.seat ?? -1) + 1) % seats.length }));
  return `${rounds(all).length}${all.at(-1)?.seat ? " …" : "."}`;
}

/**
 * The list; the move that led to the shown position is bold and marked as the current step.
 * @param {Play.State} state @param {(ply: number) => void} go @param {Boards.Module | null} [module]
 */
export function moveList(state, go, module) {
  const { game } = state;
  const shown = shownPly(state);
  if (!game.moves.length) return html`<p class="soft empty">${_("No move has been made yet.")}</p>`;
  return html`<ol class="moves ${game.seats.length > 3 ? "many" : ""}" tabindex="-1">
    <li class="start">
      <span></span>
      <button type="button" aria-current=${ifDefined(shown === 0 ? "step" : undefined)} @click=${() => go(0)}>
        ${_("Start")}
      </button>
    </li>
    ${rounds(game.moves).map(
      (row, at) => html`<li>
        <span class="soft small number" aria-hidden="true">${at + 1}</span>
        ${row[0].seat > 0 && game.seats.length === 2 ? html`<span class="gap" aria-hidden="true">…</span>` : nothing}
        ${row.map((move) => entry(game, move, shown, go, judges(state), module?.seen?.(move.text, state.ui.flip) ?? ""))}
      </li>`,
    )}
  </ol>`;
}

function entry(/** @type {Protocol.Snapshot} */ game, /** @type {Protocol.Move} */ move, /** @type {number} */ shown, /** @type {(ply: number) => void} */ go, /** @type {boolean} */ valued, /** @type {string} */ seen) {
  const value = valued && game.seats.length === 2 ? shortValue(opinion(move.choice, move.ply, move.seat)) : "";
  const spent = move.seconds === undefined ? "" : `, ${duration(move.seconds)}`;
  return html`<button
    type="button"
    data-ply=${move.ply + 1}
    class="move" translate="no"
    title="${nameOf(game, move.seat)}${spent}"
    aria-label="${_("Move {ply}, {who}: {move}", { ply: move.ply + 1, who: nameOf(game, move.seat), move: move.text })}${seen ? `, ${seen}` : ""}${value ? ` ${value}` : ""}"
    aria-current=${ifDefined(move.ply + 1 === shown ? "step" : undefined)}
    @click=${() => go(move.ply + 1)}
  >
    ${move.text}${seen ? html` <span class="small soft" translate="yes" aria-hidden="true">${seen}</span>` : nothing}${value ? html` <span class="small soft number" aria-hidden="true">${value}</span>` : nothing}
  </button>`;
}

/** Keep the current move in sight inside the list, without scrolling the page. @param {Element | null} list */
export function keepInSight(list) {
  const current = list?.querySelector("[aria-current]");
  const row = current?.closest("li")?.getBoundingClientRect();
  if (!list || !row) return;
  const frame = list.getBoundingClientRect();
  if (row.top < frame.top) list.scrollTop += row.top - frame.top;
  else if (row.bottom > frame.bottom) list.scrollTop += row.bottom - frame.bottom;
}

/** The box for typed moves; only for those who play. @param {Play.State} state @param {Play.Act} act */
export function notationBox(state, act) {
  const { game } = state;
  if (!yours(game).length || game.status !== "playing") return nothing;
  const ready = mayMove(state) && isLive(state);
  const bad = state.refusal !== null;
  const submit = (/** @type {FormEvent} */ event) => {
    event.preventDefault();
    const field = event.target.elements.move;
    act.type(field.value).then((done) => {
      if (done) field.value = "";
      else field.select();
    });
  };
  return html`<form class="notation column gap-1" @submit=${submit} autocomplete="off">
    <label for="notation">${_("Type a move")}</label>
    <div class="notation-row">
      <input id="notation" name="move" class="mono" spellcheck="false" autocapitalize="off" enterkeyhint="go"
        maxlength="6000" list="legal-moves" placeholder=${game.view.moves?.[0]?.text ?? ""}
        aria-invalid=${bad ? "true" : "false"} aria-describedby="notation-says" />
      <button class="button" ?disabled=${!ready}>${icon("play")}${_("Play")}</button>
    </div>
    <datalist id="legal-moves">${(game.view.moves ?? []).map((move) => html`<option value=${move.text}></option>`)}</datalist>
    <p id="notation-says" class="small ${bad ? "refusal" : "soft"}">
      ${bad ? state.refusal?.sentence : ready ? _("Enter plays it. A whole game can be pasted too.") : idleWords(state)}
    </p>
  </form>`;
}
