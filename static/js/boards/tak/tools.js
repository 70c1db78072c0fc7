/** The buttons below a Tak board: everything that keys do, for fingers and for those who look for it. */

import { html, nothing } from "lit";
import { choices, dropAll, held, most } from "./hand.js";
import { KINDS } from "./labels.js";

/** @param {import("./acting.js").ActingBoard} board */
export function tools(board) {
  const { hand, proposal } = board;
  if (proposal) return placing(board, proposal);
  return hand ? carrying(board, hand) : nothing;
}

/** @param {string} words @param {() => void} act @param {string} [kind] @param {boolean} [off] @param {string} [label] */
function button(words, act, kind = "", off = false, label = "") {
  return html`<button
    type="button"
    class=${`button small ${kind}`}
    aria-label=${label || nothing}
    ?disabled=${off}
    @click=${act}
  >
    ${words}
  </button>`;
}

/** @param {import("./acting.js").ActingBoard} board @param {{cell: number, piece: string}} proposal */
function placing(board, { cell, piece }) {
  const kinds = board.kinds(cell);
  const kind = (/** @type {string} */ one) =>
    html`<button
      type="button"
      class="button small"
      aria-pressed=${one === piece ? "true" : "false"}
      @click=${() => board.propose(cell, one)}
    >
      ${KINDS[one][0].toUpperCase()}${KINDS[one].slice(1)}
    </button>`;
  return html`${kinds.length > 1 ? kinds.map(kind) : nothing}
  ${button("Place", () => board.confirm(), "primary")}${button("Cancel", () => board.cancel(), "quiet")}`;
}

/** @param {import("./acting.js").ActingBoard} board @param {import("./hand.js").Hand} hand */
function carrying(board, hand) {
  const { spreads } = board;
  const begun = hand.drops.length > 0;
  const limit = most(spreads, hand.cell);
  const all = dropAll(hand, spreads);
  const stepper = html`<span class="tak-stepper" role="group" aria-label="Pieces in hand">
    ${button("−", () => board.liftFrom(hand.cell, hand.count - 1), "", hand.count < 2, "One piece fewer")}
    <output>${hand.count} of ${limit}</output>
    ${button("+", () => board.liftFrom(hand.cell, hand.count + 1), "", hand.count >= limit, "One piece more")}
  </span>`;
  const offered = choices(hand, spreads).filter((way) => String(way) !== String(all?.drops));
  const way = (/** @type {number[]} */ drops) =>
    button(drops.join(" "), () => board.dropped({ ...hand, drops }), "number", false, `Drop ${drops.join(", ")}`);
  return html`${begun ? nothing : stepper}
  ${all ? button(`Drop ${held(hand)} here`, () => board.dropRest(), "primary") : nothing} ${offered.map(way)}
  ${begun ? button("Undo", () => board.back()) : nothing}${button("Cancel", () => board.cancel(), "quiet")}`;
}
