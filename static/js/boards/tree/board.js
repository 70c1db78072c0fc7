/**
 * The playable tree: the children of the node that was reached light up, and a tap, a click or Enter goes down to one.
 */

import { _ } from "lib/messages.js";
import { LiveBoard } from "../lib/live.js";
import { animate } from "../lib/motion.js";
import { NAMES, below, wayTo } from "./model.js";
import { letPan } from "lib/pan.js";
import { Scene, nodeOf } from "./scene.js";

/** Switches that the page offers, in the order shown. */
export const settings = [{ name: "targets", title: _("Show legal moves"), default: true }];

/** @typedef {Protocol.Effect} Move with `node`, the row that it leads to, its `value`, and `leaf` */

/** A view's tree without the path walked in it. @param {any} view */
const treeOf = (view) => view.text.split(" @")[0];

export class Board extends LiveBoard {
  /** @param {HTMLElement} host @param {Boards.Listener} to */
  constructor(host, to) {
    super(host, "tree", to, settings);
    this.scene = new Scene();
    this.cursor = 0;
    this.centred = -1;
    /** whether the reader moved the keyboard's place since the position came */
    this.walked = false;
    letPan(this.root);
    this.listen({
      click: (event) => {
        const row = nodeOf(event);
        if (row !== null) this.choose(row);
      },
      focusin: (event) => {
        const row = nodeOf(event);
        if (row === null || row === this.cursor) return;
        this.cursor = row;
        this.walked = true;
        this.paint();
      },
    });
  }

  /** @param {any} one @param {any} other */
  sameBoard(one, other) {
    return treeOf(one) === treeOf(other);
  }

  begin() {
    this.scene = new Scene();
    this.centred = -1;
  }

  /** @param {boolean} same */
  changed(same) {
    if (!same) this.walked = false;
    if (!this.walked) this.cursor = this.moves[0]?.node ?? this.shown.node;
  }

  /** @param {any} view @param {Move} move */
  after(view, move) {
    return { ...view, node: move.node, path: [...view.path, Number(move.text)], to_move: view.nodes[move.node][1] };
  }

  /** @param {any} before @param {any} after */
  animate(before, after) {
    if (before.node === after.node) return;
    const reached = this.root.querySelector(`[data-node="${after.node}"] .shape`);
    animate(reached, [{ opacity: 0.2 }, { opacity: 1 }]);
  }

  /** Go down to a node, unfold it, or say why neither is possible. @param {number} row */
  choose(row) {
    const move = this.moves.find((one) => one.node === row);
    if (move) this.make(move);
    else if (this.scene.open(row)) this.paint();
    else if (this.idle) this.tell(this.idle);
    else if (this.moves.length) this.tell(this.whyNot(row));
  }

  /** @param {number} row a node that is not among the legal ones */
  whyNot(row) {
    const { node, nodes } = this.state.view;
    if (row === node) return _("This is the node that was reached. Choose one of its children.");
    if (wayTo(nodes, node).includes(row)) return _("The way leads down only. Choose a child of the node that was reached.");
    if (below(this.scene.children, node).includes(row)) return _("That is too far: one step at a time, to a child of the node that was reached.");
    return _("That node cannot be reached any more. Choose a child of the node that was reached.");
  }

  /** @param {string} key */
  pressed(key) {
    const next = this.scene.next(this.cursor, key);
    if (next !== null) {
      this.walked = true;
      this.moveTo(next);
      this.reveal();
    } else if (key === "Enter" || key === " ") this.choose(this.cursor);
    else return this.sharedKey(key);
    return true;
  }

  /** Scroll the frame, and nothing else, so far that the keyboard's node is in it. */
  reveal() {
    const spot = this.root.querySelector(`[data-node="${this.cursor}"]`)?.getBoundingClientRect();
    const table = this.svg.parentElement;
    if (!spot || !table) return;
    const box = table.getBoundingClientRect();
    if (spot.left < box.left) table.scrollLeft -= box.left - spot.left + 12;
    else if (spot.right > box.right) table.scrollLeft += spot.right - box.right + 12;
    if (spot.top < box.top) table.scrollTop -= box.top - spot.top + 12;
    else if (spot.bottom > box.bottom) table.scrollTop += spot.bottom - box.bottom + 12;
  }

  paint() {
    const { nodes, node } = this.shown;
    const legal = new Set(this.moves.map((move) => move.node));
    const held = this.svg && this.focused;
    const reachable = new Set(nodes.length > 1 ? below(this.childrenNow(nodes), node) : [node]);
    const way = wayTo(nodes, node);
    const grey = new Set(nodes.keys());
    for (const row of [...reachable, ...way]) grey.delete(row);
    const drawing = this.scene.drawing({
      nodes,
      here: node,
      cursor: this.cursor,
      room: (this.state.yours.length && this.root.clientWidth) || Infinity, // one that is only looked at is scrolled
      label: _("Decision tree, {turn}", { turn: this.turnWords() }),
      legal,
      rings: this.state.settings.targets,
      hinted: this.hinted?.node,
      marks: { walked: new Set(way), grey },
      words: (row) => this.nodeWords(row, way, legal),
      classes: `seat-${this.shown.to_move}`,
    });
    this.draw(drawing);
    this.scene.fit(this.svg, this.centred === node ? null : node);
    this.centred = node;
    if (held) this.focus();
  }

  /** @param {import("./model.js").Row[]} nodes */
  childrenNow(nodes) {
    if (this.scene.nodes !== nodes) this.scene.drawing({ nodes, here: 0, cursor: 0, label: "" });
    return this.scene.children;
  }

  turnWords() {
    const { returns, nodes, node } = this.shown;
    return returns || !this.scene.children[node]?.length ? _("finished") : _("{who} to move", { who: NAMES[nodes[node][1]] });
  }

  /** @param {number} row @param {number[]} way @param {Set<number>} legal */
  nodeWords(row, way, legal) {
    const parts = [];
    if (legal.has(row)) parts.push(_("legal"));
    if (this.hinted?.node === row) parts.push(this.state.hintWords ?? _("hint"));
    if (row === this.shown.node) parts.push(_("reached"));
    else if (way.includes(row)) parts.push(_("walked"));
    return parts;
  }
}
