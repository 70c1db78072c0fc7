/**
 * The map of the whole tree, beside the part of it that is drawn large: every node of the trace, grey until it is met, where the search
 * is, and the part in sight. It shows only while there is more than is in sight; a press on it goes there.
 */

import { _ } from "lib/messages.js";

const [WIDE, HIGH, EDGE] = [220, 110, 6];
/** The corners in which the map may lie, as classes; and so many units around a node belong to it. */
const CORNERS = ["", "west", "south", "south west"];
const ROOM = 40;
/** What the root and the current node count for, beside other nodes. */
const WEIGHT = 100;

/** Where each node stands, between 0 and 1: leaves side by side in their order, others above the middle of theirs. @param {{size: number, parent: number[], children: number[][]}} trace */
export function mapped({ size, parent, children }) {
  const x = new Float64Array(size);
  const y = new Float64Array(size);
  let [leaves, deepest] = [0, 1];
  const waiting = [0];
  /** @type {number[]} */
  const order = [];
  while (waiting.length) {
    const row = /** @type {number} */ (waiting.pop());
    order.push(row);
    y[row] = row ? y[parent[row]] + 1 : 0;
    deepest = Math.max(deepest, y[row]);
    if (!children[row].length) x[row] = leaves++;
    for (let at = children[row].length - 1; at >= 0; at--) waiting.push(children[row][at]);
  }
  for (const row of order.reverse()) {
    const below = children[row];
    if (below.length) x[row] = (x[below[0]] + x[below[below.length - 1]]) / 2;
  }
  for (let row = 0; row < size; row++) {
    x[row] /= Math.max(1, leaves - 1);
    y[row] /= deepest;
  }
  return { x, y };
}

export class Overview {
  /** @param {import("./stage.js").Stage} stage @param {HTMLElement} host */
  constructor(stage, host) {
    this.stage = stage;
    this.map = mapped(stage.trace);
    this.canvas = document.createElement("canvas");
    this.canvas.className = "lab-overview raised rounded";
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", _("The whole tree, and which part of it is in sight"));
    this.canvas.hidden = true;
    /** All edges, drawn once. @type {HTMLCanvasElement | null} */
    this.ground = null;
    const go = (/** @type {PointerEvent} */ event) => event.buttons === 1 && this.goTo(event);
    this.canvas.addEventListener("pointerdown", go);
    this.canvas.addEventListener("pointermove", go);
    host.querySelector(".lab-overview")?.remove();
    host.append(this.canvas);
  }

  /** Whether there is more of the tree than can be seen at once. */
  get needed() {
    const { frame, window: drawn, trace, wide, high } = this.stage;
    return drawn.at.size < trace.size || frame.scrollWidth > wide + 2 || frame.scrollHeight > high + 2;
  }

  /** The frame or what is drawn in it has changed. */
  changed() {
    this.canvas.hidden = this.stage.trace.size < 2 || !this.needed;
    this.draw();
  }

  /** Lie in the corner where the fewest nodes are: nobody can look below the map on a screen that only follows. */
  aside() {
    if (this.canvas.hidden) return;
    const { left, top, wide, high, scale, window: drawn, replay } = this.stage;
    const [across, down] = [this.canvas.offsetWidth + ROOM, this.canvas.offsetHeight + ROOM];
    const counts = CORNERS.map((corner) => {
      let count = 0;
      for (const { row, x, y } of drawn.places) {
        const [west, north] = [x * scale - left, y * scale - top];
        const beside = corner.includes("west") ? west < across : west > wide - across && west < wide + ROOM;
        const level = corner.includes("south") ? north > high - down && north < high + ROOM : north < down;
        if (beside && level && west > -ROOM && north > -ROOM) count += row === 0 || row === replay.other.current ? WEIGHT : 1;
      }
      return count;
    });
    this.canvas.className = `lab-overview raised rounded ${CORNERS[counts.indexOf(Math.min(...counts))]}`;
  }

  /** @param {number} row @returns {[number, number]} */
  spot(row) {
    return [EDGE + this.map.x[row] * (WIDE - 2 * EDGE), EDGE + this.map.y[row] * (HIGH - 2 * EDGE)];
  }

  draw() {
    if (this.canvas.hidden) return;
    const { stage, canvas } = this;
    const dense = Math.min(2, devicePixelRatio || 1) * Math.max(1, Math.round(stage.least / 2));
    if (canvas.width !== WIDE * dense) [canvas.width, canvas.height] = [WIDE * dense, HIGH * dense];
    const pen = canvas.getContext("2d");
    if (!pen) return;
    const style = getComputedStyle(canvas);
    this.ground ??= this.drawGround(style.color, dense);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(this.ground, 0, 0);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    const strong = style.getPropertyValue("accent-color") || style.color;
    pen.strokeStyle = pen.fillStyle = strong;
    pen.lineWidth = 2;
    pen.beginPath();
    const { current } = stage.replay.other;
    for (let row = current; row >= 0; row = stage.trace.parent[row]) pen.lineTo(...this.spot(row));
    pen.stroke();
    pen.beginPath();
    pen.arc(...this.spot(current), 4, 0, 7);
    pen.fill();
    this.drawSight(pen);
  }

  /** The part that is in sight: around the nodes that stand in the frame now. @param {CanvasRenderingContext2D} pen */
  drawSight(pen) {
    const { left, top, wide, high, scale, window: drawn, trace } = this.stage;
    let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const { row, x, y } of drawn.places) {
      const [across, down] = [x * scale - left, y * scale - top];
      if (row >= trace.size || across < 0 || across > wide || down < 0 || down > high) continue;
      const [mapX, mapY] = this.spot(row);
      [west, north, east, south] = [Math.min(west, mapX), Math.min(north, mapY), Math.max(east, mapX), Math.max(south, mapY)];
    }
    if (west <= east) pen.strokeRect(west - 4, north - 4, east - west + 8, south - north + 8);
  }

  /** @param {string} colour @param {number} dense */
  drawGround(colour, dense) {
    const ground = document.createElement("canvas");
    [ground.width, ground.height] = [WIDE * dense, HIGH * dense];
    const pen = ground.getContext("2d");
    if (!pen) return ground;
    pen.scale(dense, dense);
    pen.strokeStyle = colour;
    pen.globalAlpha = 0.45;
    pen.beginPath();
    for (let row = 1; row < this.stage.trace.size; row++) {
      pen.moveTo(...this.spot(this.stage.trace.parent[row]));
      pen.lineTo(...this.spot(row));
    }
    pen.stroke();
    return ground;
  }

  /** Bring the drawn node that is nearest to a place of the map into the middle. @param {PointerEvent} event */
  goTo(event) {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) / box.width) * WIDE, ((event.clientY - box.top) / box.height) * HIGH];
    let [best, least] = [0, Infinity];
    for (let row = 0; row < this.stage.trace.size; row++) {
      const [across, down] = this.spot(row);
      const far = (across - x) ** 2 + (down - y) ** 2;
      if (far < least) [best, least] = [row, far];
    }
    this.stage.show(best);
  }
}
