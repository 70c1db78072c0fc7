/**
 * What this browser keeps of its classes: the teacher's token, read once from the address's fragment, and a student's own.
 * Each stands under its class's code; of many classes the oldest are forgotten.
 */

import { keepAmong, keptAmong, recallData, takeFragment } from "lib/kept.js";

const PREFIX = "plyground.class.";
const KEPT = 20;

/** @typedef {{teacher?: string, before?: string, student?: string, once?: string, nickname?: string}} Kept `before` is the teacher's token, `once` the student's, while a new one is on its way */

/** What is kept of a class; empty where storage is closed or the entry is damaged. @param {string} code @returns {Kept} */
export const recall = (code) => recallData(PREFIX + code)?.kept ?? {};

/** Keep more of a class; a field that is null is forgotten. @param {string} code @param {Record<string, string | null>} more */
export function keep(code, more) {
  const kept = Object.entries({ ...recall(code), ...more }).filter(([, value]) => value !== null);
  keepAmong(PREFIX, code, { kept: Object.fromEntries(kept) }, KEPT);
}

/** The classes that this browser opened as a teacher, the newest first. */
export const opened = () => keptAmong(PREFIX).filter((code) => recall(code).teacher);

/** The student's token: from the address, which is then cleaned, or as kept. @param {string} code */
export function studentToken(code) {
  const given = takeFragment("t");
  if (given) keep(code, { student: given, once: null });
  return given || (recall(code).student ?? "");
}

/** The teacher's token: from the address, which is then cleaned, or as kept. @param {string} code */
export function teacherToken(code) {
  const given = takeFragment("t");
  if (given) keep(code, { teacher: given });
  return given || (recall(code).teacher ?? "");
}
