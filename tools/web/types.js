/**
 * Checks the types of all page scripts, strictly: `node tools/web/types.js`. Folders of `NOT_YET` may still have errors;
 * one that has none any more must leave the list, and none may be added.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const NOT_YET = ["classroom"];

const folder = fileURLToPath(new URL(".", import.meta.url));
const compiler = `${folder}node_modules/typescript/bin/tsc`;
const { stdout, stderr } = spawnSync(process.execPath, [compiler, "-p", folder, "--pretty", "false"], { encoding: "utf8" });
const errors = (stdout + stderr).split("\n").filter((line) => /\berror TS\d+/.test(line));
const folderOf = (line) => line.match(/static\/js\/(\w+)\//)?.[1];
const counts = Map.groupBy(errors, folderOf);
const wrong = errors.filter((line) => !NOT_YET.includes(folderOf(line)));
const clean = NOT_YET.filter((name) => !counts.has(name));
if (wrong.length) console.error(wrong.join("\n"));
if (clean.length) console.error(`tools/web/types.js: take out of NOT_YET, for they are clean: ${clean.join(", ")}`);
if (NOT_YET.length) console.log(`not yet strict: ${NOT_YET.map((name) => `${name} (${counts.get(name)?.length ?? 0})`).join(", ")}`);
process.exitCode = wrong.length || clean.length ? 1 : 0;
