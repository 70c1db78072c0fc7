/** Tests by positions, as authors see them: the public ones with what the bot did in words, the hidden ones counted. */

import { html, nothing } from "lit";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";

/** @typedef {{passed: boolean, sentence: string}} Answer */
/** @typedef {{id: string, title: string, own: boolean, hidden: boolean, position: string, moves: string[], avoid: string[], seconds: number | null}} PositionTest */
/** @typedef {{id: string, game: string, options: Protocol.Options}} Place */

/** Where a test's position can be looked into. @param {Place} place @param {PositionTest} test */
export function boardLink({ game, options }, test) {
  const record = JSON.stringify({ plyground: 1, game, options, start: test.position, moves: [] });
  return html`<a class="small" href=${served(`/analysis#${new URLSearchParams({ game, record })}`)}>${_("Position")}<span class="hidden-visually">: ${test.title}</span></a>`;
}

const mark = (/** @type {Answer | null} */ answer) =>
  answer
    ? html`<span class="badge ${answer.passed ? "owner-plays" : ""}" data-admission=${answer.passed ? "validated" : "refused"}>${answer.passed ? _("passed") : _("failed")}</span>`
    : html`<span class="badge">${_("not asked yet")}</span>`;

/** Tests with what came of each. @param {PositionTest[]} tests @param {(test: PositionTest) => Answer | null} answerOf @param {Place} place */
export function testList(tests, answerOf, place) {
  return html`<ul class="test-list column gap-2">${tests.map((test) => {
    const answer = answerOf(test);
    return html`<li><p>${mark(answer)} <strong>${test.title}</strong> ${boardLink(place, test)}</p>
      ${answer ? html`<p class="soft small">${answer.sentence}</p>` : nothing}</li>`;
  })}</ul>`;
}

/** How the hidden tests went. @param {{tests: number, asked: number, passed: number}} counts */
export function hiddenWords({ tests, asked, passed }) {
  if (!tests) return "";
  if (asked < tests) return ngettext("{count} hidden test, not all asked yet.", "{count} hidden tests, not all asked yet.", tests);
  return ngettext("{passed} of {count} hidden test passed.", "{passed} of {count} hidden tests passed.", tests, { passed });
}
