/**
 * The panel that a board lays over itself when a pass is the only move: nobody passes unawares, and nobody waits in vain.
 */

import { html, nothing } from "lit";

/** @param {boolean} shown @param {() => void} pass */
export function passPanel(shown, pass) {
  if (!shown) return nothing;
  return html`<div class="board-over">
    <button type="button" class="button primary board-pass" @click=${pass}>Pass</button>
    <span>No legal move</span>
  </div>`;
}
