/** A written game on a board: reads what is pasted, or what the address's fragment carries, and shows it move by move. */

import { askPosition } from "boards/lib/asking.js";
import { find } from "lib/dom.js";
import { fieldsOf } from "lib/fragment.js";
import { ask, askText, UNREACHABLE } from "lib/http.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { html, nothing, render } from "lit";
import { fragment } from "../lab/address.js";
import { showGame, usualWords } from "../watch/shown_game.js";
import { readSwitches } from "../watch/switches.js";
import { listBooks, lookIntoBook } from "./book.js";
import { showList } from "./collection.js";
import { listLibraries, lookUp } from "lib/library.js";

/** Moves of a branch that its link shows. */
const SHOWN = 6;
/** How many views are fetched at a time, and how many of them lie before the ply that is shown. */
const AT_ONCE = 63;
const BEHIND = 8;
/** Longer records are no address; they open as a file. */
const LONGEST_ADDRESS = 500_000;
const files = find("#replay-files", HTMLInputElement);
const form = find("#replay-form");
const field = find("[name=record]", HTMLTextAreaElement, form);
const choice = find("[name=game]", HTMLSelectElement, form);
const problem = find("#replay-problem");
const stage = find("#replay-stage");
const lines = find("#replay-lines");

/** What the address asks for, as a request; null without a record. The form, sent before this script was there, asks by `?`. */
function asked() {
  const given = location.hash ? fieldsOf(location.hash) : new URLSearchParams(location.search);
  const [record, game] = [given.get("record") ?? "", given.get("game")];
  const line = Number(given.get("line")) || 0;
  return record ? { record, ...(game ? { game } : {}), ...(line ? { line } : {}) } : null;
}

function refuse(/** @type {string} */ sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
}

/** The page's address with this record. @param {Record<string, string | number>} fields */
const address = (fields) => `#${new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))}`;

/** The branches of the game, each a link to its first move. @param {Protocol.Snapshot} game @param {{record: string, game?: string}} request */
function branches({ lines: all = [], line = 0 }, { record, game }) {
  const asked = { ...(game ? { game } : {}), record };
  const entry = (/** @type {number} */ number, /** @type {string} */ name, /** @type {string} */ moves) =>
    html`<li><a class="column rounded" href=${address({ ...(number ? { line: number } : {}), ...asked })} aria-current=${number === line ? "true" : nothing}
      ><span>${name}</span>${moves ? html`<span class="mono soft small">${moves}</span>` : nothing}</a></li>`;
  return all.length
    ? html`<h3>${_("Branches")}</h3><ul class="replay-lines scroll column gap-1">
        ${entry(0, _("The game itself"), "")}
        ${all.map(({ name, ply, moves }, at) => entry(at + 1, name, _("after {count}: {moves}", { count: ply, moves: moves.slice(0, SHOWN).join(", ") })))}</ul>`
    : nothing;
}

/** Who played, when and where, as the record says. @param {Protocol.Snapshot} game */
const heads = ({ about = {} }) => [about.event, about.place, [about.date, about.time].filter(Boolean).join(" "), about.clock, about.result].filter(Boolean).join(" · ");

/** The move, with the signs and the words that stand beside it. @param {Protocol.Snapshot} game @param {number} ply */
function words(game, ply) {
  const { marks = "", words: written = [] } = game.remarks?.[ply] ?? {};
  return [usualWords(game, ply) + marks, ...written].join(" · ");
}

/** Links that take the shown position into the laboratory and to a class. @param {Protocol.Snapshot} game @param {Protocol.View} view */
function takeAlong({ game, options }, view) {
  const position = fragment({ game, options, position: view.text });
  for (const [name, page] of [["#replay-lab", "/lab"], ["#replay-class", "/class"]]) {
    const link = find(name, HTMLAnchorElement);
    link.href = served(page + position);
    link.hidden = view.returns !== null;
  }
}

/** Ends what the board shows now. */
let stop = () => {};
/** Counts what was asked for, so that an answer that comes late is not shown. */
let last = 0;

/** Show the game. @param {{record: string, game?: string, line?: number}} request */
async function show(request) {
  const mine = ++last;
  const found = await askPosition("/api/replays", request);
  if (mine !== last) return;
  if (!found.ok && found.error.code === "several_games") return open(new Blob([request.record]), request.game ?? "");
  if (!found.ok) return refuse(found.error.sentence);
  refuse("");
  const { data } = found;
  const asked = { ...request, game: data.game };
  stop();
  const old = find("#embed");
  const host = document.createElement("div");
  [host.id, host.className] = [old.id, old.className];
  old.replaceWith(host);
  host.addEventListener("shown", (event) => {
    const { ply, view } = /** @type {CustomEvent} */ (event).detail;
    lookUp(find("#replay-library"), data, ply, address);
    lookIntoBook(find("#replay-book"), data, ply, address);
    takeAlong(data, view);
  });
  find("#replay-title").textContent = ngettext("{title}, {count} move", "{title}, {count} moves", data.ply, { title: data.title, count: data.ply });
  find("#replay-about").textContent = heads(data);
  find("#replay-told").textContent = (data.told ?? []).join(" ");
  find("#replay-told").hidden = !data.told?.length;
  render(branches(data, request), lines);
  find("#replay-result").textContent = data.result?.sentence ?? _("The game is not over; it can be played on.");
  find("#replay-review", HTMLAnchorElement).href = served(`/review#${new URLSearchParams({ game: data.game, record: request.record, ...(data.line ? { line: String(data.line) } : {}) })}`);
  find("#replay-analysis", HTMLAnchorElement).href = served(`/analysis#${new URLSearchParams({ game: data.game, record: request.record })}`);
  const on = find("#replay-on", HTMLAnchorElement);
  on.href = served(`/new/${data.game}?${new URLSearchParams({ record: request.record })}`);
  on.hidden = data.result !== null || data.line > 0;
  stage.hidden = false;
  form.classList.add("small-form");
  const start = data.line ? data.lines[data.line - 1].ply + 1 : null;
  stop = await showGame(host, data, {
    switches: { ...readSwitches(location.search), ...(start === null ? {} : { start }) },
    words,
    async load(ply, game) {
      const first = Math.max(0, ply - BEHIND);
      const views = await askPosition(`/api/replays/views?from=${first}&to=${Math.min(game.ply, first + AT_ONCE)}`, asked);
      return views.ok ? { first, views: views.data.views } : null;
    },
  });
}

/** Open a file, or a text, of any number of games: one on the board, several as a list. @param {Blob} file @param {string} game @returns {Promise<void>} */
async function open(file, game) {
  const found = await ask(`/api/collections?${new URLSearchParams({ game })}`, file);
  if (!found.ok) return refuse(found.error.sentence);
  refuse("");
  const { games, problems } = found.data;
  if (games.length === 1 && !problems.length) {
    const record = JSON.stringify(games[0].record);
    field.value = record;
    location.hash = address({ game: found.data.game, record });
    return;
  }
  showList(find("#replay-list"), found.data, file, (record) => address({ game: found.data.game, record: JSON.stringify(record) }));
}

/** A pasted game becomes the page's address, so that it can be passed on. */
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const record = field.value.trim();
  if (!record) return void refuse(_("Paste a game first."));
  const game = choice.value;
  if (record.length > LONGEST_ADDRESS) return void open(new Blob([record]), game);
  const wanted = address({ ...(game ? { game } : {}), record });
  if (wanted === location.hash) begin();
  location.hash = wanted;
});

/** Open files one after another; those that hold names alone stand before each of the others. @param {File[]} given */
async function openAll(given) {
  const endings = (files.dataset.names ?? "").split(" ").filter(Boolean);
  const isNames = (/** @type {File} */ { name }) => endings.some((ending) => name.toLowerCase().endsWith(ending));
  const names = given.filter(isNames);
  const games = given.filter((file) => !isNames(file));
  for (const file of games.length ? games : names) await open(games.length && names.length ? new Blob([...names, file]) : file, choice.value);
}
files.addEventListener("change", () => openAll([...(files.files ?? [])]));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
  const dropped = [...(event.dataTransfer?.files ?? [])];
  if (!dropped.length) return;
  event.preventDefault();
  await openAll(dropped);
});

/** One's own games of a game as a list. @param {string} game */
async function openOwn(game) {
  const text = await askText(`/api/own-games?${new URLSearchParams({ game })}`, {}, "application/x-ndjson");
  return text ? open(new Blob([text]), game) : refuse(text === null ? UNREACHABLE.sentence : _("You have finished no game of this kind here yet."));
}

/** Links to one's own games, where there are any. */
async function listOwn() {
  const found = await ask("/api/own-games");
  const games = found.ok ? found.data.games : [];
  const link = (/** @type {{game: string, title: string, count: number}} */ { game, title, count }) =>
    html`<a class="button small" href=${`#${new URLSearchParams({ own: game })}`}>${title} <span class="soft">${count}</span></a>`;
  render(games.length ? html`<h2 class="below-3">${_("Your own games")}</h2><p class="button-row">${games.map(link)}</p>` : nothing, find("#replay-own"));
}

/** The page as it is without a record, such as for whoever goes back to it. */
function nothingAsked() {
  last += 1;
  stop();
  refuse("");
  stage.hidden = true;
  form.classList.remove("small-form");
}

/** Show what the address asks for. */
function begin() {
  const own = fieldsOf(location.hash).get("own");
  if (own) return void openOwn(own);
  const request = asked();
  if (!request) return nothingAsked();
  field.value = request.record;
  choice.value = request.game ?? "";
  stage.scrollIntoView({ block: "nearest" });
  show(request);
}
addEventListener("hashchange", begin);
begin();
listOwn();
listLibraries(find("#replay-libraries"), address);
listBooks(find("#replay-books"), address);
