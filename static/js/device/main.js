/** Starts the board of people side by side: takes up the game that the address names, or the last one, or begins one. */

import { boardsKept, keepBoard } from "lib/device_games.js";
import { find, pageData } from "lib/dom.js";
import { settleDialog } from "lib/dialog.js";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";
import { saveFile } from "lib/save.js";
import { Speaker } from "lib/speaker.js";
import { newKey } from "lib/tokens.js";
import { render } from "lit";
import { Controller } from "../play/controller.js";
import { keepInSight } from "../play/moves.js";
import { shownPly, shownView } from "../play/select.js";
import { Refused } from "../rules/local.js";
import { giveMap, rulesOf } from "../rules/loading.js";
import { LocalGame } from "./local_game.js";
import { chooser, template } from "./page.js";

/** @type {Device.Entry[]} */
const games = pageData("games");
const host = find("#play");
/** @type {DeviceController | null} */
let controller = null;
/** Ends when the server has been asked whether it is there. */
let started = Promise.resolve();

/** The play page with a game of this device in the place of the server's. */
class DeviceController extends Controller {
  /** @param {LocalGame} local @param {Boards.Module} module @param {import("./page.js").Own} own */
  constructor(local, module, own) {
    super({ host, snapshot: local.snapshot(), tokens: {}, module });
    this.local = local;
    this.own = own;
    local.hear = this.ears();
    Object.assign(this.connection, {
      start: () => local.start(),
      stop: () => local.stop(),
      join: () => local.join(),
      command: (/** @type {any} */ fields) => local.command(fields),
    });
  }

  paint() {
    const { state } = this.store;
    const { module, act, later } = this;
    render(template(state, { module, act, later, wide: this.wide.matches }, this.own), host);
    this.speaker ??= new Speaker(find("#status", HTMLElement, host));
    this.showBoard(state);
    this.speak(state);
    settleDialog(host);
    keepInSight(host.querySelector("ol.moves"));
  }

  /** Earlier positions are all at hand. @param {Play.State} state */
  async fetchViews(state) {
    const ply = shownPly(state);
    if (!shownView(state)) this.store.dispatch({ type: "views", views: [this.local.view(ply)], from: ply });
  }

  /** There is nothing that is loaded later but the keys. */
  async load() {}
}

/**
 * A new game; a start that is drawn at random is asked of the server.
 * @param {Device.Entry} entry @param {Boards.Module} module @param {import("../rules/local.js").Rules} rules @param {Protocol.Options} options
 * @returns {Promise<Device.Game>}
 */
async function begun({ id: game, title, seat_names: usual }, module, rules, options) {
  /** @type {string | null} */
  let start = null;
  try {
    rules.initial(options);
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== "needs_server") throw error;
    const drawn = await ask("/api/position", { game, options });
    if (!drawn.ok) throw error;
    start = drawn.data.view.text;
  }
  const at = start === null ? rules.initial(options) : rules.read(start, options);
  const names = module.seatNames?.(options) ?? usual;
  const seats = Array.from({ length: rules.seats(at) }, (_each, seat) => names[seat] ?? _("Player {seat}", { seat: seat + 1 }));
  return { id: newKey(), game, title, options, start, moves: [], seats, created: new Date().toISOString(), ended: "" };
}

/** Play a game of this device: the one that is kept, or a new one. @param {Device.Entry} entry @param {Device.Game | undefined} known */
async function open(entry, known) {
  try {
    const [module, rules] = await Promise.all([/** @type {Promise<Boards.Module>} */ (import(`boards/${entry.id}.js`)), rulesOf(entry.id)]);
    const begin = async (/** @type {Protocol.Options} */ options, /** @type {Device.Game | undefined} */ record) => {
      try {
        await giveMap(rules, options.map ?? entry.options.map);
        const played = record ?? (await begun(entry, module, rules, options));
        keepBoard(played);
        show(played);
      } catch (error) {
        refuse(error);
      }
    };
    const show = (/** @type {Device.Game} */ record) => {
      controller?.stop();
      history.replaceState(null, "", `#${record.id}`);
      const save = () => saveFile(new Blob([JSON.stringify({ plyground: 1, ...record }, null, 1)], { type: "application/json" }), `${record.game}.json`);
      controller = new DeviceController(new LocalGame({ rules, record }), module, { record, presets: entry.presets, begin, save });
      started = controller.start();
    };
    await begin(known?.options ?? {}, known);
  } catch (error) {
    refuse(error);
  }
}

/** @param {unknown} error */
function refuse(error) {
  const sentence = error instanceof Refused ? error.message : _("This game is not on this device yet: open it once while the server is there.");
  if (controller) controller.act.say(sentence, "bad");
  else render(chooser(games, boardsKept(), sentence), host);
}

const wanted = decodeURIComponent(location.hash.slice(1));
const known = boardsKept().find(({ id, game, ended }) => id === wanted || (game === wanted && !ended));
const entry = games.find(({ id, keep }) => keep.length && id === (known?.game ?? wanted));
if (entry) open(entry, known);
else render(chooser(games, boardsKept(), wanted ? _("This game is not on this device.") : ""), host);

addEventListener("offline", async () => {
  controller?.act.ui({ base: undefined });
  await started; // what was asked before may be answered after
  if (!navigator.onLine) controller?.act.ui({ base: undefined });
});
addEventListener("online", () => controller?.act.learn());
addEventListener("hashchange", () => location.reload());
