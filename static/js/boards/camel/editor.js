/**
 * The Crazy Camel position editor: tiles take the chosen master, gaps take or give up a camel, and below stand the camels
 * in hand and the side to move. Every change is told as the position's text.
 */

import { html, live, nothing } from "lit";
import { cellOf, clamp, moved } from "../lib/cursor.js";
import { Shell } from "../lib/shell.js";
import { NO_AIM, beginNear, heartOf, pointAt, turn } from "./aim.js";
import { NAMES, ground, herd } from "./drawing.js";
import { Layout, slotText } from "./geometry.js";
import { slotPlace, tileLabel } from "./labels.js";
import { ghost, masters, slotRows, tileRows } from "./scene.js";
import { clash, positionText } from "./text.js";

/** @typedef {import("../lib/cursor.js").Cell} Cell */
/** @typedef {import("./geometry.js").Slot} Slot */

const MOST_CAMELS = 20;

export class Editor {
  /**
   * @param {HTMLElement} host
   * @param {{view: any, onChange: (text: string) => void}} with `view` to begin with
   */
  constructor(host, { view, onChange }) {
    this.onChange = onChange;
    this.shell = new Shell(host, "camels");
    this.aim = NO_AIM;
    this.words = "";
    this.layout = new Layout(3, 3);
    this.cursor = { x: 0, y: 0 };
    this.next = 0;
    /** the seat whose master a click on a tile moves */
    this.chosen = 0;
    const root = this.shell.root;
    root.addEventListener("pointermove", (event) => this.hover(event));
    root.addEventListener("pointerleave", () => this.aim.mode || this.take(NO_AIM));
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focused(event));
    this.update(view);
  }

  /** Show another position, such as one pasted or of another size. @param {any} view */
  update(view) {
    const { width, height, to_move: next } = view;
    /** the view that is edited: what a board draws, without moves */
    this.view = {
      ...view,
      masters: view.masters.map((/** @type {any} */ one) => ({ ...one })),
      camels: view.camels.map((/** @type {Slot} */ { axis, x, y }) => ({ axis, x, y })),
      returns: null,
    };
    this.next = next === 1 ? 1 : 0;
    if (this.layout.width !== width || this.layout.height !== height) {
      this.layout = new Layout(width, height);
      this.cursor = { x: view.masters[0].x, y: view.masters[0].y };
    }
    this.aim = NO_AIM;
    this.words = "";
    this.paint();
  }

  focus() {
    this.shell.focus();
  }

  destroy() {
    this.shell.destroy();
  }

  /** The position's text form. */
  get text() {
    return positionText({ ...this.view, next: this.next });
  }

  /** @param {Record<string, unknown>} [changes] to the view */
  change(changes = {}) {
    Object.assign(this.view, changes);
    this.words = "";
    this.paint();
    this.onChange(this.text);
  }

  /** @param {number} seat @param {Record<string, number>} changes */
  changeMaster(seat, changes) {
    this.change({
      masters: this.view.masters.map((/** @type {any} */ one, /** @type {number} */ at) =>
        at === seat ? { ...one, ...changes } : one,
      ),
    });
  }

  /** Put a master on a tile, unless the other stands there. @param {number} seat @param {Cell} cell */
  stand(seat, { x, y }) {
    const other = this.view.masters[1 - seat];
    if (other.x === x && other.y === y) this.tell(`${NAMES[1 - seat]}’s master stands on ${x} ${y}.`);
    else this.changeMaster(seat, { x, y });
  }

  /** Take away the camel in a slot, or lay one there unless others are in the way. @param {Slot} slot */
  toggle(slot) {
    const { axis, x, y } = slot;
    const text = slotText(slot);
    const rest = this.view.camels.filter((/** @type {Slot} */ one) => slotText(one) !== text);
    if (rest.length < this.view.camels.length) return this.change({ camels: rest });
    const inTheWay = rest.find((/** @type {Slot} */ one) => clash(one, slot));
    if (inTheWay) return this.tell(`The camel ${slotText(inTheWay)} is in the way of ${text}.`);
    return this.change({ camels: [...rest, { axis, x, y }] });
  }

  start() {
    const x = Math.floor(this.view.width / 2);
    const rows = [0, this.view.height - 1];
    this.next = 0;
    this.change({
      camels: [],
      masters: this.view.masters.map((/** @type {any} */ one, /** @type {number} */ seat) => ({
        ...one,
        x,
        y: rows[seat],
      })),
    });
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.words = sentence;
    this.paint();
  }

  /** @param {import("./aim.js").Aim} aim */
  take(aim) {
    this.aim = aim;
    this.words = "";
    this.paint();
  }

  /** The tile whose heart is at a point. @param {Cell} point @param {boolean} touch */
  heart(point, touch) {
    return heartOf(this.layout, point, { touch, scale: this.shell.scale });
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== "mouse" || !(event.target instanceof SVGElement) || this.aim.mode) return;
    const point = this.shell.point(event);
    const aim = this.heart(point, false) ? NO_AIM : pointAt(this.aim, this.layout, point, false);
    if (aim.slot !== this.aim.slot) this.take(aim);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!(event.target instanceof SVGElement)) return;
    const point = this.shell.point(event);
    const heart = this.aim.mode ? null : this.heart(point, false);
    const { slot } = pointAt(this.aim, this.layout, point, true);
    if (heart) this.stand(this.chosen, heart);
    else if (slot) this.toggle(slot);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.shell.focused) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!(this.aim.mode ? this.pressedOnSlots(key) : this.pressedOnTiles(key))) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} key */
  pressedOnTiles(key) {
    const next = moved(this.cursor, key, this.view.width, this.view.height, false);
    if (next) {
      this.cursor = next;
      this.paint();
      this.focus();
    } else if (key === "1" || key === "2") this.stand(Number(key) - 1, this.cursor);
    else if (key === "Enter" || key === " ") this.stand(this.chosen, this.cursor);
    else if (key === "c") {
      this.take(beginNear(this.cursor, this.layout, "H"));
      this.focus();
    } else return false;
    return true;
  }

  /** @param {string} key */
  pressedOnSlots(key) {
    const { slot } = this.aim;
    if (!slot) return false;
    const next = moved(slot, key, this.view.width - 1, this.view.height - 1, false);
    if (next) {
      this.take({ ...this.aim, slot: { axis: slot.axis, ...next } });
      this.focus();
    } else if (key === "r") this.take(turn(this.aim));
    else if (key === "Enter" || key === " ") this.toggle(slot);
    else if (key === "Escape" || key === "c") {
      this.cursor = { x: slot.x, y: slot.y };
      this.take(NO_AIM);
      this.focus();
    } else return false;
    return true;
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const cell = cellOf(event);
    if (!cell || this.aim.mode) return;
    this.cursor = cell;
    this.paint();
  }

  paint() {
    const { view, layout, aim, cursor } = this;
    const lies = (/** @type {Slot} */ slot) =>
      view.camels.some((/** @type {Slot} */ one) => slotText(one) === slotText(slot));
    const inTheWay =
      aim.slot !== null &&
      !lies(aim.slot) &&
      view.camels.some((/** @type {Slot} */ one) => clash(one, aim.slot ?? one));
    const drawing = html`<svg
      class="drawing camels board-drawing editing"
      viewBox=${layout.box}
      role="grid"
      aria-label=${
        aim.mode
          ? "Slots: Enter lays or takes a camel, R turns, Escape leaves"
          : "Crazy Camel position: 1 and 2 put the masters, C goes to the camels"
      }
    >
      ${ground(layout)}
      ${tileRows(layout, view, aim.mode ? null : cursor, (cell) => ({ label: tileLabel(cell, view, null, null), legal: false }))}
      ${aim.mode ? slotRows(layout, aim.slot, (slot) => `${slotPlace(slot)}, ${lies(slot) ? "camel" : "empty"}`) : nothing}
      <g aria-hidden="true" class="things">
        ${herd(view.camels, new Map(), layout)} ${masters(layout, view, this.next, [])}
        ${aim.slot ? ghost(layout, aim.slot, null, inTheWay) : nothing}
      </g>
    </svg>`;
    this.shell.paint(drawing, { words: this.words, tone: "bad", buttons: this.tools() });
    this.shell.measure();
  }

  tools() {
    const { view, chosen, next } = this;
    const seat = (/** @type {string} */ name, /** @type {number} */ at) => html`<fieldset class="board-seat row gap-1">
      <legend>${name}</legend>
      <button type="button" class="button small" aria-pressed=${chosen === at} @click=${() => ((this.chosen = at), this.paint())}>
        Place master<kbd class="board-key">${at + 1}</kbd>
      </button>
      <button
        type="button"
        class="button small"
        aria-pressed=${next === at}
        @click=${() => ((this.next = at), this.change())}
      >
        To move
      </button>
      <label class="board-count inline small">Camels in hand
        <input
          type="number"
          min="0"
          max=${MOST_CAMELS}
          .value=${live(String(view.masters[at].camels))}
          @change=${(/** @type {Event & {target: HTMLInputElement}} */ event) =>
            this.changeMaster(at, { camels: clamp(Math.round(Number(event.target.value)) || 0, MOST_CAMELS) })}
        />
      </label>
    </fieldset>`;
    return html`${NAMES.map(seat)}
      <button type="button" class="button small quiet" @click=${() => this.start()}>Start position</button>
      <button type="button" class="button small quiet" @click=${() => this.change({ camels: [] })}>No camels</button>`;
  }
}
