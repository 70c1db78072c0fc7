/** The modules that rules import from elsewhere: what they use of NumPy and the standard library, and of the program's core. */

import * as names from "./names.js";
import { _, joined, Message, ngettext, said, translated } from "./texts.js";
import { Dict, keyOf, NamedTuple, Numbers, Table, type } from "./values.js";

/** @typedef {any} Any */

// --- NumPy

const array = (/** @type {Any} */ held) => {
  const rows = [...held];
  if (Array.isArray(rows[0])) return new Table(rows.length, rows[0].length, rows.flatMap((row) => [...row]));
  return Numbers.from(rows);
};
const full = (/** @type {Any} */ shape, /** @type {Any} */ value) => {
  if (Array.isArray(shape) && shape.length === 2) return new Table(shape[0], shape[1], new Array(shape[0] * shape[1]).fill(value));
  return Numbers.from({ length: Array.isArray(shape) ? shape[0] : shape }, () => value);
};
const zeros = (/** @type {Any} */ shape) => full(shape, 0);
const whole = Object.fromEntries(["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "intp"].map((name) => [name, names.int]));
const numpy = {
  ...whole,
  bool_: names.bool,
  float64: names.float,
  ndarray: { holds: (/** @type {Any} */ one) => one instanceof Numbers || one instanceof Table },
  array,
  asarray: array,
  full,
  zeros,
  empty: zeros,
  ones: (/** @type {Any} */ shape) => full(shape, 1),
  arange: (/** @type {number[]} */ ...given) => Numbers.from(names.range(...names.apart(given)[0])),
  concatenate: (/** @type {Any} */ parts) => Numbers.from([...parts].flatMap((each) => [...each])),
  cumsum: (/** @type {Any} */ held) => {
    let total = 0;
    return Numbers.from([...held], (each) => (total += each));
  },
  frombuffer: (/** @type {Any} */ held) => Numbers.from(held),
  where: (/** @type {Numbers} */ test, /** @type {Any} */ one, /** @type {Any} */ other) =>
    Numbers.from(test, (holds, at) => (holds ? (Array.isArray(one) ? one[at] : one) : Array.isArray(other) ? other[at] : other)),
  array_equal: (/** @type {Any} */ one, /** @type {Any} */ other) => keyOf(one.tolist()) === keyOf(other.tolist()),
};

// --- the standard library

class Match {
  /** @param {RegExpExecArray} found */
  constructor(found) {
    this.found = found;
  }

  __getitem__(/** @type {Any} */ place) {
    return (typeof place === "string" ? this.found.groups?.[place] : this.found[place]) ?? null;
  }

  group(/** @type {Any[]} */ ...places) {
    return places.length > 1 ? places.map((place) => this.__getitem__(place)) : this.__getitem__(places[0] ?? 0);
  }

  /** The name of the last group that took part. */
  get lastgroup() {
    return Object.entries(this.found.groups ?? {}).findLast(([, each]) => each !== undefined)?.[0] ?? null;
  }

  /** The text in which it was found. */
  get string() {
    return this.found.input;
  }

  groups() {
    return this.found.slice(1).map((each) => each ?? null);
  }

  start() {
    return this.found.index;
  }

  end() {
    return this.found.index + this.found[0].length;
  }
}

class Pattern {
  /** @param {string} source @param {string} flags */
  constructor(source, flags) {
    this.source = source.replaceAll("(?P<", "(?<").replaceAll("(?P=", "\\k<").replaceAll("\\Z", "(?![\\s\\S])").replace(/([*+?}])\+/g, "$1");
    this.flags = flags;
  }

  run(/** @type {string} */ around, /** @type {string} */ text, from = 0) {
    const pattern = new RegExp(around.replace("%", () => `(?:${this.source})`), `${this.flags}y`.replace(around === "%" ? "y" : "", around === "%" ? "g" : ""));
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    return found ? new Match(found) : null;
  }

  fullmatch(/** @type {string} */ text) {
    return this.run("%(?![\\s\\S])", text);
  }

  match(/** @type {string} */ text, from = 0) {
    return this.run("(?:%)", text, from);
  }

  search(/** @type {string} */ text, from = 0) {
    return this.run("%", text, from);
  }

  finditer(/** @type {string} */ text) {
    return [...text.matchAll(new RegExp(this.source, `${this.flags}g`))].map((found) => new Match(/** @type {Any} */ (found)));
  }

  findall(/** @type {string} */ text) {
    return this.finditer(text).map(({ found }) => (found.length > 2 ? found.slice(1) : found[found.length - 1]));
  }

  sub(/** @type {Any} */ by, /** @type {string} */ text) {
    return text.replace(new RegExp(this.source, `${this.flags}g`), (...given) => (typeof by === "string" ? by.replace(/\\(\d)/g, (_all, place) => given[place]) : by(new Match(/** @type {Any} */ (given)))));
  }
}
const compile = (/** @type {Any} */ pattern, flags = "") => (pattern instanceof Pattern ? pattern : new Pattern(pattern, flags));
/** @param {"fullmatch" | "match" | "search" | "findall" | "finditer"} name */
const once = (name) => (/** @type {string} */ pattern, /** @type {string} */ text, flags = "") => compile(pattern, flags)[name](text);
const re = {
  compile,
  IGNORECASE: "i",
  ASCII: "",
  DOTALL: "s",
  MULTILINE: "m",
  ...Object.fromEntries(/** @type {const} */ (["fullmatch", "match", "search", "findall", "finditer"]).map((name) => [name, once(name)])),
  split: (/** @type {string} */ pattern, /** @type {string} */ text) => text.split(new RegExp(pattern)),
  sub: (/** @type {string} */ pattern, /** @type {Any} */ by, /** @type {string} */ text) => compile(pattern).sub(by, text),
};

const JSONDecodeError = type("JSONDecodeError", [names.ValueError], [], {});
/** @param {Any} value @returns {Any} */
const read = (value) => (Array.isArray(value) ? value.map(read) : typeof value === "object" && value ? new Dict(Object.entries(value).map(([key, each]) => [key, read(each)])) : value);
const loads = (/** @type {string} */ text) => {
  try {
    return read(JSON.parse(text));
  } catch {
    throw JSONDecodeError(text.slice(0, 40));
  }
};
/** @param {Any} value @param {string} comma @param {string} colon @returns {string} */
function written(value, comma, colon) {
  if (value instanceof Dict) return `{${value.items().map(([key, each]) => JSON.stringify(said(key)) + colon + written(each, comma, colon)).join(comma)}}`;
  if (Array.isArray(value)) return `[${value.map((each) => written(each, comma, colon)).join(comma)}]`;
  return JSON.stringify(value);
}
const dumps = (/** @type {Any[]} */ ...given) => {
  const [[value], { separators }] = names.apart(given);
  const [comma, colon] = separators ?? [", ", ": "];
  return written(value, comma, colon);
};

// --- the program's core

/** What a table of implementations knows, by the class of the position. @param {string} name */
function generic(name) {
  /** @type {Map<Any, Any>} */
  const table = new Map();
  const asked = (/** @type {Any} */ position, /** @type {Any[]} */ ...rest) => {
    const found = table.get(position.constructor);
    if (!found) throw names.TypeError(`${name} is not there for ${position.constructor.title}`);
    return found(position, ...rest);
  };
  return Object.assign(asked, { table });
}
/** @type {Record<string, Any>} */
const kernels = {
  ONGOING: -2,
  LOSS: -1,
  DRAW: 0,
  WIN: 1,
  generic: () => generic("a rule"),
  implements: (/** @type {Any} */ rule, /** @type {Any[]} */ ...classes) => (/** @type {Any} */ made) => {
    for (const each of classes) rule.table?.set(each, made);
    return made;
  },
  ...Object.fromEntries(["to_move", "legal_moves", "count_moves", "play", "outcome", "margin", "evaluate", "rank"].map((name) => [name, generic(name)])),
};

const numbers = names.methodsOf(0);
const bits = {
  WORD: (1n << 64n) - 1n,
  count_ones: (/** @type {Any} */ word) => numbers.bit_count(word),
  lowest_index: (/** @type {Any} */ word) => numbers.bit_length(typeof word === "bigint" ? word & -word : Number(BigInt(word) & -BigInt(word))) - 1,
};

const Refusal = type("Refusal", [names.ValueError], [], {
  /** @this {Any} */
  as_json() {
    return new Dict([["code", this.code], ["sentence", this.sentence]]);
  },
});
Object.defineProperties(Refusal.prototype, {
  /** The name of the class in lower case with underscores. */
  code: {
    get() {
      return this.constructor.title.replace(/(?<!^)(?=[A-Z])/g, "_").toLowerCase();
    },
  },
  sentence: {
    get() {
      return this.args[0] ?? _("That is not possible.", {});
    },
  },
});
const refusal = (/** @type {string} */ name, /** @type {Any[]} */ ...bases) => type(name, bases.length ? bases : [Refusal], [], {});
const MalformedMove = refusal("MalformedMove");
const IllegalMove = refusal("IllegalMove");
const errors = {
  Refusal,
  MalformedMove,
  IllegalMove,
  ...Object.fromEntries(["BadOption", "AmbiguousMove", "MalformedPosition", "MalformedRecord", "UnfitBot", "Unsolved"].map((name) => [name, refusal(name)])),
  ImpossibleMove: refusal("ImpossibleMove", IllegalMove, MalformedMove),
  GameFinished: refusal("GameFinished", IllegalMove),
  ContractBroken: type("ContractBroken", [names.Exception], [], {}),
  kind: (/** @type {Any} */ base, /** @type {string} */ name) => type(name, [base], [], {}),
  quoted: (/** @type {string} */ text, most = 40) => `“${text.length <= most ? text : `${text.slice(0, most)}…`}”`,
};

/** Starts that are drawn at random are the server's: its generator of random numbers is not here. */
const NeedsServer = refusal("NeedsServer");
const drawn = () => {
  throw NeedsServer(_("This start is drawn at random by the server, which is away.", {}));
};

const nothing = () => null;
/** @type {Record<string, Any>} by the name of the module */
export const table = {
  numpy,
  re,
  math: { ...Object.fromEntries(["sqrt", "sin", "cos", "floor", "ceil", "hypot"].map((name) => [name, /** @type {Any} */ (Math)[name]])), pi: Math.PI, inf: Infinity, isfinite: Number.isFinite },
  json: { loads, dumps, JSONDecodeError },
  typing: { NamedTuple, TypeVar: nothing, cast: (/** @type {Any} */ _kind, /** @type {Any} */ one) => one, Any: null },
  dataclasses: { dataclass: (/** @type {Any} */ made) => made, field: (/** @type {Any} */ given) => given.default_factory?.() ?? given.default },
  collections: {
    deque: (/** @type {Any} */ held = []) => [...held],
    OrderedDict: names.dict,
    Counter: (/** @type {Any} */ held) => new Dict([...new Set(held)].map((each) => [each, [...held].filter((other) => other === each).length])),
  },
  itertools: { pairwise: (/** @type {Any} */ held) => names.zip(held, [...held].slice(1)), chain: (/** @type {Any[]} */ ...held) => held.flatMap((each) => [...each]) },
  random: { Random: drawn },
  "plyground.core.bits": bits,
  "plyground.core.compiled_calls": {
    legal_moves: (/** @type {Any} */ position, /** @type {number} */ _most) => {
      /** @type {Any[]} */
      const moves = [];
      return moves.slice(0, kernels.legal_moves(position, moves));
    },
    play: (/** @type {Any} */ position, /** @type {Any} */ move) => kernels.play(position, move),
    outcome: (/** @type {Any} */ position, /** @type {number} */ seat) => kernels.outcome(position, seat),
  },
  "plyground.core.effort": { check: nothing },
  "plyground.core.errors": errors,
  "plyground.core.json_text": { read: loads, is_writable: (/** @type {string} */ text) => !/[\0\ud800-\udfff]/u.test(text) },
  "plyground.core.kernels": kernels,
  "plyground.core.messages": { _, joined, Message, ngettext, translated },
};
