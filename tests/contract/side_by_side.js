/**
 * Plays games that Python has played once more by the rules for browsers, and names each difference: lines of JSON on standard input,
 * each a game with what Python saw at every ply. `node --import ./tools/web/names.js tests/contract/side_by_side.js FOLDER`, with a script
 * for each game in the folder.
 */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { answer } from "rules/answering.js";
import { Refused, Rules } from "rules/local.js";

const folder = pathToFileURL(`${process.argv[2]}/`).href;
/** @type {Record<string, Rules>} */
const known = {};
const plain = (value) => JSON.parse(JSON.stringify(value ?? null));

function must(what, found, wanted) {
  if (isDeepStrictEqual(plain(found), wanted)) return;
  const keys = found && typeof found === "object" ? Object.keys({ ...found, ...wanted }) : [];
  const differing = keys.filter((key) => !isDeepStrictEqual(plain(found[key]), wanted?.[key])).slice(0, 3);
  const shown = (value) => (differing.length ? differing.map((key) => `${key}: ${JSON.stringify(value?.[key])}`).join("; ") : JSON.stringify(value))?.slice(0, 400);
  throw new Error(`${what}: found ${shown(found)}, wanted ${shown(wanted)}`);
}

function refusalOf(rules, position, text) {
  try {
    rules.play(position, text);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  return null;
}

/** The start by the options; one that only the server can draw, by its text. */
function begin(rules, game) {
  try {
    return rules.initial(game.options);
  } catch (error) {
    if (error.refusal?.code !== "needs_server") throw error;
    return rules.read(game.start, game.options);
  }
}

function compare(rules, game) {
  if (game.map) rules.giveMap(...game.map);
  for (const [address, body, wanted] of game.asked ?? []) {
    const found = answer(rules, address, body);
    if (wanted.error) must(address, found, { ok: false, error: wanted.error });
    else for (const name of Object.keys(wanted)) must(`${address}: ${name}`, found.data?.[name], wanted[name]);
  }
  let position = begin(rules, game);
  const took = [];
  for (const [ply, seen] of game.plies.entries()) {
    try {
      for (const [seat, view] of seen.views) must(`view of seat ${seat}`, rules.view(position, seat), view);
      must("moves", rules.moves(position), seen.moves);
      must("returns", rules.returns(position), seen.returns);
      if (seen.text !== undefined) {
        must("text", rules.text(position), seen.text);
        must("text read and written", rules.text(rules.read(seen.text, game.options)), seen.text);
      }
      if (seen.perft) must("perft", rules.perft(position, seen.perft[0]), seen.perft[1]);
      for (const [text, refusal] of seen.refused ?? []) must(`refusal of ${text}`, refusalOf(rules, position, text), refusal);
      if (!seen.played) continue;
      const begun = performance.now();
      const made = rules.play(position, seen.played);
      rules.view(made.position, rules.toMove(made.position));
      took.push(performance.now() - begun);
      must("effect", made.effect, seen.effect);
      ({ position } = made);
    } catch (error) {
      error.message = `ply ${ply}: ${error.message}`;
      throw error;
    }
  }
  return took;
}

const faults = [];
const times = {};
for await (const line of createInterface({ input: process.stdin })) {
  const game = JSON.parse(line);
  try {
    known[game.game] ??= new Rules((await import(`${folder}${game.game}.js`)).game);
    (times[game.game] ??= []).push(...compare(known[game.game], game));
  } catch (error) {
    faults.push(`${game.game} ${JSON.stringify(game.options)}: ${error.stack ?? `${error.title} ${error.message}`}`);
  }
}
const quantile = (sorted, part) => Number((sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(2));
for (const [game, all] of Object.entries(times)) {
  const sorted = all.sort((one, other) => one - other);
  times[game] = { moves: all.length, median: quantile(sorted, 0.5), most: quantile(sorted, 0.99) };
}
console.log(JSON.stringify({ faults: faults.slice(0, 10), times }));
