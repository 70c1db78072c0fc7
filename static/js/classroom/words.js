/** Sentences of the class: what has changed, how answers stand, what a scene is. Pure functions. */

import { _, ngettext } from "lib/messages.js";
import { number as numberWords } from "../lab/labels.js";

/** @typedef {{question: Classroom.Question | null, scene: Classroom.Scene}} Asked */

/** @type {Record<string, string>} */
const KINDS = { move: _("Choose a move"), cut: _("Cut or not?"), next: _("Where next?"), value: _("Which value?"), choice: _("Choose"), text: _("In your own words"), fill: _("Fill in the tree") };

/** What a question is called where it has no words of its own. @param {Classroom.Question} question */
export const promptOf = (question) => question.prompt || KINDS[question.kind] || _("A question");

/** What an answer is called: the words of its choice, or itself. @param {Partial<Classroom.Question>} question @param {string | null | undefined} text */
export function labelOf(question, text) {
  if (text === null || text === undefined) return "";
  if (question.kind === "fill") return filledWords(question, text);
  if (question.kind === "value" && !question.choices) return text.replace(/[^≤≥]+/, (number) => numberWords(Number(number)));
  return question.choices?.find((choice) => choice.text === text)?.label ?? text;
}

/** What was filled into a tree: A = 5, and C → 9 ✗ for a branch that is crossed out. @param {Partial<Classroom.Question>} question @param {string} text */
function filledWords({ blanks }, text) {
  const letters = new Map((blanks ?? []).map(({ text: way, letter }) => [way, letter]));
  const branches = new Map((blanks ?? []).flatMap((blank) => blank.branches.map((branch) => [branch.text, `${blank.letter} → ${branch.to}`])));
  return text.split(" ").map((entry) => {
    const [name, number] = entry.split("=");
    return number === undefined ? `${branches.get(name) ?? name} ✗` : `${letters.get(name) ?? name} = ${number}`;
  }).join(", ");
}

/** What is on screen, in words. @param {Classroom.Scene} scene */
export function sceneWords(scene) {
  if (scene.caption) return scene.caption;
  /** @type {Record<string, string>} */
  const words = { welcome: _("The code, to join"), position: _("A position"), stage: _("A search, step by step"), text: _("A text"), game: _("A live game"), contest: _("Boards of the class"), vote: _("The class against {bot}", { bot: scene.bot ?? _("a bot") }) };
  return words[scene.kind] ?? "";
}

/** What the class played last against the bot; "" before its first move. @param {Classroom.Scene} scene */
export function playedWords(scene) {
  if (scene.kind !== "vote" || !scene.last) return "";
  return _("The class played {text}: {why}", { text: scene.last.text, why: scene.last.why });
}

/** Which side a move is asked of, unless the question says so, and what was played before. @param {Classroom.Question} question */
export const turnWords = ({ prompt, mover, last }) =>
  [mover && !prompt.includes(mover) ? _("{seat} to move.", { seat: mover }) : "", last ? _("{seat} played {text}.", { seat: last.seat, text: last.text }) : ""].filter(Boolean).join(" ");

/** Whether an address leads to this computer only from itself, so that no phone gets anywhere by it. @param {string} base */
export const alone = (base) => /^https?:\/\/(localhost|127\.[\d.]+|\[::1\])(:|\/|$)/.test(base);

/** What is said of such an address. */
export const aloneWords = () => _("This address works on this computer alone, so no phone can join by it. Start the server with HOST=0.0.0.0, and open the class by the computer’s address in the network.");

/** How long is left, as the screens count it: 1:05, 12. @param {number} seconds */
export function leftWords(seconds) {
  const whole = Math.ceil(seconds);
  return whole < 60 ? String(whole) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * What stands beside a question: the stage that it is about, or the scene on which it was asked; null where the question has a
 * board of its own, or where there is nothing to see.
 * @param {Asked} room @param {boolean} [watching] whether this screen only looks: then a game that goes on is its own board
 * @returns {Classroom.Scene | null}
 */
export function beside({ question, scene }, watching = false) {
  if (!question) return null;
  if (question.stage) return { kind: "stage", stage: question.stage, link: question.stage.link ?? "", caption: "", asked: question.state === "revealed" ? "" : question.kind };
  if (watching && followed({ question, scene })) return scene;
  return question.view || scene.kind === "welcome" || scene.kind === "contest" ? null : scene;
}

/** Whether a question is about the next move of the game that the scene follows. @param {Asked} room */
const followed = ({ question, scene }) => Boolean(question?.source) && (scene.kind === "vote" || scene.kind === "game");

/** Whether a question shows its own board. @param {Asked} room @param {boolean} [watching] as in `beside` */
export const hasBoard = ({ question, scene }, watching = false) => Boolean(question?.view) && !question?.stage && !(watching && followed({ question, scene }));

/** How many answered. @param {Classroom.Question} question @param {number} count students */
export const answersWords = (question, count) => _("{answers} of {plural} answered", { answers: question.answers, plural: ngettext("{count} student", "{count} students", Math.max(count, question.answers)) });

/** Whether the answer is a bot's own choice, which is an opinion. @param {Partial<Classroom.Question>} question */
const bySearch = (question) => question.kind === "move" && !question.source;

/** The students whose names wait for approval. @param {Classroom.Teacher | null} teacher */
export const waitingOf = (teacher) => teacher?.students.filter(({ waits }) => waits) ?? [];

/** How many names wait. @param {number} count */
export const waitingWords = (count) => ngettext("{count} name waits for you", "{count} names wait for you", count);

/** What a right answer is called. @param {Partial<Classroom.Question>} question */
export const rightWord = (question) => (bySearch(question) ? _("the search’s") : question.source?.kind === "match" ? _("it happened") : _("right"));

/** Points, of which there may be halves. @param {number} score */
export const pointsWords = (score) => (score === 0.5 ? "½" : `${Math.floor(score)}${score % 1 ? "½" : ""}`);

/** The answer and what the student gave, after it was revealed. @param {Partial<Classroom.Question>} question @param {Classroom.You | null} you */
export function verdictWords(question, you) {
  const given = you?.answered ?? null;
  if (given === null) return _("You gave no answer.");
  if (you?.correct === null || you?.correct === undefined) return _("You answered {label}.", { label: labelOf(question, given) });
  if (question.kind === "fill") return you.correct ? _("All of the tree is right.") : you.part ? _("Most of the tree is right: half a point.") : _("The tree is not right yet.");
  if (you.part && !you.correct) return _("You chose {given}: nearly as good, half a point.", { given: labelOf(question, given) });
  if (bySearch(question) && you.correct) return given === question.answer?.text ? _("You chose {given}, and so does the search.", { given }) : _("You chose {given}, as good as the search’s move.", { given });
  if (bySearch(question)) return _("You chose {given}; the search chooses otherwise.", { given });
  return you.correct ? _("{label} is right.", { label: labelOf(question, given) }) : _("{label} is not right.", { label: labelOf(question, given) });
}

/**
 * What a change is to be said as; "" where nothing is to be said.
 * @param {Classroom.Room | null} before null at the beginning @param {Classroom.Room | null} after
 */
export function changeWords(before, after) {
  if (!after) return "";
  if (!after.open) return before?.open === false ? "" : _("The class has ended.");
  const said = [];
  if (after.paused !== Boolean(before?.paused)) said.push(after.paused ? _("The class is paused.") : _("The class goes on."));
  const [was, is] = [before?.question ?? null, after.question];
  if (is && is.id !== was?.id) said.push(_("A question: {prompt}", { prompt: promptOf(is) }));
  else if (is && is.state !== was?.state) said.push(stateWords(is));
  else if (before && !is && (was || JSON.stringify(named(before.scene)) !== JSON.stringify(named(after.scene)))) said.push(_("On screen: {scene}.", { scene: sceneWords(after.scene) }));
  if (before && after.follow !== before.follow) said.push(after.follow ? _("Follow the teacher again.") : _("You may look around by yourself."));
  return said.join(" ");
}

/** What has become of a question. @param {Classroom.Question} question */
function stateWords({ state, answer }) {
  if (state === "closed") return _("Answers are closed.");
  if (state !== "revealed") return "";
  return answer?.label ? _("The answer: {label}. {why}", { label: answer.label, why: answer.why ?? "" }).trim() : _("The answers are shown.");
}

/** A scene without its step: a stage that walks is still the same scene. @param {Classroom.Scene} scene */
const named = ({ kind, id, caption, game, position, text }) => ({ kind, id, caption, game, position, text });
