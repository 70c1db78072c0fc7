/**
 * How a Crazy Camel board is used: a step is a tap on its tile; a camel is aimed at a gap, by mouse where the pointer is, by
 * touch where it was last and confirmed, by keys slot by slot. What is drawn is the board's part.
 */

import { cellOf, moved } from "../lib/cursor.js";
import { LiveBoard } from "../lib/live.js";
import { NO_AIM, beginNear, heartOf, pointAt, turn, verdict } from "./aim.js";
import { Layout, slotText } from "./geometry.js";
import { slotLabel } from "./labels.js";

/** @typedef {import("../lib/live.js").Move} Move a step has `to`; a camel has `axis`, `x` and `y` */
/** @typedef {import("../lib/cursor.js").Cell} Cell */
/** @typedef {import("./geometry.js").Slot} Slot */

export class AimingBoard extends LiveBoard {
  /**
   * @param {HTMLElement} host
   * @param {{onMove: (text: string) => void, say: (sentence: string) => void}} to
   */
  constructor(host, to) {
    super(host, "camels", to);
    this.cursor = { x: 0, y: 0 };
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
    const root = this.shell.root;
    root.addEventListener("pointerdown", (event) => (this.touch = event.pointerType !== "mouse"));
    root.addEventListener("pointermove", (event) => this.hover(event));
    root.addEventListener("pointerleave", () => this.unhover());
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focused(event));
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
    return heartOf(this.layout, point, { touch, scale: this.shell.scale });
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== "mouse" || !this.canPlace || !(event.target instanceof SVGElement)) return;
    if (this.aim.slot && !this.hovering && !this.aim.mode) return;
    const point = this.shell.point(event);
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
    const point = this.shell.point(event);
    const tile = this.layout.tileNear(point);
    if (!tile) return;
    if (!this.moves.length || this.mustPass) {
      if (this.idle) this.tell(this.idle);
      return;
    }
    const near =
      this.canPlace && (this.aim.mode || !this.heart(point, this.touch) || (this.touch && !this.stepTo(tile)));
    if (near) this.point(point);
    else this.step(tile);
  }

  /**
   * A click or a tap near a slot: a mouse places at once, a finger aims first and confirms by a second tap.
   *
   * @param {Cell} point
   */
  point(point) {
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
    else if (this.moves.length) this.tell(`No step leads to ${tile.x} ${tile.y}.`);
  }

  /** Place a camel, or say why not. @param {Slot} slot */
  place(slot) {
    const { move, sentence } = verdict(slot, this.state.view);
    if (move) {
      this.make(move);
    } else {
      this.aim = { ...this.aim, slot, turned: true };
      this.tell(sentence);
    }
  }

  /** @param {import("./aim.js").Aim} aim */
  take(aim) {
    this.aim = aim;
    this.words = "";
    this.paint();
  }

  /** Turn the camel, by key or button. @param {boolean} spoken */
  turn(spoken) {
    this.take(turn(this.aim));
    if (spoken && this.aim.slot && this.said) this.say(slotLabel(this.aim.slot, this.said));
  }

  /** Place camels and nothing else until it is done or left. @param {boolean} byKeys */
  enterMode(byKeys) {
    if (!this.canPlace) {
      this.tell(this.idle || "You have no camels left to place.");
      return;
    }
    this.hovering = false;
    this.take(byKeys ? beginNear(this.cursor, this.layout, "H") : { ...NO_AIM, mode: true });
    if (!byKeys) return;
    this.focus();
    this.say("Placing a camel: arrows move it, R turns it, Enter places it, Escape leaves.");
  }

  leaveMode() {
    const { slot, mode } = this.aim;
    const held = this.shell.focused;
    if (slot && held) this.cursor = { x: slot.x, y: slot.y };
    this.take(NO_AIM);
    if (held) this.focus();
    if (mode) this.say("No camel placed. Arrows move over the tiles again.");
  }

  /* Keys. */

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.shell.focused) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const taken = this.aim.mode ? this.pressedInMode(event, key) : this.pressedOnTiles(event, key);
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event @param {string} key */
  pressedOnTiles(event, key) {
    const { width, height } = this.state.view;
    const next = moved(this.cursor, key, width, height, this.state.flip);
    if (next) {
      this.cursor = next;
      this.words = "";
      this.paint();
      this.focus();
    } else if (key === "Enter" || key === " ") this.step(this.cursor);
    else if (key === "c") this.enterMode(true);
    else if (key === "r" && this.aim.slot) this.turn(true);
    else if (key === "Escape" && this.aim.slot) this.take(NO_AIM);
    else return this.sharedKey(event);
    return true;
  }

  /** @param {KeyboardEvent} event @param {string} key */
  pressedInMode(event, key) {
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

  /**
   * R turns the camel under the mouse wherever the keyboard's focus is, unless something is being typed.
   *
   * @param {KeyboardEvent} event
   */
  pressedElsewhere(event) {
    const typing =
      event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key.toLowerCase() !== "r" || event.altKey || event.ctrlKey || event.metaKey || typing) return;
    if (this.hovering && this.aim.slot) this.turn(false);
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const cell = cellOf(event);
    if (!cell) return;
    if (this.aim.mode) {
      if (this.aim.slot?.x === cell.x && this.aim.slot.y === cell.y) return;
      this.take({ mode: true, slot: { axis: this.aim.slot?.axis ?? "H", ...cell }, turned: true });
    } else {
      this.cursor = cell;
      this.paint();
    }
  }
}

/** @param {import("./aim.js").Aim} aim */
function key(aim) {
  return aim.slot ? slotText(aim.slot) : "";
}
