/** How the versions of one's own bot did in the tests: the latest one in words, those before as counts. */

import { html, nothing } from "lit";
import { _ } from "lib/messages.js";
import { hiddenWords, testList } from "../tests.js";

/** @param {Compete.OwnPage} page */
export function tests({ shown, own }) {
  const found = own.tests;
  if (!found || !(found.tests.length + found.hidden)) return nothing;
  const latest = shown.versions.find((version) => version.admission === "validated" || version.admission === "admitted");
  const told = latest && found.versions[latest.number];
  const place = { id: shown.competition.id, game: shown.competition.game, options: found.options };
  const earlier = shown.versions.filter((version) => version !== latest && found.versions[version.number]?.counts.public.asked);
  const row = (/** @type {Compete.Version} */ version) => {
    const { public: open, hidden } = found.versions[version.number].counts;
    return html`<li>${_("Version {number}: {passed} of {tests} public, {hidden} of {secret} hidden.", { number: version.number, passed: open.passed, tests: open.tests, hidden: hidden.passed, secret: hidden.tests })}</li>`;
  };
  return html`<section class="card" aria-labelledby="tests-title" id="tests"><h2 id="tests-title">${_("Tests")}</h2>
    <p class="soft small">${latest ? _("Version {number} in the positions of this competition:", { number: latest.number }) : _("A version is tested once it has got through its first games.")}</p>
    ${testList(found.tests, (test) => told?.answers[test.id] ?? null, place)}
    ${told ? html`<p class="small">${hiddenWords(told.counts.hidden)}</p>` : nothing}
    ${earlier.length ? html`<details><summary>${_("Earlier versions")}</summary><ul class="small">${earlier.map(row)}</ul></details>` : nothing}
  </section>`;
}
