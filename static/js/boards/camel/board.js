/**
 * The playable Crazy Camel board, drawn: tiles, camels, masters, the aimed camel, red where the rules refuse it with the
 * reason in words and, if a path would be cut, a cross over the master whose path it is.
 */

import { html, nothing } from "lit";
import { NO_AIM, verdict } from "./aim.js";
import { AimingBoard } from "./aiming.js";
import { ground, herd, ownersOf, paths } from "./drawing.js";
import { Layout, slotText } from "./geometry.js";
import { slotLabel, slotPlace, tileLabel } from "./labels.js";
import { showChange } from "./motion.js";
import { ghost, hintedSlot, masters, slotRows, tileRows, trail } from "./scene.js";
import { tools } from "./tools.js";

/** @typedef {import("../lib/live.js").Move} Move */
/** @typedef {import("../lib/cursor.js").Cell} Cell */

export class Board extends AimingBoard {
  defaults() {
    return { targets: true, paths: false };
  }

  /** @param {any} one @param {any} other */
  sameBoard(one, other) {
    return one.width === other.width && one.height === other.height;
  }

  /** @param {any} view */
  begin(view) {
    const seat = this.state.yours[0] ?? view.to_move;
    this.cursor = { x: view.masters[seat].x, y: view.masters[seat].y };
    this.left = null;
    this.aim = NO_AIM;
  }

  /** @param {boolean} same */
  changed(same) {
    this.layout = new Layout(this.state.view.width, this.state.view.height, this.state.flip);
    if (!same || !this.canPlace) this.aim = NO_AIM;
    if (same) return;
    this.refocus = this.shell.focused;
  }

  /** @param {any} view @param {Move} move */
  after(view, move) {
    const masters = view.masters.map((/** @type {any} */ one, /** @type {number} */ seat) => {
      if (seat !== view.to_move) return one;
      return move.to ? { ...one, x: move.to[0], y: move.to[1] } : { ...one, camels: one.camels - (move.axis ? 1 : 0) };
    });
    const { text, axis, x, y } = move;
    return { ...view, masters, camels: axis ? [...view.camels, { text, axis, x, y }] : view.camels };
  }

  /** @param {any} before @param {any} after */
  animate(before, after) {
    const seat = after.masters.findIndex(
      (/** @type {Cell} */ now, /** @type {number} */ at) =>
        now.x !== before.masters[at].x || now.y !== before.masters[at].y,
    );
    if (seat >= 0 || before.camels.length !== after.camels.length) {
      this.left = seat >= 0 ? { ...before.masters[seat], seat } : null;
      this.paint();
    }
    showChange(this.shell.svg, before, after, this.layout);
  }

  paint() {
    const { state, shown, layout, aim, said, cursor, hinted } = this;
    const owners = ownersOf(state.history);
    if (this.pending?.axis) owners.set(slotText(/** @type {any} */ (this.pending)), state.view.to_move);
    const last = this.latest;
    const wrong = aim.slot && said ? said.move === null : false;
    const drawing = html`<svg
      class=${`drawing camels board-drawing ${aim.mode ? "placing" : ""}`}
      viewBox=${layout.box}
      role="grid"
      aria-label=${aim.mode ? "Crazy Camel board: where a camel can lie" : "Crazy Camel board"}
    >
      ${ground(layout)}
      ${tileRows(layout, shown, aim.mode ? null : cursor, (cell) => {
        const step = this.stepTo(cell);
        const hint = step !== undefined && step === hinted;
        const label = tileLabel(cell, shown, step, last) + (hint ? ", hint" : "");
        return { label, legal: step !== undefined, target: step && state.settings.targets, hint };
      })}
      ${aim.mode ? slotRows(layout, aim.slot, (slot) => slotLabel(slot, verdict(slot, state.view))) : nothing}
      <g aria-hidden="true" class="things">
        ${state.settings.paths ? paths(shown, layout) : nothing} ${trail(layout, last, this.left)}
        ${herd(shown.camels, owners, layout, last?.axis ? slotText(/** @type {any} */ (last)) : "")}
        ${masters(layout, shown, this.pending ? null : shown.to_move, said?.seats ?? [])}
        ${hinted?.axis ? hintedSlot(layout, /** @type {any} */ (hinted)) : nothing}
        ${aim.slot && said ? ghost(layout, aim.slot, state.view.to_move, wrong) : nothing}
      </g>
    </svg>`;
    this.shell.paint(drawing, { ...this.explanation(), buttons: tools(this), over: this.pass });
    this.shell.measure();
    if (!this.refocus) return;
    this.refocus = false;
    this.focus();
  }

  /**
   * What stands below the board: a refusal, else what the aimed camel would do.
   *
   * @returns {{words: string, tone: "" | "bad"}}
   */
  explanation() {
    const { slot, mode } = this.aim;
    if (this.words) return { words: this.words, tone: "bad" };
    if (!slot || !this.said) return { words: mode ? "Point to where the camel should lie." : "", tone: "" };
    if (this.said.sentence) return { words: this.said.sentence, tone: "bad" };
    return { words: this.hovering && !mode ? `${slotText(slot)} · R turns it` : slotPlace(slot), tone: "" };
  }
}
