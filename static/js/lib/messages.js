/**
 * The sentences of scripts in the reader's language: the page brings what of the language's catalogue scripts need.
 * What is to be translated is a literal, so that it is found: `_("Black has moved.")`.
 */

/** @typedef {Record<string, string | number | undefined>} Values */

const page = globalThis.document?.getElementById("messages")?.textContent;
/** @type {{texts: Record<string, string | string[]>, forms: number[]}} */
const { texts, forms } = page ? JSON.parse(page) : { texts: {}, forms: [] };

/** The language of the page, by which numbers, times and lists are written. */
export const locale = globalThis.document?.documentElement?.lang || "en-GB";

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * A number as the page's language writes it. A format takes a browser milliseconds to make, so it is made when it is first needed, and kept;
 * small whole numbers need none.
 * @param {number} number @param {Intl.NumberFormatOptions} [options]
 */
export function numeral(number, options) {
  if (!options && Number.isInteger(number) && Math.abs(number) < 1000) return String(number);
  const key = JSON.stringify(options ?? {});
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format.format(number);
}

/** A value as it stands in a sentence: decimals with the sign of the page's language. @param {string | number} value */
const written = (value) => (typeof value === "number" && value % 1 ? numeral(value, { maximumFractionDigits: 20, useGrouping: false }) : String(value));

/** @param {string} text @param {Values} [values] */
const filled = (text, values) => (values ? text.replace(/\{(\w+)\}/g, (field, name) => written(values[name] ?? field)) : text);

/**
 * A sentence.
 * @param {string} text a literal in English, with fields such as `{name}` where there are values
 * @param {Values} [values] what the fields stand for
 */
export function _(text, values) {
  const found = texts[text];
  return filled(typeof found === "string" ? found : text, values);
}

/**
 * A sentence about a number of things, which fills the field `{count}` unless the values say another.
 * @param {string} one @param {string} several literals in English @param {number} count @param {Values} [values]
 */
export function ngettext(one, several, count, values) {
  const found = texts[one];
  const english = count === 1 ? one : several;
  const form = forms[count < forms.length ? count : 100 + (count % 100)] ?? 0;
  return filled(Array.isArray(found) ? found[form] : english, { count: numeral(count), ...values });
}

/**
 * A sentence with elements in it, for lit: its pieces, with each field replaced by what `elements` has for it.
 * @param {string} text what `_` returned for a text with these fields, without values
 * @param {Record<string, unknown>} elements
 * @returns {unknown[]}
 */
export const withElements = (text, elements) =>
  text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 ? (elements[piece] ?? `{${piece}}`) : piece));
