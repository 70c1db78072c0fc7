/** A run of a student's search on the stage: its tree, board and sentence, and the line of the file that each step lights. */

import { ask } from "lib/http.js";
import { controls } from "../lab/controls.js";
import { GivenSource } from "../lab/given_source.js";
import { LiveStage } from "../lessons/live_stage.js";

/**
 * @typedef {{trace: any, short: string[], long: string[], lines?: number[], node: number, at: number,
 *   start: {game: string, options: Protocol.Options, position: string}}} Run
 */

/** What the page knows of a run: words and lines came with it, boards are asked for one by one. */
class RunSource extends GivenSource {
  /** @param {Run} run @param {() => void} changed */
  constructor(run, changed) {
    super({ ...run, lines: run.lines?.map((line) => (line ? line - 1 : null)) });
    this.start = run.start;
    this.changed = changed;
    this.fetching = false;
    /** @type {(row: number) => string[]} */
    this.path = () => [];
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
    const { game, options, position } = this.start;
    const [node, index] = String(row).split(".").map(Number);
    const moves = this.path(node);
    if (index !== undefined) moves.push(this.family(node)[index]);
    const answer = await ask("/api/position", { game, options, position, moves });
    this.fetching = false;
    if (answer.ok) this.views.set(row, /** @type {Lab.Shown} */ ({ view: answer.data.view, effect: answer.data.effect ?? null }));
    else this.lose();
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
    const source = new RunSource(run, this.later);
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
