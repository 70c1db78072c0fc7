/**
 * Arrows and coloured places that people draw on a board: dragged with the right button, or, with the tool on, with a finger, the left
 * button or the keyboard. A drawn thing is a text: a colour, and one place or two; drawn once more it goes.
 */

import { svg } from "lit";
import { nameOf, placeAt, placeHere, pointOf } from "boards/lib/places.js";
import { _ } from "lib/messages.js";
import { overlay } from "../play/arrows.js";

/** The colours, each with a stroke of its own, so that colour is not the only sign; lengths are parts of a place's reach. */
export const COLOURS = [
  { value: "green", title: _("green"), dash: null },
  { value: "red", title: _("red"), dash: "0.5 0.4" },
  { value: "blue", title: _("blue"), dash: "0.02 0.35" },
  { value: "yellow", title: _("yellow"), dash: "0.9 0.3 0.1 0.3" },
];
const MOST = 100;

/** With this drawn, or without it if it is there; what lies between the same places gives way. @param {string[]} shapes @param {string} shape */
export function toggled(shapes, shape) {
  const where = (/** @type {string} */ each) => each.slice(each.indexOf(" "));
  const others = shapes.filter((each) => where(each) !== where(shape));
  return shapes.includes(shape) || others.length >= MOST ? others : [...others, shape];
}

/** One drawn thing in words. @param {HTMLElement} host @param {string} shape */
export function wordsOf(host, shape) {
  const [name, from, to] = shape.split(" ");
  const colour = COLOURS.find(({ value }) => value === name)?.title ?? name;
  if (to === undefined) return _("{place} in {colour}", { place: nameOf(host, from), colour });
  return _("arrow from {from} to {to} in {colour}", { from: nameOf(host, from), to: nameOf(host, to), colour });
}

/** @param {HTMLElement} host @param {SVGSVGElement} drawing @param {string} shape */
function drawn(host, drawing, shape) {
  const [name, ...places] = shape.split(" ");
  const [from, to] = places.map((place) => pointOf(host, drawing, place));
  if (!from || (places.length > 1 && !to)) return null; // a place that is not in sight
  const colour = COLOURS.find(({ value }) => value === name) ?? COLOURS[0];
  const dash = (/** @type {number} */ unit) => colour.dash?.split(" ").map((each) => Number(each) * unit).join(" ") ?? "none";
  const { reach } = from;
  const width = reach * 0.2;
  if (!to) {
    const half = reach * 0.84;
    const square = { x: from.x - half, y: from.y - half };
    return svg`<g class=${`drawn-mark ${name}`}><rect class="case" x=${square.x} y=${square.y} width=${2 * half} height=${2 * half} rx=${half * 0.2} stroke-width=${width * 1.5}></rect>
      <rect class="spot" x=${square.x} y=${square.y} width=${2 * half} height=${2 * half} rx=${half * 0.2} stroke-width=${width} stroke-dasharray=${dash(reach)}></rect></g>`;
  }
  const [across, down] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(across, down) || 1;
  const [dx, dy] = [across / long, down / long];
  const head = Math.min(reach * 0.75, long * 0.5);
  const neck = { x: to.x - dx * head, y: to.y - dy * head };
  const side = head * 0.55;
  const line = `M${from.x} ${from.y}L${neck.x} ${neck.y}`;
  const tip = `M${to.x} ${to.y}L${neck.x - dy * side} ${neck.y + dx * side}L${neck.x + dy * side} ${neck.y - dx * side}z`;
  return svg`<g class=${`drawn-mark ${name}`}><path class="case" d=${line} stroke-width=${width * 1.7}></path>
    <path class="shaft" d=${line} stroke-width=${width} stroke-dasharray=${dash(reach)}></path><path class="tip" d=${tip} stroke-width=${width * 0.35}></path></g>`;
}

export class Shapes {
  /** @param {HTMLElement} host the board's @param {{toggle(shape: string): void, say(sentence: string): void}} to */
  constructor(host, to) {
    this.host = host;
    this.to = to;
    /** Whether taps and Enter draw. */
    this.on = false;
    this.colour = "green";
    /** @type {string[]} */
    this.shown = [];
    /** Where a drag, or the keyboard, began. @type {{place: string, colour: string} | null} */
    this.from = null;
    /** @type {string | null} */
    this.start = null;
    const early = { capture: true };
    host.addEventListener("contextmenu", (event) => placeAt(host, event.clientX, event.clientY) !== null && event.preventDefault(), early);
    host.addEventListener("pointerdown", (event) => this.pressed(event), early);
    host.addEventListener("pointermove", (event) => this.moved(event), early);
    addEventListener("pointerup", (event) => this.released(event), early);
    addEventListener("pointercancel", () => this.leave(), early);
    for (const name of ["click", "pointerover"]) host.addEventListener(name, (event) => this.on && this.mine(/** @type {MouseEvent} */ (event)) && stop(event), early);
    host.addEventListener("keydown", (event) => this.typed(event), early);
    host.addEventListener("boardmove", () => this.draw());
  }

  /** Show these. @param {string[]} shapes */
  show(shapes) {
    this.shown = shapes;
    this.draw();
  }

  /** @param {string[]} [shapes] */
  draw(shapes = this.shown) {
    const drawing = this.drawing;
    const ordered = [...shapes].sort((one, other) => one.split(" ").length - other.split(" ").length); // arrows lie over places
    if (drawing) overlay(this.host, ordered.map((each) => drawn(this.host, drawing, each)).filter(Boolean));
  }

  /** @returns {SVGSVGElement | null} */
  get drawing() {
    return this.host.querySelector("svg.board-drawing");
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.host.classList.toggle("drawn-on", on);
    this.leave();
  }

  leave() {
    this.from = this.start = null;
    this.draw();
  }

  /** Whether an event is on a place. @param {MouseEvent} event */
  mine = ({ clientX, clientY }) => placeAt(this.host, clientX, clientY) !== null;

  /** @param {PointerEvent} event */
  pressed(event) {
    if (event.button !== 2 && !(this.on && event.button === 0)) return;
    const place = placeAt(this.host, event.clientX, event.clientY);
    if (place === null) return;
    stop(event);
    const { shiftKey, altKey } = event;
    this.from = { place, colour: shiftKey && altKey ? "yellow" : shiftKey ? "red" : altKey ? "blue" : this.colour };
  }

  /** @param {PointerEvent} event */
  moved(event) {
    if (!this.from) return;
    stop(event);
    const to = placeAt(this.host, event.clientX, event.clientY);
    this.draw(to === null ? this.shown : [...this.shown, shapeOf(this.from.colour, this.from.place, to)]);
  }

  /** @param {PointerEvent} event */
  released(event) {
    const { from } = this;
    if (!from) return;
    stop(event);
    this.from = null;
    const to = placeAt(this.host, event.clientX, event.clientY);
    if (to === null) this.draw();
    else this.to.toggle(shapeOf(from.colour, from.place, to));
  }

  /** @param {KeyboardEvent} event */
  typed(event) {
    if (!this.on || !["Enter", " ", "Escape"].includes(event.key)) return;
    const place = placeHere(this.host);
    if (place === null || !(event.target instanceof Element) || event.target.closest("button, input")) return;
    if (event.key === "Escape") {
      if (this.start === null) return;
      stop(event);
      return this.leave();
    }
    stop(event);
    const { start } = this;
    if (start === null) {
      this.start = place;
      this.draw([...this.shown, shapeOf(this.colour, place, place)]);
      return this.to.say(_("From {place}. Enter on another place draws an arrow, here once more colours it, Escape leaves off.", { place: nameOf(this.host, place) }));
    }
    this.start = null;
    this.to.toggle(shapeOf(this.colour, start, place));
  }
}

const shapeOf = (/** @type {string} */ colour, /** @type {string} */ from, /** @type {string} */ to) => (from === to ? `${colour} ${from}` : `${colour} ${from} ${to}`);

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}
