/** What the composer does: finds out what a position is, and turns a few taps into what the class is sent. */

import { ungrouped } from "lib/grouped.js";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";
import { fragment } from "../lab/address.js";
import { contestCommand, EMPTY_CONTEST } from "./contest/start.js";
import { readPasted } from "../lab/link.js";
import { EMPTY, look as lookAt, positionOf as gamePosition } from "../lab/looking.js";

const DRAFT = { prompt: "", kind: "choice", lines: ["", "", ""], right: [], value: "" };
/** How long the class has for a vote where the teacher sets no time, in s. */
export const VOTE_SECONDS = 30;

/** What the composer remembers at first. @param {Protocol.Game[]} games @returns {Classroom.Ui} */
export const emptyComposer = (games) => ({
  tab: "position", seconds: "0", problem: "", text: "", caption: "", shelf: "", source: { game: games[0]?.id ?? "", ...EMPTY }, looked: null,
  level: "", seat: "0", cards: null, draft: DRAFT, contest: EMPTY_CONTEST,
});

/** A position as the server wants it. @param {Lab.Looked} looked */
const positionOf = ({ game, options, start, moves }) => ({ game, options, position: start, ...(moves.length ? { moves } : {}) });

/**
 * @param {{ui: (change: Partial<Classroom.Ui>) => void, command: Classroom.Command, stock: Classroom.Stock, state: () => Classroom.State,
 *   stage: () => import("./stage.js").ClassStage | null}} to
 */
export function composing({ ui, command, stock, state, stage }) {
  let looks = 0;
  const here = () => /** @type {Classroom.Ui} */ (state().ui);
  const looked = () => /** @type {Lab.Looked} */ (here().looked);
  const seconds = () => (Number(here().seconds) ? { seconds: Number(here().seconds) } : {});

  /** Ask the server what the chosen position is. */
  async function look() {
    const mine = ++looks;
    const answer = await lookAt(here().source);
    if (mine !== looks) return;
    if (!answer.ok) return ui({ looked: null, problem: answer.error.sentence });
    const seat = Number(here().seat) < answer.data.seats.length ? here().seat : "0";
    ui({ looked: answer.data, seat, problem: "" });
  }

  /** Another position. @param {Partial<Classroom.Ui["source"]>} fields @param {Partial<Classroom.Ui>} more */
  function take(fields, more = {}) {
    ui({ source: { game: here().source.game, ...EMPTY, ...fields }, problem: "", ...more });
    return look();
  }

  /** @param {{id: string, ply: number | null}} link */
  async function fromGame({ id, ply }) {
    const answer = await gamePosition(id, ply);
    if (!answer.ok) return ui({ problem: answer.error.sentence });
    return take(answer.data, { level: "" });
  }

  /** @param {string} text */
  function read(text) {
    try {
      return readPasted(text);
    } catch {
      ui({ problem: _("That link of the lab is damaged; copy it once more.") });
      return null;
    }
  }

  const show = (/** @type {Classroom.Scene} */ scene) => command({ do: "show", scene });
  const caption = () => here().caption.trim();

  return {
    look,
    /** @param {string} tab */
    tab(tab) {
      ui({ tab, problem: "" });
      if (tab === "live") this.findGames();
    },
    draft: (/** @type {string} */ text) => ui({ text }),
    game: (/** @type {string} */ game) => take({ game }, { text: "", shelf: "", level: "", seat: "0" }),
    /** @param {string} at */
    shelf(at) {
      const { game, options, position, moves } = { ...EMPTY, game: here().source.game, ...(at === "" ? {} : stock.shelf[Number(at)]) };
      return take({ game, options, position, moves }, { shelf: at, text: "", level: "", seat: "0" });
    },
    /** @param {string} text */
    paste(text) {
      const found = read(text);
      if (!found || found.kind === "nothing") return found && take({}, { text: "", shelf: "" });
      if (found.kind === "game") return fromGame(found);
      if (found.kind === "stage") return ui({ tab: "search", problem: "", text: "" }), show({ kind: "stage", link: found.link, caption: "" });
      if (found.kind === "text") return take({ position: found.text }, { shelf: "" });
      const { game, options, position, moves } = found;
      return take({ game, options, position, moves }, { shelf: "", level: "" });
    },
    showPosition: () => show({ kind: "position", ...positionOf(looked()), caption: caption() }),
    askMove: () => command({ do: "ask", kind: "move", ...positionOf(looked()), prompt: caption() || _("Which move would you choose for {seat}?", { seat: looked().seats[looked().to_move] }), ...seconds() }),
    /** Ask for a whole tree, as minimax or as alpha-beta goes through it. @param {boolean} cuts */
    askTree: (cuts) => command({ do: "ask", kind: "fill", ...positionOf(looked()), cuts, prompt: caption(), ...seconds() }),
    /** Ask for the first move of a puzzle; the right one is known. @param {string} game @param {string} name */
    async askPuzzle(game, name) {
      const address = `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(name)}`;
      const [found, solution] = await Promise.all([ask(address), ask(`${address}/solution`)]);
      if (!found.ok) return ui({ problem: found.error.sentence });
      if (!solution.ok) return ui({ problem: solution.error.sentence });
      const { options, position, task, seat_name: seat } = found.data;
      const { moves } = solution.data;
      return command({ do: "ask", kind: "move", game, options, position, prompt: `${task} ${_("{seat} to move.", { seat })}`, right: moves[0], why: _("The solution: {line}", { line: moves.join(", ") }), ...seconds() });
    },
    /** The search that fits the position, to be walked through. */
    toStage() {
      const { searches, game, options, start, moves } = looked();
      const fits = searches.filter(({ refuses }) => !refuses);
      const { id } = fits.find(({ id }) => id === "alphabeta") ?? fits[0];
      return show({ kind: "stage", link: `/lab${fragment({ game, options, position: start, moves, search: id })}`, caption: caption() });
    },
    startVote() {
      const { level, seat, source } = here();
      const chosen = level || stock.games.find(({ id }) => id === source.game)?.default_level;
      return command({ do: "vote", ...positionOf(looked()), level: chosen, seat: Number(seat), seconds: Number(here().seconds) || VOTE_SECONDS });
    },
    /** Begin a match or a tournament. @param {{level: string, position: boolean}} about */
    async beginContest({ level, position }) {
      const form = here().contest;
      const names = Boolean(state().teacher?.names_shown);
      if (form.names !== names && !(await command({ do: "names", on: form.names }))) return false;
      return command(contestCommand({ form, level, position: position ? positionOf(looked()) : null, game: here().source.game }));
    },
    /** @param {number} at */
    showStage(at) {
      const { title, words: __, ...question } = stock.shelf[at];
      return show({ kind: "stage", link: `/lab${fragment(question)}`, caption: title });
    },
    /** @param {FormEvent} event */
    pasteStage(event) {
      event.preventDefault();
      const found = read(String(new FormData(event.target).get("link")));
      if (found?.kind === "stage") return show({ kind: "stage", link: found.link, caption: "" });
      if (found) ui({ problem: _("That is no link of a search in the lab; it begins with /lab# and names the search.") });
    },
    /** Ask about the next step that can be asked about; the stage goes there first. @param {"cut" | "value" | "next"} kind */
    async askStage(kind) {
      const part = stage();
      await part?.ready;
      if (!part?.trace) return;
      const { nextQuestion } = await import("./stage.js");
      const found = nextQuestion(part.trace, part.step, kind);
      if (!found) return ui({ problem: kind === "cut" ? _("No cut can be asked about from this step on.") : kind === "next" ? _("From this step on the search chooses by no bounds; that is what Monte Carlo tree search does.") : _("No value comes back from this step on.") });
      const scene = state().room?.scene;
      if (!scene?.link) return;
      const [page, fields] = scene.link.split("#");
      const link = new URLSearchParams(fields);
      link.set("step", String(found.step));
      link.delete("at");
      part.go(found.step, false);
      const there = { kind: "stage", link: `${page}#${link}`, caption: scene.caption ?? "" };
      if (!(await show(there))) return;
      return command({ do: "ask", kind, trace: part.key, node: kind === "next" ? part.trace.node[found.step] : found.question.node, step: found.step, link: there.link, prompt: found.question.text, ...seconds() });
    },
    async findGames() {
      const answer = await ask("/api/live");
      ui(answer.ok ? { cards: answer.data.games.filter((/** @type {Protocol.Card} */ { status }) => status === "playing") } : { problem: answer.error.sentence });
    },
    showGame: (/** @type {string} */ id) => show({ kind: "game", id }),
    predict: (/** @type {string} */ id, /** @type {string} */ what) => command({ do: "predict", game: id, what }),
    /** @param {FormEvent} event */
    pasteGame(event) {
      event.preventDefault();
      const found = read(String(new FormData(event.target).get("link")));
      if (found?.kind === "game") return show({ kind: "game", id: found.id });
      if (found) ui({ problem: _("That is no link of a game; it begins with /g/.") });
    },
    /** A question of the worksheet that the class's seed grows. */
    askSheet: (/** @type {number} */ number, /** @type {number} */ questions) => command({ do: "ask", kind: "sheet", number, questions, game: here().source.game, ...seconds() }),
    /** @param {FormEvent} event */
    async askOwn(event) {
      event.preventDefault();
      const question = ownQuestion(here().draft);
      if (question && (await command({ do: "ask", ...question, ...seconds() }))) ui({ draft: DRAFT });
    },
  };
}

/** A question to ask, from what the teacher has written; null where it is none yet. @param {Classroom.Draft} draft */
export function ownQuestion({ prompt, kind, lines, right, value }) {
  const words = prompt.trim();
  if (!words) return null;
  if (kind === "text") return { kind, prompt: words };
  if (kind === "value") return { kind, prompt: words, ...(value.trim() ? { right: ungrouped(value.trim()) } : {}) };
  const kept = lines.map((line, at) => ({ label: line.trim(), at })).filter(({ label }) => label);
  if (kept.length < 2) return null;
  const choices = kept.map(({ label, at }, place) => ({ text: String.fromCharCode(97 + place), label, right: right.includes(at) }));
  const marked = choices.filter((choice) => choice.right).map(({ text }) => text);
  return { kind: "choice", prompt: words, choices: choices.map(({ text, label }) => ({ text, label })), ...(marked.length ? { right: marked } : {}) };
}
