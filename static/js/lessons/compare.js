/** A table in a lesson: several searches on one position, each to each depth; all numbers are those of their traces. */

import { html, nothing, render } from "lit";
import { count } from "lib/format.js";
import { _ } from "lib/messages.js";
import { summed } from "../lab/compare.js";
import { Replay } from "../lab/replay.js";
import { fetchTrace } from "../lab/source.js";
import { readTrace } from "../lab/trace.js";

/**
 * @param {HTMLElement} host
 * @param {{question: Partial<Lab.Question>, searches: {id: string, title: string, settings?: Protocol.Options}[], depths: number[], settings: Protocol.Options}} about
 */
export async function mountCompare(host, { question, searches, depths, settings }) {
  /** @typedef {{search: typeof searches[number], depth: number | null, found: Lab.Summed | null, refusal: string}} Row */
  const rows = searches.flatMap((search) => (depths.length ? depths : [null]).map((depth) => /** @type {Row} */ ({ search, depth, found: null, refusal: "" })));
  const cell = (/** @type {number | undefined} */ value) => html`<td class="number">${value === undefined ? "" : count(value)}</td>`;
  const draw = () => {
    const cutting = rows.some(({ found }) => found?.other.skipped);
    render(
      html`<div class="scroll-x" tabindex="0" role="group" aria-label=${_("The table")}><table class="lab-compared fill"><thead><tr><th scope="col">${_("Search")}</th>${depths.length ? html`<th scope="col">${_("Depth")}</th>` : nothing}
        <th scope="col">${_("Visited")}</th><th scope="col">${_("Leaves")}</th>${cutting ? html`<th scope="col">${_("Moves cut")}</th>` : nothing}<th scope="col">${_("Value")}</th><th scope="col">${_("Choice")}</th></tr></thead>
        <tbody>${rows.map(({ search, depth, found, refusal }) => html`<tr><th scope="row">${search.title}</th>${depths.length ? html`<td class="number">${depth}</td>` : nothing}
          ${refusal ? html`<td colspan="5">${refusal}</td>` : found
            ? html`${cell(found.other.entered)}${cell(found.other.leaves)}${cutting ? cell(found.other.skipped) : nothing}<td class="number">${found.value}</td><td>${found.choice}</td>`
            : html`<td colspan="5" class="soft">…</td>`}</tr>`)}</tbody></table></div>`,
      host,
    );
  };
  draw();
  for (const row of rows) {
    const given = { ...settings, ...row.search.settings, ...(row.depth === null ? {} : { depth: row.depth }) };
    const answer = await fetchTrace({ ...question, search: row.search.id, settings: given });
    if ("refusal" in answer) row.refusal = answer.refusal;
    else {
      const trace = readTrace(answer.data);
      const replay = new Replay(trace);
      replay.go(trace.steps);
      row.found = summed(trace, replay);
    }
    draw();
  }
}
