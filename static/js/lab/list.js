/** The tree once more as an indented list, for those who read or hear it line by line. Drawn only while it is open. */

import { html, nothing } from "lit";
import { _ } from "lib/messages.js";
import { nodeWords, placeWords } from "./labels.js";

const DEEPEST = 8;

/**
 * The drawn nodes that were met, from the root downwards, each after its parent.
 * @param {import("./trace.js").Trace} trace @param {import("./replay.js").Replay} replay @param {Map<number, unknown>} drawn
 */
function lines(trace, replay, drawn) {
  /** @type {{row: number, level: number}[]} */
  const found = [];
  const walk = (/** @type {number} */ row, /** @type {number} */ level) => {
    if (!drawn.has(row) || (row && trace.met[row] >= replay.at)) return;
    found.push({ row, level });
    for (const child of trace.children[row]) walk(child, level + 1);
  };
  walk(0, 1);
  return found;
}

/** @param {Lab.Walk} walk */
export function asList(walk) {
  const { trace, replay } = walk;
  const { drawn, window, stop, veiled } = walk.stage;
  const open = walk.state.list;
  const hidden = (/** @type {number} */ row) => window.at.get(row)?.hidden;
  const rows = open ? lines(trace, replay, drawn) : [];
  const held = rows.some(({ row }) => row === stop) ? stop : 0;
  return html`<details class="lab-list" ?open=${open} @toggle=${(/** @type {Event & {target: HTMLDetailsElement}} */ event) => event.target.open !== open && walk.change({ list: event.target.open })}>
    <summary>${_("The tree as a list")}</summary>
    ${open
      ? html`<div role="tree" aria-label=${_("The tree as a list")} @keydown=${(/** @type {KeyboardEvent} */ event) => pressed(event, walk)}>${rows.map(
          ({ row, level }) => html`<div role="treeitem" .style=${`--level: ${Math.min(level, DEEPEST) - 1}`} aria-level=${level} data-row=${row}
            aria-current=${row === replay.other.current ? "step" : nothing} tabindex=${row === held ? 0 : -1} @focus=${() => walk.stage.look(row)}
            >${row === veiled ? _("{place}, which is asked about", { place: placeWords(trace, row) }) : nodeWords(trace, replay, row)}${hidden(row) ? _(", {hidden} nodes folded below", { hidden: hidden(row) }) : ""}</div>`,
        )}</div>`
      : nothing}
  </details>`;
}

/** Arrows go from line to line; left goes to the parent, Home to the first line, End to the last. @param {KeyboardEvent} event @param {Lab.Walk} walk */
function pressed(event, walk) {
  const here = /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest("[data-row]"));
  const all = /** @type {HTMLElement[]} */ ([.../** @type {Element} */ (event.currentTarget).children]);
  const at = all.indexOf(here);
  const parent = () => all.slice(0, at).findLast((line) => Number(line.ariaLevel) < Number(here.ariaLevel));
  /** @type {Record<string, () => HTMLElement | undefined>} */
  const ways = { ArrowDown: () => all[at + 1], ArrowUp: () => all[at - 1], ArrowRight: () => all[at + 1], ArrowLeft: parent, Home: () => all[0], End: () => all.at(-1) };
  if (event.key === "Enter") walk.enter(Number(here.dataset.row));
  else if (ways[event.key]) ways[event.key]()?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
