/** The analysis board: any position, own moves as branches beside the game, what the search says of each move, and all of it as a file or a link. */

import { render } from "lit";
import { PositionBoard } from "boards/lib/position_board.js";
import { copyText } from "lib/copy.js";
import { find } from "lib/dom.js";
import { fieldsOf } from "lib/fragment.js";
import { ask, UNREACHABLE } from "lib/http.js";
import { _, locale } from "lib/messages.js";
import { saveFile } from "lib/save.js";
import { served } from "lib/served.js";
import { Speaker } from "lib/speaker.js";
import * as panels from "./panels.js";
import { PositionEditing } from "./position.js";
import { Shapes, toggled, wordsOf } from "./shapes.js";
import { added, beside, deleted, EMPTY, linesOf, lost, mainFrom, movesTo, promoted, remarked, treeOf } from "./tree.js";

const MOST_UNDONE = 200;
const problem = find("#analysis-problem");
const form = find("#analysis-move", HTMLFormElement);
const field = find("#analysis-text", HTMLInputElement);
const speaker = new Speaker(find("#spoken"));
const host = find("#analysis-board");
const board = new PositionBoard(host, { choose: (text) => make(text), say: (sentence) => speaker.say(sentence) });

/** @type {Analysis.State} */
const state = { game: "", title: "", options: {}, start: null, tags: {}, tree: EMPTY, at: 0, past: [], future: [], view: null, forms: [], lines: 3, values: null, asking: false, told: "", said: "", link: "", losing: null };
const shapes = new Shapes(host, { toggle: (shape) => act.toggle(shape), say: (sentence) => speaker.say(sentence) });
const editing = new PositionEditing(find("#analysis-edit"), { begin: (start) => restart(start), leave: () => edit(false) });
/** The address that this page has written itself. @type {string | null} */
let written = null;

function refuse(/** @type {string} */ sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
}

/** The game with all its branches, as every page here reads it. */
const record = () => ({ plyground: 1, game: state.game, options: state.options, start: state.start, tags: state.tags, ...linesOf(state.tree) });

/** The shown position as the server is asked about it. @param {string[]} [moves] @returns {Boards.Line} */
const line = (moves = movesTo(state.tree, state.at)) => ({ game: state.game, options: state.options, start: state.start, moves });

function draw() {
  const here = state.tree[state.at].shapes;
  shapes.show(here);
  const drawing = { on: shapes.on, colour: shapes.colour, shapes: here.map((shape) => ({ shape, words: wordsOf(host, shape) })) };
  render(panels.tools(drawing, act), find("#analysis-tools"));
  render(panels.steps(state, act), find("#analysis-steps"));
  render([panels.moves(state, act), panels.values(state, act), panels.keeping(state, act)], find("#analysis-panel"));
  find("#analysis").classList.remove("coming");
  document.querySelector(".analysis-tree [aria-current]")?.scrollIntoView({ block: "nearest" });
}

/** Show where one is, and write it into the address. */
async function look() {
  Object.assign(state, { values: null, told: "", said: "", link: "", losing: null });
  const shown = await board.show(line(), "mover");
  if (!shown) return;
  refuse(shown.sentence);
  state.view = shown.view ?? null;
  remember();
  draw();
}

/** The address holds the tree, so that a reload or a link has it again. */
function remember() {
  const { game, at, tree } = state;
  const whole = new URLSearchParams({ game, record: JSON.stringify(record()), at: JSON.stringify(movesTo(tree, at)) });
  written = `#${whole}`;
  history.replaceState(null, "", written);
}

/** @returns {Analysis.Moment} */
const moment = () => ({ tree: state.tree, at: state.at, start: state.start, tags: state.tags });

/** Change the tree; what was before can be taken back. @param {Analysis.Tree} tree @param {number} at */
function change(tree, at) {
  state.past = [...state.past, moment()].slice(-MOST_UNDONE);
  state.future = [];
  Object.assign(state, { tree, at, said: "", link: "", losing: null });
}

/** Show the editor of positions in the place of the board, or the board again. @param {boolean} on */
function edit(on) {
  find("#analysis-place").hidden = on;
  if (!on) editing.close();
}

/** A new tree from an edited position; the one before is a change away. @param {string} start */
async function restart(start) {
  edit(false);
  change(EMPTY, 0);
  Object.assign(state, { start, tags: {} });
  await look();
  speaker.say(_("A new tree begins here. Undo brings back the one before."));
  state.said = _("A new tree begins here. Undo brings back the one before.");
  draw();
}

/** Make a move where one is; whether it was made. @param {string} text */
async function make(text) {
  const from = state.at;
  const shown = await board.show(line([...movesTo(state.tree, from), text]), "mover");
  if (!shown || state.at !== from) return false;
  if (shown.sentence) {
    refuse(shown.sentence);
    board.refuse(text, shown.sentence);
    board.show(line(), "mover");
    return false;
  }
  const made = added(state.tree, from, shown.data.moves.at(-1).text);
  if (!made) {
    refuse(_("This analysis is full; delete a branch first."));
    return false;
  }
  refuse("");
  if (made.tree === state.tree) state.at = made.at;
  else change(made.tree, made.at);
  Object.assign(state, { view: shown.view, values: null, told: "", said: "", link: "" });
  remember();
  draw();
  return true;
}

/** Moves that were typed and are not made yet: the first is on its way. @type {string[]} */
const typed = [];

/** Make a typed move after those before it; one that is refused is given back, and those after it were meant for where it leads. @param {string} text */
async function type(text) {
  field.value = "";
  if (typed.push(text) > 1) return;
  while (typed.length && (await make(typed[0]))) typed.shift();
  if (!field.value && typed.length) {
    field.value = typed[0];
    field.select();
  }
  typed.length = 0;
}

/** @param {"past" | "future"} from @param {"past" | "future"} to */
function swap(from, to) {
  const back = state[from].at(-1);
  if (!back) return;
  state[to] = [...state[to], moment()];
  state[from] = state[from].slice(0, -1);
  Object.assign(state, back);
  look();
}

/** @type {Analysis.Acts} */
const act = {
  go(at) {
    if (at < 0 || at === undefined || at === state.at) return;
    state.at = at;
    look();
  },
  promote() {
    change(promoted(state.tree, state.at), state.at);
    look();
  },
  remove() {
    const left = deleted(state.tree, state.at);
    change(left.tree, left.at);
    look();
  },
  undo: () => swap("past", "future"),
  redo: () => swap("future", "past"),
  words(text) {
    change(remarked(state.tree, state.at, { words: text.trim() }), state.at);
    remember();
    draw();
  },
  marks(text) {
    change(remarked(state.tree, state.at, { marks: text }), state.at);
    remember();
    draw();
  },
  async value() {
    const { at, tree } = state;
    Object.assign(state, { asking: true, told: "" });
    draw();
    const { game, options, start, moves } = line();
    const found = await ask("/api/values", { game, options, position: start, moves, lines: state.lines });
    state.asking = false;
    if (state.at === at && state.tree === tree) {
      if (found.ok) state.values = found.data;
      else state.told = found.error.sentence;
    }
    draw();
    if (state.values) speaker.say(_("The best move is {move}.", { move: state.values.rows[0]?.move ?? "" }));
  },
  lines(count) {
    state.lines = count;
    if (state.values) act.value();
  },
  try: (text) => void make(text),
  toggle(shape) {
    change(remarked(state.tree, state.at, { shapes: toggled(state.tree[state.at].shapes, shape) }), state.at);
    remember();
    draw();
    speaker.say(state.tree[state.at].shapes.includes(shape) ? wordsOf(host, shape) : _("Removed: {drawn}", { drawn: wordsOf(host, shape) }));
  },
  wipe() {
    change(remarked(state.tree, state.at, { shapes: [] }), state.at);
    remember();
    draw();
  },
  tool(on) {
    shapes.turn(on);
    draw();
  },
  colour(colour) {
    shapes.colour = colour;
    draw();
  },
  async edit() {
    const sentence = await editing.open(line());
    if (sentence) return refuse(sentence);
    edit(true);
  },
  async picture(wanted) {
    const { savePicture } = await import("../play/image.js");
    if (shapes.drawing) await savePicture(shapes.drawing, wanted, `plyground-${state.game}`, host.querySelector(".arrows svg"));
  },
  keepWhole() {
    saveFile(new Blob([JSON.stringify(record())], { type: "application/json" }), "plyground-analysis.json");
    state.losing = null;
    draw();
  },
  async save(wanted) {
    if (wanted === "plyground") return act.keepWhole();
    const { tree, game } = state;
    const written = await fetch(served(`/api/collections?${new URLSearchParams({ game, form: wanted })}`), { method: "POST", body: JSON.stringify(record()) }).catch(() => null);
    if (!written?.ok) return refuse(written ? (await written.json()).error.sentence : UNREACHABLE.sentence);
    const file = await written.blob();
    const again = await ask(`/api/collections?${new URLSearchParams({ game })}`, file); // what cannot be read there again it does not hold
    const left = lost(tree, again.ok && again.data.games.length ? treeOf(again.data.games[0].record) : EMPTY);
    const save = () => {
      saveFile(file, `plyground-analysis.${wanted}`);
      state.losing = null;
      draw();
    };
    if (!Object.values(left).some(Boolean)) return save();
    if (state.tree !== tree) return;
    state.losing = { form: wanted, left, save };
    draw();
  },
  async share() {
    const found = await ask("/api/studies", { game: state.game, record: JSON.stringify(record()) });
    if (!found.ok) return refuse(found.error.sentence);
    state.link = `${location.origin}${served("/analysis")}#study=${found.data.study}`;
    const copied = (await copyText(state.link)) ? _("The link is copied.") : "";
    const day = new Date(1000 * found.data.until).toLocaleDateString(locale, { dateStyle: "long" });
    state.said = `${copied} ${_("It is kept here until {day}, as the tree is now.", { day })}`.trim();
    draw();
  },
  async copy() {
    state.said = (await copyText(location.href)) ? _("The link is copied. It holds the whole tree, and needs nothing kept here.") : _("The browser does not copy here: the page's address is the link.");
    draw();
  },
  open: (file) => void read(file, ""),
};

/** Take a game with all its branches. @param {any} given its record @param {string[]} moves where to stand in it */
async function take(given, moves) {
  const tree = treeOf(given);
  let at = 0;
  for (const text of moves) {
    const way = tree[at].ways.find((each) => tree[each].text === text);
    if (way === undefined) break;
    at = way;
  }
  Object.assign(state, { game: given.game, options: given.options ?? {}, start: given.start ?? null, tags: given.tags ?? {}, tree, at, past: [], future: [], title: given.title ?? "" });
  find("#analysis").hidden = false;
  edit(false);
  await look();
}

/** How often something was asked for: what comes late, after something else was, is not shown any more. */
let asked = 0;

/** Read a record, of which the server says what it holds. @param {Blob} file @param {string} game @param {string[]} [moves] */
async function read(file, game, moves = []) {
  const mine = ++asked;
  const found = await ask(`/api/collections?${new URLSearchParams({ game })}`, file);
  if (mine !== asked) return;
  if (!found.ok) return refuse(found.error.sentence);
  const { games, problems, forms } = found.data;
  if (!games.length) return refuse(problems[0] ?? _("There is no game in it."));
  state.forms = ["plyground", ...forms.filter((/** @type {string} */ form) => form !== "lines")];
  refuse(games.length > 1 ? _("There are several games in it; this is the first.") : (problems[0] ?? ""));
  await take(games[0].record, moves);
}

/** What the address asks for: a record, or a position of a game; without either one chooses a game. */
async function begin() {
  if (location.hash === written) return;
  const mine = ++asked;
  const given = fieldsOf(location.hash);
  const chosen = ["from", "study", "game", "record"].some((name) => given.has(name));
  find("#analysis-games").hidden = chosen;
  if (!chosen) {
    written = null;
    refuse("");
    find("#analysis").hidden = true;
    return (await import("lib/pictures.js")).drawPictures();
  }
  const from = given.get("from");
  if (from) {
    const found = await ask(`/api/games/${encodeURIComponent(from)}/record`);
    if (mine !== asked) return;
    if (!found.ok) return refuse(found.error.sentence);
    return read(new Blob([JSON.stringify(found.data)]), found.data.game, found.data.moves.map((/** @type {any} */ move) => move.text ?? move));
  }
  const study = given.get("study");
  if (study) {
    const found = await ask(`/api/studies/${encodeURIComponent(study)}`);
    if (mine !== asked) return;
    return found.ok ? read(new Blob([found.data.record]), found.data.game) : refuse(found.error.sentence);
  }
  const game = given.get("game") ?? "";
  const read_ = (/** @type {string} */ name, /** @type {any} */ usual) => {
    try {
      return JSON.parse(given.get(name) ?? "") ?? usual;
    } catch {
      return usual;
    }
  };
  const whole = given.get("record") ?? JSON.stringify({ plyground: 1, game, options: read_("options", {}), start: given.get("position") || null, moves: read_("moves", []) });
  const at = read_("at", []);
  await read(new Blob([whole]), game, Array.isArray(at) ? at : []);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (field.value.trim()) type(field.value.trim());
});
addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (target instanceof Element && target.closest("input, textarea, select, .analysis-board, #analysis-edit")) return;
  const { tree, at } = state;
  /** @type {Record<string, () => void>} */
  const keys = { ArrowLeft: () => act.go(tree[at].up), ArrowRight: () => act.go(tree[at].ways[0]), ArrowUp: () => act.go(beside(tree, at, -1)), ArrowDown: () => act.go(beside(tree, at)), Home: () => act.go(0), End: () => act.go(mainFrom(tree, at).at(-1) ?? at) };
  if (altKey || ctrlKey || metaKey || !keys[key]) return;
  event.preventDefault();
  keys[key]();
});
addEventListener("hashchange", begin);
begin();
