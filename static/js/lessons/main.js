/**
 * A lesson: one step at a time, by button or by arrow keys, with its live parts made when they come into sight. The
 * address's fragment names the step; what was done is remembered in this browser.
 */

import { html, nothing, render } from "lit";
import { _, withElements } from "lib/messages.js";
import { drawPictures } from "lib/pictures.js";
import { served } from "lib/served.js";
import { mountExercise } from "./exercise.js";
import { keep, read } from "./progress.js";

const article = /** @type {HTMLElement} */ (document.querySelector("[data-lesson]"));
const id = article.dataset.lesson ?? "";
const sections = [.../** @type {NodeListOf<HTMLElement>} */ (article.querySelectorAll(".lesson-steps > section"))];
const bar = /** @type {HTMLElement} */ (document.getElementById("lesson-progress"));
const foot = /** @type {HTMLElement} */ (document.getElementById("lesson-foot"));
const spoken = /** @type {HTMLElement} */ (document.getElementById("lesson-spoken"));
const titles = sections.map((section) => section.querySelector("h2")?.textContent ?? "");
const progress = read(id);
let at = 0;

/* Where the reader is */

const stepOf = (/** @type {string} */ hash) => Number(/^#step-(\d+)$/.exec(hash)?.[1] ?? 0) - 1;

/** The exercises of a step that were neither answered nor shown. @param {number} step */
const open = (step) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (sections[step].querySelectorAll("[data-exercise]"))].filter(
    (each) => !progress.done[each.dataset.exercise ?? ""],
  );

const done = (/** @type {number} */ step) => progress.seen.includes(step) && !open(step).length;

function shown() {
  sections.forEach((section, step) => section.toggleAttribute("data-here", step === at));
  if (!progress.seen.includes(at)) progress.seen.push(at);
  progress.at = at;
  remember();
  draw();
}

/** @param {number} step */
function go(step) {
  if (step < 0 || step >= sections.length || step === at) return;
  at = step;
  history.replaceState(null, "", `#step-${at + 1}`);
  shown();
  const heading = sections[at].querySelector("h2");
  heading?.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function remember() {
  progress.finished ||= sections.every((__, step) => done(step));
  keep(id, progress);
}

/* Drawing */

function draw() {
  render(
    html`<ol class="row gap-1">${titles.map((title, step) => html`<li><button type="button" class="lesson-dot step-dot centred number ${done(step) ? "done" : progress.seen.includes(step) ? "seen" : ""}"
      aria-current=${step === at ? "step" : nothing} aria-label=${done(step) ? _("Step {step}: {title}, done", { step: step + 1, title }) : _("Step {step}: {title}", { step: step + 1, title })} title=${title}
      @click=${() => go(step)}>${done(step) ? "✓" : step + 1}</button></li>`)}</ol>`,
    bar,
  );
  render(footer(), foot);
}

function footer() {
  const { after, afterTitle, before, beforeTitle } = foot.dataset;
  const last = at === sections.length - 1;
  return html`${last ? ending() : nothing}
    <div class="row gap-3 justify-between">
      ${at > 0
        ? html`<button type="button" class="button" id="lesson-back" @click=${() => go(at - 1)}>${_("Back")}</button>`
        : before ? html`<a class="button" href=${before}>${_("Lesson before: {beforeTitle}", { beforeTitle })}</a>` : html`<span></span>`}
      <span class="soft small">${_("Step {at} of {count}", { at: at + 1, count: sections.length })}</span>
      ${!last
        ? html`<button type="button" class="button primary" id="lesson-next" @click=${() => go(at + 1)}>${withElements(_("Next{span}"), { span: html`<span class="hidden-visually">: ${titles[at + 1]}</span>` })}</button>`
        : after ? html`<a class="button primary" href=${after}>${_("Next lesson: {afterTitle}", { afterTitle })}</a>` : html`<a class="button primary" href=${served("/lessons")}>${_("All lessons")}</a>`}
    </div>
    <p class="soft small lesson-keys">${withElements(_("{kbd} and {kbd2} turn the page. Inside a stage they step through the search, on a board they walk over it."), { kbd: html`<kbd>←</kbd>`, kbd2: html`<kbd>→</kbd>` })}</p>`;
}

/** At the end: finished, or what is left. */
function ending() {
  if (progress.finished) return html`<p class="notice good" id="lesson-finished"><strong>${_("You have finished this lesson.")}</strong></p>`;
  const left = sections.map((__, step) => step).filter((step) => !done(step));
  return html`<p class="notice" id="lesson-left">${_("Still open:")} ${left.map((step, place) => html`${place ? ", " : ""}<a href="#step-${step + 1}">${titles[step]}</a>`)}</p>`;
}

/* Live parts */

/** @param {string} name @param {"right" | "shown"} how */
function answered(name, how) {
  if (progress.done[name] === "right") return;
  const before = progress.finished;
  progress.done[name] = how;
  remember();
  draw();
  if (progress.finished && !before) spoken.textContent = _("You have finished this lesson.");
}

/** Make a live part once it is nearly in sight. */
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      mount(/** @type {HTMLElement} */ (target)).catch((problem) => failed(target, problem));
    }
  },
  { rootMargin: "200px" },
);

const failed = (/** @type {Element} */ target, /** @type {Error} */ problem) => {
  target.querySelector(".lesson-live")?.replaceChildren(_("This part could not be drawn: {message}", { message: problem.message }));
  console.error(problem);
};

/** @param {HTMLElement} target */
async function mount(target) {
  const host = /** @type {HTMLElement} */ (target.querySelector(".lesson-live"));
  if (!host) return;
  const data = JSON.parse(host.querySelector("script")?.textContent ?? "null");
  host.replaceChildren();
  if (target.matches(".exercise")) {
    const name = target.dataset.exercise ?? "";
    await mountExercise(target, host, data, { before: progress.done[name], answered: (how) => answered(name, how) });
  } else if (target.matches(".lesson-stage")) {
    const { mountStage } = await import("./live_stage.js");
    await mountStage(host, data, { label: target.dataset.label });
  } else if (target.matches(".lesson-compare")) {
    const { mountCompare } = await import("./compare.js");
    mountCompare(host, data);
  } else if (target.matches(".lesson-fitting")) {
    const { mountFitting } = await import("./fitting.js");
    mountFitting(host, data);
  } else if (target.matches(".lesson-match")) {
    const { mountMatch } = await import("./match.js");
    mountMatch(host, data);
  } else if (target.matches(".lesson-table")) {
    const { mountTable } = await import("./table.js");
    await mountTable(host, data);
  } else if (target.matches(".lesson-book")) {
    const { mountBook } = await import("./book.js");
    await mountBook(host, data);
  } else {
    const { mountRanking } = await import("./ranking.js");
    mountRanking(host, data);
  }
}

/* Hands */

const BUSY = "input, textarea, select, dialog, svg, .lesson-stage, .lesson-table, .lesson-book, .exercise[data-kind=predict], .board, [role=radiogroup], [role=grid], [role=tree]";

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  const where = event.target instanceof Element ? event.target : document.body;
  if (where.closest(BUSY)) return;
  if (event.key === "ArrowRight") go(at + 1);
  else if (event.key === "ArrowLeft") go(at - 1);
  else return;
  event.preventDefault();
});

addEventListener("hashchange", () => go(stepOf(location.hash)));

for (const section of sections) {
  section.querySelector("h2")?.setAttribute("tabindex", "-1");
  section.querySelectorAll("[data-exercise]").forEach((each, place) => each.setAttribute("aria-label", _("Exercise {number}", { number: place + 1 })));
}
const wanted = stepOf(location.hash);
at = wanted >= 0 && wanted < sections.length ? wanted : 0;
article.querySelector(".lesson-steps")?.toggleAttribute("data-walking", true);
shown();
for (const part of article.querySelectorAll(".lesson-stage, .lesson-compare, .lesson-ranking, .lesson-match, .lesson-fitting, .lesson-table, .lesson-book, .exercise")) watcher.observe(part);
drawPictures();
