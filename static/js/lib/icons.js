/** The page's own icons: strokes on a 20 px grid. Each stands beside a word or on a labelled button. */

import { svg } from "lit";

/** @type {Record<string, string>} */
const PATHS = {
  first: "M15 4 8 10l7 6M5 4v12",
  back: "M13 4l-7 6 7 6",
  forward: "M7 4l7 6-7 6",
  last: "M5 4l7 6-7 6M15 4v12",
  pause: "M7 4v12M13 4v12",
  play: "M6 4l10 6-10 6z",
  step: "M5 4l7 6-7 6zM15 4v12",
  flag: "M5 18V3M5 4c4-2 6 2 10 0v7c-4 2-6-2-10 0",
  draw: "M3 8h14M3 12h14",
  undo: "M7 4 3 8l4 4M3 8h9a4.5 4.5 0 0 1 0 9H8",
  hint: "M7 13a5 5 0 1 1 6 0v2H7zM8 18h4",
  flip: "M6 3v13M3 13l3 3 3-3M14 17V4M11 7l3-3 3 3",
  help: "M7 8a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1-1.5 2.4M10 16v.5",
  share: "M14 7a2 2 0 1 0-.1-4 2 2 0 0 0 .1 4zM6 12a2 2 0 1 0-.1-4 2 2 0 0 0 .1 4zM14 17a2 2 0 1 0-.1-4 2 2 0 0 0 .1 4zM8 9l4-3M8 11l4 3",
  copy: "M7 7h9v10H7zM4 13V3h9",
  again: "M4 10a6 6 0 1 1 2 4.5M4 16v-3h3",
  hurry: "M4 4l6 6-6 6M11 4l6 6-6 6",
  board: "M3 3h14v14H3zM10 3v14M3 10h14",
  eye: "M2 10c4-6 12-6 16 0-4 6-12 6-16 0zM10 12a2 2 0 1 0-.1-4 2 2 0 0 0 .1 4z",
  hand: "M10 13V4M6 7.5l4-4 4 4M4 17h12",
  load: "M10 3v9M6 9l4 4 4-4M4 17h12",
  close: "M5 5l10 10M15 5L5 15",
  check: "M4 10.5 8.2 15 16 5.5",
  people: "M7 9a2.8 2.8 0 1 0-.1-5.6A2.8 2.8 0 0 0 7 9zM2 16c.4-3.3 2.2-5 5-5s4.6 1.7 5 5M13 4a2.8 2.8 0 0 1 0 5.2M14.5 11.3c2 .6 3.2 2.2 3.5 4.7",
  clock: "M10 17a7 7 0 1 0-.1-14 7 7 0 0 0 .1 14zM10 6v4.2l2.8 1.8",
};

/** One icon by name. @param {string} name */
export function icon(name) {
  return svg`<svg class="icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true" fill="none"
    stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path
    d=${PATHS[name]}></path></svg>`;
}
