/** A search on the stage where no server is: all that it shows was given with it. Of several runs its reader chooses one. */

import { nothing } from "lit";
import { find } from "lib/dom.js";
import { segments } from "lib/fields.js";
import { _ } from "lib/messages.js";
import { GivenSource } from "../lab/given_source.js";
import { StageAlone } from "../lab/stage_alone.js";
import { given } from "./given.js";

/** @typedef {import("../lab/given_source.js").Given & {title: string, trace: any, code: string[], at: number}} Run */

const host = find("#host");
const runs = /** @type {Run[]} */ (given.runs);
/** @type {Alone | null} */
let stage = null;

/** @extends {StageAlone<import("../lab/walk.js").About>} */
class Alone extends StageAlone {
  /** @param {Run} run */
  constructor(run) {
    super(host, { key: "", data: run.trace }, { options: given.options, keys: document, code: run.code, show: ["counts", "bounds"] });
    this.run = run;
    this.source = /** @type {any} */ (new GivenSource(run));
    this.state.long = true;
  }

  link() {
    if (runs.length < 2) return nothing;
    const titles = runs.map(({ title }, at) => ({ value: String(at), title }));
    return segments("run", _("On the stage"), titles, String(runs.indexOf(this.run)), (value) => show(runs[Number(value)]));
  }
}

/** @param {Run} run */
function show(run) {
  stage?.leave();
  stage = new Alone(run);
  stage.go(run.at);
}

host.className = "stage-host";
find("main").className = "stage-main";
show(runs[0]);
