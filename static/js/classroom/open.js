/** The first page of a class: open one as its teacher, or type the code that the wall shows. */

import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { html, render } from "lit";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { codeProblem, readCode, spaced } from "./code.js";
import { opened } from "./memory.js";

const problem = find("#code-problem");
const field = find("#code", HTMLInputElement);
const failure = find("#open-problem");
const button = find("#open-class", HTMLButtonElement);
/** A position that is taken along to the class, as the lab writes it. */
const along = new URLSearchParams(location.hash.slice(1)).has("game") ? location.hash.slice(1) : "";
find("#along").hidden = !along;

/** Show a refusal beside what it is about; "" takes it away. @param {HTMLElement} place @param {string} sentence */
function tell(place, sentence) {
  place.textContent = sentence;
  place.hidden = !sentence;
}

find("#join").addEventListener("submit", (event) => {
  event.preventDefault();
  const sentence = codeProblem(field.value);
  tell(problem, sentence);
  field.setAttribute("aria-invalid", String(Boolean(sentence)));
  if (sentence) return field.focus();
  location.assign(served(`/class/${readCode(field.value)}`));
});
field.addEventListener("input", () => {
  tell(problem, "");
  field.setAttribute("aria-invalid", "false");
});

button.addEventListener("click", async () => {
  button.disabled = true;
  tell(failure, "");
  const made = await ask("/api/classes", {});
  if (made.ok) return location.assign(made.data.url + (along && `&${along}`));
  button.disabled = false;
  tell(failure, made.error.sentence);
});
addEventListener("pageshow", () => (button.disabled = false));

const before = opened();
if (before.length) {
  const list = find("#opened");
  list.hidden = false;
  render(html`<h3>${_("Opened on this device")}</h3><ul class="row">${before.map((code) => html`<li><a class="mono inline tap" href=${served(`/class/${code}/teach${along && `#${along}`}`)}>${spaced(code)}</a></li>`)}</ul>`, list);
}
