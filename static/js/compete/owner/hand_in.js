/** Handing in: a file dropped or picked, with a note, or a text written in the editor. */

import { html, nothing } from "lit";
import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { refusal, size } from "../parts.js";
import { authorised } from "../keys.js";
import { weightsField } from "../weights.js";
import { filesWords } from "../words.js";

const MOST_BYTES = 5 * 1024 * 1024;

function choose(/** @type {Compete.OwnPage} */ page, /** @type {File | null | undefined} */ file) {
  page.handInProblem = "";
  page.file = file ?? null;
  if (file && file.size > MOST_BYTES) {
    page.file = null;
    page.handInProblem = _("A bot is at most 5 MB, unpacked.");
  }
  page.draw();
}

async function send(/** @type {Compete.OwnPage} */ page) {
  if (page.busy) return;
  const field = find("#bot-file", HTMLInputElement);
  if (!page.file) {
    page.handInProblem = _("Choose a file first.");
    page.draw();
    field.focus();
    return;
  }
  const body = new FormData();
  body.append("file", page.file);
  body.append("note", page.note);
  if (page.weights) body.append("weights", page.weights);
  page.busy = _("hand in");
  page.handInProblem = "";
  page.draw();
  const found = await ask(`${page.address}/versions`, body, authorised(page.key));
  page.busy = "";
  if (found.ok) {
    page.file = null;
    page.weights = null;
    page.note = "";
    field.form?.reset();
    page.say(_("Version {version} is handed in and waits for its first games.", { version: found.data.version }));
    await page.again();
    window.scrollTo({ top: 0 });
  } else {
    page.handInProblem = found.error.sentence;
    page.draw();
  }
}

function drop(/** @type {Compete.OwnPage} */ page, /** @type {DragEvent & FieldEvent} */ event) {
  event.preventDefault();
  event.currentTarget.classList.remove("over");
  choose(page, event.dataTransfer?.files[0]);
}

function over(/** @type {DragEvent & FieldEvent} */ event) {
  event.preventDefault();
  event.currentTarget.classList.add("over");
}

/** @param {Compete.OwnPage} page */
export function handIn(page) {
  const { competition, bot } = page.shown;
  const latest = page.shown.versions[0];
  if (page.own.sandbox_problem) return html`<section class="card" id="hand-in"><h2>${_("Hand in")}</h2><p class="notice warn">${page.own.sandbox_problem}</p></section>`;
  if (competition.state === "closed") return html`<section class="card" id="hand-in"><h2>${_("Hand in")}</h2><p>${_("This competition takes no more versions.")}</p></section>`;
  return html`<section class="card" id="hand-in">
    <h2>${latest ? _("Hand in version {number}", { number: latest.number + 1 }) : _("Hand in your bot")}</h2>
    <form class="owner-form column gap-4" novalidate @submit=${(/** @type {DragEvent & FieldEvent} */ event) => {
      event.preventDefault();
      send(page);
    }}>
      <label class="owner-drop rounded-card column gap-1 break centred" @drop=${(/** @type {DragEvent & FieldEvent} */ event) => drop(page, event)} @dragover=${over} @dragleave=${(/** @type {DragEvent & FieldEvent} */ event) => event.currentTarget.classList.remove("over")}>
        ${icon("hand")}
        <span class="strong">${page.file ? _("{name}, {size}", { name: page.file.name, size: size(page.file.size) }) : _("Choose a file, or drop it here")}</span>
        <span class="small soft">${_("{files}; 5 MB at most", { files: filesWords(page.own.languages) })}</span>
        <input id="bot-file" type="file" class="hidden-visually" ?disabled=${page.busy === "hand in"}
          @change=${(/** @type {DragEvent & FieldEvent} */ event) => choose(page, event.target.files?.[0])} />
      </label>
      ${weightsField(page.own.most_weights, page.busy === "hand in", (file) => (page.weights = file))}
      <div class="field">
        <label for="bot-note">${_("Note")} <span class="soft">${_("(you and the teacher see it)")}</span></label>
        <input id="bot-note" maxlength="500" .value=${page.note} placeholder=${_("What is new in it?")} @input=${(/** @type {DragEvent & FieldEvent} */ event) => {
          page.note = event.target.value;
        }} />
      </div>
      ${refusal(page.handInProblem)}
      ${competition.state === "open" ? nothing : html`<p class="small soft">${_("The event has begun, and its field keeps the versions that it began with. A new version plays its first games and the ladder.")}</p>`}
      <div class="button-row">
        <button class="button primary" ?disabled=${page.busy === "hand in"}>${page.busy === "hand in" ? _("Being handed in …") : _("Hand in")}</button>
        <a class="button" href=${served(`/write/${competition.game}?competition=${competition.id}&bot=${bot}`)}>${icon("board")}${_("Write in the browser")}</a>
      </div>
    </form>
  </section>`;
}
