/**
 * The Lambda Punter board: what the game's page draws and clicks. It shows the view that it is given on a map that it
 * fetches once, draws an own move at once, and reports it. What draws and what acts is more script than other boards need,
 * so it is loaded behind the page, which stands meanwhile.
 * The editor of positions is a module beside it, `punter/editor.js`, which only the setup page loads.
 */

import { html } from "lit";
import { _ } from "lib/messages.js";
import { moveWords, punterName } from "./punter/words.js";

export { settings } from "./punter/words.js";

export const id = "punter";

/** An arrow ends before its river does. */
const REACH = 0.72;

/** Where a move points: along its river, or the first river of its route. The board knows where its map lies. @type {Boards.FindArrow} */
export function arrow(view, text, flip, host) {
  const points = /** @type {any} */ (host?.querySelector(".punter-view"))?.pointsOf?.(text);
  if (!points) return null;
  const [[ax, ay], [bx, by]] = points;
  return { from: { x: ax, y: ay }, to: { x: ax + (bx - ax) * REACH, y: ay + (by - ay) * REACH } };
}

/** The still picture shows the move that led to it as an arrow itself. */
export const picturePoints = true;

/** What the marks on the map mean. */
export const legend = _("An arrow along a river is what a bot expects to be taken next, in its colour; two side by side are two bots' expectations.");

/** What a move does, for the page to say after its name. @param {Protocol.Effect} effect */
export const describe = ({ text }) => moveWords(text);

/** What the seats are called. @param {Record<string, any>} options */
export const seatNames = (options) => Array.from({ length: Number(options.punters ?? 2) }, (_unused, seat) => punterName(seat));

/** A still picture of a position; it draws itself as soon as its script and its map are there. @param {any} view @param {Boards.About} [about] */
export function picture(view, about = {}) {
  import("./punter/picture.js");
  return html`<punter-picture .shown=${{ view, about }}></punter-picture>`;
}

/** The board as the page holds it: the real one takes its place in the host when it is loaded, with the last state. */
export class Board {
  /** @param {HTMLElement} host @param {Boards.Listener} to */
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

  /** @param {Boards.State} state */
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
