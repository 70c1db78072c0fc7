/** What pages use of lit-html. */
export { html, nothing, render, svg } from "lit-html";
export { ifDefined } from "lit-html/directives/if-defined.js";
export { live } from "lit-html/directives/live.js";
export { repeat } from "lit-html/directives/repeat.js";
