/** The list of competitions: a written game that is pasted there opens on a board, by an address that carries it. */

import { find } from "lib/dom.js";
import { served } from "lib/served.js";

const form = find(".compete-paste");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const record = find("input", HTMLInputElement, form).value.trim();
  location.assign(served(record ? `/replay#${new URLSearchParams({ record })}` : "/replay"));
});
