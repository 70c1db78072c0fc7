/** Numbers and sentences as Python writes them, and in the reader's language. */

import { Dict, Keywords } from "./values.js";

/** What `str` says of a value. @param {any} one @returns {string} */
export function said(one) {
  if (one === null) return "None";
  if (typeof one === "boolean") return one ? "True" : "False";
  if (typeof one === "number" && !Number.isFinite(one)) return Number.isNaN(one) ? "nan" : one > 0 ? "inf" : "-inf";
  if (Array.isArray(one)) return `[${one.map(said).join(", ")}]`;
  return one?.args ? said(one.args[0] ?? "") : String(one);
}

/** A value under a format such as `,`, `.1f` or `g`. @param {any} one @param {string} spec */
export function formatted(one, spec) {
  const found = /^(?:(.)?([<>^]))?(\+)?(0)?(\d+)?(,)?(?:\.(\d+))?([a-z%])?$/.exec(spec);
  if (!spec || !found) return said(one);
  const [, fill = " ", align = typeof one === "string" ? "<" : ">", sign, zero, width = "0", group, places, form] = found;
  let text = said(one);
  if (form === "f") text = Number(one).toFixed(Number(places ?? 6));
  else if (form === "g") text = String(Number(Number(one).toPrecision(Number(places ?? 6))));
  else if (form === "x") text = one.toString(16);
  else if (form === "%") text = `${(100 * one).toFixed(Number(places ?? 6))}%`;
  if (group) text = text.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));
  if (sign && one >= 0) text = `+${text}`;
  const size = Number(width);
  return align === "<" ? text.padEnd(size, fill) : text.padStart(size, zero ? "0" : fill);
}

/** @typedef {{template: string, values: Record<string, any>, count?: number}} Made */
/** What sentences were made of, by how they read in English: rules compare and join them as the texts that they are. @type {Map<string, Made>} */
const made = new Map();
/** @type {{texts: Record<string, string | string[]>, forms: number[], signs: string}} */
let language = { texts: {}, forms: [], signs: ".," };

/** Say the sentences of rules in a language from now on. @param {typeof language} catalogue */
export function speak(catalogue) {
  language = catalogue;
}

/** @param {string} template @param {Record<string, any>} values @param {(one: any, spec: string) => string} [form] */
function filled(template, values, form = formatted) {
  if (!Object.keys(values).length) return template;
  return template.replace(/\{\{|\}\}|\{(\w+)(?::([^}]*))?\}/g, (all, name, spec) => (name ? form(values[name], spec ?? "") : all[0]));
}

/** @param {string} template @param {string} [several] @param {number} [count] @param {Keywords} [given] */
function sentence(template, several, count, given) {
  const values = { ...(several === undefined ? {} : { count }), ...given };
  const text = filled(several === undefined || count === 1 ? template : several, values);
  if (made.size > 20000) made.clear();
  made.set(text, { template, values, ...(count === undefined ? {} : { count }) });
  return text;
}

export const _ = (/** @type {string} */ template, /** @type {Keywords} */ given) => sentence(template, undefined, undefined, given);
export const ngettext = (/** @type {string} */ one, /** @type {string} */ several, /** @type {number} */ count, /** @type {Keywords} */ given) => sentence(one, several, count, given);
export const joined = (/** @type {string} */ first, /** @type {string[]} */ ...rest) => rest.reduce((what, why) => _("{what} {why}", new Keywords({ what, why })), first);
export const Message = (/** @type {string} */ text) => text;

/** A sentence in the reader's language. @param {any} text @returns {any} */
export function translated(text) {
  const known = typeof text === "string" ? made.get(text) : undefined;
  if (!known) return typeof text === "string" ? (one(language.texts[text]) ?? text) : text;
  const found = language.texts[known.template];
  const { count } = known;
  const template = Array.isArray(found) ? found[language.forms[(count ?? 1) < language.forms.length ? (count ?? 1) : 100 + ((count ?? 1) % 100)] ?? 0] : found;
  if (template === undefined) return text;
  const signed = (/** @type {any} */ value, /** @type {string} */ spec) => {
    const written = formatted(typeof value === "string" ? translated(value) : value, spec);
    return typeof value === "number" ? written.replace(/[.,]/g, (sign) => language.signs[".,".indexOf(sign)]) : written;
  };
  return filled(template, known.values, signed);
}
const one = (/** @type {string | string[] | undefined} */ found) => (Array.isArray(found) ? found[0] : found);

const SENTENCES = new Set(["ending", "sentence"]);

/** What Python would send as JSON: dictionaries as objects, sentences in the reader's language. @param {any} data @param {string} [name] @returns {any} */
export function sent(data, name = "") {
  if (data instanceof Dict) return Object.fromEntries(data.items().map(([key, value]) => [key, sent(value, key)]));
  if (Array.isArray(data)) return Array.from(data, (each) => sent(each));
  if (typeof data === "object" && data !== null && data[Symbol.iterator]) return [...data].map((each) => sent(each));
  return SENTENCES.has(name) ? translated(data) : data;
}
