/** The little that a line to the server and what is kept in the browser need of a page, for tests that run in Node. */

class Storage {
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }

  setItem(key, value) {
    this[key] = String(value);
  }

  removeItem(key) {
    delete this[key];
  }

  clear() {
    for (const key of Object.keys(this)) delete this[key];
  }
}

const windowEvents = new EventTarget();
globalThis.document ??= Object.assign(new EventTarget(), { visibilityState: "visible", createTreeWalker: () => ({}), getElementById: () => null });
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent"]) globalThis[name] ??= windowEvents[name].bind(windowEvents);
Object.defineProperty(globalThis, "localStorage", { value: new Storage(), configurable: true });
