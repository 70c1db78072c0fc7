/** A stage of the lab to stand in other pages and slides: the tree, the board, the sentence and the steps of one search, and the way to the lab. */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { _ } from "lib/messages.js";
import { served } from "lib/served.js";
import { fragment, readFragment } from "../lab/address.js";
import { fetchTrace } from "../lab/source.js";
import { StageAlone } from "../lab/stage_alone.js";
import { stepName, stepNamed } from "../lab/trace.js";
import { readSwitches } from "./switches.js";

/** Pixels of width for which nodes of their usual size are large type. */
const USUAL = 1100;

const host = find("#embed-stage");
const switches = readSwitches(location.search);
/** @type {Embedded | null} */
let walk = null;
let shown = 0;

/** @typedef {import("../lab/walk.js").About & {question: Partial<Lab.Question>}} About */

/** @extends {StageAlone<About>} */
class Embedded extends StageAlone {
  get speed() {
    return 1 / switches.speed;
  }

  get paced() {
    return false;
  }

  link() {
    const link = `/lab${fragment({ ...this.about.question, at: stepName(this.trace, this.at) })}`;
    return html`<a class="push small" href=${served(link)} target="_blank">${_("Open in the lab")}<span class="hidden-visually">${_(" (a new tab)")}</span></a>`;
  }
}

const say = (/** @type {string} */ words, kind = "soft") => render(html`<p class=${kind} role="status">${words}</p>`, host);

async function show() {
  const mine = ++shown;
  walk?.leave();
  walk = null;
  let asked = null;
  try {
    asked = readFragment(location.hash);
  } catch {
    // told below, as an address that names nothing
  }
  if (!asked?.search) return say(_("This address names no search. “Take this stage along” in the lab gives one that does."), "notice warn");
  say(_("The search is made …"));
  const { step, at, ...question } = asked;
  const found = await fetchTrace(question);
  if (mine !== shown) return;
  if ("refusal" in found) return say(found.refusal, "notice bad");
  render(nothing, host);
  walk = new Embedded(host, found, { question, options: question.options, keys: document, show: ["counts"], least: switches.large ? Math.max(1, innerWidth / USUAL) : 0, again: show });
  walk.go(stepNamed(walk.trace, at, step));
  if (switches.autoplay) walk.play();
}

document.body.classList.toggle("stage-large", switches.large);
addEventListener("hashchange", show);
show();
