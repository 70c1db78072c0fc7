/** A written game on a board: reads what is pasted, or what the address's fragment carries, and shows it move by move. */

import { find } from "lib/dom.js";
import { fieldsOf } from "lib/fragment.js";
import { ask } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";

const form = find("#replay-form");
const field = find("[name=record]", HTMLTextAreaElement, form);
const choice = find("[name=game]", HTMLSelectElement, form);
const problem = find("#replay-problem");
const stage = find("#replay-stage");

/** What the address asks for, as a request; null without a record. */
function asked() {
  const given = fieldsOf(location.hash);
  const record = given.get("record") ?? "";
  return record ? { record, ...(given.has("game") ? { game: given.get("game") ?? "" } : {}) } : null;
}

function refuse(/** @type {string} */ sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
}

/** Show the game; the script of the board reads it from the page. */
async function show(/** @type {{record: string, game?: string}} */ request) {
  const found = await ask("/api/replays", request);
  if (!found.ok) return refuse(found.error.sentence);
  const { data } = found;
  find("#snapshot").textContent = JSON.stringify({ ...data, asked: { ...request, game: data.game } });
  find("#replay-title").textContent = ngettext("{title}, {count} move", "{title}, {count} moves", data.ply, { title: data.title, count: data.ply });
  find("#replay-result").textContent = data.result?.sentence ?? _("The game is not over; it can be played on.");
  const on = find("#replay-on", HTMLAnchorElement);
  on.href = served(`/new/${data.game}?${new URLSearchParams({ record: request.record })}`);
  on.hidden = data.result !== null;
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
  location.hash = new URLSearchParams({ ...(game ? { game } : {}), record }).toString();
});
addEventListener("hashchange", () => location.reload());

const request = asked();
if (request) {
  field.value = request.record;
  choice.value = request.game ?? "";
  show(request);
}
