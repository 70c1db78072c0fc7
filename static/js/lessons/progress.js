/** What this browser's reader has done in the lessons: steps seen, exercises answered, lessons finished. */

const KEY = "plyground.lessons";

/** @typedef {{at: number, seen: number[], done: Record<string, "right" | "shown">, finished: boolean}} Progress */

/** @returns {Record<string, Progress>} */
export function readAll() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/** @param {string} id @returns {Progress} */
export function read(id) {
  const { at = 0, seen = [], done = {}, finished = false } = readAll()[id] ?? {};
  return { at, seen, done, finished };
}

/** @param {string} id @param {Progress} progress */
export function keep(id, progress) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [id]: progress }));
  } catch {
    // Storage is switched off: the lesson works, and nothing is remembered.
  }
}

/** Forget everything, for whoever sits here next. */
export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is switched off: there is nothing to forget.
  }
}
