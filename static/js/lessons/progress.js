/** What this browser's reader has done in the lessons: steps seen, exercises answered, lessons finished. */

import { keep as keepText, recallData } from "lib/kept.js";

const KEY = "plyground.lessons";

/** @typedef {{at: number, seen: number[], done: Record<string, "right" | "shown">, finished: boolean}} Progress */

/** @returns {Record<string, Partial<Progress> | undefined>} */
export function readAll() {
  const found = recallData(KEY);
  return found && typeof found === "object" ? found : {};
}

/** @param {string} id @returns {Progress} */
export const read = (id) => ({ at: 0, seen: [], done: {}, finished: false, ...readAll()[id] });

/** @param {string} id @param {Progress} progress */
export const keep = (id, progress) => keepText(KEY, { ...readAll(), [id]: progress });

/** Forget everything, for whoever sits here next. */
export const forget = () => keepText(KEY, null);
