/** Numbers and times as people read them. */

import { _, locale, numeral } from "lib/messages.js";

/** 12345 -> "12,345". @param {number} number */
export const count = (number) => numeral(Math.round(number));

/** 1.5 with two places -> "1.50". @param {number} number @param {number} places */
export const fixed = (number, places) =>
  numeral(number, { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: false });

/** A large number short: 950, 12.3 k, 4.56 M, 1.2 G. @param {number} number */
export function short(number) {
  /** @type {[number, string, number?][]} */
  const steps = [[1e9, "G"], [1e6, "M"], [1e4, "k", 1e3]];
  for (const [from, letter, unit = from] of steps) {
    if (number >= from) return `${numeral(number / unit, { maximumSignificantDigits: 3 })} ${letter}`;
  }
  return count(number);
}

/** A signed value: +4, −2.5, 0, with a true minus sign. @param {number} value */
export function signed(value) {
  const rounded = Math.round(value * 10) / 10;
  if (rounded === 0) return "0";
  return (rounded > 0 ? "+" : "−") + numeral(Math.abs(rounded));
}

/** Seconds on a clock: 1:02:03, 4:05, and tenths below ten seconds: 9.4. @param {number} seconds */
export function clockTime(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return fixed(Math.floor(left * 10) / 10, 1);
  const rounded = Math.ceil(left);
  const [hours, minutes, rest] = [Math.floor(rounded / 3600), Math.floor(rounded / 60) % 60, rounded % 60];
  const pad = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
}

/** A stretch of time in a sentence or list: 0.02 s, 1.4 s, 2 min 5 s. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 0.001) return _("under 1 ms");
  if (seconds < 0.095) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${fixed(seconds, 1)} s`;
  return _("{seconds} min {seconds2} s", { seconds: Math.floor(seconds / 60), seconds2: Math.floor(seconds % 60) });
}

/** 1 -> "1st", 2 -> "2nd", 3 -> "3rd", 4 -> "4th", and "1." in other languages. @param {number} number */
export function ordinal(number) {
  if (!locale.startsWith("en")) return `${number}.`;
  const last = number % 100 > 10 && number % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][number % 10];
  return `${number}${last ?? "th"}`;
}

/** "A, B or C". @param {string[]} names */
export const either = (names) => new Intl.ListFormat(locale, { type: "disjunction" }).format(names);

/** "A, B and C". @param {string[]} names */
export const listed = (names) => new Intl.ListFormat(locale).format(names);
