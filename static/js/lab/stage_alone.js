/** A stage that has its place for itself: the tree, the board, the sentence, the steps, and the code where there is any. */

import { html, nothing } from "lit";
import { _ } from "lib/messages.js";
import { controls } from "./controls.js";
import { legend, litInSight } from "./panels.js";
import { Walk } from "./walk.js";

/**
 * @template {import("./walk.js").About} A
 * @extends {Walk<A>}
 */
export class StageAlone extends Walk {
  skeleton() {
    return html`<div class="stage-alone">
      <div class="lab-stage raised rounded-card"><div class="lab-frame board-table" data-part="frame"></div><div class="lab-under">${legend(this.trace)}</div></div>
      <div class="stage-beside scroll column"><div class="lab-board" data-part="board"></div><p class="lab-place soft break small" data-part="place"></p>
        ${this.about.code?.length ? html`<div class="lab-code-host" data-part="code" tabindex="0" role="group" aria-label=${_("The search as code")}></div>` : nothing}
        <div class="lab-tables column" data-part="tables"></div></div>
      <div class="stage-words" data-part="words"></div>
      <div data-part="controls"></div>
    </div>`;
  }

  aside() {
    super.aside();
    if (!this.leaving.signal.aborted && this.parts.code) litInSight(this.parts.code);
  }

  /** What stands beside the buttons. @returns {unknown} */
  link() {
    return nothing;
  }

  /** Whether its reader chooses how fast it plays. */
  get paced() {
    return true;
  }

  drawControls() {
    this.draw("controls", () => controls(this, this.link(), this.paced));
  }
}
