/** The page as part of an app: has its service worker work where the browser lets it (over HTTPS, or on this computer), and says what needs the server. */

import { served } from "./served.js";

const { dataset } = document.documentElement;
const workers = "serviceWorker" in navigator && window.parent === window ? navigator.serviceWorker : null;

// Once the page is done, since all that is kept is then fetched. A worker that has the page is only looked for anew when it is asked to:
// a browser by itself does so when it finds the time.
async function register() {
  const found = await workers?.register(served("/service-worker.js"), { scope: served("/"), updateViaCache: "none" });
  if (workers?.controller) await found?.update();
}
workers && addEventListener("load", () => setTimeout(() => register().catch(() => {}), 1000));

// A game's page holds the game as it was when it came: it is kept again as it stands when it is left.
workers && addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden" && location.pathname.startsWith(served("/g/"))) workers.controller?.postMessage({ keep: location.pathname });
});

// A form that the server would have to answer leads to what can be done without it.
"offline" in dataset && addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.method !== "post" || event.defaultPrevented) return;
  event.preventDefault();
  location.assign(served("/offline"));
});
