/** Panning of what scrolls by itself; drawings that are zoomed as well have `lib/pan_zoom.js`. */

/** Pixels from which a press is a drag and no click. */
const SLOP = 6;
/** Pixels by which Shift with an arrow moves a frame. */
const STEP = 80;

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/** @param {Event} event @returns {HTMLElement | null} */
const frameOf = ({ target }) => (target instanceof Element ? target.closest(".board-table") : null);

/** Let the frames inside an element that scroll be moved: dragging with the mouse, Shift with an arrow; fingers and wheels scroll them by themselves. @param {HTMLElement} root */
export function letPan(root) {
  /** @type {{frame: HTMLElement, pointer: number, x: number, y: number, left: number, top: number, moved: boolean} | null} */
  let drag = null;
  root.addEventListener("pointerdown", (event) => {
    const frame = frameOf(event);
    if (!frame || event.pointerType !== "mouse" || event.button !== 0) return;
    const { clientX: x, clientY: y, pointerId: pointer } = event;
    drag = { frame, pointer, x, y, left: frame.scrollLeft, top: frame.scrollTop, moved: false };
  });
  root.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) < SLOP) return;
    if (!drag.moved) drag.frame.setPointerCapture(drag.pointer);
    drag.moved = true;
    drag.frame.classList.add("panning");
    drag.frame.scrollLeft = drag.left - dx;
    drag.frame.scrollTop = drag.top - dy;
  });
  const end = () => {
    drag?.frame.classList.remove("panning");
    if (drag?.moved) swallowClick(root);
    drag = null;
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
  root.addEventListener(
    "keydown",
    (event) => {
      const way = WAYS[event.key];
      const frame = frameOf(event);
      if (!way || !frame || !event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
      frame.scrollLeft += way[0] * STEP;
      frame.scrollTop += way[1] * STEP;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
}

/** The end of a drag is no click on what lies under it. @param {HTMLElement} root */
function swallowClick(root) {
  const stop = (/** @type {Event} */ event) => event.stopPropagation();
  root.addEventListener("click", stop, { capture: true, once: true });
  setTimeout(() => root.removeEventListener("click", stop, true));
}
