/** What editors of positions share: the text is told after every change. */

import { Surface } from "./surface.js";

export class EditorSurface extends Surface {
  /** @param {HTMLElement} host @param {string} name @param {(text: string) => void} onChange */
  constructor(host, name, onChange) {
    super(host, name);
    this.onChange = onChange;
  }

  /** The position's text form. */
  get text() {
    return "";
  }

  /** Draw what was changed, and tell it. */
  told() {
    this.note("");
    this.onChange(this.text);
  }
}
