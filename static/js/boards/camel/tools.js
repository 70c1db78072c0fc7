/** The buttons below a Crazy Camel board: everything that keys do, for fingers and for those who look for it. */

import { html, nothing } from "lit";

/** @param {import("./aiming.js").AimingBoard} board */
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
  const byKeys = (/** @type {MouseEvent} */ event) => event.detail === 0;
  const begin = (/** @type {MouseEvent} */ event) => board.enterMode(byKeys(event));
  const enter = html`<button type="button" class="button small" @click=${begin}>
    Place a camel<kbd class="board-key">C</kbd>
  </button>`;
  const leave = html`<button type="button" class="button small quiet" @click=${() => board.leaveMode()}>Cancel</button>`;
  return html`${aimed ? confirm : nothing}${aimed || aim.mode ? leave : enter}`;
}
