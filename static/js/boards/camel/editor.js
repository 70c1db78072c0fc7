/**
 * The Crazy Camel position editor: tiles take the chosen master, gaps take or give up a camel, and below stand the camels
 * in hand and the side to move. Every change is told as the position's text.
 */

import { html, live, nothing } from "lit";
import { button } from "lib/button.js";
import { _ } from "lib/messages.js";
import { clamp, moved } from "../lib/cursor.js";
import { EditorSurface } from "../lib/editing.js";
import { NO_AIM, beginNear, heartOf, pointAt, turn } from "./aim.js";
import { NAMES, ground, herd } from "./drawing.js";
import { Layout, slotText } from "./geometry.js";
import { ghost, masters, slotPlace, slotRows, tileLabel, tileRows } from "./scene.js";

/** @typedef {import("../lib/cursor.js").Cell} Cell */
/** @typedef {import("./geometry.js").Slot} Slot */

const MOST_CAMELS = 20;

export class Editor extends EditorSurface {
  /** @param {HTMLElement} host @param {Boards.Edited} edited */
  constructor(host, { view, onChange }) {
    super(host, "camels", onChange);
    this.aim = NO_AIM;
    this.layout = new Layout(3, 3);
    this.next = 0;
    /** the seat whose master a click on a tile moves */
    this.chosen = 0;
    this.listen({
      pointermove: (event) => this.hover(event),
      pointerleave: () => this.aim.mode || this.take(NO_AIM),
      click: (event) => this.clicked(event),
    });
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
    this.take(NO_AIM);
  }

  /** Size, both masters with their camels, the camels that lie, next, ply: `7x7 3,0,8 3,6,7 H2,3 1 0`. */
  get text() {
    const { width, height, masters, camels, ply = 0 } = this.view;
    const lying = camels.map((/** @type {Slot} */ { axis, x, y }) => `${axis}${x},${y}`).sort();
    const players = masters.map((/** @type {any} */ one) => `${one.x},${one.y},${one.camels}`);
    return [`${width}x${height}`, ...players, lying.join(";") || "-", this.next, ply].join(" ");
  }

  /** @param {Record<string, unknown>} [changes] to the view */
  change(changes = {}) {
    Object.assign(this.view, changes);
    this.told();
  }

  /** @param {number} seat @param {Record<string, number>} changes */
  changeMaster(seat, changes) {
    const changed = (/** @type {any} */ one, /** @type {number} */ at) => (at === seat ? { ...one, ...changes } : one);
    this.change({ masters: this.view.masters.map(changed) });
  }

  /** Put a master on a tile, unless the other stands there. @param {number} seat @param {Cell} cell */
  stand(seat, { x, y }) {
    const other = this.view.masters[1 - seat];
    if (other.x === x && other.y === y) this.note(_("{who}’s master stands on {x} {y}.", { who: NAMES[1 - seat], x, y }));
    else this.changeMaster(seat, { x, y });
  }

  /** Take away the camel in a slot, or lay one there unless others are in the way. @param {Slot} slot */
  toggle(slot) {
    const { axis, x, y } = slot;
    const text = slotText(slot);
    const rest = this.view.camels.filter((/** @type {Slot} */ one) => slotText(one) !== text);
    if (rest.length < this.view.camels.length) return this.change({ camels: rest });
    const inTheWay = rest.find((/** @type {Slot} */ one) => clash(one, slot));
    if (inTheWay) return this.note(_("The camel {inTheWay} is in the way of {text}.", { inTheWay: slotText(inTheWay), text }));
    return this.change({ camels: [...rest, { axis, x, y }] });
  }

  start() {
    const x = Math.floor(this.view.width / 2);
    const rows = [0, this.view.height - 1];
    const home = (/** @type {any} */ one, /** @type {number} */ seat) => ({ ...one, x, y: rows[seat] });
    this.next = 0;
    this.change({ camels: [], masters: this.view.masters.map(home) });
  }

  /** @param {import("./aim.js").Aim} aim */
  take(aim) {
    this.aim = aim;
    this.note("");
  }

  /** The tile whose heart is at a point. @param {Cell} point @param {boolean} touch */
  heart(point, touch) {
    return heartOf(this.layout, point, { touch, scale: this.scale });
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (event.pointerType !== "mouse" || !(event.target instanceof SVGElement) || this.aim.mode) return;
    const point = this.pointOf(event);
    const aim = this.heart(point, false) ? NO_AIM : pointAt(this.aim, this.layout, point, false);
    if (aim.slot !== this.aim.slot) this.take(aim);
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    if (!(event.target instanceof SVGElement)) return;
    const point = this.pointOf(event);
    const heart = this.aim.mode ? null : this.heart(point, false);
    const { slot } = pointAt(this.aim, this.layout, point, true);
    if (heart) this.stand(this.chosen, heart);
    else if (slot) this.toggle(slot);
  }

  /** @param {string} key */
  pressed(key) {
    if (this.aim.mode) return this.pressedOnSlots(key);
    if (key === "1" || key === "2") this.stand(Number(key) - 1, this.cursor);
    else if (key === "Enter" || key === " ") this.stand(this.chosen, this.cursor);
    else if (key === "c") {
      this.take(beginNear(this.cursor, this.layout, "H"));
      this.focus();
    } else return this.walkGrid(key, this.view.width, this.view.height);
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
      this.aim = NO_AIM;
      this.moveTo({ x: slot.x, y: slot.y });
    } else return false;
    return true;
  }

  /** @param {Cell | null} cell @param {FocusEvent} event */
  entered(cell, event) {
    if (!this.aim.mode) super.entered(cell, event);
  }

  paint() {
    const { view, layout, aim, cursor } = this;
    /** @type {Slot[]} */
    const camels = view.camels;
    const lies = (/** @type {Slot} */ slot) => camels.some((one) => slotText(one) === slotText(slot));
    const inTheWay = (/** @type {Slot} */ slot) => !lies(slot) && camels.some((one) => clash(one, slot));
    const label = aim.mode
      ? _("Slots: Enter lays or takes a camel, R turns, Escape leaves")
      : _("Crazy Camel position: 1 and 2 put the masters, C goes to the camels");
    const drawing = html`<svg class="drawing camels board-drawing editing" viewBox=${layout.box} role="grid" aria-label=${label}>
      ${ground(layout)}
      ${tileRows(layout, view, aim.mode ? null : cursor, (cell) => ({ label: tileLabel(cell, view, null, null), legal: false }))}
      ${aim.mode ? slotRows(layout, aim.slot, (slot) => `${slotPlace(slot)}, ${lies(slot) ? _("camel") : _("empty")}`) : nothing}
      <g aria-hidden="true" class="things">
        ${herd(view.camels, new Map(), layout)} ${masters(layout, view, this.next, [])}
        ${aim.slot ? ghost(layout, aim.slot, null, inTheWay(aim.slot)) : nothing}
      </g>
    </svg>`;
    this.draw(drawing, { buttons: this.tools() });
  }

  tools() {
    const { view, chosen, next } = this;
    const seat = (/** @type {string} */ name, /** @type {number} */ at) => html`<fieldset class="board-seat row gap-1">
      <legend>${name}</legend>
      ${button(html`${_("Place master")}<kbd class="board-key soft small">${at + 1}</kbd>`, () => ((this.chosen = at), this.paint()), { pressed: chosen === at })}
      ${button(_("To move"), () => ((this.next = at), this.change()), { pressed: next === at })}
      <label class="board-count inline small">${_("Camels in hand")}
        <input type="number" min="0" max=${MOST_CAMELS} .value=${live(String(view.masters[at].camels))}
          @change=${(/** @type {FieldEvent} */ event) =>
            this.changeMaster(at, { camels: clamp(Math.round(Number(event.target.value)) || 0, MOST_CAMELS) })} />
      </label>
    </fieldset>`;
    return html`${NAMES.map(seat)} ${button(_("Start position"), () => this.start(), { kind: "quiet" })}
      ${button(_("No camels"), () => this.change({ camels: [] }), { kind: "quiet" })}`;
  }
}

/** Whether two camels cannot both lie there: on the same edge, by half of it, or across each other. @param {Slot} one @param {Slot} other */
function clash(one, other) {
  const across = Math.abs(one.x - other.x);
  const down = Math.abs(one.y - other.y);
  if (one.axis !== other.axis) return across + down === 0;
  return one.axis === "H" ? down === 0 && across <= 1 : across === 0 && down <= 1;
}
