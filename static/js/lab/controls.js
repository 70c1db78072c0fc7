/** The controls under the tree: steps, jumps, the slider over the whole trace, playing at a chosen speed. */

import { html, live, nothing } from "lit";
import { icon } from "lib/icons.js";
import { menu } from "lib/fields.js";

/** Steps a second. */
export const SPEEDS = [
  { value: "1", title: "1 / s" },
  { value: "2", title: "2 / s" },
  { value: "5", title: "5 / s" },
  { value: "15", title: "15 / s" },
  { value: "60", title: "60 / s" },
];
const LEAVES = new Set(["leaf", "table", "playout"]);
const JUMPS = [
  { id: "cut", title: "cut", kinds: new Set(["cut"]) },
  { id: "leaf", title: "leaf", kinds: LEAVES },
  { id: "iteration", title: "iteration", kinds: new Set(["iteration"]) },
];

/** The kinds of step that a jump looks for. @param {string} id */
export const kindsOf = (id) => JUMPS.find((jump) => jump.id === id)?.kinds ?? new Set();

/**
 * @param {import("./trace.js").Trace} trace @param {number} at
 * @param {{playing: boolean, speed: string}} state
 * @param {Pick<Lab.Act, "go" | "forward" | "back" | "jump" | "play" | "speed">} act
 */
export function controls(trace, at, { playing, speed }, act) {
  const { steps } = trace;
  const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ run, /** @type {boolean} */ off) => html`<button type="button" class="button quiet icon-only" aria-label=${label} title=${label}
    ?disabled=${off} @click=${run}>${icon(name)}</button>`;
  const here = JUMPS.filter(({ kinds }) => trace.kind.some((kind) => kinds.has(kind)));
  return html`<div class="lab-controls">
    <input type="range" class="lab-slider" min="0" max=${steps} step="1" .value=${live(String(at))} aria-label="Step"
      aria-valuetext="step ${at} of ${steps}" @input=${(/** @type {FieldEvent} */ event) => act.go(Number(event.target.value))} />
    <div class="lab-buttons row gap-near">
      ${tool("first", "To the start", () => act.go(0), at === 0)}
      ${tool("back", "A step back", act.back, at === 0)}
      <button type="button" class="button primary lab-play" ?disabled=${at === steps && !playing} @click=${act.play}>
        ${icon(playing ? "pause" : "play")}${playing ? "Stop" : "Play"}</button>
      ${tool("forward", "A step on", act.forward, at === steps)}
      ${tool("last", "To the end", () => act.go(steps), at === steps)}
      <span class="lab-at number">step ${at} of ${steps}</span>
      ${here.length ? html`<span class="soft">next</span>` : nothing}
      ${here.map(({ id, title }) => html`<button type="button" class="button small" aria-label="Next ${title}" data-jump=${id} @click=${() => act.jump(id, false)}>${title}</button>`)}
      <label class="hidden-visually" for="lab-speed">Steps a second</label>${menu("lab-speed", SPEEDS, speed, act.speed)}
    </div>
    ${trace.cutShort ? html`<p class="notice warn small">${trace.cutShort}</p>` : nothing}
  </div>`;
}
