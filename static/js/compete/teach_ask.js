/** How the teacher's pages speak with the server: every request shows the key, and files are saved without it in an address. */

import { html } from "lit";
import { ask } from "lib/http.js";
import { saveFrom } from "lib/save.js";
import { _, withElements } from "lib/messages.js";
import { served } from "lib/served.js";
import { authorised, keepTeacher, keptTeacher, teacherKey } from "./keys.js";

const ROOT = "/api/competitions";
let key = teacherKey();

/** Whether this browser has a key to show. */
export const hasKey = () => Boolean(key);

/** Ask, or with a body change, something as the teacher. A key that is not the server's is forgotten. @param {string} path */
export async function askTeacher(path, /** @type {unknown} */ body = undefined) {
  const shown = key;
  const found = await ask(ROOT + path, body, authorised(shown));
  if (found.ok && keptTeacher() !== shown) keepTeacher(shown);
  if (found.ok || found.error.code !== "not_teacher") return found;
  if (keptTeacher() && keptTeacher() !== shown) {
    key = keptTeacher(); // the link's was a wrong one
    return askTeacher(path, body);
  }
  keepTeacher(null);
  key = "";
  return found;
}

/** Save what the server gives under a name; the sentence for what went wrong, "" if nothing did. @param {string} path @param {string} name */
export const save = (path, name) => saveFrom(ROOT + path, authorised(key), name);

/** What the pages say to somebody without the key: where the link is found. */
export const noKey = () => html`<div class="card teach-nokey column pad-5 above-4">
  <h1>${_("Teacher’s desk")}</h1>
  <p>${withElements(_("This page opens with the teacher’s link, which the server prints in its terminal at every start; {command} prints it again."), {
    command: html`<code>plyground event key</code>`,
  })}</p>
  <p><a href=${served("/compete")}>${_("To the competitions")}</a></p>
</div>`;

// Whoever opens the teacher's link on a page that stands here already changes the fragment alone.
addEventListener("hashchange", () => new URLSearchParams(location.hash.slice(1)).has("key") && location.reload());
