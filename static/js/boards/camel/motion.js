/** Moves masters and camels from one position to the next: steps slide, jumps leap, camels lie down. */

import { BEAT, animate } from "../lib/motion.js";
import { slotText } from "./geometry.js";

/** @typedef {import("./geometry.js").Layout} Layout */

/**
 * @param {SVGSVGElement} drawing already shows the new position @param {any} before the view that was shown
 * @param {any} after the view that is shown @param {Layout} layout
 */
export function showChange(drawing, before, after, layout) {
  after.masters.forEach((/** @type {any} */ now, /** @type {number} */ seat) => {
    const was = before.masters[seat];
    if (was.x === now.x && was.y === now.y) return;
    const from = layout.tile(was);
    const to = layout.tile(now);
    const by = { x: from.x - to.x, y: from.y - to.y };
    const leap = Math.abs(was.x - now.x) + Math.abs(was.y - now.y) > 1;
    const at = (/** @type {number} */ part, /** @type {number} */ size) => ({
      transform: `translate(${by.x * part}px, ${by.y * part}px) scale(${size})`,
    });
    const frames = leap ? [at(1, 1), at(0.5, 1.25), at(0, 1)] : [at(1, 1), at(0, 1)];
    animate(drawing.querySelector(`.masters .master.seat-${seat}`), frames, { duration: leap ? 200 : BEAT });
  });
  const lay = new Set(before.camels.map(slotText));
  for (const camel of after.camels) {
    const text = slotText(camel);
    if (lay.has(text)) continue;
    const body = drawing.querySelector(`[data-camel="${text}"] .lying`);
    animate(body, [
      { transform: "scale(.7, 1.3)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ]);
  }
}
