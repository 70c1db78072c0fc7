/** The panel of switches: the board's own and the page's, which the device remembers. Loaded when it is first opened. */

import { html, nothing } from "lit";
import { _ } from "lib/messages.js";
import { soundsUsual } from "./controls.js";

/**
 * The board's switches, as its module declares them, and the page's own.
 * @param {Play.State} state @param {Boards.Module | null} module @param {Play.Act} act
 */
export function switches(state, module, act) {
  const all = [
    ...(module?.settings ?? []),
    { name: "bar", title: _("Show the evaluation bar"), default: true },
    { name: "evaluation", title: _("Show evaluations during my own games"), default: false },
    ...(module?.arrow ? [{ name: "arrows", title: _("Show what two bots expect next"), default: true }] : []),
    { name: "reply", title: _("Let my move be seen before a bot’s reply"), default: true },
    { name: "sounds", title: _("Sounds"), default: soundsUsual(state.game) },
    { name: "keys", title: _("Letter keys work as shortcuts"), default: true },
  ];
  return html`<div class="switches">
    ${all.map(
      ({ name, title, default: usual }) => html`<label class="choice"
        ><input type="checkbox" .checked=${state.ui.switches[name] ?? usual}
          @change=${(/** @type {FieldEvent} */ event) => act.toggle(name, event.target.checked)} />
        ${title}</label
      >`,
    )}
    ${module?.legend ? html`<p class="soft small">${module.legend}</p>` : nothing}
    <p class="soft small">${_("The theme is chosen at the top of the page.")}</p>
  </div>`;
}
