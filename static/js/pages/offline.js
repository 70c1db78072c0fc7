/** The page that stands in for others while the server cannot be reached: names the games of which this device keeps the page. */

import { find } from "lib/dom.js";
import { served } from "lib/served.js";

const GAME = /\/g\/[A-Za-z0-9]+$/;

async function show() {
  const list = find("#kept ul");
  const names = window.caches ? (await caches.keys()).filter((name) => name.startsWith(`plyground ${served("")} `)) : [];
  for (const name of names) {
    const cache = await caches.open(name);
    for (const request of [...(await cache.keys())].reverse().filter(({ url }) => GAME.test(url))) {
      const page = new DOMParser().parseFromString((await (await cache.match(request))?.text()) ?? "", "text/html");
      const link = document.createElement("a");
      Object.assign(link, { href: request.url, textContent: page.title });
      const line = document.createElement("li");
      line.append(link);
      list.append(line);
    }
  }
  find("#kept").hidden = !list.children.length;
}
show();
