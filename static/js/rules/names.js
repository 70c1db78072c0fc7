/** Python's own names: functions, types and errors, and the methods of texts, lists and numbers. */

import { formatted, said } from "./texts.js";
import { Dict, Keywords, keyOf, NamedTuple, Numbers, PySet, type } from "./values.js";

/** @typedef {any} Any */

/** The named arguments at the end of those given, and the others. @param {Any[]} given @returns {[Any[], Record<string, Any>]} */
export function apart(given) {
  const last = given.at(-1);
  return last instanceof Keywords ? [given.slice(0, -1), last] : [given, {}];
}

/** @param {Any} held @returns {Any} */
export const iter = (held) => held[Symbol.iterator]();

/** @param {Any} test @param {Any} make */
const kind = (test, make) => Object.assign(make, { holds: test });

const isWhole = (/** @type {Any} */ one) => typeof one === "bigint" || typeof one === "boolean" || Number.isInteger(one);

export const Exception = type("Exception", [], [], {
  /** @this {Any} @param {Any[]} given */
  __init__(...given) {
    this.args = given;
    this.message = given.map(String).join(", ");
  },
});
const error = (/** @type {string} */ name, base = Exception) => type(name, [base], [], {});
export const ValueError = error("ValueError");
export const KeyError = error("KeyError");
export const IndexError = error("IndexError");
export const TypeError = error("TypeError");
export const OSError = error("OSError");
export const NotImplementedError = error("NotImplementedError");
export const NotImplemented = null;
export const __file__ = "";
export const __name__ = "";

export const int = kind(isWhole, (/** @type {Any} */ one = 0, base = 10) => {
  if (typeof one !== "string") return typeof one === "bigint" ? one : Math.trunc(Number(one));
  const word = one.trim().replace(/(?<=\d)_(?=\d)/g, "");
  if (!(base === 16 ? /^[+-]?(0x)?[0-9a-f]+$/i : /^[+-]?\d+$/).test(word)) throw ValueError(`no whole number: ${one}`);
  const found = base === 16 ? Number.parseInt(word, 16) : Number(word);
  return Number.isSafeInteger(found) ? found : BigInt(base === 16 ? `0x${word.replace(/^0x/i, "")}` : word);
});
export const float = kind((/** @type {Any} */ one) => typeof one === "number", (/** @type {Any} */ one = 0) => {
  if (typeof one !== "string") return Number(one);
  const word = one.trim();
  if (/^[+-]?(inf|infinity)$/i.test(word)) return word.startsWith("-") ? -Infinity : Infinity;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word)) throw ValueError(`no number: ${one}`);
  return Number(word);
});
export const bool = kind((/** @type {Any} */ one) => typeof one === "boolean", (/** @type {Any} */ one) => len(one, true) > 0);
export const str = kind((/** @type {Any} */ one) => typeof one === "string", (/** @type {Any} */ one = "") => said(one));
const isList = (/** @type {Any} */ one) => Array.isArray(one) && !(one instanceof Numbers);
export const list = kind(isList, (/** @type {Any} */ held = []) => [...held]);
export const tuple = kind((/** @type {Any} */ one) => isList(one) || Boolean(one?.constructor?.ancestors?.has(NamedTuple)), (/** @type {Any} */ held = []) => [...held]);
export const dict = kind((/** @type {Any} */ one) => one instanceof Dict, (/** @type {Any[]} */ ...given) => {
  const made = new Dict();
  for (const each of given) made.update(each);
  return made;
});
Object.assign(dict, { fromkeys: (/** @type {Any} */ keys, /** @type {Any} */ value = null) => new Dict([...keys].map((key) => [key, value])) });
export const set = kind((/** @type {Any} */ one) => one instanceof PySet, (/** @type {Any} */ held = []) => new PySet(held));
export const frozenset = set;

/** @param {Any} one @param {boolean} truth whether it is asked as a condition */
export function len(one, truth = false) {
  if (truth && (typeof one !== "object" || one === null)) return Number(Boolean(one));
  return one.length ?? one.size ?? (truth ? 1 : [...one].length);
}

export function range(/** @type {any[]} */ ...given) {
  const [low, high, step] = given.length === 1 ? [0, Number(given[0]), 1] : [Number(given[0]), Number(given[1]), given[2] ?? 1];
  const length = Math.max(0, Math.ceil((high - low) / step));
  const made = new Array(length);
  for (let at = 0; at < length; at += 1) made[at] = low + at * step;
  return made;
}

export function enumerate(/** @type {Any[]} */ ...given) {
  const [[held, first], { start }] = apart(given);
  return [...held].map((each, at) => [at + (first ?? start ?? 0), each]);
}

export function zip(/** @type {Any[]} */ ...given) {
  const lists = apart(given)[0].map((each) => [...each]);
  return range(Math.min(...lists.map((each) => each.length))).map((at) => lists.map((each) => each[at]));
}

/** The order of two values: below, at or above 0. @param {Any} one @param {Any} other @returns {number} */
export function compared(one, other) {
  if (typeof one === "object" && one !== null) {
    const [first, second] = [[...one], [...other]];
    for (let at = 0; at < Math.min(first.length, second.length); at += 1) {
      const by = compared(first[at], second[at]);
      if (by) return by;
    }
    return first.length - second.length;
  }
  return one < other ? -1 : one > other ? 1 : one == other ? 0 : NaN; // eslint-disable-line eqeqeq -- numbers of both kinds
}

export function sorted(/** @type {Any[]} */ ...given) {
  const [[held], { key, reverse }] = apart(given);
  const pairs = [...held].map((each) => [key ? key(each) : each, each]);
  pairs.sort(([one], [other]) => (reverse ? compared(other, one) : compared(one, other)));
  return pairs.map(([, each]) => each);
}

/** @param {number} sign */
const outermost = (sign) => (/** @type {Any[]} */ ...given) => {
  const [values, fields] = apart(given);
  const { key = (/** @type {Any} */ one) => one } = fields;
  const all = values.length === 1 ? [...values[0]] : values;
  if (!all.length) {
    if ("default" in fields) return fields.default;
    throw ValueError("nothing to choose from");
  }
  return all.reduce((best, each) => (sign * compared(key(each), key(best)) > 0 ? each : best));
};
export const max = outermost(1);
export const min = outermost(-1);

const truthy = (/** @type {Any} */ one) => len(one, true) > 0;
export function any(/** @type {Any} */ held) {
  for (const each of held) if (truthy(each)) return true;
  return false;
}
export function all(/** @type {Any} */ held) {
  for (const each of held) if (!truthy(each)) return false;
  return true;
}
export function sum(/** @type {Any} */ held, /** @type {Any} */ first = 0) {
  let total = first;
  for (const each of held) total = plus(total, each);
  return total;
}
/** @param {Any} one @param {Any} other */
function plus(one, other) {
  if (Array.isArray(one)) return [...one, ...other];
  if (typeof one !== "bigint" && typeof other !== "bigint") {
    const made = Number(one) + Number(other);
    if (Number.isSafeInteger(made) || !Number.isInteger(made)) return made;
  }
  const made = BigInt(one) + BigInt(other);
  return Number.isSafeInteger(Number(made)) ? Number(made) : made;
}

export const abs = (/** @type {Any} */ one) => (one < 0 ? -one : Number(one) === one ? one : typeof one === "bigint" ? one : Number(one));
export const ord = (/** @type {string} */ sign) => sign.codePointAt(0);
export const chr = (/** @type {number} */ number) => String.fromCodePoint(number);
export const divmod = (/** @type {number} */ one, /** @type {number} */ other) => [Math.floor(one / other), one - Math.floor(one / other) * other];
export const reversed = (/** @type {Any} */ held) => [...held].reverse();
export const filter = (/** @type {Any} */ test, /** @type {Any} */ held) => [...held].filter((each) => (test ? truthy(test(each)) : truthy(each)));
export const map = (/** @type {Any} */ made, /** @type {Any[]} */ ...held) => zip(...held).map((each) => made(...each));
export const hash = keyOf;
export const getattr = (/** @type {Any} */ object, /** @type {string} */ name, /** @type {Any} */ other) => object[name] ?? other;
export const staticmethod = (/** @type {Any} */ made) => made;
export { typeOf as type };
const typeOf = (/** @type {Any} */ one) => one?.constructor ?? type("None", [], [], {});

export function next(/** @type {Any} */ held, /** @type {Any[]} */ ...other) {
  const found = (held.next ? held : held[Symbol.iterator]()).next();
  if (!found.done) return found.value;
  if (other.length) return other[0];
  throw Exception("nothing is left");
}

export function round(/** @type {number} */ one, /** @type {number} */ places = 0) {
  const scale = 10 ** places;
  const whole = Math.floor(one * scale);
  const rest = one * scale - whole;
  return (rest > 0.5 || (rest === 0.5 && whole % 2 !== 0) ? whole + 1 : whole) / scale;
}

// --- methods

const stripped = (/** @type {string} */ text, /** @type {string | null} */ signs, /** @type {boolean} */ left, /** @type {boolean} */ right) => {
  const goes = (/** @type {string} */ sign) => (signs === null ? /\s/.test(sign) : signs.includes(sign));
  let [low, high] = [0, text.length];
  while (left && low < high && goes(text[low])) low += 1;
  while (right && high > low && goes(text[high - 1])) high -= 1;
  return text.slice(low, high);
};

/** @type {Record<string, (text: string, ...given: Any[]) => Any>} */
const ofTexts = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  capitalize: (text) => text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase(),
  strip: (text, signs = null) => stripped(text, signs, true, true),
  lstrip: (text, signs = null) => stripped(text, signs, true, false),
  rstrip: (text, signs = null) => stripped(text, signs, false, true),
  split: (text, by = null, most = Infinity) => {
    if (by === null) return text.split(/\s+/).filter(Boolean);
    const parts = text.split(by);
    return parts.length - 1 > most ? [...parts.slice(0, most), parts.slice(most).join(by)] : parts;
  },
  splitlines: (text) => text.replace(/\r?\n$/, "").split(/\r?\n/),
  join: (text, held) => [...held].join(text),
  replace: (text, old, other) => text.replaceAll(old, () => other),
  startswith: (text, other) => [other].flat().some((each) => text.startsWith(each)),
  endswith: (text, other) => [other].flat().some((each) => text.endsWith(each)),
  removeprefix: (text, other) => (text.startsWith(other) ? text.slice(other.length) : text),
  removesuffix: (text, other) => (other && text.endsWith(other) ? text.slice(0, -other.length) : text),
  partition: (text, by) => (text.includes(by) ? [text.slice(0, text.indexOf(by)), by, text.slice(text.indexOf(by) + by.length)] : [text, "", ""]),
  rpartition: (text, by) => (text.includes(by) ? [text.slice(0, text.lastIndexOf(by)), by, text.slice(text.lastIndexOf(by) + by.length)] : ["", "", text]),
  isdigit: (text) => /^\d+$/.test(text),
  isdecimal: (text) => /^\d+$/.test(text),
  isalpha: (text) => /^\p{L}+$/u.test(text),
  isascii: (text) => [...text].every((sign) => sign < "\x80"),
  find: (text, other, from = 0, to = text.length) => {
    const found = text.indexOf(other, from);
    return found + other.length > to ? -1 : found;
  },
  rfind: (text, other, from = 0, to = text.length) => {
    const found = text.slice(0, to).lastIndexOf(other);
    return found < from ? -1 : found;
  },
  index: (text, other) => {
    if (!text.includes(other)) throw ValueError("not there");
    return text.indexOf(other);
  },
  count: (text, other) => text.split(other).length - 1,
  ljust: (text, width) => text.padEnd(width),
  rjust: (text, width) => text.padStart(width),
  expandtabs: (text) => text.replaceAll("\t", "        "),
  zfill: (text, width) => text.padStart(width, "0"),
  encode: (text) => Numbers.from(new TextEncoder().encode(text)),
  format: (text, ...given) => text.replace(/\{(\d*)\}/g, (_field, at) => formatted(given[at || 0], "")),
};

/** @type {Record<string, (held: Any[], ...given: Any[]) => Any>} */
const ofLists = {
  append: (held, one) => void held.push(one),
  extend: (held, more) => {
    for (const each of more) held.push(each);
  },
  insert: (held, at, one) => void held.splice(at, 0, one),
  pop: (held, at = -1) => held.splice(at, 1)[0],
  popleft: (held) => held.shift(),
  appendleft: (held, one) => void held.unshift(one),
  remove: (held, one) => void held.splice(ofLists.index(held, one), 1),
  index: (held, one) => {
    const found = held.findIndex((each) => keyOf(each) === keyOf(one));
    if (found < 0) throw ValueError("not in the list");
    return found;
  },
  count: (held, one) => held.filter((each) => keyOf(each) === keyOf(one)).length,
  sort: (held, ...given) => void held.splice(0, held.length, ...sorted(held, ...given)),
  reverse: (held) => void held.reverse(),
  copy: (held) => [...held],
  clear: (held) => void held.splice(0),
};

/** @type {Record<string, (number: Any, ...given: Any[]) => Any>} */
const ofNumbers = {
  bit_length: (number) => (number === 0 ? 0 : BigInt(number).toString(2).replace("-", "").length),
  bit_count: (number) => {
    if (typeof number === "bigint") return number.toString(2).replace(/[^1]/g, "").length;
    let [count, left] = [0, number];
    for (; left > 4294967295; left = Math.floor(left / 4294967296)) count += ofNumbers.bit_count(left % 4294967296);
    for (left |= 0; left; left &= left - 1) count += 1;
    return count;
  },
};

/** The methods that a value of Python's own types has. @param {Any} object @returns {Record<string, Function>} */
export const methodsOf = (object) => (typeof object === "string" ? ofTexts : Array.isArray(object) ? ofLists : typeof object === "object" ? {} : ofNumbers);
