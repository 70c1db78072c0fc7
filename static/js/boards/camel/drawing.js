/**
 * Draws Crazy Camel: sand tiles, camels in the gaps, masters, goal rows and shortest paths, as svg templates. A camel's
 * owner shows in colour, in its humps (one for the first seat, two for the second, none if unknown) and in its mark.
 */

import { nothing, svg } from "lit";
import { markPath } from "lib/marks.js";
import { _ } from "lib/messages.js";
import { order } from "../lib/cursor.js";
import { stillPicture } from "../lib/signs.js";
import { Layout, TILE, slotText } from "./geometry.js";

/** @typedef {import("./geometry.js").Slot} Slot */

/** What the players are called. */
export const NAMES = [_("Blue"), _("Orange")];

/** The line of the back for one hump, for two, and for none. */
const BACKS = [
  "L-46-8C-26-8-24-37 0-37S26-8 46-8",
  "L-70-8C-54-8-54-35-36-35S-16-10-2-10 14-35 32-35 48-8 62-8",
  "L62-8",
];
const HEAD =
  "L67-8C81-8 78-31 88-37 93-40 101-38 106-33L114-27C119-23 116-17 110-18L101-19C95-18 98-5 96 2 94 12 89 15 81 15Z";
const outline = (/** @type {string} */ back) => `M-93 15Q-109 15-109 2T-95-9${back}${HEAD}`;
/** Folded legs and the tail. */
const FOLDS = "M80 15C70 2 50 3 42 14M-58 15C-64 1-86 1-93 10M-108 2Q-117 6-114 15";
const EAR = "M87-36 84-45 93-39";
/** Where a camel wears its owner's mark: on the one hump, or between the two. */
const MARKS = ["translate(0 -9) scale(1.1)", "translate(-2 2) scale(.95)"];

/** A camel around (0, 0), lying along its gap with its head to the right, or upwards. @param {number | null} owner @param {"H" | "V"} axis @param {string} [more] classes */
export function camel(owner, axis, more = "") {
  const body = outline(BACKS[owner ?? 2]);
  const upright = axis === "V" ? "rotate(90)" : "";
  const mark =
    owner === null
      ? nothing
      : svg`<path class="mark" d=${markPath(owner, "camel")} transform=${`${MARKS[owner]} ${upright}`} />`;
  const classes = `camel ${owner === null ? "" : `seat-${owner}`} ${more}`;
  return svg`<g class=${classes} transform=${axis === "V" ? "rotate(-90)" : nothing}>
    <g class="lying">${more === "last" ? svg`<path class="halo outer" d=${body} /><path class="halo" d=${body} />` : nothing}
    <path class="body" d=${EAR} /><path class="body" d=${body} />
    <path class="fold" d=${FOLDS} /><circle class="eye" cx="103" cy="-28" r="3" />${mark}</g></g>`;
}

/** A master: a round figure around (0, 0) with its seat's mark. @param {number} seat @param {string} [more] */
export function master(seat, more = "") {
  return svg`<g class=${`master seat-${seat} ${more}`}>
    <circle class="shade" cx="1" cy="5" r="40" /><circle class="turn" r="47" /><circle class="body" r="37" />
    <circle class="inner" r="25" /><path class="mark" d=${markPath(seat, "camel")} transform="scale(1.7)" /></g>`;
}

/** Frame and coordinates. @param {Layout} layout @param {boolean} [named] */
export function ground(layout, named = true) {
  const { x, y, width, height } = layout.frame;
  const column = (/** @type {number} */ at) =>
    svg`<text class="coordinate" x=${layout.tile({ x: at, y: 0 }).x} y=${y / 2 - 4}>${at}</text>`;
  const row = (/** @type {number} */ at) =>
    svg`<text class="coordinate" x=${x / 2 - 4} y=${layout.tile({ x: 0, y: at }).y}>${at}</text>`;
  return svg`<g aria-hidden="true"><rect class="edge" x=${x} y=${y} width=${width} height=${height} rx="26" />
    ${named ? [order(layout.width, layout.flip).map(column), order(layout.height, layout.flip).map(row)] : nothing}</g>`;
}

/**
 * A tile around (0, 0). @param {number | null} goal the seat whose goal it is @param {boolean} [plain] without its shadow
 */
export function tile(goal, plain = false) {
  const from = -TILE / 2;
  const classes = `tile ${goal === null ? "" : `goal-${goal}`}`;
  return svg`${plain ? nothing : svg`<rect class="under" x=${from} y=${from + 4} width=${TILE} height=${TILE} rx="13" />`}
    <rect class=${classes} x=${from} y=${from} width=${TILE} height=${TILE} rx="13" />
    ${goal === null ? nothing : svg`<path class="goal-mark" d=${markPath(goal, "camel")} transform="scale(1.9)" />`}`;
}

/** The seat whose goal row y is, or null. @param {any} view @param {number} y @returns {number | null} */
export function goalOf(view, y) {
  const seat = view.masters.findIndex((/** @type {any} */ one) => one.goal === y);
  return seat < 0 ? null : seat;
}

/**
 * All camels that lie on the board.
 *
 * @param {Slot[]} camels @param {Map<string, number>} owners by the camel's text @param {Layout} layout @param {string} [last] the text of the one just placed
 */
export function herd(camels, owners, layout, last = "") {
  return camels.map((one) => {
    const text = slotText(one);
    const { x, y } = layout.slot(one);
    const drawn = camel(owners.get(text) ?? null, one.axis, text === last ? "last" : "");
    return svg`<g transform=${`translate(${x} ${y})`} data-camel=${text}>${drawn}</g>`;
  });
}

/** The shortest path of each master as a dotted line, the seats' lines side by side, with its length at the goal. @param {any} view @param {Layout} layout */
export function paths(view, layout) {
  return view.paths.map((/** @type {[number, number][]} */ path, /** @type {number} */ seat) => {
    if (path.length < 2) return nothing;
    const shift = seat ? 9 : -9;
    const points = path.map(([x, y]) => layout.tile({ x, y })).map(({ x, y }) => `${x + shift} ${y + shift}`);
    const [x, y] = points[points.length - 1].split(" ").map(Number);
    const line = `M${points.join("L")}`;
    return svg`<g class=${`path seat-${seat}`}><path class="under" d=${line} /><path class="dots" d=${line} />
      <g transform=${`translate(${x} ${y})`}><circle class="length" r="27" />
        <text class="coordinate">${view.masters[seat].distance}</text></g></g>`;
  });
}

/** The four corners around a tile that mark the step just made. */
export function corners() {
  return svg`<path class="corners" d="M-50-30V-50H-30M30-50H50V-30M50 30V50H30M-30 50H-50V30" />`;
}

/** Words on tiles, of which one is chosen; beside a master they stand in the corner. @param {Boards.Note[]} notes @param {any} view @param {Layout} layout @param {string} label */
function written(notes, view, layout, label) {
  const note = (/** @type {Boards.Note} */ { x, y, text, tone, words, chosen }) => {
    const place = layout.tile({ x, y });
    const taken = view.masters.some((/** @type {any} */ one) => one.x === x && one.y === y);
    return svg`<g class=${`note ${tone}`} transform=${at(place)} data-x=${x} data-y=${y} role="radio" aria-checked=${chosen} tabindex=${chosen ? 0 : -1} aria-label=${words}>
      <rect class="hit" x="-65" y="-65" width="130" height="130" />
      ${chosen ? svg`<rect class="chosen" x="-52" y="-52" width="104" height="104" rx="14" />` : nothing}
      ${taken ? svg`<rect class="badge" x="-10" y="-60" width="82" height="46" rx="23" />` : nothing}
      <text class=${taken ? "small" : ""} x=${taken ? 31 : 0} y=${taken ? -37 : 0}>${text}</text></g>`;
  };
  return svg`<g class="notes" role="radiogroup" aria-label=${label}>${notes.map(note)}</g>`;
}

const at = (/** @type {{x: number, y: number}} */ { x, y }) => `translate(${x} ${y})`;

/** A still picture; camels whose placing is not in `history` are drawn without an owner. @param {any} view @param {Boards.About} [about] */
export function picture(view, { last = null, label, history = [], notes, named = false } = {}) {
  const layout = new Layout(view.width, view.height, false, named);
  const tone = (/** @type {number} */ x, /** @type {number} */ y) => notes?.find((note) => note.x === x && note.y === y)?.tone ?? nothing;
  const cell = (/** @type {number} */ x, /** @type {number} */ y) =>
    svg`<g class=${tone(x, y)} transform=${at(layout.tile({ x, y }))}>${tile(goalOf(view, y), true)}</g>`;
  const figure = (/** @type {any} */ one, /** @type {number} */ seat) => svg`<g transform=${at(layout.tile(one))}>
    ${last?.to?.[0] === one.x && last?.to?.[1] === one.y ? corners() : nothing}${master(seat)}</g>`;
  const tiles = order(view.height, false).map((y) => order(view.width, false).map((x) => cell(x, y)));
  const camels = herd(view.camels, ownersOf(history), layout, last?.axis ? slotText(/** @type {any} */ (last)) : "");
  const things = [ground(layout, named), tiles, camels, view.masters.map(figure)];
  if (!notes) return stillPicture("camels", layout.box, label, things);
  return stillPicture("camels noted", layout.box, label, [svg`<g aria-hidden="true">${things}</g>`, written(notes, view, layout, label ?? "")], "group");
}

/** @type {Record<string, number[]>} */
const STEPS = { Up: [0, -1], Down: [0, 1], Left: [-1, 0], Right: [1, 0] };

/** Where a move points: from the master to the tile it steps to, or to the slot a camel takes. @type {Boards.FindArrow} */
export function arrow(view, text, flip) {
  const layout = new Layout(view.width, view.height, flip);
  const camel = /^([HV]) (\d) (\d)$/.exec(text);
  if (camel) return { from: null, to: layout.slot({ x: Number(camel[2]), y: Number(camel[3]) }) };
  const master = view.masters[view.to_move];
  const listed = (view.moves ?? []).find((move) => move.text === text);
  const step = /^(Up|Down)?(Left|Right)?$/.exec(text);
  if (!master || !step || !text) return null;
  const [x, y] = listed?.to ?? target(view, master, step);
  return { from: layout.tile(master), to: layout.tile({ x, y }) };
}

/** The tile that a step leads to, a jump over the other master included. @param {any} view @param {{x: number, y: number}} master @param {string[]} step */
function target(view, master, [, up, side]) {
  const [a, b] = [STEPS[up] ?? [0, 0], STEPS[side] ?? [0, 0]];
  const next = [master.x + a[0] + b[0], master.y + a[1] + b[1]];
  const other = view.masters[1 - view.to_move];
  const jumps = (!up || !side) && other.x === next[0] && other.y === next[1];
  return jumps ? [next[0] + a[0] + b[0], next[1] + a[1] + b[1]] : next;
}

/** Who placed each camel, by its text, as far as the moves tell. @param {{seat: number, text?: string, effect?: any}[]} history @returns {Map<string, number>} */
export function ownersOf(history) {
  const placed = history.filter((move) => move.effect?.axis);
  return new Map(placed.map((move) => [slotText(move.effect), move.seat]));
}
