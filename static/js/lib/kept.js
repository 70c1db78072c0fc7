/** What this browser keeps from one visit to the next. Where storage is closed or full nothing is kept, and nothing fails. */

import { served } from "./served.js";

/** Servers under different paths of one address share the browser's storage, so each has names of its own. @param {string} name */
const named = (name) => served("") + name;

/** The text that is kept under a name, null without. @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(named(name));
  } catch {
    return null;
  }
}

/** The data that are kept under a name, null without or where they are damaged. @param {string} name @returns {any} */
export function recallData(name) {
  try {
    return JSON.parse(localStorage.getItem(named(name)) ?? "null");
  } catch {
    return null;
  }
}

/** Keep a text, or data as JSON; null forgets what was kept. Whether that worked. @param {string} name @param {unknown} what */
export function keep(name, what) {
  try {
    if (what === null) localStorage.removeItem(named(name));
    else localStorage.setItem(named(name), typeof what === "string" ? what : JSON.stringify(what));
    return true;
  } catch {
    return false;
  }
}

/** What stands behind a prefix in the names of what is kept by `keepAmong`, the newest first. @param {string} prefix @returns {string[]} */
export function keptAmong(prefix) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(named(prefix))).map((name) => name.slice(named(prefix).length));
    const times = new Map(names.map((name) => [name, recallData(prefix + name)?.at ?? 0]));
    return names.sort((a, b) => times.get(b) - times.get(a));
  } catch {
    return [];
  }
}

/** Keep fields under a prefix and a name, with the time; of more than `most` such names the oldest are forgotten. @param {string} prefix @param {string} name @param {object} fields @param {number} most */
export function keepAmong(prefix, name, fields, most) {
  try {
    localStorage.setItem(named(prefix + name), JSON.stringify({ ...fields, at: Date.now() }));
    const others = keptAmong(prefix).filter((each) => each !== name);
    for (const old of others.slice(most - 1)) localStorage.removeItem(named(prefix + old));
  } catch {
    // Private windows may refuse storage; it then lasts as long as the page.
  }
}

/** What the address's fragment gives a name, "" without; the address is then cleaned of it, so that it can be shown. @param {string} name */
export function takeFragment(name) {
  const found = new URLSearchParams(location.hash.slice(1)).get(name) ?? "";
  if (found) history.replaceState(history.state, "", location.pathname + location.search);
  return found;
}
