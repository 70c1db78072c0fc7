/** Sentences of the class: what has changed, how answers stand, what a scene is. Pure functions. */

import { plural } from "lib/format.js";

const KINDS = { move: "Choose a move", cut: "Cut or not?", value: "Which value?", choice: "Choose" };

/** What a question is called where it has no words of its own. */
export const promptOf = (question) => question.prompt || KINDS[question.kind] || "A question";

/** The right answers of a question once it is revealed. @param {any} question @returns {string[]} */
export function rightOf(question) {
  return question?.answer?.right ?? [];
}

/** What an answer is called: the words of its choice, or itself. @param {any} question @param {string | null} text */
export function labelOf(question, text) {
  if (text === null || text === undefined) return "";
  return question.choices?.find((choice) => choice.text === text)?.label ?? text;
}

/** What is on screen, in words. @param {any} scene */
export function sceneWords(scene) {
  if (scene.caption) return scene.caption;
  return { welcome: "The code, to join", position: "A position", stage: "A search, step by step", game: "A live game", vote: `The class against ${scene.bot ?? "a bot"}` }[scene.kind] ?? "";
}

/** What the class played last against the bot; "" before its first move. @param {any} scene */
export function playedWords(scene) {
  if (scene.kind !== "vote" || !scene.last) return "";
  return `The class played ${scene.last.text}: ${scene.last.why}`;
}

/** How long is left, as the screens count it: 1:05, 12. @param {number} seconds */
export function leftWords(seconds) {
  const whole = Math.ceil(seconds);
  return whole < 60 ? String(whole) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * What stands beside a question: the stage that it is about, or the scene on which it was asked; null where the question has a
 * board of its own, or where there is nothing to see.
 * @param {any} room @param {boolean} [watching] whether this screen only looks: then a game that goes on is its own board
 */
export function beside({ question, scene }, watching = false) {
  if (question.stage) return { kind: "stage", link: question.stage, caption: "" };
  if (watching && followed({ question, scene })) return scene;
  return question.view || scene.kind === "welcome" ? null : scene;
}

/** Whether a question is about the next move of the game that the scene follows. */
const followed = ({ question, scene }) => Boolean(question.source) && (scene.kind === "vote" || scene.kind === "game");

/** Whether a question shows its own board. @param {any} room @param {boolean} [watching] as in `beside` */
export const hasBoard = ({ question, scene }, watching = false) => Boolean(question.view) && !question.stage && !(watching && followed({ question, scene }));

/** How many answered. @param {any} room */
export const answersWords = ({ question, count }) => `${question.answers} of ${plural(Math.max(count, question.answers), "student")} answered`;

/** Whether the answer is a bot's own choice, which is an opinion. @param {any} question */
const bySearch = (question) => question.kind === "move" && !question.source;

/** What a right answer is called. @param {any} question */
export const rightWord = (question) => (bySearch(question) ? "the search’s" : question.source?.kind === "match" ? "it happened" : "right");

/** The answer and what the student gave, after it was revealed. @param {any} question @param {any} you */
export function verdictWords(question, you) {
  const given = you?.answered ?? null;
  if (given === null) return "You gave no answer.";
  if (you.correct === null || you.correct === undefined) return `You answered ${labelOf(question, given)}.`;
  if (bySearch(question)) return you.correct ? `You chose ${given}, and so does the search.` : `You chose ${given}; the search chooses otherwise.`;
  return you.correct ? `${labelOf(question, given)} is right.` : `${labelOf(question, given)} is not right.`;
}

/**
 * What a change is to be said as; "" where nothing is to be said.
 * @param {any} before the room before, null at the beginning @param {any} after
 */
export function changeWords(before, after) {
  if (!after) return "";
  if (!after.open) return before?.open === false ? "" : "The class has ended.";
  const said = [];
  if (after.paused !== Boolean(before?.paused)) said.push(after.paused ? "The class is paused." : "The class goes on.");
  const [was, is] = [before?.question ?? null, after.question];
  if (is && is.id !== was?.id) said.push(`A question: ${promptOf(is)}`);
  else if (is && is.state !== was.state) said.push(stateWords(is));
  else if (before && !is && (was || JSON.stringify(named(before.scene)) !== JSON.stringify(named(after.scene)))) said.push(`On screen: ${sceneWords(after.scene)}.`);
  if (before && after.follow !== before.follow) said.push(after.follow ? "Follow the teacher again." : "You may look around by yourself.");
  return said.join(" ");
}

/** What has become of a question. */
function stateWords({ state, answer }) {
  if (state === "closed") return "Answers are closed.";
  if (state !== "revealed") return "";
  return answer?.label ? `The answer: ${answer.label}. ${answer.why ?? ""}`.trim() : "The answers are shown.";
}

/** A scene without its step: a stage that walks is still the same scene. */
const named = ({ kind, id, caption, game, position }) => ({ kind, id, caption, game, position });
