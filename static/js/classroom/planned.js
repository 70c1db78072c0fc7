/** The plan that a class goes through, on the teacher's page: what comes next, and the way to any entry. */

import { html, nothing } from "lit";
import { menu } from "lib/fields.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";

/** What the entries of a plan are called; none where it is not to be had. @param {string} id @returns {Promise<string[]>} */
export async function planOf(id) {
  const answer = await ask(`/api/plans/${encodeURIComponent(id)}`);
  return answer.ok ? answer.data.headings : [];
}

/** @param {Classroom.Inside} state @param {Classroom.Act} act */
export function planBar({ teacher, ui }, act) {
  const plan = teacher?.plan;
  if (!plan) return nothing;
  const headings = /** @type {string[]} */ (ui.headings ?? []);
  const { at } = plan;
  const entries = headings.map((title, place) => ({ value: String(place), title: `${place + 1}. ${title}` }));
  return html`<section class="card row gap-apart below-3 teach-plan" aria-labelledby="teach-plan-title">
    <h2 id="teach-plan-title"><a href=${served(`/class/plans/${plan.id}`)} target="_blank" rel="noopener">${plan.title || _("A plan")}</a></h2>
    <button type="button" class="button primary" id="plan-next" ?disabled=${at >= headings.length - 1} @click=${() => act.goThrough(at + 1)}>${icon("forward")}${at < 0 ? _("Begin the plan") : _("Next in the plan")}</button>
    ${headings.length ? html`<p class="soft">${at + 1 < headings.length ? _("Then: {heading}", { heading: headings[at + 1] }) : _("That was the last entry.")}</p>
      <div class="field"><label for="teach-plan-at" class="hidden-visually">${_("Entry of the plan")}</label>${menu("teach-plan-at", at < 0 ? [{ value: "-1", title: _("go to an entry") }, ...entries] : entries, String(at), (place) => Number(place) >= 0 && act.goThrough(Number(place)))}</div>` : nothing}
    <button type="button" class="button quiet small push" @click=${() => act.command({ do: "plan", plan: "" })}>${_("Put the plan away")}</button>
  </section>`;
}
