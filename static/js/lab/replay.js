/**
 * Walks through a trace forwards and backwards: what is known of every node after any number of steps. The rule is that
 * of `game/search/teaching/replay.py`, and a test holds the two against each other.
 */

import { stepAt } from "./trace.js";

/** What is known of a node that was not met. @type {Readonly<Lab.Known>} */
const UNSEEN = Object.freeze({
  status: "unseen",
  alpha: null,
  beta: null,
  value: null,
  sure: "",
  closed: false,
  values: [],
  best: -1,
  order: [],
  cut: [],
  budget: [],
  visits: 0,
  rows: [],
  shares: [],
  filed: "",
  filedValue: null,
  filedSure: "",
});
const CLEARED = /** @type {const} */ (["value", "sure", "closed", "values", "best", "cut", "budget"]);
const VALUED = new Set(["leaf", "table", "best", "value", "answer", "backup", "playout", "needs"]);
const DONE = new Set(["leaf", "table", "value"]);

export class Replay {
  /** @param {import("./trace.js").Trace} trace */
  constructor(trace) {
    this.trace = trace;
    /** How many steps were taken. */
    this.at = 0;
    /** @type {Map<number, Lab.Known>} */
    this.nodes = new Map();
    /** @type {Lab.Counts} */
    this.other = { current: 0, iteration: null, entered: 0, leaves: 0, cuts: 0, skipped: 0, playouts: 0, looked: 0 };
    /** @type {any[][]} */
    this.undo = [];
    /** What the step that is taken changes: where, which field, its value before. @type {any[]} */
    this.notes = [];
    /** The nodes that changed since somebody asked. @type {Set<number>} */
    this.changed = new Set();
  }

  /** What is known of a node now. @param {number} row @returns {Readonly<Lab.Known>} */
  known(row) {
    return this.nodes.get(row) ?? UNSEEN;
  }

  /** The step that was taken last, null at the beginning. */
  get last() {
    return this.at ? stepAt(this.trace, this.at - 1) : null;
  }

  /** The root moves that were filed. */
  get table() {
    return this.trace.children[0]
      .map((row) => ({ row, ...this.known(row) }))
      .filter(({ filed }) => filed);
  }

  /** Take a step; false at the end. */
  forward() {
    if (this.at >= this.trace.steps) return false;
    this.notes = [];
    this.apply(stepAt(this.trace, this.at));
    this.undo.push(this.notes);
    this.at += 1;
    return true;
  }

  /** Take a step back; false at the beginning. */
  back() {
    if (!this.at) return false;
    this.at -= 1;
    const notes = this.undo.pop() ?? [];
    for (let place = notes.length - 3; place >= 0; place -= 3) {
      const [where, name, before] = notes.slice(place, place + 3);
      where[name] = before;
      if (where !== this.other) this.changed.add(where.row);
    }
    return true;
  }

  /** Go to a place; beyond the ends is at the end. @param {number} at */
  go(at) {
    const goal = Math.max(0, Math.min(at, this.trace.steps));
    while (this.at < goal) this.forward();
    while (this.at > goal) this.back();
  }

  /**
   * The place just after the next step of these kinds, or the last before the present one; null if there is none.
   * @param {Set<string>} kinds @param {boolean} [forwards]
   */
  next(kinds, forwards = true) {
    const { kind } = this.trace;
    if (forwards) {
      for (let place = this.at; place < kind.length; place++) if (kinds.has(kind[place])) return place + 1;
    } else {
      for (let place = this.at - 2; place >= 0; place--) if (kinds.has(kind[place])) return place + 1;
    }
    return null;
  }

  /** @template {keyof Lab.Known} K @param {number} row @param {K} name @param {Lab.Known[K]} value */
  set(row, name, value) {
    let known = this.nodes.get(row);
    if (!known) this.nodes.set(row, (known = { ...UNSEEN, row }));
    this.notes.push(known, name, known[name]);
    known[name] = value;
    this.changed.add(row);
  }

  /** @template {keyof Lab.Counts} K @param {K} name @param {Lab.Counts[K]} value */
  note(name, value) {
    this.notes.push(this.other, name, this.other[name]);
    this.other[name] = value;
  }

  /** @param {Lab.Step} step */
  apply(step) {
    const { node, kind } = step;
    this.changed.add(this.other.current).add(node);
    this.note("current", node);
    if (kind === "enter") {
      for (const name of CLEARED) this.set(node, name, UNSEEN[name]);
      this.note("entered", this.other.entered + 1);
      this.set(node, "status", "open");
    }
    if (step.alpha !== null) this.set(node, "alpha", step.alpha);
    if (step.beta !== null) this.set(node, "beta", step.beta);
    if (VALUED.has(kind)) this.value(step);
    this.special(step);
  }

  /** @param {Lab.Step} step */
  value(step) {
    const { node, kind, child } = step;
    for (const name of /** @type {const} */ (["value", "sure", "closed", "values"])) this.set(node, name, step[name]);
    if (DONE.has(kind)) this.set(node, "status", "done");
    if (kind === "leaf" || kind === "table") this.note("leaves", this.other.leaves + 1);
    if (child >= 0) this.set(node, "best", child);
  }

  /** @param {Lab.Step} step */
  special({ node, kind, child, items, values, number, reason, value, sure }) {
    if (kind === "iteration") this.note("iteration", number);
    else if (kind === "playout") this.note("playouts", this.other.playouts + 1);
    else if (kind === "children") {
      this.set(node, "order", items);
      if (values.length) this.note("looked", this.other.looked + values.length);
    } else if (kind === "divide") this.set(node, "budget", items);
    else if (kind === "cut") {
      this.set(node, "cut", items);
      this.note("cuts", this.other.cuts + 1);
      this.note("skipped", this.other.skipped + items.length);
    } else if (kind === "toward") this.set(node, "best", child);
    else if (kind === "select") {
      this.set(node, "rows", items);
      this.set(node, "shares", values);
    }
    else if (kind === "backup") this.set(node, "visits", number);
    else if (kind === "file") {
      this.set(node, "filed", reason);
      this.set(node, "filedValue", value);
      this.set(node, "filedSure", sure);
    }
  }
}
