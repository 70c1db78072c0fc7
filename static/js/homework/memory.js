/** What this browser keeps of homework: a student's code, and the keys of what was set here, the newest first. */

import { keep, keepAmong, keptAmong, recallData, takeFragment } from "lib/kept.js";

const DONE = "plyground.homework.";
const SET = "plyground.homework-set.";
const KEPT = 60;

/** @typedef {{key: string, title: string, other?: string}} Kept `other` is a new key that is on its way */

/** A student's code: from the address, which is then cleaned, or as kept. @param {string} id */
export function studentCode(id) {
  const given = takeFragment("code");
  if (given) keepCode(id, given);
  return given || (recallData(DONE + id)?.code ?? "");
}

/** @param {string} id @param {string} code "" forgets it */
export const keepCode = (id, code) => (code ? keepAmong(DONE, id, { code }, KEPT) : keep(DONE + id, null));

/** @param {string} id @returns {Kept | null} */
export const recallSet = (id) => recallData(SET + id);

/** @param {string} id @param {Kept | null} fields */
export const keepSet = (id, fields) => (fields ? keepAmong(SET, id, fields, KEPT) : keep(SET + id, null));

/** What was set in this browser, the newest first. @returns {(Kept & {id: string})[]} */
export const allSet = () => keptAmong(SET).flatMap((id) => {
  const kept = recallSet(id);
  return kept?.key ? [{ id, ...kept }] : [];
});

/** The teacher's key: from the address, which is then cleaned, or as kept. @param {string} id @param {string} title */
export function teacherKey(id, title) {
  const given = takeFragment("k");
  if (given) keepSet(id, { key: given, title });
  return given || (recallSet(id)?.key ?? "");
}
