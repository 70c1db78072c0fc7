/**
 * Drags beside taps, by mouse and finger, for any board: it says what a press takes hold of, and hears where that is and where it is let
 * go. A drag begins after a few pixels, so that a tap with an unsteady hand stays a tap, and the click that ends it is no tap.
 * Loaded behind the board.
 */

const SLOP = 6;

/**
 * @typedef {object} Drag
 * @property {() => void} [begin]
 * @property {(event: PointerEvent) => void} [over] it is held over a place
 * @property {(event: PointerEvent) => void} drop it is let go there
 * @property {() => void} [cancel] it is let go nowhere: the browser took the pointer, or Escape was pressed
 * @property {() => {element: Element | null, x: number, y: number}} [ghost] what follows the pointer, and where it stands in the drawing's units
 */

/** @param {import("./surface.js").Surface} board @param {(event: PointerEvent) => Drag | null} grab */
export function dragsOn(board, grab) {
  /** @type {Drag | null} */
  let drag = null;
  let active = false;
  let pointer = -1;
  let start = { x: 0, y: 0 };
  /** @type {Set<Element>} */
  const moved = new Set();

  const end = () => {
    for (const each of moved) each.removeAttribute("style");
    moved.clear();
    board.root.classList.remove("dragging");
    for (const [name, act] of Object.entries(heard)) document.removeEventListener(name, /** @type {EventListener} */ (act), true);
    drag = null;
    active = false;
  };
  const follow = (/** @type {PointerEvent} */ event) => {
    const { element, x, y } = drag?.ghost?.() ?? { element: null, x: 0, y: 0 };
    if (!(element instanceof SVGElement)) return;
    const point = board.pointOf(event);
    element.style.translate = `${point.x - x}px ${point.y - y}px`;
    element.style.pointerEvents = "none";
    moved.add(element);
  };
  const cancel = () => {
    if (active) drag?.cancel?.();
    end();
  };
  const heard = {
    pointermove(/** @type {PointerEvent} */ event) {
      if (!drag || event.pointerId !== pointer) return;
      if (!active && Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLOP) return;
      if (!active) {
        active = true;
        board.root.classList.add("dragging");
        // Whoever else follows this pointer, such as a map that is panned, lets it go.
        if (event.target instanceof Element) event.target.dispatchEvent(new PointerEvent("pointercancel", { pointerId: pointer, bubbles: true }));
        drag.begin?.();
      }
      event.stopPropagation();
      drag.over?.(event);
      follow(event);
    },
    pointerup(/** @type {PointerEvent} */ event) {
      if (event.pointerId !== pointer) return;
      const held = active ? drag : null;
      end();
      if (!held) return;
      noClick();
      held.drop(event);
    },
    pointercancel: (/** @type {PointerEvent} */ event) => event.isTrusted && event.pointerId === pointer && cancel(),
    keydown(/** @type {KeyboardEvent} */ event) {
      if (event.key !== "Escape" || !active) return;
      event.stopPropagation();
      cancel();
    },
  };
  board.listen({
    pointerdown(event) {
      end();
      if (event.button !== 0 || !event.isPrimary) return;
      drag = grab(event);
      if (!drag) return;
      pointer = event.pointerId;
      start = { x: event.clientX, y: event.clientY };
      for (const [name, act] of Object.entries(heard)) document.addEventListener(name, /** @type {EventListener} */ (act), true);
    },
  });
  board.root.classList.add("drags");
  // What a finger drags does not scroll the page.
  board.root.addEventListener("touchmove", (event) => active && event.cancelable && event.preventDefault(), { passive: false });
}

/** The click that the browser makes of the end of a drag is none. */
function noClick() {
  const stop = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  document.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => document.removeEventListener("click", stop, true));
}
