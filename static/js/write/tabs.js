/** Tabs that the server wrote: the arrow keys go from one to the next, and one panel is shown. */

import { find } from "lib/dom.js";

/** @param {HTMLElement} list with `role="tablist"` */
export function bindTabs(list) {
  const tabs = [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role=tab]"))];
  const placeOf = (/** @type {Event} */ event) => tabs.findIndex((tab) => tab.contains(/** @type {Node} */ (event.target)));
  const choose = (/** @type {string | undefined} */ name, focus = false) => {
    for (const tab of tabs) {
      const chosen = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      find(`#${tab.getAttribute("aria-controls")}`).hidden = !chosen;
      if (chosen && focus) tab.focus();
    }
  };
  list.addEventListener("click", (event) => {
    const at = placeOf(event);
    if (at >= 0) choose(tabs[at].dataset.tab);
  });
  list.addEventListener("keydown", (event) => {
    const at = placeOf(event);
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    if (at < 0 || !(event.key in steps)) return;
    event.preventDefault();
    choose(tabs[(steps[event.key] + tabs.length) % tabs.length].dataset.tab, true);
  });
  return { choose };
}
