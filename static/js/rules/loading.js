/** Loads a game's rules, when they are first wanted: the script, its sentences in the page's language, and the maps that positions name. */

import { locale } from "lib/messages.js";
import { served } from "lib/served.js";
import { Rules } from "./local.js";
import "./python.js"; // which every script of rules imports: so it comes, and is kept, with this one
import { speak } from "./texts.js";

/** @type {Map<string, Promise<Rules>>} */
const coming = new Map();

/** The rules of a game; asked for once. Fails where the game has none for the browser, or they cannot be had now. @param {string} game */
export function rulesOf(game) {
  const known = coming.get(game) ?? load(game);
  known.catch(() => coming.delete(game));
  coming.set(game, known);
  return known;
}

/** @param {string} game */
async function load(game) {
  const language = locale.startsWith("en") ? null : fetch(served(`/rules/${game}.${locale}.json`)).then((answer) => (answer.ok ? answer.json() : null), () => null);
  const { game: made } = await import(served(`/rules/${game}.js`));
  const texts = await language;
  if (texts) speak(texts);
  return new Rules(made);
}

/** Hand the map that options or a position name over to the rules, where the game is played on maps. @param {Rules} rules @param {string} name */
export async function giveMap(rules, name) {
  if (!rules.onMaps || !name) return;
  const answer = await fetch(served(`/api/maps/${encodeURIComponent(name)}`));
  if (!answer.ok) throw new Error("no map");
  const hash = /[0-9a-f]{32}/.exec(answer.headers.get("ETag") ?? "")?.[0] ?? name;
  rules.giveMap(name, hash, await answer.text());
}
