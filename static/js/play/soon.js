/** What a game's page needs soon after its first screen, but not for it: one file, fetched behind the page. */

export { showArrows } from "./arrows.js";
export { KEYS, meaning } from "./keys.js";
export { minds, outlooks, reasons } from "./minds.js";
export { drawPlot } from "./plot.js";
export { slowly } from "./reply.js";
export { makeSound, soundOf } from "./sounds.js";
export { thinkingPanel } from "./thinking.js";
