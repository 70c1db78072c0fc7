/** Files for the reader to keep: what a page has made, or what the server gives. */

import { UNREACHABLE } from "./http.js";
import { served } from "./served.js";

/** Save a file. @param {Blob} blob @param {string} name */
export function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Save what stands at an address, under the server's name for it where none is given.
 * @param {string} address @param {Record<string, string>} headers @param {string} [name]
 * @returns {Promise<string>} the sentence on what went wrong, "" if nothing did
 */
export async function saveFrom(address, headers, name) {
  try {
    const answer = await fetch(served(address), { headers: { Accept: "application/json", ...headers } });
    if (!answer.ok) return (await answer.json()).error?.sentence ?? UNREACHABLE.sentence;
    const given = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
    saveFile(await answer.blob(), name ?? given ?? "file");
    return "";
  } catch {
    return UNREACHABLE.sentence;
  }
}
