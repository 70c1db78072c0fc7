/** What pages use of d3-hierarchy. */
export { hierarchy, tree } from "d3-hierarchy";
