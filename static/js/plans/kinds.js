/** The kinds of entries of a plan: what each is called, how a new one begins, what is said of one. Pure functions. */

import { _, ngettext } from "lib/messages.js";

/** @typedef {{kind: string, [more: string]: any}} Entry */
/** @typedef {{title: string, entries: Entry[]}} Plan */

/** Where this browser keeps the keys of plans, by their ids, and of how many. */
export const KEPT = "plyground.plan.";
export const MOST_KEPT = 100;
/** The number of the form in which plans are written. */
export const FORM = 1;

/** @type {Record<string, {title: string, icon: string}>} */
export const KINDS = {
  text: { title: _("Text"), icon: "copy" },
  position: { title: _("Position"), icon: "board" },
  search: { title: _("Search in the lab"), icon: "eye" },
  move: { title: _("Question: a move"), icon: "help" },
  choice: { title: _("Question: a choice"), icon: "help" },
  value: { title: _("Question: a number"), icon: "help" },
  stage: { title: _("Question: what a search does"), icon: "help" },
  open: { title: _("Question: in own words"), icon: "help" },
  fill: { title: _("Question: a tree to fill in"), icon: "help" },
  made: { title: _("Question of a worksheet"), icon: "help" },
  puzzle: { title: _("Puzzle"), icon: "hint" },
  exercise: { title: _("Exercise in code"), icon: "check" },
};

/** The name among `KINDS` of an entry. @param {Entry} entry */
export const kindOf = ({ kind, asked }) => (kind === "question" ? (asked === "text" ? "open" : asked) : kind);

/** A new entry of a kind, yet to be filled in. @param {string} name @param {string} game @param {number} seed @returns {Entry} */
export function newEntry(name, game, seed) {
  const asked = { kind: "question", points: 1, hints: [], prompt: "", why: "" };
  /** @type {Record<string, Entry>} */
  const fresh = {
    text: { kind: "text", title: "", text: "" },
    position: { kind: "position", game, options: {}, position: "", caption: "" },
    search: { kind: "search", link: "", caption: "" },
    move: { ...asked, asked: "move", game, options: {}, position: "", right: [] },
    choice: { ...asked, asked: "choice", choices: ["", ""], right: [] },
    value: { ...asked, asked: "value", right: [] },
    stage: { ...asked, asked: "stage", about: "value", link: "" },
    open: { ...asked, asked: "text" },
    fill: { ...asked, asked: "fill", game: "tree", options: {}, position: "", cuts: false },
    made: { ...asked, asked: "made", game, seed, number: 1 },
    puzzle: { kind: "puzzle", game, puzzle: "", points: 1, hints: [] },
    exercise: { kind: "exercise", game, exercise: "", points: 1, hints: [] },
  };
  return fresh[name];
}

/** An entry as it is sent: without empty lines, and without what the page alone remembers. @param {Entry} entry @returns {Entry} */
export function plain({ shownRight: __, ...entry }) {
  const lines = (/** @type {any[]} */ list) => list.map((each) => (typeof each === "string" ? each.trim() : each)).filter((each) => each !== "");
  return { ...entry, ...(entry.hints ? { hints: lines(entry.hints) } : {}), ...(entry.right ? { right: lines(entry.right) } : {}) };
}

/** The file of a plan, as the server writes it. @param {Plan} plan */
export const fileOf = ({ title, entries }) => `${JSON.stringify({ "plyground plan": FORM, title, entries: entries.map(plain) }, null, 1)}\n`;

/** A name for a plan's file. @param {string} title */
export const fileName = (title) => `${title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "plan"}.plan.json`;

/** An entry at another place; what lies between moves up or down. @template T @param {T[]} list @param {number} from @param {number} to */
export function moved(list, from, to) {
  if (to < 0 || to >= list.length || from === to) return list;
  const rest = list.filter((__, at) => at !== from);
  return [...rest.slice(0, to), list[from], ...rest.slice(to)];
}

/** How much is asked, in words. @param {Entry[]} entries */
export function sizeWords(entries) {
  const points = entries.reduce((sum, { points = 0 }) => sum + points, 0);
  return _("{entries}, {points}", { entries: ngettext("{count} entry", "{count} entries", entries.length), points: ngettext("{count} point", "{count} points", points) });
}

/** The numbers in a text, with commas, points or a proper minus; null where one is none. @param {string} text */
export function numbersOf(text) {
  const words = text.split(/[;\s]+/).filter(Boolean).map((word) => Number(word.replace("−", "-").replace(",", ".")));
  return words.every(Number.isFinite) ? words : null;
}
