/**
 * The page for trees: what is typed is checked by the server and drawn as it stands, with what minimax and alpha-beta
 * find in it. The tree travels in the address, so that a link holds all of it.
 */

import { html, live, nothing, render } from "lit";
import { letPan } from "lib/pan.js";
import { Scene, nodeOf } from "boards/tree/scene.js";
import { below, childrenOf, lineForm, nested, nodeAt, nodeText, readable, wayTo } from "boards/tree/model.js";
import { find } from "lib/dom.js";
import { copyText } from "lib/copy.js";
import { ask, asker } from "lib/http.js";
import { readOption } from "./setup_state.js";
import { fragment } from "../lab/address.js";
import { menu, optionField, segments } from "lib/fields.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";

const CHECK_DELAY = 160;
const GAME = "tree";
const EXAMPLE = `# a: Max moves, o: Min moves
- a 0
  - a 6
  - o 12
    - a 3
    - a 7  # never seen
`;
/** A longer text travels without its comments. */
const LONGEST_LINK = 3000;
const SEARCHES = [
  { value: "alphabeta", title: _("Alpha-beta") },
  { value: "minimax", title: _("Minimax") },
];
const host = find("#trees");
const scene = new Scene();
/**
 * @type {{text: string, view: any, compact: string, searches: Record<string, any> | null, search: string, cursor: number,
 *   problem: (Protocol.Refusal & {line?: number, column?: number}) | null, options: Protocol.Option[], levels: Protocol.Level[], level: string, side: string,
 *   failure: string, copied: string, seed: Record<string, any>}}
 */
const state = {
  text: "", view: null, compact: "", searches: null, problem: null, search: "alphabeta", cursor: 0, options: [], levels: [], level: "",
  side: "max", failure: "", copied: "", seed: { seed: 1 },
};
/** @type {any} the view that was brought into the middle of its frame */
let centred = null;

/** @param {Record<string, any>} fields */
function change(fields) {
  Object.assign(state, fields);
  draw();
}

/* Checking */

function typed(/** @type {FieldEvent} */ event) {
  change({ text: event.target.value, copied: "" });
  check();
}

/** Ask the server what it makes of the text, or of a random tree, which is then written out. */
const look = asker("/api/tree", CHECK_DELAY, (/** @type {boolean} */ grown) => ({ game: GAME, ...(grown ? { options: state.seed } : { position: state.text || " " }) }), (answer, /** @type {boolean} */ grown) => {
  if (!answer.ok) return change({ problem: answer.error });
  const { view, text, searches } = answer.data;
  change({ view, compact: text, searches, problem: null, cursor: 0, ...(grown ? { text: indented(view.nodes) } : {}) });
  remember();
});
const check = () => look(false);
const grow = () => look(true);

/** Keep the tree in the address, so that the page's link is the tree's. */
function remember() {
  const text = state.text.length > LONGEST_LINK ? state.compact : state.text;
  history.replaceState(null, "", `#tree=${encodeURIComponent(text)}`);
}

/** @param {any[]} nodes */
function indented(nodes) {
  const write = (/** @type {any} */ node, /** @type {string} */ indent) =>
    `${indent}- ${nodeText(node)}\n` + node.children.map((/** @type {any} */ child) => write(child, `${indent}  `)).join("");
  return write(nested(nodes)[0], "");
}

/** Select the place of the mistake in the text. */
function showPlace() {
  const area = find("textarea", HTMLTextAreaElement, host);
  const lines = state.text.split("\n");
  const { line = 1, column = 1 } = state.problem ?? {};
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(from, Math.min(from + 1, state.text.length));
}

/* Playing */

async function play(/** @type {object[]} */ seats) {
  change({ failure: "" });
  const made = await ask("/games", { game: GAME, position: state.compact, seats });
  if (made.ok) location.assign(made.data.url);
  else change({ failure: made.error.sentence });
}

const bot = () => ({ kind: "bot", level: state.level });
const withBot = () => play(state.side === "max" ? [{ kind: "person" }, bot()] : [bot(), { kind: "person" }]);
const withFriend = () => play([{ kind: "person" }, { kind: "link" }]);

/** The lab, looking into the chosen search on this tree. */
const inside = () => `/lab${fragment({ game: GAME, position: state.compact, search: state.search, settings: { depth: 0 } })}`;

async function share() {
  const done = await copyText(location.href);
  change({ copied: done ? _("The link is copied.") : _("Copy the address of this page: it holds the tree.") });
}

/* Drawing */

function draw() {
  render(page(), host);
  const drawing = /** @type {SVGSVGElement | null} */ (host.querySelector("svg.board-drawing"));
  scene.fit(drawing, centred === state.view ? null : (state.view?.node ?? null));
  centred = state.view;
  const gutter = find(".tree-lines", HTMLElement, host);
  const area = find("textarea", HTMLTextAreaElement, host);
  gutter.scrollTop = area.scrollTop;
}

function page() {
  return html`<section class="tree-typing column justify-start" aria-label=${_("The tree as text")}>${typing()} ${rewriting()} ${growing()}</section>
    <section class="tree-result column justify-start" aria-label=${_("The tree")}>${drawn()} ${results()} ${playing()}</section>`;
}

function typing() {
  const { problem, text } = state;
  const count = text.split("\n").length;
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  return html`<label for="tree-text">${_("Your tree")}</label>
    <div class="tree-editor raised rounded">
      <div class="tree-lines soft sunken mono" aria-hidden="true">
        ${numbers.map((line) => html`<span class=${problem?.line === line ? "wrong" : ""}>${problem?.line === line ? "▸ " : ""}${line}</span>`)}
      </div>
      <textarea id="tree-text" class="mono" rows="14" spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off"
        aria-invalid=${problem ? "true" : "false"} aria-describedby="tree-says" .value=${live(text)} @input=${typed}
        @scroll=${(/** @type {FieldEvent} */ event) => (find(".tree-lines", HTMLElement, host).scrollTop = event.target.scrollTop)}></textarea>
    </div>
    <div id="tree-says" class=${`tree-says two-lines ${problem ? "bad" : ""}`} role="status">${problem ? problem.sentence : soundWords()}</div>
    ${problem?.line ? html`<button type="button" class="button small" @click=${showPlace}>${_("Show me the place")}</button>` : nothing}`;
}

function soundWords() {
  if (!state.view) return "";
  const { nodes } = state.view;
  const leaves = childrenOf(nodes).filter((children) => !children.length).length;
  return _("A sound tree: {nodes}, {leaves}.", { nodes: ngettext("{count} node", "{count} nodes", nodes.length), leaves: ngettext("{count} leaf", "{count} leaves", leaves) });
}

function rewriting() {
  const as = (/** @type {() => string} */ text) => () => change({ text: text(), copied: "" });
  const off = !state.view || Boolean(state.problem);
  return html`<div class="button-row">
    <button type="button" class="button small" ?disabled=${off} @click=${as(() => indented(state.view.nodes))}>${_("Write it indented")}</button>
    <button type="button" class="button small" ?disabled=${off} @click=${as(() => `${lineForm(nested(state.view.nodes)[0])}\n`)}>${_("Write it on one line")}</button>
  </div>`;
}

function growing() {
  const choose = (/** @type {string} */ name) => (/** @type {any} */ value) => (state.seed[name] = value);
  return html`<details class="tree-grow">
    <summary>${_("A random tree")}</summary>
    <div class="two-columns gap-3 above-3 below-3">${state.options.map((option) => optionField(option, "grow", state.seed[option.name], choose(option.name)))}</div>
    <div class="button-row">
      <button type="button" class="button" @click=${grow}>${_("Grow this tree")}</button>
      <button type="button" class="button" @click=${() => ((state.seed.seed = 1 + Math.floor(Math.random() * 999999)), grow())}>${_("Another seed")}</button>
    </div>
  </details>`;
}

function drawn() {
  if (!state.view) return nothing;
  const { nodes, node } = state.view;
  const shown = marks();
  return html`${segments("search", _("Search"), SEARCHES, state.search, (search) => change({ search }))}
    <div class=${`board board-tree ${state.problem ? "stale" : ""}`} @keydown=${pressed} @click=${clicked} @focusin=${clicked}>
      <div class="board-table">${scene.drawing({ nodes, here: node, cursor: state.cursor, label: _("The tree"), marks: shown, words: (row) => nodeWords(row, shown) })}</div>
    </div>`;
}

function found() {
  return state.searches?.[state.search];
}

/** What the chosen search found, by row: the best line, the cut edges, the nodes never seen, the values of inner nodes. */
function marks() {
  const { nodes, node } = state.view;
  const children = childrenOf(nodes);
  const start = state.view.path;
  const at = (/** @type {number[]} */ path) => Number(nodeAt(children, [...start, ...path]));
  const { line, cuts, values } = found();
  const cut = new Set(cuts.map(at));
  const grey = new Set([...cut].flatMap((row) => below(children, row)));
  const notes = new Map(values.map((/** @type {[number[], number]} */ [path, value]) => [at(path), readable(value)]));
  return { walked: new Set(wayTo(nodes, node)), line: new Set(wayTo(nodes, at(line)).filter((row) => row !== 0)), cut, grey, notes };
}

/** @param {number} row @param {ReturnType<typeof marks>} marks */
function nodeWords(row, { line, cut, grey, notes }) {
  const parts = [];
  if (notes.has(row)) parts.push(_("found to be worth {value}", { value: notes.get(row) }));
  if (line.has(row)) parts.push(_("on the best line"));
  if (cut.has(row)) parts.push(_("cut off"));
  else if (grey.has(row)) parts.push(_("never seen"));
  return parts;
}

function clicked(/** @type {Event} */ event) {
  const row = nodeOf(event);
  if (row === null) return;
  const opened = event.type === "click" && scene.open(row);
  if (opened || row !== state.cursor) change({ cursor: row });
}

function pressed(/** @type {KeyboardEvent} */ event) {
  if (event.altKey || event.ctrlKey || event.metaKey || nodeOf(event) === null) return;
  const next = scene.next(state.cursor, event.key);
  if (next === null && !(event.key === "Enter" && scene.open(state.cursor))) return;
  change({ cursor: next ?? state.cursor });
  /** @type {SVGElement | null} */ (host.querySelector('[role="treeitem"][tabindex="0"]'))?.focus();
  event.preventDefault();
}

function results() {
  if (!state.searches) return nothing;
  const { value, line, visited_leaves: visited, skipped_leaves: skipped, cuts, steps } = found();
  if (value === null) return html`<p class="tree-found">${_("The root has no children, so there is nothing to choose.")}</p>`;
  const row = (/** @type {string} */ title, /** @type {unknown} */ words) => html`<div><dt>${title}</dt><dd>${words}</dd></div>`;
  return html`<dl class="tree-found figures">
    ${row(_("Value for Max"), html`<strong>${readable(value)}</strong>`)} ${row(_("Best line"), html`<code>${line.join(" ")}</code>`)}
    ${row(_("Leaves visited"), _("{visited} of {all}", { visited: visited.length, all: visited.length + skipped.length }))} ${row(_("Leaves skipped"), skipped.length)}
    ${row(_("Edges cut"), cuts.length)} ${row(_("Nodes entered"), steps)}
  </dl>`;
}

function playing() {
  const off = !state.view || Boolean(state.problem) || state.view.nodes.length < 2;
  const sides = [
    { value: "max", title: _("You are Max") },
    { value: "min", title: _("You are Min") },
  ];
  return html`<div class="tree-play column justify-start">
    ${segments("side", _("Your side"), sides, state.side, (side) => change({ side }))}
    <div class="row"><label class="hidden-visually" for="tree-level">${_("Level of the bot")}</label>
      ${menu("tree-level", state.levels.map(({ id, title }) => ({ value: id, title })), state.level, (level) => change({ level }))}
      <button type="button" class="button primary" ?disabled=${off || !state.level} @click=${withBot}>${_("Play it")}</button></div>
    <div class="button-row">
      <button type="button" class="button" ?disabled=${off} @click=${withFriend}>${_("Play it with a friend")}</button>
      <button type="button" class="button" ?disabled=${off} @click=${share}>${_("Copy the link")}</button>
      ${off ? nothing : html`<a class="button" href=${served(inside())}>${_("Look inside")}</a>`}
    </div>
    <p class="hint" role="status">${state.copied}</p>
    ${state.failure ? html`<p class="notice bad" role="alert">${state.failure}</p>` : nothing}
  </div>`;
}

/* Beginning */

/** What the address holds. A plus is a space there, as forms write it: before a number it says nothing. */
function fromAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("seed")) {
    for (const option of state.options) if (given.has(option.name)) state.seed[option.name] = readOption(option, given.get(option.name) ?? "");
    return grow();
  }
  change({ text: given.get("tree") ?? EXAMPLE });
  check();
}

async function learnGame() {
  const answer = await ask("/api/catalogue");
  const game = answer.ok && answer.data.games.find((/** @type {Protocol.Game} */ each) => each.id === GAME);
  if (game) change({ options: game.options, levels: game.levels, level: game.default_level });
}

letPan(host);
addEventListener("hashchange", fromAddress);
await learnGame();
fromAddress();
