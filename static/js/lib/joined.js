/**
 * Runs a page's scripts, which the server sends joined in one file (`game/web/joining.py`). Each is a function there that takes what it
 * imports from `$joined` and gives back what it exports; those that are imported later come in files without what the page already has.
 */

/**
 * @typedef {Record<string, any>} Exports
 * @typedef {((name: string) => Exports) & {later: (name: string) => Promise<Exports>, at: (name: string) => string}} Joined
 * @typedef {Record<string, (joined: Joined) => Exports>} Definitions
 */

/** Begins the scripts called `names`, in this order; `address` is that of the file with their `definitions`. @param {Definitions} definitions @param {string[]} names @param {string} address */
export function begin(definitions, names, address) {
  const base = address.slice(0, address.indexOf("/joined/") + 1);
  /** @type {Map<string, Exports>} */
  const made = new Map();
  /** @type {Joined} */
  const joined = Object.assign(
    (/** @type {string} */ name) => {
      if (!made.has(name)) made.set(name, definitions[name](joined));
      return /** @type {Exports} */ (made.get(name));
    },
    {
      later: async (/** @type {string} */ name) => {
        if (!(name in definitions)) {
          const { default: more } = await import(`${base}joined/${name}?beside=${names.join()}`);
          definitions = { ...more, ...definitions };
        }
        return joined(name);
      },
      at: (/** @type {string} */ name) => base + name,
    },
  );
  for (const name of names) (async () => joined(name))();
}
