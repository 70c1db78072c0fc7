/**
 * The editor of trees: a node is chosen with a tap or the arrows, its side, value and children are changed below the
 * drawing or with keys. Every change is told as the tree's text.
 */

import { html } from "lit";
import { button } from "lib/button.js";
import { _ } from "lib/messages.js";
import { EditorSurface } from "../lib/editing.js";
import { CHANCE, evenOut, flat, lineForm, nearest, nested, other } from "./model.js";
import { Scene, nodeOf } from "./scene.js";

const [WORST, BEST] = [-128, 127];

export class Editor extends EditorSurface {
  /** @param {HTMLElement} host @param {Boards.Edited} edited */
  constructor(host, { view, onChange }) {
    super(host, "tree", onChange);
    this.scene = new Scene();
    /** @type {any[]} the nested nodes by row */
    this.order = [];
    this.path = "";
    this.cursor = 0;
    this.listen({
      click: (event) => {
        const row = nodeOf(event);
        if (row === null) return;
        this.scene.open(row);
        this.to(row);
      },
      focusin: (event) => {
        const row = nodeOf(event);
        if (row !== null && row !== this.cursor) this.to(row);
      },
    });
    this.update(view);
  }

  /** Show another tree, such as one pasted. @param {any} view */
  update(view) {
    this.nodes = view.nodes;
    this.order = nested(view.nodes);
    this.path = view.text.split(" @")[1] ?? "";
    this.here = view.node;
    this.cursor = Math.min(this.cursor, view.nodes.length - 1);
    this.paint();
  }

  get text() {
    return lineForm(this.order[0]) + (this.path ? ` @${this.path}` : "");
  }

  get chosen() {
    return this.order[this.cursor];
  }

  /** The tree was changed: number the nodes anew and tell. @param {any} chosen the node to stay at */
  changed(chosen) {
    const { order, nodes } = flat(this.order[0]);
    this.order = order;
    this.nodes = nodes;
    this.cursor = Math.max(0, order.indexOf(chosen));
    this.told();
  }

  /** The walked path no longer fits a tree of another shape. */
  forgetPath() {
    this.path = "";
    this.here = 0;
  }

  /** A child of the other side, worth nothing yet. */
  add() {
    const child = { side: other(this.chosen.side), value: 0, chance: "", children: [] };
    this.chosen.children.push(child);
    evenOut(this.chosen);
    this.forgetPath();
    this.changed(child);
  }

  remove() {
    if (this.cursor === 0) return;
    const parent = this.order[this.nodes[this.cursor][0]];
    parent.children.splice(parent.children.indexOf(this.chosen), 1);
    evenOut(parent);
    this.forgetPath();
    this.changed(parent);
  }

  /** @param {number} side */
  give(side) {
    evenOut(this.chosen);
    this.chosen.side = side;
    this.changed(this.chosen);
  }

  /** @param {number} value */
  put(value) {
    if (!Number.isFinite(value)) return;
    this.chosen.value = nearest(Math.max(WORST, Math.min(BEST, value)));
    this.changed(this.chosen);
  }

  /** @param {number} row */
  to(row) {
    this.cursor = row;
    this.paint();
  }

  /** @param {string} key */
  pressed(key) {
    const next = this.scene.next(this.cursor, key);
    if (next !== null) this.to(next);
    else if (key === "Enter" || key === " ") this.give(other(this.chosen.side));
    else if (key === "+") this.put(this.chosen.value + 1);
    else if (key === "-") this.put(this.chosen.value - 1);
    else if (key === "Insert" || key === "c") this.add();
    else if (key === "Delete" || key === "Backspace") this.remove();
    else return false;
    this.focus();
    return true;
  }

  paint() {
    const drawing = this.scene.drawing({
      nodes: this.nodes,
      here: this.here,
      cursor: this.cursor,
      label: _("Tree: arrows walk, Enter changes the side, plus and minus the value, C adds a child, Delete removes"),
      legal: new Set([this.cursor]),
      words: (row) => (row === this.cursor ? [_("chosen")] : []),
      classes: "editing",
    });
    const leaves = this.order.filter((node) => !node.children.length).length;
    this.draw(drawing, { words: _("{nodes} nodes, {leaves} leaves", { nodes: this.order.length, leaves }), tone: "", buttons: this.tools() });
    this.scene.fit(this.svg);
  }

  tools() {
    const side = (/** @type {number} */ of, /** @type {string} */ title) =>
      button(title, () => this.give(of), { pressed: this.chosen.side === of });
    return html`${side(0, _("Max moves (a)"))}${side(1, _("Min moves (o)"))}${side(CHANCE, _("Chance decides (c)"))}
      <label class="tree-value inline small">${_("Value")}
        <input type="number" min=${WORST} max=${BEST} step="any" .value=${String(this.chosen.value)}
          @change=${(/** @type {any} */ event) => this.put(Number(event.target.value))} /></label>
      ${button(_("Add a child"), () => this.add())} ${button(_("Remove"), () => this.remove(), { kind: "quiet", off: this.cursor === 0 })}`;
  }
}
