/** What is needed only once somebody moves or looks into a stack: one file, loaded behind the board, which is drawn first. */

export { hintWay, insidePanel, roadCount, roadNumbers } from "./asked.js";
export { drags } from "./dragging.js";
export { inWork, tools } from "./making.js";
export { showMove } from "./motion.js";
