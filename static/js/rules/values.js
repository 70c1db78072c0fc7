/**
 * Values of Python in JavaScript. Whole numbers are numbers while they are safe and else BigInts, lists and tuples are arrays, and
 * what JavaScript has otherwise, dictionaries, sets, arrays of NumPy and classes, stands here.
 */

/** Named arguments of a call. */
export class Keywords {
  constructor(/** @type {Record<string, any>} */ fields) {
    Object.assign(this, fields);
  }
}

/** What tells a key of a dictionary from others: texts, numbers, and tuples of them. @param {any} key @returns {string | number | bigint | boolean | null} */
export function keyOf(key) {
  if (typeof key === "string") return `"${key}`;
  if (typeof key === "boolean") return Number(key);
  if (typeof key !== "object" || key === null) return key;
  return key[Symbol.iterator] ? `(${[...key].map(keyOf).join(",")})` : identity(key);
}

/** @type {WeakMap<object, string>} */
const identities = new WeakMap();
let identified = 0;
const identity = (/** @type {object} */ object) => {
  if (!identities.has(object)) identities.set(object, `#${++identified}`);
  return identities.get(object) ?? "";
};

export class Dict {
  /** @type {Map<any, [any, any]>} */
  held = new Map();

  constructor(/** @type {Iterable<[any, any]>} */ pairs = []) {
    for (const [key, value] of pairs) this.set(key, value);
  }

  /** @param {any} key @param {any} value */
  set(key, value) {
    this.held.set(keyOf(key), [key, value]);
  }

  has(/** @type {any} */ key) {
    return this.held.has(keyOf(key));
  }

  get(/** @type {any} */ key, /** @type {any} */ other = null) {
    const found = this.held.get(keyOf(key));
    return found ? found[1] : other;
  }

  setdefault(/** @type {any} */ key, /** @type {any} */ value) {
    if (!this.has(key)) this.set(key, value);
    return this.get(key);
  }

  pop(/** @type {any} */ key, /** @type {any} */ other = null) {
    const found = this.get(key, other);
    this.held.delete(keyOf(key));
    return found;
  }

  update(/** @type {any} */ ...given) {
    for (const more of given) for (const [key, value] of more instanceof Keywords ? Object.entries(more) : more instanceof Dict ? more.items() : more) this.set(key, value);
  }

  copy() {
    return new Dict(this.items());
  }

  items() {
    return [...this.held.values()];
  }

  keys() {
    return this.items().map(([key]) => key);
  }

  values() {
    return this.items().map(([, value]) => value);
  }

  get size() {
    return this.held.size;
  }

  [Symbol.iterator]() {
    return this.keys()[Symbol.iterator]();
  }
}

export class PySet {
  /** @type {Map<any, any>} */
  held = new Map();

  constructor(/** @type {Iterable<any>} */ values = []) {
    for (const value of values) this.add(value);
  }

  add(/** @type {any} */ value) {
    this.held.set(keyOf(value), value);
  }

  has(/** @type {any} */ value) {
    return this.held.has(keyOf(value));
  }

  discard(/** @type {any} */ value) {
    this.held.delete(keyOf(value));
  }

  remove(/** @type {any} */ value) {
    this.discard(value);
  }

  update(/** @type {Iterable<any>} */ more) {
    for (const value of more) this.add(value);
  }

  get size() {
    return this.held.size;
  }

  [Symbol.iterator]() {
    return this.held.values();
  }
}

/** An array of NumPy with one axis. */
export class Numbers extends Array {
  get shape() {
    return [this.length];
  }

  get size() {
    return this.length;
  }

  copy() {
    return this.slice();
  }

  tolist() {
    return [...this];
  }

  tobytes() {
    return this;
  }

  astype() {
    return this.map(Number);
  }

  decode() {
    return String.fromCharCode(...this);
  }

  sum() {
    return this.reduce((one, other) => one + Number(other), 0);
  }

  any() {
    return this.some(Boolean);
  }

  all() {
    return this.every(Boolean);
  }

  max() {
    return Math.max(...this);
  }

  nonzero() {
    return [Numbers.from([...this.keys()].filter((place) => this[place]))];
  }
}

/** An array of NumPy with two axes. */
export class Table {
  /** @param {number} rows @param {number} columns @param {any[]} data row by row */
  constructor(rows, columns, data) {
    this.shape = [rows, columns];
    this.data = data;
  }

  get length() {
    return this.shape[0];
  }

  /** @param {number} row @returns {Numbers} */
  row(row) {
    const columns = this.shape[1];
    return /** @type {any} */ (Numbers.from(this.data.slice(row * columns, (row + 1) * columns)));
  }

  /** A part as another array; an axis is an index, a list of them or bounds. @param {any} rows @param {any} columns @returns {any} */
  part(rows, columns) {
    const [wantedRows, wantedColumns] = [rows, columns].map((each, axis) => placesOf(each, this.shape[axis]));
    const values = wantedRows.flatMap((row) => wantedColumns.map((column) => this.data[row * this.shape[1] + column]));
    return typeof rows === "number" || typeof columns === "number" ? Numbers.from(values) : new Table(wantedRows.length, wantedColumns.length, values);
  }

  copy() {
    return new Table(this.shape[0], this.shape[1], this.data.slice());
  }

  tolist() {
    return [...this].map((row) => row.tolist());
  }

  tobytes() {
    return this.data;
  }

  sum(/** @type {{axis?: number}} */ { axis } = {}) {
    if (axis === undefined) return [...this].reduce((total, row) => total + row.sum(), 0);
    if (axis === 0) return Numbers.from([...Array(this.shape[1]).keys()].map((column) => this.part(new Bounds(null, null, null), column).sum()));
    return Numbers.from([...this].map((row) => row.sum()));
  }

  *[Symbol.iterator]() {
    for (let row = 0; row < this.shape[0]; row += 1) yield this.row(row);
  }
}

/** What stands between the brackets of a slice. */
export class Bounds {
  /** @param {number | null} low @param {number | null} high @param {number | null} step */
  constructor(low, high, step) {
    this.low = low;
    this.high = high;
    this.step = step ?? 1;
  }

  /** The places that a slice of so many takes. @param {number} length */
  places(length) {
    const { step } = this;
    const bound = (/** @type {number | null} */ at, /** @type {number} */ other, /** @type {number} */ least, /** @type {number} */ most) =>
      at === null ? other : Math.min(Math.max(at < 0 ? at + length : at, least), most);
    const low = step > 0 ? bound(this.low, 0, 0, length) : bound(this.low, length - 1, -1, length - 1);
    const high = step > 0 ? bound(this.high, length, 0, length) : bound(this.high, -1, -1, length - 1);
    const found = [];
    for (let at = low; step > 0 ? at < high : at > high; at += step) found.push(at);
    return found;
  }
}

/** @param {any} axis @param {number} length @returns {number[]} */
const placesOf = (axis, length) => (axis instanceof Bounds ? axis.places(length) : typeof axis === "number" ? [axis] : [...axis]);

/** A field that is computed: for classes made by `type`. */
class Computed {
  /** @param {Function} get @param {boolean} kept whether it is computed once */
  constructor(get, kept) {
    this.get = get;
    this.kept = kept;
  }
}
export const property = (/** @type {Function} */ get) => new Computed(get, false);
export const kept = (/** @type {Function} */ get) => new Computed(get, true);

/** A function whose arguments have names. @param {any} made @param {string} names */
export function named(made, names) {
  made.names = names ? names.split(" ") : [];
  return made;
}

/**
 * A class: a function that makes its objects. Fields, with what makes their default, are those of data classes and named tuples.
 * @param {string} title @param {any[]} bases @param {[string, (() => any)?][]} fields @param {Record<string, any>} members
 */
export function type(title, bases, fields, members) {
  const made = (/** @type {any[]} */ ...given) => {
    const object = Object.create(made.prototype);
    object.__init__(...given);
    return object;
  };
  const all = [...bases.flatMap((base) => base.fields ?? []), ...fields];
  made.title = title;
  made.fields = all;
  made.names = all.map(([name]) => name);
  made.ancestors = new Set([made, ...bases.flatMap((base) => [...base.ancestors])]);
  made.prototype = Object.create(bases[0]?.prototype ?? anything);
  for (const base of bases.slice(1)) Object.defineProperties(made.prototype, Object.getOwnPropertyDescriptors(base.prototype));
  made.prototype.constructor = made;
  for (const [name, value] of Object.entries(members)) {
    if (value instanceof Computed) {
      Object.defineProperty(made.prototype, name, {
        configurable: true,
        get() {
          const found = value.get.call(this);
          if (value.kept) Object.defineProperty(this, name, { value: found });
          return found;
        },
      });
    } else {
      made.prototype[name] = value;
      if (name !== "prototype") Object.defineProperty(made, name, { value, configurable: true });
    }
  }
  if (members.__init__) made.names = members.__init__.names;
  return made;
}

const anything = {
  /** @this {any} @param {any[]} given */
  __init__(...given) {
    this.constructor.fields.forEach((/** @type {[string, (() => any)?]} */ [name, other], /** @type {number} */ at) => {
      this[name] = given[at] === undefined ? other?.() : given[at];
    });
  },
};

export const NamedTuple = type("NamedTuple", [], [], {
  /** @this {any} @param {Keywords} changes */
  _replace(changes) {
    return Object.assign(Object.create(Object.getPrototypeOf(this)), this, changes);
  },
  /** @this {any} */
  *[Symbol.iterator]() {},
});
NamedTuple.prototype[Symbol.iterator] = /** @this {any} */ function* () {
  for (const name of this.constructor.names) yield this[name];
};
