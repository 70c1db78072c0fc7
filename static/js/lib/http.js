/** Asks the server over http and turns every failure into a refusal with a sentence. */

import { _ } from "lib/messages.js";
import { served } from "./served.js";

/** The refusal that stands for a server that cannot be reached at all. */
export const UNREACHABLE = {
  code: "unreachable",
  sentence: _("The server does not answer. Check the connection and try again."),
};

/**
 * Fetch JSON; with a `body` it is posted, as JSON or, if it is form data or a file, as it is. `headers` go along.
 * @param {string} address @param {any} [body] @param {Record<string, string>} [headers]
 * @returns {Promise<Protocol.Answer>}
 */
export async function ask(address, body = undefined, headers = {}) {
  const plain = body === undefined || body instanceof FormData || body instanceof Blob;
  try {
    const answer = await fetch(served(address), {
      method: body === undefined ? "GET" : "POST",
      headers: { Accept: "application/json", ...(plain ? {} : { "Content-Type": "application/json" }), ...headers },
      body: plain ? body : JSON.stringify(body),
    });
    const data = await answer.json();
    if (answer.ok) return { ok: true, data };
    return { ok: false, error: data.error ?? UNREACHABLE };
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}

/** The text at an address, null where there is none of that kind. @param {string} address @param {Record<string, string>} [headers] */
export async function askText(address, headers = {}, kind = "text/") {
  try {
    const answer = await fetch(served(address), { headers });
    return answer.ok && answer.headers.get("Content-Type")?.startsWith(kind) ? await answer.text() : null;
  } catch {
    return null;
  }
}

/**
 * Asks for something shortly after the last of many changes; an answer that is out of date is not heard.
 * @template {unknown[]} A
 * @param {string} address @param {number} wait in ms @param {(...about: any[]) => any} body @param {(answer: Protocol.Answer, ...about: A) => void} take
 * @returns {(...about: A) => void}
 */
export function asker(address, wait, body, take) {
  let asked = 0;
  let timer = 0;
  return (...about) => {
    clearTimeout(timer);
    const mine = ++asked;
    timer = setTimeout(async () => {
      const answer = await ask(address, body(...about));
      if (mine === asked) take(answer, ...about);
    }, wait);
  };
}
