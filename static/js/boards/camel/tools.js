/** The buttons below a Crazy Camel board: everything that keys do, for fingers and for those who look for it. */

import { html, nothing } from "lit";

/** @param {import("./board.js").Board} board */
export function tools(board) {
  const { aim, canPlace, hovering } = board;
  if (!canPlace) return nothing;
  const aimed = aim.slot !== null && (aim.mode || !hovering);
  const confirm = html`<button type="button" class="button small" @click=${() => board.turn(true)}>Turn</button>
    <button
      type="button"
      class="button small primary"
      aria-disabled=${board.said?.move ? "false" : "true"}
      @click=${() => aim.slot && board.place(aim.slot)}
    >
      Place
    </button>`;
  const enter = html`<button type="button" class="button small" @click=${(/** @type {MouseEvent} */ event) => board.enterMode(event.detail === 0)}>
    Place a camel<kbd class="board-key">C</kbd>
  </button>`;
  const leave = html`<button type="button" class="button small quiet" @click=${() => board.leaveMode()}>Cancel</button>`;
  return html`${aimed ? confirm : nothing}${aimed || aim.mode ? leave : enter}`;
}
