/** The public tests of the competition that a bot is written for: tried with the text as it stands, told in words. */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { newKey } from "lib/tokens.js";
import { testList } from "../compete/tests.js";
import { withWeights } from "../compete/weights.js";

/**
 * Show the button where there are public tests; `bot` gives what is written, with its language.
 * @param {{game: Protocol.Game, competition: any}} given @param {() => {source: string, language: string}} bot
 * @param {() => File | null} weights those that it has learnt
 */
export function offerTests({ game, competition }, bot, weights) {
  if (!competition?.tests) return;
  /** @type {{busy: boolean, found: any, problem: string}} */
  const state = { busy: false, found: null, problem: "" };
  const place = { id: competition.id, game: game.id, options: competition.options };

  async function tryAll() {
    if (state.busy) return;
    draw({ busy: true, problem: "" });
    const answer = await ask(`/api/competitions/${competition.id}/tests/try`, withWeights({ ...bot(), ticket: newKey() }, weights()));
    draw(answer.ok ? { busy: false, found: answer.data } : { busy: false, problem: answer.error.sentence });
  }

  function draw(/** @type {Partial<typeof state>} */ fields) {
    Object.assign(state, fields);
    const { busy, found, problem } = state;
    render(
      html`<p class="button-row"><button type="button" class="button" id="try-tests" ?disabled=${busy} @click=${tryAll}>${ngettext("Try {count} test", "Try {count} tests", competition.tests)}</button></p>
        <div role="status">${busy ? html`<p class="small soft">${_("Your bot is asked for a move in each position.")}</p>` : nothing}
          ${found && !busy ? html`<p class="strong">${ngettext("{passed} of {count} test passed.", "{passed} of {count} tests passed.", found.tests.length, { passed: found.passed })}</p>` : nothing}</div>
        ${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : nothing}
        ${found && !busy ? testList(found.tests, (test) => /** @type {any} */ (test).answer, place) : nothing}`,
      find("#tests"),
    );
  }

  draw({});
}
