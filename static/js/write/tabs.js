/** Tabs that the server wrote: the arrow keys go from one to the next, and one panel is shown. */

/** @param {HTMLElement} list with `role="tablist"` */
export function bindTabs(list) {
  const tabs = [...list.querySelectorAll("[role=tab]")];
  const choose = (name, focus = false) => {
    for (const tab of tabs) {
      const chosen = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !chosen;
      if (chosen && focus) tab.focus();
    }
  };
  list.addEventListener("click", (event) => {
    const tab = event.target.closest("[role=tab]");
    if (tab) choose(tab.dataset.tab);
  });
  list.addEventListener("keydown", (event) => {
    const at = tabs.indexOf(event.target.closest("[role=tab]"));
    const steps = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    if (at < 0 || !(event.key in steps)) return;
    event.preventDefault();
    choose(tabs[(steps[event.key] + tabs.length) % tabs.length].dataset.tab, true);
  });
  return { choose };
}
