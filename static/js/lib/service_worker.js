/**
 * The service worker: keeps the pages that need no server, the games that were looked at, and all that they are made of, and shows them
 * when the server cannot be reached. While it can, every page comes from it. What is kept is of one version of the server: a new one brings
 * a new worker (`game/web/offline.py`), which fetches all of it before the old goes. It touches nothing but reading by plain requests.
 */

const MOST_GAMES = 40;
const AWAY = [502, 504];
const GAME = /^\/g\/[A-Za-z0-9]+$/;
const DATA = /^\/(rules\/[^/]+\.(js|json)|puzzles\/[^/]+\.json|api\/maps\/[^/]+)$/;
/** Pages that find in the address what they show, so that one of them stands for all below it. */
const STANDS_FOR = /^(\/puzzles)\/[^.]+$/;
const FILES = /\b(?:href|src|data-keep)="([^"]+)"/g;

/**
 * Work as `worker`, for pages of the server's `version` under the path `prefix`; `pages` are the paths of those that are always kept.
 * @param {any} worker @param {{version: string, prefix: string, pages: string[]}} given
 */
export function serve(worker, { version, prefix, pages }) {
  const family = `plyground ${prefix} `;
  const name = family + version;
  const files = `${prefix}/static/${version}/`;
  const pathOf = (/** @type {string} */ url) => new URL(url, worker.location.href).pathname.slice(prefix.length);
  const kept = (/** @type {Request | string} */ request, ignoreSearch = false) =>
    worker.caches.match(request, { cacheName: name, ignoreVary: true, ignoreSearch });

  /** What a page, or a script that came joined, asks for. @param {string} text */
  function needed(text) {
    const named = [...text.matchAll(FILES)].flatMap((found) => found[1].split(" "));
    return [...new Set(named)].filter((each) => each.startsWith(files) || DATA.test(pathOf(each)));
  }

  /** Keep these files, as far as they are not there. @param {Cache} cache @param {string[]} addresses */
  async function keepFiles(cache, addresses) {
    for (const address of addresses) {
      if (await cache.match(address, { ignoreVary: true })) continue;
      await cache.add(address);
      if (!address.startsWith(`${files}joined/`) || address.includes("?") || address.endsWith(".css")) continue;
      const answer = await worker.fetch(`${address}.later`);
      await keepFiles(cache, (await answer.json()).map((/** @type {string} */ path) => prefix + path));
    }
  }

  /** @type {Promise<boolean>} */
  let last = Promise.resolve(true);

  /**
   * Keep a page with all that it needs; whether that is there now. One after the other, so that a page that came earlier and needs more
   * time does not replace one that came later. @param {string} address @param {Response} [answer]
   */
  function keepPage(address, answer) {
    const kept = last.then(() => keepNext(address, answer));
    last = kept.catch(() => false);
    return kept;
  }

  async function keepNext(/** @type {string} */ address, /** @type {Response | undefined} */ answer) {
    const page = answer ?? (await worker.fetch(address, { headers: { Accept: "text/html" } }));
    const text = page.ok && !page.redirected ? await page.clone().text() : "";
    if (!text.includes(files)) return false; // another version's, or none
    /** @type {Cache} */
    const cache = await worker.caches.open(name);
    await keepFiles(cache, needed(text));
    await cache.put(address, page);
    const games = (await cache.keys()).filter(({ url }) => GAME.test(pathOf(url)));
    for (const old of games.slice(0, -MOST_GAMES)) await cache.delete(old);
    return true;
  }

  async function keepPages() {
    for (const page of pages) if (!(await keepPage(prefix + page))) throw new Error(`${page} is not kept`);
  }

  /** Take over from workers of other versions: their games are fetched anew, their files go. */
  async function takeOver() {
    for (const old of await worker.caches.keys()) {
      if (!old.startsWith(family) || old === name) continue;
      const games = (await (await worker.caches.open(old)).keys()).filter((/** @type {Request} */ { url }) => GAME.test(pathOf(url)));
      for (const { url } of /** @type {Request[]} */ (games)) await keepPage(url).catch(() => false);
      await worker.caches.delete(old);
    }
    await worker.clients.claim();
  }

  /** A kept page that says of itself that it is one. @param {Response} answer */
  async function marked(answer) {
    const text = (await answer.text()).replace("<html ", "<html data-offline ");
    const headers = new Headers(answer.headers);
    for (const each of ["Content-Encoding", "Content-Length"]) headers.delete(each);
    return new Response(text, { headers });
  }

  /** A page from the server, or else as it was kept, or else the page that says what can be opened. @param {any} event @param {string} path */
  async function open(event, path) {
    /** @type {Response | null} */
    const answer = await worker.fetch(event.request).catch(() => null);
    if (answer && !AWAY.includes(answer.status)) {
      if (pages.includes(path) || GAME.test(path)) event.waitUntil(keepPage(prefix + path, answer.clone()).catch(() => false));
      if (path.startsWith("/language/")) event.waitUntil(keepPages().catch(() => false));
      return answer;
    }
    const above = STANDS_FOR.exec(path)?.[1];
    const page = (await kept(event.request.url, true)) ?? (above && (await kept(prefix + above))) ?? (await kept(`${prefix}/offline`));
    return page ? marked(page) : answer ?? Response.error();
  }

  /** @param {Request} request */
  const file = async (request) => (await kept(request).catch(() => null)) ?? worker.fetch(request);

  /** Data that is kept: as the server has it now, or else as it was. @param {any} event */
  async function data(event) {
    const answer = await worker.fetch(event.request).catch(() => null);
    if (!answer || AWAY.includes(answer.status)) return (await kept(event.request)) ?? answer ?? Response.error();
    const copy = answer.ok ? answer.clone() : null;
    if (copy) event.waitUntil(worker.caches.open(name).then((/** @type {Cache} */ cache) => cache.put(event.request, copy)).catch(() => null));
    return answer;
  }

  worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepPages().then(() => worker.skipWaiting())));
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
  worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepPage(event.data.keep).catch(() => false)));
  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    const path = pathOf(request.url);
    if (request.method !== "GET" || !request.url.startsWith(`${worker.location.origin}${prefix}/`)) return;
    if (request.mode === "navigate") event.respondWith(open(event, path));
    else if (path.startsWith(`/static/${version}/`)) event.respondWith(file(request));
    else if (DATA.test(path)) event.respondWith(data(event));
  });
}
