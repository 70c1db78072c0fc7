/**
 * Where tiles and slots lie in the drawing of a Crazy Camel board: tiles 100 units wide, gaps of 34 between them, the
 * whole turned by half a turn if asked. A slot (x, y) is the middle of the 2 x 2 block whose upper left tile is (x, y).
 */

import { _ } from "lib/messages.js";
import { clamp } from "../lib/cursor.js";

/** @typedef {import("../lib/cursor.js").Cell} Cell */
/** @typedef {{axis: "H" | "V", x: number, y: number}} Slot */

export const TILE = 100;
export const GAP = 34;
const PITCH = TILE + GAP;
/** Units of the frame: at the left and on top, where the coordinates stand, and at the other two sides. */
const NAMED = 64;
const PLAIN = 26;

export class Layout {
  /** @param {number} width @param {number} height in tiles @param {boolean} [flip] @param {boolean} [named] with coordinates */
  constructor(width, height, flip = false, named = true) {
    this.width = width;
    this.height = height;
    this.flip = flip;
    this.edge = named ? NAMED : PLAIN;
    this.across = width * PITCH - GAP;
    this.down = height * PITCH - GAP;
  }

  /** The frame as x, y, width and height. */
  get frame() {
    const more = this.edge + PLAIN;
    return { x: -this.edge, y: -this.edge, width: this.across + more, height: this.down + more };
  }

  /** The drawing's `viewBox`. */
  get box() {
    const { x, y, width, height } = this.frame;
    return `${x} ${y} ${width} ${height}`;
  }

  /** The middle of a tile. @param {Cell} tile */
  tile({ x, y }) {
    return { x: this.column(x, this.width) * PITCH + TILE / 2, y: this.column(y, this.height) * PITCH + TILE / 2 };
  }

  /** The middle of a slot. @param {Cell} slot */
  slot({ x, y }) {
    return {
      x: this.column(x, this.width - 1) * PITCH + TILE + GAP / 2,
      y: this.column(y, this.height - 1) * PITCH + TILE + GAP / 2,
    };
  }

  /** @param {number} at @param {number} of */
  column(at, of) {
    return this.flip ? of - 1 - at : at;
  }

  /**
   * The tile around a point, and how far the point is from that tile's rim (negative in the gap); null off the board.
   * @param {Cell} point @returns {(Cell & {depth: number}) | null}
   */
  tileNear({ x, y }) {
    const reach = GAP / 2;
    if (x < -reach || y < -reach || x > this.across + reach || y > this.down + reach) return null;
    const column = clamp(Math.floor((x + reach) / PITCH), this.width - 1);
    const row = clamp(Math.floor((y + reach) / PITCH), this.height - 1);
    const middle = { x: column * PITCH + TILE / 2, y: row * PITCH + TILE / 2 };
    const depth = TILE / 2 - Math.max(Math.abs(x - middle.x), Math.abs(y - middle.y));
    return { x: this.column(column, this.width), y: this.column(row, this.height), depth };
  }

  /**
   * The slot nearest to a point, lying along the gap that the point is in or nearest to, with the distance to that gap's
   * middle line.
   * @param {Cell} point @returns {Slot & {distance: number}}
   */
  slotNear({ x, y }) {
    const middle = TILE + GAP / 2;
    const column = clamp(Math.round((x - middle) / PITCH), this.width - 2);
    const row = clamp(Math.round((y - middle) / PITCH), this.height - 2);
    const right = Math.abs(x - column * PITCH - middle);
    const below = Math.abs(y - row * PITCH - middle);
    const place = { x: this.column(column, this.width - 1), y: this.column(row, this.height - 1) };
    return { axis: right >= below ? "H" : "V", ...place, distance: Math.min(right, below) };
  }
}

/** A slot's text, which is also the move's: `H 2 3`. @param {Slot} slot */
export function slotText({ axis, x, y }) {
  return `${axis} ${x} ${y}`;
}

/** The same block with the camel lying the other way. @param {Slot} slot @returns {Slot} */
export function turned({ axis, x, y }) {
  return { axis: axis === "H" ? "V" : "H", x, y };
}

/** Which camels lie at a side of a tile: how they lie, and where from the tile. @type {[string, string, [number, number][]][]} */
const SIDES = [
  [_("above"), "H", [[0, -1], [-1, -1]]],
  [_("right"), "V", [[0, 0], [0, -1]]],
  [_("below"), "H", [[0, 0], [-1, 0]]],
  [_("left"), "V", [[-1, 0], [-1, -1]]],
];

/** The sides of a tile on which a camel lies, as the eye sees them: of "above", "right", "below", "left". @param {Cell} tile @param {Slot[]} camels */
export function camelsAround({ x, y }, camels, flip = false) {
  const lies = (/** @type {string} */ axis, /** @type {[number, number][]} */ places) =>
    camels.some((camel) => camel.axis === axis && places.some(([across, down]) => camel.x === x + across && camel.y === y + down));
  const found = SIDES.map(([, axis, places]) => lies(axis, places));
  return SIDES.map(([side]) => side).filter((_side, at) => found[flip ? (at + 2) % 4 : at]);
}
