/**
 * What every board and every editor of positions stands in: the host's inside (the drawing, a line for words and buttons below
 * it), coordinates that never get smaller than 14 pixels, the way from a pointer to a point on the board, and the keyboard's place.
 */

import { html, nothing, render } from "lit";
import { cellOf, moved } from "./cursor.js";

/** The smallest coordinate, in CSS pixels, and as a part of the type around the board: that is large on a wall. */
const [SMALLEST_TEXT, SMALLEST_PART] = [14, 0.66];

/** @typedef {{[T in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[T]) => void}} Listeners */

export class Surface {
  /** @param {HTMLElement} host is emptied and filled @param {string} name of the game, for the style sheet */
  constructor(host, name) {
    /** The least height of a coordinate, in units. */
    this.least = 30;
    /** a refusal in words, below the board */
    this.words = "";
    /** @type {any} the keyboard's place: a cell, a node, a site */
    this.cursor = { x: 0, y: 0 };
    /** @type {string | null | undefined} the drawing's `viewBox` when it was measured */
    this.box = null;
    this.root = document.createElement("div");
    this.root.className = `board board-${name}`;
    host.replaceChildren(this.root);
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(this.root);
    this.listen({ keydown: (event) => this.keyed(event), focusin: (event) => this.entered(cellOf(event), event) });
  }

  /** @param {Listeners} listeners by the event's name */
  listen(listeners) {
    for (const [name, act] of Object.entries(listeners)) this.root.addEventListener(name, /** @type {EventListener} */ (act));
  }

  /**
   * Show the drawing, an svg template. `words` and `buttons` stand below it, `over` lies upon it.
   * @param {unknown} drawing @param {{words?: string, tone?: "" | "bad", buttons?: unknown, over?: unknown}} [around]
   */
  draw(drawing, { words = this.words, tone = "bad", buttons = nothing, over = nothing } = {}) {
    render(
      html`<div class="board-table">${drawing}${over}</div>
        <div class="board-foot one-row justify-between">
          <p class=${`board-words grow soft small ${tone}`} aria-hidden="true">${words}</p>
          <div class="board-buttons row gap-1">${buttons}</div>
        </div>`,
      this.root,
    );
    const box = this.svg?.getAttribute("viewBox");
    if (box === this.box) return;
    const first = this.box === null; // what observes the size measures it then, once the page is laid out
    this.box = box;
    if (!first) this.measure();
  }

  /** @returns {SVGSVGElement} */
  get svg() {
    return /** @type {SVGSVGElement} */ (this.root.querySelector("svg.board-drawing"));
  }

  /** Keep the coordinates readable however small the board is drawn. */
  measure() {
    const smallest = Math.max(SMALLEST_TEXT, SMALLEST_PART * parseFloat(getComputedStyle(this.root).fontSize));
    const size = Math.max(this.least, Math.min(56, smallest / this.scale));
    this.root.style.setProperty("--coordinate", `${size}px`);
  }

  /** CSS pixels per unit of the drawing. */
  get scale() {
    return this.svg?.getScreenCTM()?.a || 1;
  }

  /** The point of the drawing, in its own units, under a pointer. @param {MouseEvent} event */
  pointOf(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
  }

  /** Move the keyboard's focus to the one tab stop. */
  focus() {
    const stop = this.root.querySelector('[role="gridcell"][tabindex="0"], [role="treeitem"][tabindex="0"]');
    if (stop instanceof SVGElement) stop.focus({ preventScroll: true });
  }

  /** Whether the keyboard's focus is on the drawing. */
  get focused() {
    return document.activeElement !== null && this.svg?.contains(document.activeElement);
  }

  /** Write below the board; "" wipes it. @param {string} sentence */
  note(sentence) {
    this.words = sentence;
    this.paint();
  }

  destroy() {
    this.sizes.disconnect();
    this.root.remove();
  }

  /* The keyboard. */

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.focused) return;
    if (!this.pressed(event.key.length === 1 ? event.key.toLowerCase() : event.key, event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Let an arrow, Home, End or Page key move the cursor over a grid.
   * @param {string} key @param {number} columns @param {number} rows @param {boolean} [flip]
   * @returns {boolean} whether it was one of them
   */
  walkGrid(key, columns, rows, flip = false) {
    const next = moved(this.cursor, key, columns, rows, flip);
    if (next) this.moveTo(next);
    return next !== null;
  }

  /** Put the cursor on a cell, and the focus with it. @param {any} place */
  moveTo(place) {
    this.cursor = place;
    this.note("");
    this.focus();
  }

  /** The focus came to a cell, or to something else. @param {import("./cursor.js").Cell | null} cell @param {FocusEvent} event */
  entered(cell, event) {
    if (!cell || (cell.x === this.cursor.x && cell.y === this.cursor.y)) return;
    this.cursor = cell;
    this.paint();
  }

  /* What a board or an editor defines. */

  /** A key was pressed on the drawing. @param {string} key in lower case @param {KeyboardEvent} event @returns {boolean} whether it means something */
  pressed(key, event) {
    return false;
  }

  /** Draw. */
  paint() {}
}
