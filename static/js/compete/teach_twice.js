/** What the teacher may want to look at twice: results, failures and sources that are out of the ordinary, with their figures. */

import { html, nothing } from "lit";
import { fixed } from "lib/format.js";
import { _, ngettext } from "lib/messages.js";
import { askTeacher } from "./teach_ask.js";
import { refusal } from "./parts.js";

/** @type {any} */
let report = null;
let problem = "";
let busy = false;

async function look(/** @type {string} */ id, /** @type {() => void} */ draw) {
  busy = true;
  draw();
  const found = await askTeacher(`/${id}/teach/twice`);
  busy = false;
  problem = found.ok ? "" : found.error.sentence;
  if (found.ok) report = found.data;
  draw();
}

function lines(/** @type {string} */ title, /** @type {{sentence: string}[]} */ list, /** @type {unknown} */ none) {
  return html`<h3>${title}</h3>${list.length ? html`<ul class="twice column gap-2">${list.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>` : html`<p class="soft small">${none}</p>`}`;
}

function found() {
  return html`<p class="notice">${_("None of this proves anything: look at the games and the sources, and ask. Small tasks have similar solutions, some results are far from the average by chance, and working together may have been allowed.")}</p>
    ${lines(_("Results"), report.results, ngettext("No result of {count} pair is far from what the ratings say.", "No result of {count} pairs is far from what the ratings say.", report.pairs))}
    ${report.results.length ? html`<p class="soft small">${ngettext("{count} pair was looked at; chance alone would list about {chance}.", "{count} pairs were looked at; chance alone would list about {chance}.", report.pairs, { chance: fixed(report.by_chance, 1) })}</p>` : nothing}
    ${lines(_("Failures against one opponent"), report.failures, _("Nobody failed against one opponent far more often than against the rest."))}
    ${lines(_("Sources"), report.sources, ngettext("{count} source was read; no two are alike.", "{count} sources were read; no two are alike.", report.read))}
    ${report.owners.length ? lines(_("Keys"), report.owners, "") : nothing}`;
}

/** @param {Compete.Taught} shown @param {() => void} draw */
export function twice(shown, draw) {
  return html`<section class="card" aria-labelledby="twice-title"><h2 id="twice-title">${_("Worth a second look")}</h2>
    <p class="soft small">${_("Results against what the ratings promise, failures against one opponent alone, and sources that are alike.")}</p>
    ${report ? found() : nothing} ${refusal(problem)}
    <p class="button-row"><button type="button" class="button small" id="look-twice" ?disabled=${busy} @click=${() => look(shown.id, draw)}>${report ? _("Look again") : _("Look")}</button></p>
  </section>`;
}
