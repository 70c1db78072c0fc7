/** The list of lessons: marks what was begun and what is finished. */

import { _ } from "lib/messages.js";
import { forget, readAll } from "./progress.js";

const all = readAll();
const cards = [...document.querySelectorAll("[data-lesson]")];
let finished = 0;
for (const card of cards) {
  const known = all[/** @type {HTMLElement} */ (card).dataset.lesson ?? ""];
  const state = card.querySelector(".lessons-state");
  if (!known || !state) continue;
  finished += known.finished ? 1 : 0;
  state.textContent = known.finished ? _("✓ finished") : known.seen?.length ? _("begun") : "";
  card.classList.toggle("finished", Boolean(known.finished));
  if (!known.finished && known.at) card.setAttribute("href", `${card.getAttribute("href")}#step-${known.at + 1}`);
}
const summary = document.getElementById("lessons-summary");
if (summary && finished) summary.textContent = _("You have finished {finished} of {count}.", { finished, count: cards.length });

const button = document.getElementById("lessons-forget");
if (button?.parentElement && Object.keys(all).length) {
  button.parentElement.hidden = false;
  button.addEventListener("click", () => {
    forget();
    location.reload();
  });
}
