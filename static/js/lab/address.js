/** The address's fragment holds what is looked at: the position, the search and its settings, the very step. */

const OBJECTS = ["options", "moves", "settings"];

/** @typedef {{game: string, options: Protocol.Options, position: string, moves: string[], search: string, settings: Protocol.Options, seed: number, step: number, at: string}} Question `at` names the step by what happens there, as `stepName` does; old links have its number alone */

/** @param {string} hash @returns {Question | null} null where nothing is asked for; throws if it cannot be read */
export function readFragment(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  if (!given.has("game")) return null;
  const read = (/** @type {string} */ name, /** @type {Protocol.Options | string[]} */ usual) => (given.has(name) ? JSON.parse(given.get(name) ?? "") : usual);
  return {
    game: given.get("game") ?? "",
    options: read("options", {}),
    position: given.get("position") ?? "",
    moves: read("moves", []),
    search: given.get("search") ?? "",
    settings: read("settings", {}),
    seed: Number(given.get("seed")) || 0,
    step: Number(given.get("step")) || 0,
    at: given.get("at") ?? "",
  };
}

/** @param {Partial<Question>} question @returns {string} beginning with # */
export function fragment(question) {
  const made = new URLSearchParams();
  for (const [name, value] of Object.entries(question)) {
    const empty = OBJECTS.includes(name) ? !Object.keys(value ?? {}).length : !value;
    if (!empty) made.set(name, OBJECTS.includes(name) ? JSON.stringify(value) : String(value));
  }
  return `#${made}`;
}
