/** The class's pages without a server: codes, what is kept, the state, bars, sentences, pasted links, and the line. */

import { readValue } from "../../static/js/lab/labels.js";
import { ungrouped } from "../../static/js/lib/grouped.js";
import { test } from "node:test";
import "./support/page.js";
import { equal, ok, settle } from "./support/expect.js";
import { FakeSocket } from "./support/fake_socket.js";
import { kindWords } from "../../static/js/boards/tree/drawing.js";
import { codeProblem, readCode, spaced } from "../../static/js/classroom/code.js";
import { after, lastWords } from "../../static/js/classroom/game.js";
import { bars } from "../../static/js/classroom/histogram.js";
import { ClassLine } from "../../static/js/classroom/line.js";
import { keep, opened, recall } from "../../static/js/classroom/memory.js";
import { ownQuestion } from "../../static/js/classroom/composing.js";
import { readPasted } from "../../static/js/lab/link.js";
import { places } from "../../static/js/classroom/roam.js";
import { answered, answering, firstState, hearing, progress, reduce, refusalOf, secondsLeft, showing } from "../../static/js/classroom/state.js";
import { alone, beside, changeWords, hasBoard, leftWords, pointsWords, rightWord, turnWords, verdictWords } from "../../static/js/classroom/words.js";

const room = (more = {}) => ({ code: "K7M2QX", seq: 1, open: true, paused: false, follow: true, count: 3, names: null, scene: { kind: "welcome" }, question: null, now: 50, ...more });
const question = (more = {}) => ({ id: "q1", kind: "choice", prompt: "Cut?", choices: [{ text: "yes", label: "Cut" }, { text: "no", label: "Looked at" }], state: "open", ends: null, answers: 0, tally: null, answer: null, ...more });
const joined = (more, you = { nickname: "Ada", answered: null, correct: null }) => reduce(firstState(), { type: "joined", ack: { state: room(more), you } });

test("what changes in the composer follows from what is remembered, not from what is drawn", () => {
  const typed = reduce(firstState({ draft: { prompt: "", lines: [""] } }), { type: "ui", change: ({ draft }) => ({ draft: { ...draft, prompt: "Cut?" } }) });
  equal(reduce(typed, { type: "ui", change: ({ draft }) => ({ draft: { ...draft, lines: ["Yes", "No"] } }) }).ui.draft, { prompt: "Cut?", lines: ["Yes", "No"] });
  equal(reduce(typed, { type: "ui", change: { problem: "" } }).ui.problem, "");
});

test("nodes whose value is asked for are read without one", () => {
  const said = (/** @type {[number, number | string, number]} */ [side, value, count]) => kindWords(/** @type {any} */ ([-1, side, value]), count);
  equal([[0, "", 2], [2, "", 2], [0, "", 0], [1, 6, 2]].map(/** @type {any} */ (said)), ["Max to move", "chance decides", "leaf", "Min to move, value 6"]);
});

test("codes are read forgivingly", () => {
  for (const typed of ["K7M2QX", "k7m2qx", " k7m 2qx ", "K7M-2QX", "http://192.0.2.7:5000/class/K7M2QX", "http://h/class/k7m2qx/wall"]) equal(readCode(typed), "K7M2QX", typed);
  for (const typed of ["", "K7M2Q", "K7M2QXX", "K7M2QO", "K7M2Q1"]) equal(readCode(typed), "", typed);
  ok(codeProblem("K7M2QO").includes("O"), "the letter that no code has is named");
  ok(codeProblem("K7M").includes("3"), "how many letters there are");
  equal([codeProblem("k7m 2qx"), spaced("K7M2QX")], ["", "K7M 2QX"]);
});

test("tokens are kept by class and the oldest are forgotten", () => {
  localStorage.clear();
  const clock = Date.now;
  let time = 0;
  Date.now = () => ++time;
  try {
    keep("AAAAAA", { student: "S", nickname: "Ada" });
    keep("AAAAAA", { student: null });
    equal(recall("AAAAAA"), { nickname: "Ada" });
    keep("BBBBBB", { teacher: "T" });
    equal(opened(), ["BBBBBB"], "only classes that one teaches");
    for (let number = 0; number < 25; number++) keep(`C${number}`, { student: "S" });
    equal([recall("BBBBBB"), Object.keys(localStorage).length], [{}, 20]);
  } finally {
    Date.now = clock;
    localStorage.clear();
  }
});

test("an older room changes nothing and joining again takes the room as it is", () => {
  const state = joined({ seq: 7, count: 3 });
  ok(reduce(state, { type: "state", room: room({ seq: 6, count: 2 }) }) === state, "overtaken on its way");
  equal(reduce(state, { type: "state", room: room({ seq: 8, count: 4 }) }).room.count, 4);
  equal(reduce(state, { type: "joined", ack: { state: room({ seq: 1, count: 1 }) } }).room.count, 1);
});

test("an answer is shown at once and kept or taken back", () => {
  let state = joined({ question: question() });
  ok(answering(state), "may answer");
  state = reduce(state, { type: "sending", question: "q1", text: "yes" });
  equal(answered(state), "yes");
  const sent = reduce(state, { type: "sent", question: "q1", text: "yes" });
  equal([answered(sent), sent.sending], ["yes", null]);
  const refused = reduce(state, { type: "sent", question: "q1", text: "yes", error: { code: "question_closed", sentence: "Closed." } });
  equal([answered(refused), refusalOf(refused)], [null, "Closed."]);
  equal(refusalOf(reduce(refused, { type: "state", room: room({ seq: 9, question: question({ id: "q2" }) }) })), "", "of another question");
});

test("an answer on its way is not taken for the next question", () => {
  let state = reduce(joined({ question: question() }), { type: "sending", question: "q1", text: "yes" });
  state = reduce(state, { type: "state", room: room({ seq: 2, question: question({ id: "q2" }) }) });
  equal([answered(state), state.sending], [null, null]);
  state = reduce(state, { type: "sent", question: "q1", text: "yes" });
  equal(answered(state), null);
});

test("what a screen shows first", () => {
  equal(showing(firstState()), "nothing");
  equal(showing(joined({ question: question(), scene: { kind: "stage", link: "/lab#game=tree" } })), "question");
  equal(showing(joined({ question: question(), paused: true })), "paused");
  equal(showing(joined({ open: false, paused: true })), "ended");
  equal(showing(joined({ scene: { kind: "position" } })), "position");
  ok(!answering(joined({ question: question(), paused: true })) && !answering(joined({ question: question({ state: "closed" }) })), "no answers now");
});

test("a class that is gone after a break has ended", () => {
  const error = { code: "no_such_class", sentence: "There is no class with this code." };
  equal(showing(reduce(joined({ question: question() }), { type: "line", line: "refused", error })), "ended");
  equal(reduce(firstState(), { type: "line", line: "refused", error }).barred, error);
});

test("the time that is left follows the servers clock", () => {
  const state = reduce(joined({ question: question({ ends: 160 }) }), { type: "offset", offset: 100 });
  equal([secondsLeft(state, 30), secondsLeft(state, 70), secondsLeft(joined({ question: question() }), 30)], [30, 0, null]);
  equal([leftWords(9.2), leftWords(59.5), leftWords(65)], ["10", "1:00", "1:05"]);
});

test("bars keep the order of choices and count the rest together", () => {
  const { choices } = question();
  const shown = bars([{ text: "no", label: "Looked at", count: 3 }, { text: "yes", label: "Cut", count: 1 }], { choices, answer: { right: ["yes"] } });
  equal(shown.map(({ text, count, share, right }) => [text, count, share, right]), [["yes", 1, 25, true], ["no", 3, 75, false]]);
  equal(shown.map(({ part }) => Math.round(part * 100)), [33, 100]);
  const moves = Array.from({ length: 12 }, (_, at) => ({ text: `m${at}`, label: `m${at}`, count: 12 - at }));
  const many = bars(moves, { answer: { right: ["m11"] }, most: 4 });
  equal(many.map(({ label, count }) => [label, count]), [["m0", 12], ["m1", 11], ["m2", 10], ["m11", 1], ["8 other answers", 44]]);
  ok(many[3].right && !many[4].right, "the right one is never among the rest");
  const either = bars([{ text: "c3", label: "c3", count: 1 }, { text: "m7", label: "m7", count: 1 }], { answer: { right: moves.map(({ text }) => text), text: "m9", label: "m9" }, most: 4 });
  equal(either.map(({ label, count, right }) => [label, count, right]), [["c3", 1, false], ["m7", 1, true], ["m0", 0, true], ["m9", 0, true], ["9 others, which nobody gave", 0, true]], "what was given, and what the search plays");
  equal(bars([], { answer: { right: ["d3"] } }).map(({ text, count, right }) => [text, count, right]), [["d3", 0, true]], "nobody found it");
  equal(bars([{ text: "3", label: "3", count: 2 }], { answer: { right: ["≥3"], text: "≥3", label: "≥3" } }).length, 1, "a bound may be answered by its number");
  equal(bars([], { answer: { right: ["-999995"], text: "-999995", label: "L5" } })[0].label, "L5", "as people read it");
});

test("changes are said once and in words", () => {
  const asked = room({ question: question() });
  equal(changeWords(room(), asked), "A question: Cut?");
  equal(changeWords(asked, { ...asked, count: 4 }), "");
  const shown = room({ question: question({ state: "revealed", answer: { text: "yes", label: "Cut", why: "Alpha has reached beta.", right: ["yes"] } }) });
  equal(changeWords(asked, shown), "The answer: Cut. Alpha has reached beta.");
  equal(changeWords(asked, { ...asked, paused: true }), "The class is paused.");
  equal(changeWords({ ...asked, paused: true }, room({ question: question({ state: "closed" }) })), "The class goes on. Answers are closed.", "two changes told together");
  equal(changeWords(room(), room({ open: false })), "The class has ended.");
  const stage = (step) => room({ scene: { kind: "stage", link: `/lab#game=tree&step=${step}`, caption: "" } });
  equal([changeWords(room(), stage(1)), changeWords(stage(1), stage(2))], ["On screen: A search, step by step.", ""]);
  equal(verdictWords(shown.question, { answered: "no", correct: false }), "Looked at is not right.");
  equal(verdictWords(shown.question, { answered: null, correct: null }), "You gave no answer.");
  const value = { kind: "value", choices: null };
  equal(["999995", "≤-2.5"].map((answered) => verdictWords(value, { answered, correct: true })), ["W5 is right.", "≤−2.5 is right."]);
  const move = question({ kind: "move", choices: null, source: null, state: "revealed", answer: { text: "d3", label: "d3", why: "", right: ["d3"] } });
  equal(verdictWords(move, { answered: "c4", correct: false, part: 0.5 }), "You chose c4: nearly as good, half a point.");
  equal([0, 0.5, 1, 2.5].map(pointsWords), ["0", "½", "1", "2½"]);
  equal(["http://127.0.0.1:5000", "http://localhost", "http://192.168.0.7:5000", "https://127.example.org"].map(alone), [true, true, false, false]);
  equal([verdictWords(move, { answered: "d3", correct: true }), rightWord(move)], ["You chose d3, and so does the search.", "the search’s"]);
  equal(verdictWords(move, { answered: "f5", correct: true }), "You chose f5, as good as the search’s move.");
  equal(verdictWords({ ...move, source: { kind: "match" } }, { answered: "c4", correct: false }), "c4 is not right.");
});

test("what is asked about stays beside the question", () => {
  const scene = { kind: "position", game: "othello", position: "XO -", caption: "" };
  const about = (more) => beside(room({ scene, question: question(more) }));
  equal(about(), scene);
  const stage = { id: "s1", step: 4, at: "", eye: "", veil: "q1" };
  equal([about({ stage, view: {} }).stage, about({ stage, view: {} }).link], [stage, ""]);
  const joined = reduce(firstState(), { type: "joined", ack: { state: room({ scene: { kind: "stage", stage, link: "" } }), teacher: { students: [], links: { s1: "/lab#b" } } } });
  equal(joined.room.scene.link, "/lab#b", "the teacher's page walks the search by its link");
  equal([about({ view: {} }), beside(room({ question: question() }))], [null, null]);
  const board = (more, watching) => hasBoard(room({ scene, question: question(more) }), watching);
  equal([board({ view: {} }), board({ view: {}, stage }), board({})], [true, false, false]);
  const vote = room({ scene: { kind: "vote", id: "g1" }, question: question({ view: {}, source: { kind: "vote", ply: 2 } }) });
  equal([hasBoard(vote), hasBoard(vote, true), beside(vote), beside(vote, true).id], [true, false, null, "g1"], "who only looks follows the game itself");
});

test("who is to move is said where the question does not, and what was played before", () => {
  const asked = question({ kind: "move", prompt: "A corner?", mover: "Light" });
  equal(turnWords(asked), "Light to move.");
  equal(turnWords({ ...asked, prompt: "Which move would you choose for Light?" }), "");
  equal(turnWords({ ...asked, last: { seat: "Dark", text: "d3" } }), "Light to move. Dark played d3.");
  equal(turnWords(question()), "");
});

test("what a teacher pastes is understood", () => {
  equal(readPasted("  "), { kind: "nothing" });
  equal(readPasted("http://h:5000/g/k3v9?ply=12"), { kind: "game", id: "k3v9", ply: 12 });
  equal(readPasted("/embed/k3v9"), { kind: "game", id: "k3v9", ply: null });
  const stage = readPasted('http://h/lab#game=tree&position=a+0&search=alphabeta&settings=%7B%22depth%22%3A0%7D&step=14');
  equal([stage.kind, new URLSearchParams(stage.link.split("#")[1]).get("step")], ["stage", "14"]);
  equal(readPasted('/lab#game=othello&options={"size":6}').kind, "position");
  equal(readPasted("/new/othello?position=XO&size=4"), { kind: "position", game: "othello", options: { size: "4" }, position: "XO", moves: [] });
  equal(readPasted("http://h/trees#tree=a 0 ( a 6 a 7 )"), { kind: "position", game: "tree", options: {}, position: "a 0 ( a 6 a 7 )", moves: [] });
  equal(readPasted("x5/x5 1 12"), { kind: "text", text: "x5/x5 1 12" });
});

test("a question of ones own needs words and two choices", () => {
  const draft = { prompt: " Who? ", kind: "choice", lines: ["", "One", "Two"], right: [2], value: "" };
  equal(ownQuestion(draft), { kind: "choice", prompt: "Who?", choices: [{ text: "a", label: "One" }, { text: "b", label: "Two" }], right: ["b"] });
  equal(ownQuestion({ ...draft, right: [0] }).right, undefined, "an empty line is no answer");
  equal([ownQuestion({ ...draft, prompt: "" }), ownQuestion({ ...draft, lines: ["One", ""] })], [null, null]);
  equal(ownQuestion({ ...draft, kind: "value", value: "−2,5" }), { kind: "value", prompt: "Who?", right: "−2,5" }, "the server reads it");
  equal(ownQuestion({ ...draft, kind: "value", value: "1,024" }).right, "1024");
  equal(ownQuestion({ ...draft, kind: "value", value: "" }), { kind: "value", prompt: "Who?" }, "nothing need be right");
  equal(ownQuestion({ ...draft, right: [1, 2] }).right, ["a", "b"], "several are right");
  equal(ownQuestion({ ...draft, kind: "text" }), { kind: "text", prompt: "Who?" });
});

test("roaming begins at what is on screen", () => {
  const paths = places({ kind: "position", game: "othello", options: {}, position: "XO -" }).map(({ path }) => path);
  equal(paths.slice(0, 2), ["/lab#game=othello&position=XO+-", "/new/othello?position=XO+-"]);
  equal(places({ kind: "game", id: "g1" })[0].path, "/g/g1");
});

test("a watched game follows moves and takebacks", () => {
  const game = { ply: 0, moves: [], seats: [{ name: "Ada" }, { name: "Ben" }], result: null, view: { text: "s" } };
  const one = after(game, { kind: "move", seq: 1, move: { ply: 0, seat: 0, text: "f5" }, state: { ply: 1, view: { text: "t" } } });
  equal([one.moves.length, lastWords(one)], [1, "1. Ada: f5"]);
  equal(lastWords(after(one, { kind: "takeback", seq: 2, state: { ply: 0, view: { text: "s" } } })), "No move yet");
});

function line(role, more = {}) {
  const socket = new FakeSocket();
  const heard = [];
  const hear = Object.fromEntries(["joined", "state", "you", "teacher", "line", "offset"].map((name) => [name, (...given) => heard.push([name, ...given])]));
  const made = new ClassLine({ code: "K7M2QX", role, hear, open: () => socket, patience: 40, heartbeat: 1e6, ...more });
  return { socket, heard, made, names: () => heard.map(([name, first]) => (name === "line" ? first : name)).filter((name) => name !== "offset") };
}

test("a student joins by nickname and comes back by token", async () => {
  const { socket, made, names } = line("student");
  await made.start();
  socket.up();
  equal(socket.all("class_join").length, 0, "not before there is a nickname");
  made.enter("Ada");
  equal(socket.last("class_join").message, { code: "K7M2QX", role: "student", nickname: "Ada" });
  socket.last("class_join").answer({ ok: true, token: "S", state: room(), you: { nickname: "Ada" } });
  socket.down();
  socket.up();
  equal(socket.last("class_join").message, { code: "K7M2QX", role: "student", token: "S" });
  equal([...new Set(names())], ["joined", "live", "lost"]);
  made.stop();
});

test("a teacher whose new link may have been taken finds which of the two opens", async () => {
  const { socket, made, names } = line("teacher", { token: "new", spare: "old" });
  await made.start();
  socket.up();
  equal(socket.last("class_join").message.token, "new");
  socket.last("class_join").answer({ ok: false, error: { code: "not_teacher", sentence: "No." } });
  equal(socket.last("class_join").message.token, "old");
  socket.last("class_join").answer({ ok: true, state: room(), teacher: {} });
  equal([made.token, made.spare], ["old", ""]);
  equal([...new Set(names())], ["joined", "live"]);
  socket.down();
  socket.up();
  socket.last("class_join").answer({ ok: false, error: { code: "not_teacher", sentence: "No." } });
  equal(names().at(-1), "refused");
  made.stop();
});

test("a teacher who is refused by the old link while the new one is taken comes back by that", async () => {
  const { socket, made, names } = line("teacher", { token: "old" });
  await made.start();
  socket.up();
  made.token = "new";
  socket.last("class_join").answer({ ok: false, error: { code: "not_teacher", sentence: "No." } });
  equal(socket.last("class_join").message.token, "new");
  socket.last("class_join").answer({ ok: true, state: room(), teacher: {} });
  equal([...new Set(names())], ["joined", "live"]);
  made.stop();
});

test("an answer survives a broken line under the same id", async () => {
  const { socket, made } = line("student", { token: "S" });
  await made.start();
  socket.up();
  socket.last("class_join").answer({ ok: true, state: room({ question: question() }) });
  const done = made.command({ do: "answer", question: "q1", text: "yes" });
  const { id } = socket.last("class_command").message;
  socket.down();
  socket.up();
  socket.last("class_join").answer({ ok: true, state: room({ question: question() }) });
  await settle();
  const again = socket.all("class_command").filter(({ message }) => message.id === id);
  ok(again.length >= 2, "sent again");
  again.at(-1).answer({ ok: true });
  equal([(await done).ok, again.at(-1).message.token], [true, "S"]);
  made.stop();
});

test("a refused student is told and does not ask on", async () => {
  const { socket, heard, made } = line("student", { token: "old" });
  await made.start();
  socket.up();
  socket.last("class_join").answer({ ok: false, error: { code: "nickname_needed", sentence: "Please give a nickname." } });
  equal(heard.at(-1), ["line", "refused", { code: "nickname_needed", sentence: "Please give a nickname." }]);
  socket.down();
  socket.up();
  equal(socket.all("class_join").length, 1);
  made.enter("Ada");
  equal(socket.last("class_join").message.nickname, "Ada");
  made.stop();
});

test("what comes in reaches the store", () => {
  const actions = [];
  const hear = hearing((action) => actions.push(action.type));
  for (const name of ["joined", "state", "you", "teacher"]) hear[name]({});
  hear.line("live");
  hear.offset(1);
  equal(actions, ["joined", "state", "you", "teacher", "line", "offset"]);
});

test("what the teacher was told holds until something is asked, played or scored", () => {
  const teacher = { students: [{ score: 1, connected: true, answered: false }] };
  const state = { ...joined({ question: question() }), contest: { number: 1, phase: "playing" }, teacher };
  const after = (action) => progress(reduce(state, action)) !== progress(state);
  const scored = (more) => ({ type: "teacher", teacher: { students: [{ ...teacher.students[0], ...more }] } });
  equal([scored({ connected: false }), scored({ answered: true }), { type: "state", room: room({ question: question({ answers: 1 }), count: 4 }) }].map(after), [false, false, false]);
  equal([scored({ score: 2 }), { type: "contest", contest: { number: 1, phase: "over" } }, { type: "state", room: room() }, { type: "state", room: room({ question: question({ state: "revealed" }) }) }].map(after), [true, true, true, true]);
});

test("a number is sent without what sets its thousands apart", () => {
  equal(["1,150", "−2 000 000", "1,5", "≤ 1,150", "a1"].map(ungrouped), ["1150", "−2000000", "1,5", "≤ 1,150", "a1"]);
});

test("wins and losses, and numbers with their thousands apart, are read as the page writes them", () => {
  equal(["1,150", "−12,034,567", "1 150", "0,125", "1.125", "1,15", "1150,5"].map(readValue), [1150, -12034567, 1150, 0.125, 1.125, 1.15, 1150.5]);
  equal(["L5", "w3", "−2,5", "+4", "L5x", ""].map(readValue), [-999995, 999997, -2.5, 4, NaN, NaN]);
});
