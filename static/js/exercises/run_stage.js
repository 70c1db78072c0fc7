/** A run of a student's search on the stage: its tree, board and sentence, and the line of the file that each step lights. */

import { ask } from "lib/http.js";
import { controls } from "../lab/controls.js";
import { LiveStage } from "../lessons/live_stage.js";

/**
 * @typedef {{trace: any, short: string[], long: string[], lines?: number[], node: number, at: number,
 *   start: {game: string, options: Protocol.Options, position: string}}} Run
 */

/** What the page knows of a run: words and lines came with it, boards are asked for one by one. */
class GivenSource {
  /** @param {Run} run @param {() => void} changed */
  constructor(run, changed) {
    this.run = run;
    this.changed = changed;
    this.lost = false;
    /** @type {Map<number | string, any>} */
    this.views = new Map();
    this.fetching = false;
    /** @type {(row: number) => string[]} */
    this.path = () => [];
  }

  /** @param {number} at */
  words(at) {
    const { short, long, lines } = this.run;
    return at < 0 ? null : { short: short[at] ?? "", long: long[at] ?? "", line: lines?.[at] ? lines[at] - 1 : null };
  }

  /** The board of a node, or of a move that was left out. @param {number | string} row */
  view(row) {
    if (!this.views.has(row)) this.fetch(row);
    return this.views.get(row) ?? null;
  }

  /** @param {number | string} row */
  async fetch(row) {
    if (this.fetching || this.lost) return;
    this.fetching = true;
    const { game, options, position } = this.run.start;
    const [node, index] = String(row).split(".").map(Number);
    const moves = this.path(node);
    if (index !== undefined) moves.push(this.family(node)[index]);
    const answer = await ask("/api/position", { game, options, position, moves });
    this.fetching = false;
    if (answer.ok) this.views.set(row, { view: answer.data.view, effect: answer.data.effect ?? null });
    else this.lost = true;
    this.changed();
  }

  /** @type {(row: number) => string[]} */
  family = () => [];
}

/** @extends {LiveStage} */
export class RunStage extends LiveStage {
  /** @param {HTMLElement} host @param {Run} run @param {string[]} code the lines of the file; none where it is not shown */
  constructor(host, run, code) {
    const show = code.length ? ["board", "code", "counts"] : ["board", "counts"];
    super(host, { key: "", data: run.trace }, /** @type {any} */ ({ show, code, question: {}, step: 0, options: run.start.options, keys: host }));
    const source = new GivenSource(run, this.later);
    source.path = (row) => this.line(row);
    source.family = (row) => this.trace.family.get(row) ?? [];
    this.source = /** @type {any} */ (source);
    this.state.long = true;
  }

  /** The moves from the root to a node. @param {number} row */
  line(row) {
    const moves = [];
    for (let at = row; at > 0; at = this.trace.parent[at]) moves.unshift(this.trace.move[at]);
    return moves;
  }

  drawControls() {
    this.draw("controls", () => controls(this));
  }
}
