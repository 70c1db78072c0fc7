/**
 * The theme switch: keeps the choice in this browser and tells the page when the colours change.
 *
 * The theme itself is set before the first paint by the small script in base.html, which knows the same rule.
 */

import { keep, recall } from "./kept.js";

const KEY = "plyground.theme";
const THEMES = ["light", "dark", "contrast", "colourblind"];

/** The theme that was chosen here, or "auto" if none was. @returns {string} */
export function chosen() {
  const kept = recall(KEY);
  return kept && THEMES.includes(kept) ? kept : "auto";
}

/** The theme that "auto" stands for on this device. @returns {string} */
export function wanted() {
  const wish = (/** @type {string} */ query) => window.matchMedia(query).matches;
  if (wish("(prefers-contrast: more)")) return "contrast";
  return wish("(prefers-color-scheme: dark)") ? "dark" : "light";
}

/** Choose a theme, or "auto"; fires "themechange" on the document. @param {string} name */
export function choose(name) {
  const kept = THEMES.includes(name) ? name : null;
  keep(KEY, kept);
  show(kept ?? wanted());
}

function show(/** @type {string} */ theme) {
  if ("fixedTheme" in document.documentElement.dataset) return;
  if (document.documentElement.dataset.theme === theme) return;
  document.documentElement.dataset.theme = theme;
  document.dispatchEvent(new CustomEvent("themechange", { detail: { theme } }));
}

function tick() {
  for (const input of /** @type {NodeListOf<HTMLInputElement>} @param {string} theme */ (document.querySelectorAll("#theme-menu input"))) input.checked = input.value === chosen();
}

/** Make a disclosure close when the pointer or the focus goes elsewhere, and on Escape. @param {HTMLDetailsElement} menu */
function closeOutside(menu) {
  document.addEventListener("pointerdown", (event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(/** @type {Node} */ (event.relatedTarget))) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
    event.stopPropagation();
  });
}

const menu = document.getElementById("theme-menu");
if (menu instanceof HTMLDetailsElement) {
  tick();
  closeOutside(menu);
  menu.addEventListener("change", (event) => choose(/** @type {HTMLInputElement} */ (event.target).value));
}
for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
  window.matchMedia(query).addEventListener("change", () => chosen() === "auto" && show(wanted()));
}
window.addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  show(chosen() === "auto" ? wanted() : chosen());
  tick();
});
