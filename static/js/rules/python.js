/** What Python means by its operators: scripts of rules, which the server makes of the games' own modules, call these as `$`. */

import * as names from "./names.js";
import { Bounds, Dict, Keywords, Numbers, PySet, Table } from "./values.js";

export { Keywords, named as function, property, kept, type } from "./values.js";
export { formatted as format } from "./texts.js";
export { names };
export { table as modules } from "./modules.js";
export const dict = (/** @type {Iterable<[any, any]>} */ pairs) => new Dict(pairs);
export const bounds = (/** @type {any} */ low, /** @type {any} */ high, /** @type {any} */ step) => new Bounds(low, high, step);

/** A whole number as a number where it is a safe one. @param {bigint} big @returns {any} */
const small = (big) => (big >= -9007199254740991n && big <= 9007199254740991n ? Number(big) : big);
const isSmall = (/** @type {any} */ one) => typeof one === "number" && (one | 0) === one;
const isArray = (/** @type {any} */ one) => one instanceof Numbers || one instanceof Table;

/** An operator on numbers of any length, and on arrays element by element. @param {(one: any, other: any) => any} on @param {(one: bigint, other: bigint) => bigint} big */
const counting = (on, big) => {
  const operator = (/** @type {any} */ one, /** @type {any} */ other) => {
    if (typeof one === "number" && typeof other === "number") {
      const made = on(one, other);
      if (Number.isSafeInteger(made) || !Number.isInteger(one) || !Number.isInteger(other)) return made;
    } else if (isArray(one) || isArray(other)) return elements(operator, one, other);
    else if (typeof one === "boolean" || typeof other === "boolean") return operator(plain(one), plain(other));
    return small(big(BigInt(one), BigInt(other)));
  };
  return operator;
};
const plain = (/** @type {any} */ one) => (typeof one === "boolean" ? Number(one) : one);

/** @param {(one: any, other: any) => any} operator @param {any} one @param {any} other @returns {any} */
function elements(operator, one, other) {
  const shape = one instanceof Table ? one : other instanceof Table ? other : null;
  const [first, second] = [one, other].map((each) => (each instanceof Table ? each.data : each));
  const length = Array.isArray(first) ? first.length : second.length;
  const made = Numbers.from({ length }, (_, at) => operator(Array.isArray(first) ? first[at] : first, Array.isArray(second) ? second[at] : second));
  return shape ? new Table(shape.shape[0], shape.shape[1], made) : made;
}

const plus = counting((one, other) => one + other, (one, other) => one + other);
const minus = counting((one, other) => one - other, (one, other) => one - other);
const times = counting((one, other) => one * other, (one, other) => one * other);
export const floordiv = counting((one, other) => Math.floor(one / other), (one, other) => (one - (((one % other) + other) % other)) / other);
export const mod = counting((one, other) => { const rest = one % other; return rest && rest < 0 !== other < 0 ? rest + other : rest; }, (one, other) => ((one % other) + other) % other);
export const pow = counting((one, other) => one ** other, (one, other) => one ** other);

export function add(/** @type {any} */ one, /** @type {any} */ other) {
  if (typeof one === "string") return one + other;
  if (Array.isArray(one) && !isArray(one) && !isArray(other)) return [...one, ...other];
  return plus(one, other);
}

/** `one += other`: a list grows in its place. @param {any} one @param {any} other */
export function extend(one, other) {
  if (!Array.isArray(one) || isArray(one)) return add(one, other);
  for (const each of iter(other)) one.push(each);
  return one;
}

export function sub(/** @type {any} */ one, /** @type {any} */ other) {
  return one instanceof PySet ? new PySet([...one].filter((each) => !within(each, other))) : minus(one, other);
}

export function mul(/** @type {any} */ one, /** @type {any} */ other) {
  if (typeof one === "string") return one.repeat(Math.max(0, other));
  if (Array.isArray(one) && !isArray(one)) return Array.from({ length: Math.max(0, other) }, () => one).flat(1);
  if (typeof other === "string" || (Array.isArray(other) && !isArray(other))) return mul(other, one);
  return times(one, other);
}

export const div = (/** @type {any} */ one, /** @type {any} */ other) => Number(one) / Number(other);

/** An operator on bits. @param {(one: number, other: number) => number} on @param {(one: bigint, other: bigint) => bigint} big @param {((one: PySet, other: PySet) => any[])} sets */
const bitwise = (on, big, sets) => {
  const operator = (/** @type {any} */ one, /** @type {any} */ other) => {
    if (isSmall(one) && isSmall(other)) return on(one, other);
    if (typeof one === "boolean" && typeof other === "boolean") return Boolean(on(Number(one), Number(other)));
    if (isArray(one) || isArray(other)) return elements(operator, one, other);
    if (one instanceof PySet) return new PySet(sets(one, other));
    if (one instanceof Dict) return new Dict([...one.items(), ...other.items()]);
    return small(big(BigInt(one), BigInt(other)));
  };
  return operator;
};
const bitAnd = bitwise((one, other) => one & other, (one, other) => one & other, (one, other) => [...one].filter((each) => other.has(each)));
const bitOr = bitwise((one, other) => one | other, (one, other) => one | other, (one, other) => [...one, ...other]);
export const xor = bitwise((one, other) => one ^ other, (one, other) => one ^ other, (one, other) => [...one, ...other].filter((each) => one.has(each) !== other.has(each)));
export { bitAnd as and, bitOr as or };

export function shl(/** @type {any} */ one, /** @type {any} */ other) {
  if (typeof one === "number") {
    const made = one * 2 ** Number(other);
    if (Number.isSafeInteger(made)) return made;
  } else if (isArray(one) || isArray(other)) return elements(shl, one, other);
  return small(BigInt(one) << BigInt(other));
}

export function shr(/** @type {any} */ one, /** @type {any} */ other) {
  if (typeof one === "number") return Math.floor(one / 2 ** Number(other));
  if (isArray(one) || isArray(other)) return elements(shr, one, other);
  return small(BigInt(one) >> BigInt(other));
}

export const invert = (/** @type {any} */ one) => (isArray(one) ? elements(invert, one, 0) : minus(-1, one));
export const neg = (/** @type {any} */ one) => (typeof one === "bigint" || typeof one === "number" ? -one : minus(0, one));
export const number = plain;

// --- comparing

/** @param {any} one @param {any} other @returns {any} */
export function eq(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object") {
    if (isArray(one) || isArray(other)) return elements(eq, one, other);
    return typeof one === "boolean" || typeof other === "boolean" ? plain(one) === plain(other) : false;
  }
  if (one === null || other === null) return false;
  if (isArray(one) || isArray(other)) return elements(eq, one, other);
  if (one.__eq__) return one.__eq__(other);
  if (one instanceof Dict) return other instanceof Dict && one.size === other.size && one.items().every(([key, value]) => other.has(key) && eq(value, other.get(key)));
  if (one instanceof PySet) return other instanceof PySet && one.size === other.size && [...one].every((each) => other.has(each));
  if (one[Symbol.iterator] && other[Symbol.iterator]) {
    const [first, second] = [[...one], [...other]];
    return first.length === second.length && first.every((each, at) => truth(eq(each, second[at])));
  }
  const { fields } = one.constructor;
  return Boolean(fields?.length && one.constructor === other.constructor && fields.every((/** @type {string[]} */ [name]) => eq(one[name], other[name])));
}
export const ne = (/** @type {any} */ one, /** @type {any} */ other) => (isArray(one) || isArray(other) ? elements(ne, one, other) : !eq(one, other));

/** @param {(order: number) => boolean} holds */
const ordered = (holds) => {
  const operator = (/** @type {any} */ one, /** @type {any} */ other) => {
    if (isArray(one) || isArray(other)) return elements(operator, one, other);
    return holds(names.compared(one, other));
  };
  return operator;
};
const [less, lessOrSame, more, moreOrSame] = [ordered((by) => by < 0), ordered((by) => by <= 0), ordered((by) => by > 0), ordered((by) => by >= 0)];
const areNumbers = (/** @type {any} */ one, /** @type {any} */ other) => typeof one === "number" && typeof other === "number";
export const lt = (/** @type {any} */ one, /** @type {any} */ other) => (areNumbers(one, other) ? one < other : less(one, other));
export const le = (/** @type {any} */ one, /** @type {any} */ other) => (areNumbers(one, other) ? one <= other : lessOrSame(one, other));
export const gt = (/** @type {any} */ one, /** @type {any} */ other) => (areNumbers(one, other) ? one > other : more(one, other));
export const ge = (/** @type {any} */ one, /** @type {any} */ other) => (areNumbers(one, other) ? one >= other : moreOrSame(one, other));

/** Whether a value stands for true. @param {any} one */
export function truth(one) {
  if (typeof one !== "object") return Boolean(one);
  if (one === null) return false;
  if (Array.isArray(one)) return one.length > 0;
  return one instanceof Dict || one instanceof PySet ? one.size > 0 : true;
}
export const both = (/** @type {any} */ one, /** @type {() => any} */ other) => (truth(one) ? other() : one);
export const either = (/** @type {any} */ one, /** @type {() => any} */ other) => (truth(one) ? one : other());

/** @param {any} one @param {any} held */
export function within(one, held) {
  if (typeof held === "string") return held.includes(one);
  if (held instanceof Dict || held instanceof PySet) return held.has(one);
  for (const each of iter(held)) if (truth(eq(each, one))) return true;
  return false;
}

/** Whether a value is of one of these types. @param {any} one @param {any[]} kinds */
export function is(one, kinds) {
  const made = one?.constructor?.ancestors;
  return kinds.some((kind) => (kind.ancestors ? Boolean(made?.has(kind)) : Boolean(kind.holds?.(one))));
}

// --- parts

/** What a loop goes through. @param {any} held @returns {any} */
export const iter = (held) => held;

/** @param {any} held @param {any} place @returns {any} */
export function at(held, place) {
  if (Array.isArray(held) && typeof place === "number") {
    const found = held[place < 0 ? place + held.length : place];
    if (found === undefined) throw names.IndexError("out of range");
    return found;
  }
  if (held instanceof Dict) {
    if (!held.has(place)) throw names.KeyError(place);
    return held.get(place);
  }
  if (held instanceof Table) return Array.isArray(place) ? held.data[place[0] * held.shape[1] + place[1]] : held.row(place < 0 ? place + held.length : place);
  if (held instanceof Numbers && place instanceof Numbers) {
    return Numbers.from(typeof place[0] === "boolean" ? held.filter((_, index) => place[index]) : place.map((index) => held[index]));
  }
  if (typeof held === "string") {
    const found = held[place < 0 ? place + held.length : Number(place)];
    if (found === undefined) throw names.IndexError("out of range");
    return found;
  }
  if (held?.__getitem__) return held.__getitem__(place);
  return at(Array.isArray(held) ? held : [...held], Number(place));
}

/** @param {any} held @param {any} place @param {any} value */
export function put(held, place, value) {
  if (held instanceof Dict) held.set(place, value);
  else if (held instanceof Table) held.data[place[0] * held.shape[1] + place[1]] = value;
  else held[place < 0 ? place + held.length : place] = value;
}

/** @param {any} held @param {any} low @param {any} high @param {any} step @param {any} value */
export function putSlice(held, low, high, step, value) {
  const places = new Bounds(low, high, step).places(held.length);
  if (held instanceof Numbers) places.forEach((place, at) => (held[place] = Array.isArray(value) ? value[at] : value));
  else held.splice(places[0] ?? low ?? held.length, places.length, ...iter(value));
}

export function remove(/** @type {any} */ held, /** @type {any} */ place) {
  if (held instanceof Dict) held.pop(place);
  else held.splice(place, 1);
}

/** @param {any} held @param {any} low @param {any} high @param {any} step */
export function slice(held, low, high, step) {
  const list = typeof held === "string" || Array.isArray(held) ? held : [...iter(held)];
  if (step === null) return list.slice(low ?? 0, high ?? list.length);
  const found = new Bounds(low, high, step).places(list.length).map((place) => list[place]);
  return typeof held === "string" ? found.join("") : found;
}

// --- calls

/** Call a method, which may be one that JavaScript does not have. @param {any} object @param {string} method @param {any[]} given */
export function call(object, method, given) {
  const own = typeof object === "object" && object !== null && !(Array.isArray(object) && !isArray(object)) ? object[method] : undefined;
  if (own === undefined) {
    const found = names.methodsOf(object)[method];
    if (!found) return object[method](...given);
    return found(object, ...given);
  }
  const last = given.at(-1);
  return last instanceof Keywords && own.names ? own.apply(object, placed(own.names, given.slice(0, -1), last)) : own.apply(object, given);
}

/** Call with named arguments. @param {any} called @param {any[]} given @param {Record<string, any>} fields */
export function called(called, given, fields) {
  return called.names ? called(...placed(called.names, given, fields)) : called(...given, new Keywords(fields));
}

/** @param {string[]} order @param {any[]} given @param {Record<string, any>} fields */
function placed(order, given, fields) {
  const all = [...given];
  for (const [name, value] of Object.entries(fields)) all[order.indexOf(name)] = value;
  return all;
}

/** The fields that `**` spreads. @param {Dict} given */
export const fields = (given) => Object.fromEntries(given.items());

/** The methods of the class above, for one object. @param {any} own @param {any} self @returns {any} */
export const above = (own, self) => new Proxy({}, { get: (_, name) => (/** @type {any[]} */ ...given) => Object.getPrototypeOf(own.prototype)[name].apply(self, given) });

export const raised = (/** @type {any} */ error) => (typeof error === "function" ? error() : error);

/** A function that keeps what it has computed. @param {any} made */
export function remembered(made) {
  const known = new Dict();
  const asked = (/** @type {any[]} */ ...given) => {
    if (!known.has(given)) {
      if (known.size > 65536) known.held.clear();
      known.set(given, made(...given));
    }
    return known.get(given);
  };
  asked.names = made.names;
  return asked;
}
