/**
 * Lets modules of the pages run in Node: names of the import map mean what `tsconfig.json` says, as for the type check.
 * `node --import ./tools/web/names.js …`
 */

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const { paths } = JSON.parse(readFileSync(new URL("tsconfig.json", import.meta.url), "utf8")).compilerOptions;

/** The file that a name of the import map means; undefined for other names. */
export function fileOf(name) {
  for (const [pattern, [place]] of Object.entries(paths)) {
    const stem = pattern.replace("*", "");
    if (pattern === name) return new URL(place, import.meta.url).href;
    if (stem !== pattern && name.startsWith(stem)) return new URL(place.replace("*", name.slice(stem.length)), import.meta.url).href;
  }
  return undefined;
}

registerHooks({ resolve: (name, context, next) => next(fileOf(name) ?? name, context) });
