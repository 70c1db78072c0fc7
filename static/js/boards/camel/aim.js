/**
 * Where a camel would lie if it were placed now, as plain data: what pointer and keys do to it. No drawing, no page.
 */

import { _ } from "lib/messages.js";
import { clamp } from "../lib/cursor.js";
import { TILE, slotText, turned } from "./geometry.js";

/** @typedef {import("./geometry.js").Slot} Slot */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("../lib/cursor.js").Cell} Cell */
/** @typedef {{mode: boolean, slot: Slot | null, turned: boolean}} Aim `mode`: only camels are placed, no steps made */

/** Nothing aimed at. @type {Aim} */
export const NO_AIM = { mode: false, slot: null, turned: false };

/** Units from a gap's middle line within which a pointer means the gap. */
const REACH = 30;
/** Units from a tile's rim to its heart: a finger is less exact than a mouse. */
const HEART = { mouse: 12, touch: 24 };
/** Half of the smallest target, in CSS pixels. */
const HALF_TARGET = 12;

/**
 * The tile whose heart a point lies in, or null. On small boards the heart grows until it is 24 pixels wide.
 * @param {Layout} layout @param {Cell} point @param {{touch: boolean, scale: number}} how `scale` is in pixels per unit
 */
export function heartOf(layout, point, { touch, scale }) {
  const tile = layout.tileNear(point);
  const margin = Math.min(HEART[touch ? "touch" : "mouse"], TILE / 2 - HALF_TARGET / scale);
  return tile && tile.depth >= margin ? tile : null;
}

/**
 * The pointer is at a point: aim at the nearest slot. A camel that was turned by hand stays turned while the pointer
 * stays at its block.
 * @param {Aim} aim @param {Layout} layout @param {Cell} point @param {boolean} anywhere even far from any gap
 * @returns {Aim}
 */
export function pointAt(aim, layout, point, anywhere) {
  const near = layout.tileNear(point) ? layout.slotNear(point) : null;
  if (!near || (!anywhere && near.distance > REACH)) return { ...aim, slot: null, turned: false };
  const { axis, x, y } = near;
  const held = aim.slot !== null && aim.turned && aim.slot.x === x && aim.slot.y === y;
  return held ? aim : { ...aim, slot: { axis, x, y }, turned: false };
}

/** Turn the camel in its block. @param {Aim} aim @returns {Aim} */
export function turn(aim) {
  return aim.slot ? { ...aim, slot: turned(aim.slot), turned: true } : aim;
}

/** Begin to place a camel, near a tile. @param {Cell} tile @param {Layout} layout @param {Slot["axis"]} axis @returns {Aim} */
export function beginNear(tile, layout, axis) {
  const slot = { axis, x: clamp(tile.x, layout.width - 2), y: clamp(tile.y, layout.height - 2) };
  return { mode: true, slot, turned: true };
}

/**
 * What the rules say of a slot, as the view tells it.
 * @param {Slot} slot @param {{moves: any[], refusals?: any[]}} view @returns {{move: any | null, sentence: string,
 * seats: number[]}} the legal move, or the reason why there is none and the seats whose path would be cut
 */
export function verdict(slot, { moves, refusals = [] }) {
  const text = slotText(slot);
  const same = (/** @type {any} */ one) => one.axis !== undefined && slotText(one) === text;
  const move = moves.find(same) ?? null;
  if (move) return { move, sentence: "", seats: [] };
  const refusal = refusals.find(same);
  return {
    move: null,
    sentence: refusal?.sentence ?? _("No camel may be placed on {text} now.", { text }),
    seats: refusal?.seats ?? [],
  };
}
