/** What is known of a search that came whole: the words of its steps, the line that each lights, and the boards that came with it. */

/** @typedef {{short: string[], long: string[], lines?: (number | null)[], views?: Record<string, Lab.Shown>}} Given `lines` count from 0, null lights none */

export class GivenSource {
  /** @param {Given} given */
  constructor(given) {
    this.given = given;
    this.key = "";
    this.lost = false;
    /** @type {Map<number | string, Lab.Shown>} */
    this.views = new Map(Object.entries(given.views ?? {}));
  }

  /** What is still missing cannot be had. */
  lose() {
    this.lost = true;
  }

  /** @param {number} at @returns {Lab.Words | null} */
  words(at) {
    const { short, long, lines } = this.given;
    return at < 0 ? null : { short: short[at] ?? "", long: long[at] ?? "", line: lines?.[at] ?? null };
  }

  /** The board of a node, or of a move that was left out; what did not come is shown by the board before it. @param {number | string} row @returns {Lab.Shown | null} */
  view(row) {
    const [node] = String(row).split(".");
    return this.views.get(String(row)) ?? this.views.get(node) ?? null;
  }
}
