/**
 * Mouse, fingers and wheel on a drawing as wishes: pan by pixels, zoom about a point, point at a place, tap a place. A drag begins
 * after a few pixels, so that a tap with an unsteady hand stays a tap. What scrolls by itself is moved by `lib/pan.js`.
 */

const SLOP = 5;
/** A wheel that turns so soon after the pointer came onto the map belongs to the page, which was being scrolled. */
const SETTLE = 350;

/**
 * @typedef {object} Wishes
 * @property {(dx: number, dy: number) => void} pan
 * @property {(factor: number, left: number, top: number) => boolean} zoom gives whether it did anything
 * @property {(left: number, top: number) => void} hover
 * @property {() => void} leave
 * @property {(left: number, top: number, how: {touch: boolean, shift: boolean}) => void} tap
 * @property {(busy: boolean) => void} busy a drag begins or ends
 */

export class Gestures {
  /** @param {HTMLElement} element @param {Wishes} wishes */
  constructor(element, wishes) {
    this.element = element;
    this.wishes = wishes;
    /** @type {Map<number, {left: number, top: number}>} the pointers that are down */
    this.down = new Map();
    this.start = { left: 0, top: 0 };
    this.dragging = false;
    this.pinched = false;
    this.entered = 0;
    this.turned = 0;
    element.addEventListener("pointerdown", (event) => this.pressed(event));
    element.addEventListener("pointermove", (event) => this.moved(event));
    element.addEventListener("pointerup", (event) => this.released(event));
    element.addEventListener("pointercancel", (event) => this.dropped(event));
    element.addEventListener("pointerenter", () => (this.entered = performance.now()));
    element.addEventListener("pointerleave", () => this.down.size || wishes.leave());
    element.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
  }

  /** @param {MouseEvent} event */
  place(event) {
    const box = this.element.getBoundingClientRect();
    return { left: event.clientX - box.left, top: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest("button, input, form"))) return;
    this.down.set(event.pointerId, this.place(event));
    this.pinched ||= this.down.size > 1;
    this.start = this.place(event);
  }

  /** @param {PointerEvent} event */
  moved(event) {
    const place = this.place(event);
    const before = this.down.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") this.wishes.hover(place.left, place.top);
      return;
    }
    if (this.down.size > 1) return this.pinch(event.pointerId, before, place);
    if (!this.dragging && Math.hypot(place.left - this.start.left, place.top - this.start.top) < SLOP) return;
    if (!this.dragging) {
      this.dragging = true;
      this.hold(event.pointerId);
      this.wishes.busy(true);
    }
    this.down.set(event.pointerId, place);
    this.wishes.pan(place.left - before.left, place.top - before.top);
  }

  /** @param {number} pointer */
  hold(pointer) {
    try {
      this.element.setPointerCapture(pointer);
    } catch {
      // A pointer that has just gone cannot be held.
    }
  }

  /** Two fingers: zoom by their distance, pan by their middle. @param {number} pointer @param {{left: number, top: number}} before @param {{left: number, top: number}} place */
  pinch(pointer, before, place) {
    if (!this.dragging) {
      this.dragging = true;
      this.wishes.busy(true);
    }
    const other = [...this.down].find(([id]) => id !== pointer)?.[1];
    if (!other) return;
    const far = (/** @type {{left: number, top: number}} */ one) => Math.hypot(one.left - other.left, one.top - other.top) || 1;
    this.down.set(pointer, place);
    this.wishes.pan((place.left - before.left) / 2, (place.top - before.top) / 2);
    this.wishes.zoom(far(place) / far(before), (place.left + other.left) / 2, (place.top + other.top) / 2);
  }

  /** @param {PointerEvent} event */
  released(event) {
    if (!this.down.delete(event.pointerId)) return;
    const tap = !this.dragging && !this.pinched;
    this.rest();
    if (tap) this.wishes.tap(this.start.left, this.start.top, { touch: event.pointerType !== "mouse", shift: event.shiftKey });
  }

  /** @param {PointerEvent} event */
  dropped(event) {
    this.down.delete(event.pointerId);
    this.rest();
  }

  rest() {
    if (this.down.size) return;
    if (this.dragging) this.wishes.busy(false);
    this.dragging = false;
    this.pinched = false;
  }

  /** @param {WheelEvent} event */
  wheeled(event) {
    const now = performance.now();
    const settled = now - this.entered > SETTLE || now - this.turned < SETTLE;
    if (!settled && !event.ctrlKey) {
      this.entered = now;
      return;
    }
    const pixels = event.deltaY * (event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1);
    const { left, top } = this.place(event);
    const did = this.wishes.zoom(Math.exp(-Math.max(-240, Math.min(240, pixels)) / 400), left, top);
    if (!did && !event.ctrlKey) return;
    this.turned = now;
    event.preventDefault();
  }
}
