/**
 * The answers of a class as bars: each has a letter in a shape of its own, its words, its count and its share, so that nothing is told
 * by colour alone. Right answers carry a tick once they are revealed.
 */

import { html, nothing } from "lit";
import { icon } from "lib/icons.js";
import { mark } from "lib/marks.js";
import { _, ngettext } from "lib/messages.js";

/** So many bars are drawn; the rest is counted together. */
const MOST_BARS = 8;

/** @typedef {Classroom.Row & {rest?: number, missed?: boolean}} Row `rest` rows in one, `missed` if they are right and nobody gave them */
/** @typedef {{text: string, label: string, count: number, share: number, part: number, right: boolean, at: number, rest?: number}} Bar `part` of the longest bar, `share` of all answers, in per cent; it is the choice `at` */

/**
 * The bars to draw. Choices stand in the order in which they were asked, other answers by their number. Where there are too many, the
 * search's own answer, what was given and what is right come first.
 * @param {Row[]} tally the most frequent first
 * @param {{choices?: {text: string, label: string}[] | null, answer?: Classroom.Answer | null, most?: number}} [about] `answer` has what is right, once it may be known
 * @returns {Bar[]}
 */
export function bars(tally, { choices = null, answer = null, most = MOST_BARS } = {}) {
  const right = answer?.right ?? [];
  const all = tally.reduce((sum, row) => sum + row.count, 0);
  const counts = new Map(tally.map((row) => [row.text, row]));
  /** @type {Row[]} */
  const rows = choices?.length ? choices.map(({ text, label }) => ({ text, label, count: counts.get(text)?.count ?? 0 })) : [...tally];
  const bare = (/** @type {string} */ text) => text.replace(/^[≤≥]/, ""); // a bound may be answered by its number
  const given = new Set(rows.map(({ text }) => bare(text)));
  for (const text of choices?.length ? [] : right) if (!given.has(bare(text))) rows.push({ text, label: text === answer?.text ? (answer.label ?? text) : text, count: 0 });
  const isRight = (/** @type {Row} */ { text }) => right.includes(text);
  const weight = (/** @type {Row} */ row) => (row.text === answer?.text ? 4 : 0) + (row.count ? 2 : 0) + (isRight(row) ? 1 : 0);
  const chosen = new Set([...rows].sort((one, other) => weight(other) - weight(one)).slice(0, most)); // equals stay in order
  const shown = rows.filter((row) => chosen.has(row));
  const unseen = rows.filter((row) => !chosen.has(row));
  const missed = unseen.filter((row) => isRight(row) && !row.count).length;
  const rest = unseen.length - missed;
  const count = unseen.reduce((sum, row) => sum + row.count, 0);
  if (rest) shown.push({ text: "", label: ngettext("{count} other answer", "{count} other answers", rest), count, rest });
  if (missed) shown.push({ text: "", label: ngettext("{count} other, which nobody gave", "{count} others, which nobody gave", missed), count: 0, rest: missed, missed: true });
  const longest = Math.max(1, ...shown.map((row) => row.count));
  return shown.map((row) => ({
    ...row,
    share: all ? Math.round((100 * row.count) / all) : 0,
    part: row.count / longest,
    right: row.rest ? Boolean(row.missed) : isRight(row),
    at: rows.indexOf(row),
  }));
}

/** The letter of a choice: A, B, C … @param {number} at */
export const letter = (at) => String.fromCharCode(65 + at);

/**
 * The bars as a list.
 * @param {Bar[]} shown
 * @param {{lettered: boolean, mine?: string | null, word?: string}} about whether the rows are the choices of the question; what the
 *   reader answered; what a right answer is called
 */
export function histogram(shown, { lettered, mine = null, word = _("right") }) {
  const own = (/** @type {string} */ text) => mine !== null && text === mine;
  return html`<ol class="class-bars column" aria-label=${_("Answers")}>
    ${shown.map((bar, row) => {
      const at = lettered ? bar.at : row;
      return html`<li class="class-bar ${bar.right ? "right" : ""}" data-count=${bar.count} data-text=${bar.text}>
        <span class="class-bar-sign inline">${bar.rest ? nothing : html`${mark(at, 22)}${lettered ? html`<b>${letter(at)}</b>` : nothing}`}</span>
        <span class="class-bar-label row gap-near break">${bar.label}${bar.right ? html`<span class="class-right inline sunken">${tick()}${word}</span>` : nothing}${own(bar.text) ? html`<span class="class-mine inline sunken">${_("yours")}</span>` : nothing}</span>
        <span class="class-bar-count number"><b>${bar.count}</b> <span class="soft">${bar.share}<span aria-hidden="true"> %</span><span class="hidden-visually"> ${_("per cent")}</span></span></span>
        <svg class="class-bar-line fill whole-row" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="10"></rect>
          <rect class="part" fill="var(--seat-${bar.rest ? 16 : (at % 16) + 1})" width=${Math.max(bar.count ? 1 : 0, 100 * bar.part)} height="10"></rect></svg>
      </li>`;
    })}
  </ol>`;
}

/** A tick. */
export const tick = () => icon("check");
