/** Starts the play page: reads the snapshot that came with it, loads the game's board, and hands over to the controller. */

import { collectTokens } from "lib/tokens.js";
import { find, pageData } from "lib/dom.js";
import { nextTask } from "lib/store.js";
import { Controller } from "./controller.js";

const snapshot = pageData("snapshot");
const focused = location.hash.endsWith("&focus=board");
const tokens = collectTokens(snapshot.id);
const asked = Number.parseInt(new URLSearchParams(location.search).get("ply") ?? "", 10);
const module = await import(`boards/${snapshot.game}.js`);
await nextTask(); // scripts are read in one task, the page is drawn in another

const controller = new Controller({
  host: find("#play"),
  snapshot,
  tokens,
  module,
  ply: Number.isNaN(asked) ? null : asked,
});
controller.start();
if (focused) controller.board?.focus();

// A link to a seat opened while its game is shown changes only the fragment; take it and begin again.
addEventListener("hashchange", () => {
  if (location.hash.length > 1) location.reload();
});
