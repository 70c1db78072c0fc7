/** The controls under the tree: steps, jumps, the slider over the whole trace, playing at a chosen speed. */

import { html, live, nothing } from "lit";
import { tool } from "lib/button.js";
import { icon } from "lib/icons.js";
import { menu } from "lib/fields.js";
import { _ } from "lib/messages.js";

/** Steps a second. */
const SPEEDS = ["1", "2", "5", "15", "60"].map((value) => ({ value, title: `${value} / s` }));
const LEAVES = new Set(["leaf", "table", "playout"]);
const JUMPS = [
  { id: "cut", title: _("cut"), kinds: new Set(["cut"]) },
  { id: "leaf", title: _("leaf"), kinds: LEAVES },
  { id: "iteration", title: _("iteration"), kinds: new Set(["iteration"]) },
];

/** The kinds of step that a jump looks for. @param {string} id */
export const kindsOf = (id) => JUMPS.find((jump) => jump.id === id)?.kinds ?? new Set();

/**
 * Those that have nothing to do keep the focus, so that arrows go on meaning steps.
 * @param {Lab.Walk} walk
 * @param {unknown} [more] what else stands among the buttons @param {boolean} [paced] whether its reader chooses how fast it plays
 */
export function controls(walk, more = nothing, paced = true) {
  const { at, trace, plays, state, about } = walk;
  const { steps } = trace;
  const end = at === steps;
  const still = end && !state.playing;
  const step = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ run, /** @type {boolean} */ off) => tool(name, label, run, off, `quiet live-${name}`);
  const jumps = about.mode ? [] : JUMPS.filter(({ kinds }) => trace.kind.some((kind) => kinds.has(kind)));
  return html`<div class="lab-controls">
    <input type="range" class="lab-slider" min="0" max=${steps} step="1" .value=${live(String(at))} aria-label=${_("Step")}
      aria-valuetext=${_("step {at} of {steps}", { at, steps })} @input=${(/** @type {FieldEvent} */ event) => walk.go(Number(event.target.value))} />
    <div class="lab-buttons row gap-near">
      ${step("first", _("To the start"), () => walk.go(0), at === 0)}
      ${step("back", _("A step back"), () => walk.go(at - 1), at === 0)}
      ${plays
        ? html`<button type="button" class="button primary lab-play" aria-disabled=${still} @click=${() => still || walk.play()}>
            ${icon(state.playing ? "pause" : "play")}${state.playing ? _("Stop") : _("Play")}</button>
          ${step("forward", _("A step on"), () => walk.forward(), end)}`
        : html`<button type="button" class="button primary live-forward" aria-disabled=${end} @click=${() => end || walk.forward()}>${_("Step")}${icon("forward")}</button>`}
      ${step("last", _("To the end"), () => walk.go(steps), end)}
      <span class="lab-at number">${_("step {at} of {steps}", { at, steps })}</span>
      ${jumps.length ? html`<span class="soft">${_("next")}</span>` : nothing}
      ${jumps.map(({ id, title }) => html`<button type="button" class="button small" aria-label=${_("Next {title}", { title })} data-jump=${id} @click=${() => walk.jump(id)}>${title}</button>`)}
      ${plays && paced ? html`<label class="hidden-visually" for="lab-speed">${_("Steps a second")}</label>${menu("lab-speed", SPEEDS, state.speed, (speed) => walk.change({ speed }))}` : nothing} ${more}
    </div>
    ${trace.cutShort ? html`<p class="notice warn small">${trace.cutShort}</p>` : nothing}
  </div>`;
}
