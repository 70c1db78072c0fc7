/** The teacher's page: what everybody sees, the composer of what comes next, and who is here. */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { ask } from "lib/http.js";
import { dialogBox, settleDialog } from "lib/dialog.js";
import { _ } from "lib/messages.js";
import { drawPosition } from "lib/pictures.js";
import { origin, served } from "lib/served.js";
import { Speaker } from "lib/speaker.js";
import { makeStore, oncePerFrame } from "lib/store.js";
import { ShownBoard } from "../lab/shown_board.js";
import { composer } from "./compose.js";
import { composing, emptyComposer } from "./composing.js";
import { Desk } from "./contest/desk.js";
import { endDialog, manage } from "./contest/manage.js";
import { ClassLine } from "./line.js";
import { recall, teacherToken } from "./memory.js";
import { Scene } from "./scene.js";
import { saveScores } from "./scores.js";
import { firstState, hearing, inside, progress, reduce, secondsLeft, showing } from "./state.js";
import { planBar, planOf } from "./planned.js";
import { dialog, head, onScreen, students } from "./teacher_page.js";
import { beside, changeWords, waitingOf, waitingWords } from "./words.js";

const host = find("#class");
const { code = "", shelf = "" } = host.dataset;
/** A position that was brought along from another page, or a puzzle, which is asked at once. */
const brought = new URLSearchParams(location.hash.slice(1));
const along = brought.has("game") ? `/lab${location.hash}` : "";
const token = teacherToken(code);
if (along || brought.has("plan")) history.replaceState(history.state, "", location.pathname + location.search);
/** @type {Classroom.Stock} */
const stock = { games: JSON.parse(find("script", HTMLScriptElement, host).text), shelf: [], get token() { return line.token; } };
const store = makeStore(reduce, firstState({ base: origin(), dialog: null, saved: "", find: "", renewed: "", pairing: null, ...emptyComposer(stock.games) }));
const { dispatch } = store;
const ui = (/** @type {Classroom.UiChange} */ change) => dispatch({ type: "ui", change });
const speaker = new Speaker(find("#class-status"));
const say = (/** @type {string} */ sentence) => void (sentence && speaker.say(sentence));
const now = () => performance.now() / 1000;
const heard = hearing(dispatch);
const line = new ClassLine({
  code, role: "teacher", token, spare: recall(code).before ?? "",
  hear: { ...heard, joined: (ack) => (line.renewing || line.opens(line.token), heard.joined(ack)) },
});
const scene = new Scene({ say, moved: (step) => moved(step), eyed: (step, eye) => moved(step, eye) });
const board = new ShownBoard({ say });
const desk = new Desk({ line, say, state: () => store.state, draw: () => draw() });
/** Whether this teacher plays against all others now. @param {Classroom.State} state */
const plays = ({ contest }) => contest?.one?.no === 0 && contest.phase === "playing";

/** Have the server do something; a refusal is shown and said. @type {Classroom.Command} */
async function command(fields) {
  ui({ problem: "" });
  const ack = await line.command(fields);
  if (!ack.ok) {
    ui({ problem: ack.error.sentence });
    say(ack.error.sentence);
  }
  return ack.ok;
}

/** The teacher walked the stage on screen, or looks elsewhere on it: everybody follows. @param {number} step @param {string} [eye] */
function moved(step, eye = "") {
  const { room } = store.state;
  if (room?.scene.kind !== "stage" || room.question || !room.scene.link) return;
  const [page, fields] = room.scene.link.split("#");
  const asked = new URLSearchParams(fields);
  asked.set("step", String(step));
  for (const name of ["eye", "at"]) asked.delete(name);
  if (eye) asked.set("eye", eye);
  command({ do: "show", scene: { kind: "stage", caption: room.scene.caption, link: `${page}#${asked}` } });
}

/** @type {Classroom.Act} */
const act = {
  ui,
  command,
  ...composing({ ui, command, stock, state: () => store.state, stage: () => scene.stage }),
  /** Put the question away; a stage goes on by the step that was asked about. */
  async next() {
    const { room } = store.state;
    const on = room?.question?.state === "revealed" && room.scene.kind === "stage" && scene.name === "stage";
    if (!(await command({ do: "clear_question" })) || !on) return;
    scene.stage?.go(scene.stage.step + 1);
  },
  /** Show an entry of the plan. @param {number} at */
  async goThrough(at) {
    if (await command({ do: "plan", at })) say(_("Entry {number} of the plan.", { number: at + 1 }));
  },
  async saveScores() {
    ui({ saved: "" });
    const { sentence } = await saveScores(code, line.token);
    ui({ saved: sentence });
  },
  link: () => `${store.state.ui.base}/class/${code}/teach#t=${line.token}`,
  async newLink() {
    if (line.renewing) return;
    const ack = await line.newLink();
    ui(ack.ok ? { renewed: _("The old link opens nothing any more.") } : { renewed: "", problem: ack.error.sentence });
  },
};

const message = (/** @type {string} */ title, /** @type {string} */ sentence) => html`<section class="class-card column gap-4 justify-start pad-5 card class-waiting"><h1>${title}</h1><p>${sentence}</p>
  <p class="button-row"><a class="button primary" href=${served("/class")}>${_("Open a class")}</a></p></section>`;

/** @param {Classroom.State} state */
function page(state) {
  if (state.line === "refused") return message(state.barred?.code === "no_such_class" ? _("No class here") : _("This page is the teacher’s"), state.barred?.sentence ?? "");
  if (!inside(state)) return html`<p class="class-wait above-6 centred" role="status">${_("One moment …")}</p>`;
  if (showing(state) === "ended") return message(_("The class has ended"), _("Names, answers and scores are forgotten."));
  return html`${head(state, act)}
    ${planBar(state, act)}
    <div class="teach-columns column gap-4"><div class="column gap-4">${plays(state) ? html`<section class="card" aria-label=${_("Your boards")} id="contest-desk"></section>` : nothing} ${state.contest ? manage({ ...state, contest: state.contest }, act) : nothing} ${onScreen(state, secondsLeft(state, now()), act)} ${composer(state, act, stock)}</div>
      ${students(state, act)}</div>
    ${dialogBox(state.ui.dialog && (state.ui.dialog === "contest" ? state.contest && endDialog(state.contest, act) : dialog(state, act)), () => ui({ dialog: null, saved: "" }), "teach-dialog")}`;
}

function paint() {
  const { state } = store;
  const before = document.activeElement;
  const screen = before?.closest(".teach-screen");
  render(page(state), host);
  if (screen && !before?.isConnected) /** @type {HTMLElement | null} */ (screen.querySelector(".button.primary") ?? screen.querySelector("h2"))?.focus();
  const { room } = state;
  const own = /** @type {HTMLElement | null} */ (host.querySelector("#contest-desk"));
  if (own && inside(state) && state.contest) desk.show(own, { ...state, contest: state.contest }, now() + state.offset);
  else desk.leave();
  const place = /** @type {HTMLElement | null} */ (host.querySelector("#class-scene"));
  if (!place || !room) {
    scene.leave();
    return board.clear();
  }
  scene.show(place, beside(room, true) ?? room.scene);
  const stand = /** @type {HTMLElement | null} */ (host.querySelector("#class-board"));
  if (stand && room.question?.view) {
    const { game, view, options, kind } = room.question;
    board.show(stand, { game, view, options, pointed: kind === "move" ? (state.teacher?.answer?.text ?? null) : null });
  } else board.clear();
  drawPosition(host.querySelector("#teach-miniature"), state.ui.looked);
  settleDialog(host);
}

const draw = oncePerFrame(paint);
store.subscribe((state, before) => {
  if (before.room && (state.ui.saved || state.ui.problem) && progress(state) !== progress(before)) ui({ saved: "", problem: "" });
  const plan = state.teacher?.plan?.id;
  if (plan && plan !== before.teacher?.plan?.id) planOf(plan).then((headings) => ui({ headings }));
  const unseen = waitingOf(state.teacher).length;
  if (unseen > waitingOf(before.teacher).length) say(waitingWords(unseen));
  if (before.room && state.room) say(changeWords(before.room, state.room));
  draw();
});
setInterval(() => secondsLeft(store.state, now()) !== null && draw(), 500);
host.replaceChildren();
paint();
line.start();
ask("/api/address").then((answer) => answer.ok && ui({ base: answer.data.base }));
ask(shelf).then((answer) => answer.ok && ((stock.shelf = answer.data), draw()));
if (brought.has("puzzle")) act.askPuzzle(brought.get("game") ?? "", brought.get("puzzle") ?? "");
if (brought.has("plan")) command({ do: "plan", plan: brought.get("plan") });
if (along) act.paste(along);
else act.look();
