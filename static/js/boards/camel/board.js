/**
 * The playable Crazy Camel board: a step is a tap on its tile; a camel is aimed at a gap, by mouse where the pointer is, by touch
 * where it was last and confirmed, by keys slot by slot. An aimed camel is red where the rules refuse it, with the reason in
 * words and, if a path would be cut, a cross over the master whose path it is.
 */

import { html, nothing } from "lit";
import { button } from "lib/button.js";
import { _ } from "lib/messages.js";
import { moved } from "../lib/cursor.js";
import { LiveBoard } from "../lib/live.js";
import { NO_AIM, beginNear, heartOf, pointAt, turn, verdict } from "./aim.js";
import { ground, herd, ownersOf, paths } from "./drawing.js";
import { Layout, slotText } from "./geometry.js";
import { showChange } from "./motion.js";
import { ghost, hintedSlot, masters, slotLabel, slotPlace, slotRows, tileLabel, tileRows, trail } from "./scene.js";

/** Switches that the page offers, in the order shown. */
export const settings = [
  { name: "targets", title: _("Show legal steps"), default: true },
  { name: "paths", title: _("Show shortest paths"), default: false },
];

/** @typedef {Protocol.Effect} Move a step has `to`; a camel has `axis`, `x` and `y` */
/** @typedef {import("../lib/cursor.js").Cell} Cell */
/** @typedef {import("./geometry.js").Slot} Slot */

export class Board extends LiveBoard {
  /** @param {HTMLElement} host @param {Boards.Listener} to */
  constructor(host, to) {
    super(host, "camels", to, settings);
    this.aim = NO_AIM;
    this.layout = new Layout(3, 3);
    /** whether the focus must go back to the board, since the cell that had it is drawn anew */
    this.refocus = false;
    /** whether the last pointer was a finger, which must confirm a camel */
    this.touch = false;
    /** whether the aim follows the mouse, and ends where the mouse leaves */
    this.hovering = false;
    /** @type {(Cell & {seat: number}) | null} the tile that the last step left, if it was seen */
    this.left = null;
    this.listen({
      pointerdown: (event) => (this.touch = event.pointerType !== "mouse"),
      pointermove: (event) => this.hover(event),
      pointerleave: () => this.unhover(),
      click: (event) => this.clicked(event),
    });
    import("./dragging.js").then(({ drags }) => drags(this));
    this.turnByKey = (/** @type {KeyboardEvent} */ event) => this.pressedElsewhere(event);
    document.addEventListener("keydown", this.turnByKey);
  }

  destroy() {
    document.removeEventListener("keydown", this.turnByKey);
    super.destroy();
  }

  /** Whether camels may be aimed at all: it is one's turn, and one has any. */
  get canPlace() {
    return this.moves.length > 0 && !this.mustPass && this.state.view.masters[this.state.view.to_move].camels > 0;
  }

  /** What the rules say of the slot aimed at. */
  get said() {
    return this.aim.slot && this.canPlace ? verdict(this.aim.slot, this.state.view) : null;
  }

  /* Pointers. */

  /** The tile whose heart is at a point. @param {Cell} point @param {boolean} touch */
  heart(point, touch) {
    return heartOf(this.layout, point, { touch, scale: this.scale });
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== "mouse" || !this.canPlace || !(event.target instanceof SVGElement)) return;
    if (this.aim.slot && !this.hovering && !this.aim.mode) return;
    const point = this.pointOf(event);
    const heart = this.aim.mode ? null : this.heart(point, false);
    const aim = heart ? NO_AIM : pointAt(this.aim, this.layout, point, this.aim.mode);
    this.hovering = true;
    if (aim.mode && !aim.slot) return;
    if (key(aim) !== key(this.aim)) this.take(aim);
    else this.aim = aim;
  }

  unhover() {
    if (!this.hovering) return;
    this.hovering = false;
    if (!this.aim.mode) this.take(NO_AIM);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!(event.target instanceof SVGElement)) return;
    const point = this.pointOf(event);
    const tile = this.layout.tileNear(point);
    if (!tile) return;
    if (!this.moves.length || this.mustPass) return this.idle ? this.tell(this.idle) : undefined;
    const near = this.canPlace && (this.aim.mode || !this.heart(point, this.touch) || (this.touch && !this.stepTo(tile)));
    if (near) this.aimAt(point);
    else this.step(tile);
  }

  /** A click or a tap near a slot: a mouse places at once, a finger aims first and confirms by a second tap. @param {Cell} point */
  aimAt(point) {
    const aimed = this.aim.slot;
    const next = pointAt(this.aim, this.layout, point, true);
    if (!next.slot) return;
    const again = aimed && next.slot.x === aimed.x && next.slot.y === aimed.y;
    if (!this.touch) this.place(this.aim.turned && again ? aimed : next.slot);
    else if (again && !this.hovering) this.place(aimed);
    else this.take({ ...next, turned: true });
  }

  /* Moves. */

  /** @param {Cell} tile @returns {Move | undefined} */
  stepTo({ x, y }) {
    return this.moves.find((move) => move.to?.[0] === x && move.to[1] === y);
  }

  /** @param {Cell} tile */
  step(tile) {
    const move = this.stepTo(tile);
    if (move) this.make(move);
    else if (this.idle) this.tell(this.idle);
    else if (this.moves.length) this.tell(_("No step leads to {x} {y}.", { x: tile.x, y: tile.y }));
  }

  /** Place a camel, or say why not. @param {Slot} slot */
  place(slot) {
    const { move, sentence } = verdict(slot, this.state.view);
    if (move) return this.make(move);
    this.aim = { ...this.aim, slot, turned: true };
    this.tell(sentence);
  }

  /** @param {import("./aim.js").Aim} aim */
  take(aim) {
    this.aim = aim;
    this.note("");
  }

  /** Turn the camel, by key or button. @param {boolean} spoken */
  turn(spoken) {
    this.take(turn(this.aim));
    if (spoken && this.aim.slot && this.said) this.say(slotLabel(this.aim.slot, this.said, this.state.flip));
  }

  /** Place camels and nothing else until it is done or left. @param {boolean} byKeys */
  enterMode(byKeys) {
    if (!this.canPlace) return this.tell(this.idle || _("You have no camels left to place."));
    this.hovering = false;
    this.take(byKeys ? beginNear(this.cursor, this.layout, "H") : { ...NO_AIM, mode: true });
    if (!byKeys) return;
    this.focus();
    this.say(_("Placing a camel: arrows move it, R turns it, Enter places it, Escape leaves."));
  }

  leaveMode() {
    const { slot, mode } = this.aim;
    const held = this.focused;
    if (slot && held) this.cursor = { x: slot.x, y: slot.y };
    this.take(NO_AIM);
    if (held) this.focus();
    if (mode) this.say(_("No camel placed. Arrows move over the tiles again."));
  }

  /* Keys. */

  /** @param {string} key */
  pressed(key) {
    if (this.aim.mode) return this.pressedInMode(key);
    const { width, height } = this.state.view;
    if (key === "Enter" || key === " ") this.step(this.cursor);
    else if (key === "c") this.enterMode(true);
    else if (key === "r" && this.aim.slot) this.turn(true);
    else if (key === "Escape" && this.aim.slot) this.take(NO_AIM);
    else return this.walkGrid(key, width, height, this.state.flip) || this.sharedKey(key);
    return true;
  }

  /** @param {string} key */
  pressedInMode(key) {
    const slot = this.aim.slot ?? beginNear(this.cursor, this.layout, "H").slot;
    if (!slot) return false;
    const next = moved(slot, key, this.layout.width - 1, this.layout.height - 1, this.state.flip);
    if (next) {
      this.take({ mode: true, slot: { axis: slot.axis, ...next }, turned: true });
      this.focus();
    } else if (key === "r" || key === " ") this.turn(true);
    else if (key === "Enter") this.place(slot);
    else if (key === "Escape" || key === "c") this.leaveMode();
    else return false;
    return true;
  }

  /** R turns the camel under the mouse wherever the keyboard's focus is, unless something is being typed. @param {KeyboardEvent} event */
  pressedElsewhere(event) {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key.toLowerCase() !== "r" || event.altKey || event.ctrlKey || event.metaKey || typing) return;
    if (this.hovering && this.aim.slot) this.turn(false);
  }

  /** @param {Cell | null} cell @param {FocusEvent} event */
  entered(cell, event) {
    const { mode, slot } = this.aim;
    if (!mode || !cell) return super.entered(cell, event);
    if (slot?.x !== cell.x || slot.y !== cell.y) this.take({ mode: true, slot: { axis: slot?.axis ?? "H", ...cell }, turned: true });
  }

  /* The position, and how it is drawn. */

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
    this.refocus = this.focused;
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
    showChange(this.svg, before, after, this.layout);
  }

  paint() {
    const { state, shown, layout, aim, said, cursor, hinted } = this;
    const owners = ownersOf(state.history);
    if (this.pending?.axis) owners.set(slotText(/** @type {any} */ (this.pending)), state.view.to_move);
    const last = this.latest;
    const wrong = aim.slot && said ? said.move === null : false;
    const drawing = html`<svg class="drawing camels board-drawing ${aim.mode ? "placing" : ""}" viewBox=${layout.box} role="grid"
      aria-label=${aim.mode ? _("Crazy Camel board: where a camel can lie") : _("Crazy Camel board")}>
      ${ground(layout)}
      ${tileRows(layout, shown, aim.mode ? null : cursor, (cell) => {
        const step = this.stepTo(cell);
        const hint = step !== undefined && step === hinted;
        const label = tileLabel(cell, shown, step, last, state.flip) + (hint ? `, ${state.hintWords ?? _("hint")}` : "");
        return { label, legal: step !== undefined, target: step && state.settings.targets, hint };
      })}
      ${aim.mode ? slotRows(layout, aim.slot, (slot) => slotLabel(slot, verdict(slot, state.view), state.flip)) : nothing}
      <g aria-hidden="true" class="things">
        ${state.settings.paths ? paths(shown, layout) : nothing} ${trail(layout, last, this.left)}
        ${herd(shown.camels, owners, layout, last?.axis ? slotText(/** @type {any} */ (last)) : "")}
        ${masters(layout, shown, this.pending ? null : shown.to_move, said?.seats ?? [])}
        ${hinted?.axis ? hintedSlot(layout, /** @type {any} */ (hinted)) : nothing}
        ${aim.slot && said ? ghost(layout, aim.slot, state.view.to_move, wrong) : nothing}
      </g>
    </svg>`;
    this.draw(drawing, { ...this.explanation(), buttons: this.tools(), over: this.pass });
    if (!this.refocus) return;
    this.refocus = false;
    this.focus();
  }

  /** What stands below the board: a refusal, else what the aimed camel would do. @returns {{words: string, tone: "" | "bad"}} */
  explanation() {
    const { slot, mode } = this.aim;
    if (this.words) return { words: this.words, tone: "bad" };
    if (!slot || !this.said) return { words: mode ? _("Point to where the camel should lie.") : "", tone: "" };
    if (this.said.sentence) return { words: this.said.sentence, tone: "bad" };
    return { words: this.hovering && !mode ? _("{slot} · R turns it", { slot: slotText(slot) }) : slotPlace(slot), tone: "" };
  }

  /** The buttons below: everything that keys do, for fingers and for those who look for it. */
  tools() {
    const { aim, canPlace, hovering } = this;
    if (!canPlace) return nothing;
    const aimed = aim.slot !== null && (aim.mode || !hovering);
    const confirm = html`${button(_("Turn"), () => this.turn(true))}
      <button type="button" class="button small primary" aria-disabled=${this.said?.move ? "false" : "true"}
        @click=${() => aim.slot && this.place(aim.slot)}>${_("Place it here")}</button>`;
    const enter = button(html`${_("Place a camel")}<kbd class="board-key soft small">C</kbd>`, (event) => this.enterMode(event.detail === 0), { kind: "draggable" });
    const leave = button(_("Cancel"), () => this.leaveMode(), { kind: "quiet" });
    return html`${aimed ? confirm : nothing}${aimed || aim.mode ? leave : enter}`;
  }
}

/** @param {import("./aim.js").Aim} aim */
function key(aim) {
  return aim.slot ? slotText(aim.slot) : "";
}
