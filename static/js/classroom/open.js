/** The first page of a class: open one as its teacher, or type the code that the wall shows. */

import { ask } from "lib/http.js";
import { html, render } from "lit";
import { codeProblem, readCode, spaced } from "./code.js";
import { opened } from "./memory.js";

const problem = document.getElementById("code-problem");
const field = document.getElementById("code");
const failure = document.getElementById("open-problem");
const button = document.getElementById("open-class");

/** Show a refusal beside what it is about; "" takes it away. */
function tell(place, sentence) {
  place.textContent = sentence;
  place.hidden = !sentence;
}

document.getElementById("join").addEventListener("submit", (event) => {
  event.preventDefault();
  const sentence = codeProblem(field.value);
  tell(problem, sentence);
  field.setAttribute("aria-invalid", String(Boolean(sentence)));
  if (sentence) return field.focus();
  location.assign(`/class/${readCode(field.value)}`);
});
field.addEventListener("input", () => {
  tell(problem, "");
  field.setAttribute("aria-invalid", "false");
});

button.addEventListener("click", async () => {
  button.disabled = true;
  tell(failure, "");
  const made = await ask("/api/classes", {});
  if (made.ok) return location.assign(made.data.url);
  button.disabled = false;
  tell(failure, made.error.sentence);
});
addEventListener("pageshow", () => (button.disabled = false));

const before = opened();
if (before.length) {
  const list = document.getElementById("opened");
  list.hidden = false;
  render(html`<h3>Opened on this device</h3><ul>${before.map((code) => html`<li><a class="mono" href="/class/${code}/teach">${spaced(code)}</a></li>`)}</ul>`, list);
}
