/**
 * What this browser keeps of its classes: the teacher's token, read once from the address's fragment, and a student's own.
 * Each stands under its class's code; of many classes the oldest are forgotten.
 */

const PREFIX = "plyground.class.";
const KEPT = 20;

/** @typedef {{teacher?: string, student?: string, nickname?: string}} Kept */

/** What is kept of a class; empty where storage is closed or the entry is damaged. @param {string} code @returns {Kept} */
export function recall(code, storage = localStorage) {
  try {
    return JSON.parse(storage.getItem(PREFIX + code) ?? "{}").kept ?? {};
  } catch {
    return {};
  }
}

/** Keep more of a class; a field that is null is forgotten. @param {string} code @param {Record<string, string | null>} more */
export function keep(code, more, storage = localStorage) {
  try {
    const kept = Object.fromEntries(Object.entries({ ...recall(code, storage), ...more }).filter(([, value]) => value !== null));
    storage.setItem(PREFIX + code, JSON.stringify({ kept, at: Date.now() }));
    const age = (/** @type {string} */ key) => JSON.parse(storage.getItem(key) ?? "{}").at ?? 0;
    const keys = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
    keys.sort((a, b) => age(b) - age(a));
    for (const key of keys.slice(KEPT)) storage.removeItem(key);
  } catch {
    // Private windows may refuse storage; the place in the class then lasts as long as the page.
  }
}

/** The classes that this browser opened as a teacher, the newest first. @returns {string[]} */
export function opened(storage = localStorage) {
  try {
    const age = (/** @type {string} */ key) => JSON.parse(storage.getItem(key) ?? "{}").at ?? 0;
    const codes = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
    codes.sort((a, b) => age(b) - age(a));
    return codes.map((key) => key.slice(PREFIX.length)).filter((code) => recall(code, storage).teacher);
  } catch {
    return [];
  }
}

/** The teacher's token: from the address, which is then cleaned, or as kept. @param {string} code */
export function teacherToken(code) {
  const given = new URLSearchParams(location.hash.replace(/^#/, "")).get("t");
  if (given) {
    keep(code, { teacher: given });
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return given ?? recall(code).teacher ?? "";
}
