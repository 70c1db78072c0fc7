/** A class's code: six letters and digits without look-alikes, read forgivingly and written in two groups. */

import { _ } from "lib/messages.js";

const LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const LENGTH = 6;

/**
 * What somebody typed as a code, or "" if it cannot be one. Small letters, spaces, strokes and dots do not matter, nor does it when the
 * whole address was pasted.
 * @param {string} typed
 */
export function readCode(typed) {
  const address = /\/class\/([^/#?\s]+)/.exec(typed);
  const code = (address ? address[1] : typed).toUpperCase().replace(/[\s\-–_.·]/g, "");
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : "";
}

/** Why something is no code, in a sentence; "" if it is one. @param {string} typed */
export function codeProblem(typed) {
  if (readCode(typed)) return "";
  const code = typed.toUpperCase().replace(/[\s\-–_.·]/g, "");
  if (!code) return _("Type the code that the wall shows.");
  const strange = [...code].find((letter) => !LETTERS.includes(letter));
  if (strange) return _("A code has no {strange}: only digits from 2 to 9 and letters without I, L and O.", { strange });
  return _("A code has {LENGTH} letters and digits; this has {count}.", { LENGTH, count: code.length });
}

/** A code as it is shown: in two groups of three. @param {string} code */
export const spaced = (code) => `${code.slice(0, 3)} ${code.slice(3)}`;

/** A code letter by letter, for readers that would make a word of it. @param {string} code */
export const spelled = (code) => [...code].join(" ");
