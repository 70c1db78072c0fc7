/**
 * The parts of a live Crazy Camel drawing: tiles and slots as cells that can be walked over and named, masters, the
 * trail of the last step, and the ghost of a camel not yet placed. The board and the editor are made of them.
 */

import { nothing, repeat, svg } from "lit";
import { _ } from "lib/messages.js";
import { hintMark } from "../lib/signs.js";
import { order } from "../lib/cursor.js";
import { NAMES, camel, corners, goalOf, master, tile } from "./drawing.js";
import { camelsAround, slotText } from "./geometry.js";

/** @typedef {import("../lib/cursor.js").Cell} Cell */
/** @typedef {import("./geometry.js").Slot} Slot */
/** @typedef {import("./geometry.js").Layout} Layout */

const at = (/** @type {Cell} */ { x, y }) => `translate(${x} ${y})`;

/**
 * The rows of tiles. Without a cursor they are only a picture: then the slots are the cells.
 * @param {Layout} layout @param {any} view @param {Cell | null} cursor the one tab stop
 * @param {(cell: Cell) => {label: string, legal: boolean, target?: boolean, hint?: boolean}} about each tile
 */
export function tileRows(layout, view, cursor, about) {
  const cell = (/** @type {Cell} */ place) => {
    const { label, legal, target, hint } = about(place);
    const current = cursor?.x === place.x && cursor.y === place.y;
    return svg`<g role=${cursor ? "gridcell" : nothing} class=${`place ${legal && cursor ? "legal" : ""}`}
        transform=${at(layout.tile(place))} data-x=${place.x} data-y=${place.y}
        tabindex=${cursor ? (current ? 0 : -1) : nothing} aria-label=${cursor ? label : nothing}>
      <rect class="hit" x="-65" y="-65" width="130" height="130" />${tile(goalOf(view, place.y))}
      ${target && cursor ? svg`<circle class="target" r="15" />` : nothing}
      ${hint ? hintMark() : nothing}
      ${current ? svg`<rect class="focus-ring" x="-55" y="-55" width="110" height="110" rx="17" />` : nothing}</g>`;
  };
  const row = (/** @type {number} */ y) =>
    svg`<g role=${cursor ? "row" : nothing} aria-hidden=${cursor ? nothing : "true"}>
      ${columns(layout.width, layout.flip, (x) => cell({ x, y }))}</g>`;
  return columns(layout.height, layout.flip, row);
}

/**
 * The slots as cells of their own, each a small dot.
 * @param {Layout} layout @param {Slot | null} aimed the one tab stop @param {(slot: Slot) => string} label
 */
export function slotRows(layout, aimed, label) {
  const { axis, x: atX, y: atY } = aimed ?? { axis: /** @type {const} */ ("H"), x: 0, y: 0 };
  const ring = svg`<rect class="focus-ring" x="-122" y="-38" width="244" height="76" rx="24" transform=${lie(axis)} />`;
  const cell = (/** @type {Cell} */ { x, y }) => {
    const current = x === atX && y === atY;
    return svg`<g role="gridcell" class="slot" transform=${at(layout.slot({ x, y }))} data-x=${x} data-y=${y}
        tabindex=${current ? 0 : -1} aria-label=${label({ axis, x, y })}>
      <rect class="hit" x="-65" y="-65" width="130" height="130" /><circle class="dot" r="7" />
      ${current ? ring : nothing}</g>`;
  };
  const row = (/** @type {number} */ y) =>
    svg`<g role="row">${columns(layout.width - 1, layout.flip, (x) => cell({ x, y }))}</g>`;
  return columns(layout.height - 1, layout.flip, row);
}

/** @param {number} n @param {boolean} flip @param {(at: number) => unknown} draw */
function columns(n, flip, draw) {
  return repeat(order(n, flip), (one) => one, draw);
}

/** @param {Slot["axis"]} axis */
function lie(axis) {
  return axis === "V" ? "rotate(-90)" : nothing;
}

/**
 * Both masters; a ring around the one whose turn it is, a cross over those whose path would be cut.
 * @param {Layout} layout @param {any} view @param {number | null} mover @param {number[]} cut
 */
export function masters(layout, view, mover, cut) {
  const figure = (/** @type {Cell} */ one, /** @type {number} */ seat) =>
    svg`<g data-seat=${seat} transform=${at(layout.tile(one))}>${master(seat, seat === mover && view.returns === null ? "moving" : "")}
      ${cut.includes(seat) ? svg`<path class="cut" d="M-44-44 44 44M44-44-44 44" />` : nothing}</g>`;
  return svg`<g class="masters">${view.masters.map(figure)}</g>`;
}

/**
 * The corners around the tile of the last step, and a ring on the tile that it left, if that is known.
 * @param {Layout} layout @param {any} last @param {Cell | null} left
 */
export function trail(layout, last, left) {
  if (!last?.to) return nothing;
  const from = left && layout.tile(left);
  return svg`<g transform=${at(layout.tile({ x: last.to[0], y: last.to[1] }))}>${corners()}</g>
    ${from ? svg`<circle class="left" cx=${from.x} cy=${from.y} r="16" />` : nothing}`;
}

/** The slot of a recommended camel: its outline, and the star. @param {Layout} layout @param {Slot} slot */
export function hintedSlot(layout, slot) {
  return svg`<g class="hinted-slot" transform=${at(layout.slot(slot))}><rect x="-112" y="-15" width="224" height="30" rx="15"
    transform=${lie(slot.axis)} />${hintMark(2)}</g>`;
}

/** @param {Layout} layout @param {Slot} slot @param {number | null} owner @param {boolean} wrong */
export function ghost(layout, slot, owner, wrong) {
  return svg`<g class=${`ghost ${wrong ? "wrong" : ""}`} transform=${at(layout.slot(slot))}>${camel(owner, slot.axis)}
    ${wrong ? svg`<path class="cross" d="M-20-20 20 20M20-20-20 20" />` : nothing}</g>`;
}

/* In words, for those who cannot see it. */

/** Where steps go for the eye, in words: on the board as it is, and on a turned one, since their names stay. @type {Record<string, [string, string]>} */
const GOES = {
  Up: [_("upwards"), _("downwards")], Down: [_("downwards"), _("upwards")], Left: [_("to the left"), _("to the right")], Right: [_("to the right"), _("to the left")],
  UpLeft: [_("up to the left"), _("down to the right")], UpRight: [_("up to the right"), _("down to the left")],
  DownLeft: [_("down to the left"), _("up to the right")], DownRight: [_("down to the right"), _("up to the left")],
};

/** Where a step goes for the eye, "" where its name says that: in English, on a board that is not turned. @param {string} text @param {boolean} flip */
export const stepSeen = (text, flip) => (flip || document.documentElement.lang !== "en-GB" ? GOES[text]?.[Number(flip)] ?? "" : "");

/**
 * A tile's name, such as "3 5, empty, camel below, legal, step Up".
 * @param {Cell} cell @param {any} view @param {any} step the legal step onto it, if any
 * @param {any} last the last move, if known
 * @param {boolean} [flip] whether the board is turned
 */
export function tileLabel(cell, view, step, last, flip = false) {
  const seat = view.masters.findIndex((/** @type {Cell} */ one) => one.x === cell.x && one.y === cell.y);
  const around = camelsAround(cell, view.camels, flip);
  const goal = goalOf(view, cell.y);
  const parts = [`${cell.x} ${cell.y}`, seat < 0 ? _("empty") : _("{who}’s master", { who: NAMES[seat] })];
  if (goal !== null) parts.push(_("{who}’s goal", { who: NAMES[goal] }));
  if (around.length) parts.push(_("camel {sides}", { sides: around.join(_(" and ")) }));
  if (step) parts.push(_("legal"), _("step {step}", { step: step.text }));
  if (step && stepSeen(step.text, flip)) parts.push(stepSeen(step.text, flip));
  if (last?.to?.[0] === cell.x && last?.to?.[1] === cell.y) parts.push(_("last move"));
  return parts.join(", ");
}

/** Where a slot is for the eye: "H 2 3, below 2 3 and 3 3". @param {Slot} slot @param {boolean} [flip] whether the board is turned */
export function slotPlace(slot, flip = false) {
  const { axis } = slot;
  const [x, y] = flip ? [slot.x + (axis === "H" ? 0 : 1), slot.y + (axis === "H" ? 1 : 0)] : [slot.x, slot.y];
  const tiles = axis === "H" ? _("below {one} and {two}", { one: `${x} ${y}`, two: `${x + 1} ${y}` }) : _("right of {one} and {two}", { one: `${x} ${y}`, two: `${x} ${y + 1}` });
  return `${slotText(slot)}, ${tiles}`;
}

/** @param {Slot} slot @param {{move: any, sentence: string}} said by the rules @param {boolean} [flip] */
export function slotLabel(slot, { move, sentence }, flip = false) {
  return `${slotPlace(slot, flip)}, ${move ? _("legal") : _("not possible: {sentence}", { sentence })}`;
}
