/** A written game on a board: reads what is pasted, or what the address's fragment carries, and shows it move by move. */

import { find } from "lib/dom.js";
import { fieldsOf } from "lib/fragment.js";
import { ask } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { html, nothing, render } from "lit";

/** Moves of a branch that its link shows. */
const SHOWN = 6;
const form = find("#replay-form");
const field = find("[name=record]", HTMLTextAreaElement, form);
const choice = find("[name=game]", HTMLSelectElement, form);
const problem = find("#replay-problem");
const stage = find("#replay-stage");
const lines = find("#replay-lines");

/** What the address asks for, as a request; null without a record. */
function asked() {
  const given = fieldsOf(location.hash);
  const record = given.get("record") ?? "";
  const line = Number(given.get("line")) || 0;
  return record ? { record, ...(given.has("game") ? { game: given.get("game") ?? "" } : {}), ...(line ? { line } : {}) } : null;
}

function refuse(/** @type {string} */ sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
}

/** The page's address with this record. @param {Record<string, string | number>} fields */
const address = (fields) => `#${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}`;

/** The branches of the game, each a link to its first move. @param {Protocol.Snapshot} game @param {{record: string, game?: string}} request */
function branches({ lines: all = [], line = 0 }, { record, game }) {
  const asked = { ...(game ? { game } : {}), record };
  const entry = (/** @type {number} */ number, /** @type {string} */ name, /** @type {string} */ moves) =>
    html`<li><a class="column rounded" href=${address({ ...(number ? { line: number } : {}), ...asked })} aria-current=${number === line ? "true" : nothing}
      ><span>${name}</span><span class="mono soft small">${moves}</span></a></li>`;
  return all.length
    ? html`<h3>${_("Branches")}</h3><ul class="replay-lines column gap-1">
        ${entry(0, _("The game itself"), "")}
        ${all.map(({ name, ply, moves }, at) => entry(at + 1, name, _("after {count}: {moves}", { count: ply, moves: moves.slice(0, SHOWN).join(" ") })))}</ul>`
    : nothing;
}

/** Who played, when and where, as the record says. @param {Protocol.Snapshot} game */
const heads = ({ about = {} }) => [about.event, about.place, [about.date, about.time].filter(Boolean).join(" "), about.clock, about.result].filter(Boolean).join(" · ");

/** Show the game; the script of the board reads it from the page. */
async function show(/** @type {{record: string, game?: string, line?: number}} */ request) {
  const found = await ask("/api/replays", request);
  if (!found.ok) return refuse(found.error.sentence);
  const { data } = found;
  find("#snapshot").textContent = JSON.stringify({ ...data, asked: { ...request, game: data.game } });
  find("#replay-title").textContent = ngettext("{title}, {count} move", "{title}, {count} moves", data.ply, { title: data.title, count: data.ply });
  find("#replay-about").textContent = heads(data);
  find("#replay-told").textContent = (data.told ?? []).join(" ");
  find("#replay-told").hidden = !data.told?.length;
  render(branches(data, request), lines);
  if (data.line) find("#embed").dataset.start = String(data.lines[data.line - 1].ply + 1);
  find("#replay-result").textContent = data.result?.sentence ?? _("The game is not over; it can be played on.");
  const on = find("#replay-on", HTMLAnchorElement);
  on.href = served(`/new/${data.game}?${new URLSearchParams({ record: request.record })}`);
  on.hidden = data.result !== null || data.line > 0;
  stage.hidden = false;
  form.classList.add("small-form");
  await import("../watch/embed.js");
}

/** A pasted game becomes the page's address, so that it can be passed on, and the page begins anew with it. */
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const record = field.value.trim();
  if (!record) return void refuse(_("Paste a game first."));
  const game = choice.value;
  location.hash = address({ ...(game ? { game } : {}), record });
});
addEventListener("hashchange", () => location.reload());

const request = asked();
if (request) {
  field.value = request.record;
  choice.value = request.game ?? "";
  show(request);
}
