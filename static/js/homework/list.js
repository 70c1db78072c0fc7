/** The homework that was set in this browser, and the gradebook of several. */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { UNREACHABLE } from "lib/http.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";
import { saveFile } from "lib/save.js";
import { served } from "lib/served.js";
import { allSet } from "./memory.js";

const host = find("#homework");
/** The newest that are together in a gradebook; the server takes no more. */
const MOST = 60;
let problem = "";

/** A file for Moodle with a column for each homework, the oldest first. */
async function gradebook() {
  problem = "";
  const homework = allSet().slice(0, MOST).reverse().map(({ id, key }) => ({ id, key }));
  try {
    const answer = await fetch(served("/api/homework/gradebook.csv"), { method: "POST", headers: { Accept: "application/json", "Content-Type": "application/json" }, body: JSON.stringify({ homework }) });
    if (answer.ok) saveFile(await answer.blob(), "plyground-gradebook.csv");
    else problem = (await answer.json()).error?.sentence ?? UNREACHABLE.sentence;
  } catch {
    problem = UNREACHABLE.sentence;
  }
  draw();
}

function draw() {
  const set = allSet();
  render(html`<div class="homework-page in-middle column gap-4"><h1>${_("Your homework")}</h1>
    ${set.length ? html`<p class="lead soft">${_("What was set on this device. On another one a homework opens by its teacher’s link.")}</p>
      <ul class="card column gap-2 homework-list">${set.map(({ id, title }) => html`<li><a class="inline tap" href=${served(`/homework/${id}/teach`)}>${title || _("Homework")}</a></li>`)}</ul>
      ${problem ? html`<p class="notice bad" role="alert">${problem}</p>` : nothing}
      <p class="button-row"><button type="button" class="button" id="gradebook" @click=${gradebook}>${icon("load")}${_("Gradebook of all of them (CSV)")}</button></p>`
      : html`<p class="lead soft">${_("Nothing was set on this device yet.")}</p>`}
    <p>${_("Homework is set from a plan.")} <a href=${served("/class/plans")}>${_("Make a plan")}</a></p></div>`, host);
}

draw();
