/**
 * The Lambda Punter board: what the game's page draws and clicks. It shows the view that it is given on a map that it
 * fetches once, draws an own move at once, and reports it. What draws and what acts is more script than other boards need,
 * so it is loaded behind the page, which stands meanwhile.
 * The editor of positions is a module beside it, `punter/editor.js`, which only the setup page loads.
 */

import { html } from "lit";
import { moveWords, punterName } from "./punter/words.js";


export const id = "punter";

/** Switches that the page offers, in the order shown. */
export const settings = [
  { name: "targets", title: "Brighten rivers that can be taken", default: true },
  { name: "numbers", title: "Show the numbers of sites", default: true },
  { name: "bets", title: "Show bets", default: true },
];

/** Where a move points, for arrows over the board; loaded only when it is asked for. */
export const arrow = () => import("./punter/arrow.js");

/** The still picture shows the move that led to it as an arrow itself. */
export const picturePoints = true;

/** What a move does, for the page to say after its name. @param {{text: string}} effect */
export const describe = ({ text }) => moveWords(text);

/** What the seats are called. @param {Record<string, any>} options */
export const seatNames = (options) => Array.from({ length: Number(options.punters ?? 2) }, (_, seat) => punterName(seat));

/** What each punter has, always in sight. @param {any} view */
export function counters(view) {
  return view.scores.map((/** @type {number} */ value, /** @type {number} */ seat) => ({ seat, value, title: "points" }));
}

/**
 * A still picture of a position; it draws itself as soon as its script and its map are there.
 *
 * @param {any} view
 * @param {{last?: any, label?: string}} [about] without a label the picture is decoration
 */
export function picture(view, about = {}) {
  import("./punter/picture.js");
  return html`<punter-picture .shown=${{ view, about }}></punter-picture>`;
}

/** The board as the page holds it: the real one takes its place in the host when it is loaded, with the last state. */
export class Board {
  /**
   * @param {HTMLElement} host
   * @param {{onMove: (text: string) => void, say: (sentence: string) => void}} to
   */
  constructor(host, to) {
    this.state = null;
    this.gone = false;
    /** the real board, when it is there */
    this.ready = import("./punter/board.js").then(({ Board: Real }) => {
      if (this.gone) return null;
      this.real = new Real(host, to);
      if (this.state) this.real.update(this.state);
      return this.real;
    });
  }

  /** @param {import("./lib/live.js").State} state */
  update(state) {
    this.state = state;
    this.real?.update(state);
  }

  /** @param {string} text @param {string} sentence */
  refuse(text, sentence) {
    this.real?.refuse(text, sentence);
  }

  focus() {
    this.real?.focus();
  }

  destroy() {
    this.gone = true;
    this.real?.destroy();
  }
}
