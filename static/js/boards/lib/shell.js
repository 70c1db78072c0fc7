/**
 * What every board stands in: the host's inside (the drawing, a line for words and buttons below it), coordinates that
 * never get smaller than 14 pixels, and the way from a pointer to a point on the board.
 */

import { html, nothing, render } from "lit";

/** The smallest coordinate, in CSS pixels. */
const SMALLEST_TEXT = 14;

export class Shell {
  /**
   * @param {HTMLElement} host is emptied and filled
   * @param {string} name of the game, for the style sheet
   */
  constructor(host, name) {
    /** The least height of a coordinate, in units. */
    this.least = 30;
    this.root = document.createElement("div");
    this.root.className = `board board-${name}`;
    host.replaceChildren(this.root);
    this.sizes = new ResizeObserver(() => this.measure());
    this.sizes.observe(this.root);
  }

  /**
   * Draw the board. `drawing` is an svg template; `words` and `buttons` stand below it, `over` lies upon it.
   *
   * @param {unknown} drawing
   * @param {{words?: string, tone?: "" | "bad", buttons?: unknown, over?: unknown}} [around]
   */
  paint(drawing, { words = "", tone = "", buttons = nothing, over = nothing } = {}) {
    render(
      html`<div class="board-table">${drawing}${over}</div>
        <div class="board-foot">
          <p class=${`board-words ${tone}`} aria-hidden="true">${words}</p>
          <div class="board-buttons">${buttons}</div>
        </div>`,
      this.root,
    );
  }

  /** @returns {SVGSVGElement} */
  get svg() {
    return /** @type {SVGSVGElement} */ (this.root.querySelector("svg.board-drawing"));
  }

  /** Keep the coordinates readable however small the board is drawn; to be called when its width in units changes. */
  measure() {
    const size = Math.max(this.least, Math.min(56, SMALLEST_TEXT / this.scale));
    this.root.style.setProperty("--coordinate", `${size}px`);
  }

  /** CSS pixels per unit of the drawing. */
  get scale() {
    return this.svg?.getScreenCTM()?.a || 1;
  }

  /**
   * The point of the drawing, in its own units, under a pointer.
   *
   * @param {PointerEvent | MouseEvent} event
   */
  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
  }

  /** Move the keyboard's focus to the one tab stop. */
  focus() {
    const stop = this.root.querySelector('[role="gridcell"][tabindex="0"]');
    if (stop instanceof SVGElement) stop.focus({ preventScroll: true });
  }

  /** Whether the keyboard's focus is on the drawing. */
  get focused() {
    return document.activeElement !== null && this.svg?.contains(document.activeElement);
  }

  destroy() {
    this.sizes.disconnect();
    this.root.remove();
  }
}
