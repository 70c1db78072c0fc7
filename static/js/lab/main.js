/** The laboratory: asks what to look into, then shows the search step by step beside the board. */

import { html, nothing, render } from "lit";
import { find, focusSoon } from "lib/dom.js";
import { ask } from "lib/http.js";
import { _, withElements } from "lib/messages.js";
import { boardOf, drawPosition } from "lib/pictures.js";
import { served } from "lib/served.js";
import { oncePerFrame } from "lib/store.js";
import { fragment, readFragment } from "./address.js";
import { EMPTY, look as lookAt, positionOf } from "./looking.js";
import { setup } from "./setup.js";
import { fetchTrace } from "./source.js";
import { Theatre } from "./theatre.js";
import { stepName, stepNamed } from "./trace.js";

const host = find("#lab");
/** @type {Protocol.Game[]} */
const games = JSON.parse(host.querySelector("script")?.textContent ?? "[]");
/** @type {Lab.Stock} */
const stock = { games, shelf: [] };
const BLANK = { ...EMPTY, search: "", settings: {}, seed: 0, step: 0, at: "" };
const LOOK_DELAY = 120;

/** @type {Lab.State} */
const state = {
  question: { game: "tree", ...BLANK }, looked: null, refusal: "", estimate: null, estimateRefusal: "", busy: false, failure: "",
  ruled: false, choosing: true, comparing: "", ready: false,
};
/** @type {Theatre | null} */
let theatre = null;
let looks = 0;
let timer = 0;

const draw = oncePerFrame(paint);

/** @param {Partial<Lab.State>} fields */
function change(fields) {
  Object.assign(state, fields);
  draw();
}

/** Change what is asked, and look again. @param {Partial<Lab.Question>} fields */
function asks(fields, { again = true } = {}) {
  change({ question: { ...state.question, ...fields }, failure: "" });
  if (again) looks++; // an answer that is on its way is about another question
  clearTimeout(timer);
  timer = setTimeout(() => (again ? look() : estimate()), LOOK_DELAY);
}

const body = () => {
  const { game, options, position, moves, search, settings, seed } = state.question;
  return { game, options, ...(position ? { position } : {}), moves, search, settings, seed };
};

/** Ask what the position is and which searches fit it. */
async function look() {
  const mine = ++looks;
  const [answer] = await Promise.all([lookAt(state.question), shelf, boardOf(state.question.game)]); // the form comes whole, so that nothing in it moves
  if (mine !== looks) return;
  state.ready = true;
  if (!answer.ok) return change({ refusal: answer.error.sentence, looked: null, estimate: null });
  /** @type {Lab.Looked} */
  const looked = answer.data;
  const fits = looked.searches.filter(({ refuses }) => !refuses);
  const question = { ...state.question };
  if (looked.moves.length !== question.moves.length) Object.assign(question, { options: looked.options, position: looked.start, moves: looked.moves });
  if (!fits.some(({ id }) => id === question.search)) {
    question.search = (fits.find(({ id }) => id === "alphabeta") ?? fits[0])?.id ?? "";
    question.settings = {};
  }
  change({ looked, question, refusal: looked.over ? _("The game is over in this position: there is nothing to search.") : "" });
  if (!looked.over) estimate();
}

async function estimate() {
  const mine = ++looks;
  if (!state.question.search) return;
  const answer = await ask("/api/lab/estimate", body());
  if (mine !== looks) return;
  change(answer.ok ? { estimate: answer.data, estimateRefusal: "" } : { estimate: null, estimateRefusal: answer.error.sentence });
}

/** Have the search recorded, and raise the curtain. @param {number} [step] @param {number[]} [picked] @param {string} [named] the step's name, where it has one */
async function run(step = 0, picked = undefined, named = "") {
  change({ busy: true, failure: "" });
  const sent = await fetchTrace(body());
  if ("refusal" in sent) return change({ busy: false, choosing: true, failure: sent.refusal });
  if (!state.looked) await look();
  const chosen = state.looked?.searches.find(({ id }) => id === state.question.search);
  change({ busy: false, choosing: false, comparing: "" });
  paint();
  theatre?.leave();
  theatre = new Theatre(find("#lab-theatre"), sent, {
    code: chosen?.code ?? [],
    moved: remember,
    title,
    again: () => run(theatre?.at),
    question: state.question,
    view: state.looked?.view,
    anew,
    picked,
  });
  if (!location.hash) history.pushState(null, "", linkTo(step)); // the way back leads to the choice
  theatre.go(stepNamed(theatre.trace, named, step));
  if (!picked) scrollTo(0, 0);
}

/**
 * What is searched was changed on the stage: search anew, at the same step, or at the end if that was shown.
 * @param {Partial<Lab.Question>} fields @param {{picked: number[], focus: string[], at: number}} then the node that is picked, and what has the focus, the first of these that is there
 */
async function anew(fields, { picked, focus, at }) {
  if (!theatre) return;
  const ended = at >= theatre.trace.steps;
  change({ question: { ...state.question, ...fields } });
  if (fields.position) await look();
  if (!state.looked || state.looked.over) return change({ choosing: true });
  await run(ended ? Infinity : at, picked);
  focusSoon(() => focus.map((each) => host.querySelector(each)).find(Boolean));
}

/** Show or hide a comparison, of searches or of ideas; its script comes when it is first wanted. @param {Lab.State["comparing"]} what */
async function compare(what) {
  change({ comparing: state.comparing === what ? "" : what });
  if (!state.comparing || !state.looked) return;
  const { searches, ideas } = state.looked;
  const [{ Compare }, { Ideas }] = await Promise.all([import("./compare.js"), import("./ideas.js")]);
  paint();
  const place = document.createElement("div");
  find("#lab-compare").replaceChildren(place);
  if (what === "ideas") new Ideas(place, body(), ideas);
  else new Compare(place, body(), searches);
}

/** The address of a step of the search that is shown. @param {number} step */
const linkTo = (step) => fragment({ ...state.question, at: theatre ? stepName(theatre.trace, step) : "" });

const remember = (/** @type {number} */ step) => history.replaceState(null, "", linkTo(step));

/** @type {Lab.SetupAct} */
const act = {
  submit(event) {
    event.preventDefault();
    if (state.question.search) run();
  },
  game: (game) => asks({ ...BLANK, game }),
  async position(text) {
    if (!/^(https?:\/\/|\/(lab|g|embed|trees|new)\b)\S*$/i.test(text)) return asks({ position: text, moves: [] });
    clearTimeout(timer);
    const mine = ++looks;
    const { fragmentOf } = await import("./link.js");
    const link = await fragmentOf(text);
    if (mine !== looks) return;
    if (link === null) return change({ refusal: _("This link leads to no position. Links of games, of trees, of the lab and replay links do."), looked: null, estimate: null });
    if (link === location.hash) return begin();
    location.hash = link;
  },
  rule: (name, value) => asks({ options: { ...state.question.options, [name]: value }, position: "", moves: [] }),
  ruled: (ruled) => (state.ruled = ruled),
  search: (search) => asks({ search, settings: {} }, { again: false }),
  setting: (name, value) => asks({ settings: { ...state.question.settings, [name]: value } }, { again: false }),
  seed: (seed) => asks({ seed }, { again: false }),
  async take(each) {
    const { title: ___, words: __, ...given } = each;
    change({ question: { ...BLANK, ...given }, looked: null });
    await look();
    if (state.looked) run();
  },
};

function title() {
  const game = games.find(({ id }) => id === state.question.game);
  const search = state.looked?.searches.find(({ id }) => id === state.question.search);
  return _("{search} in {game}", { search: search?.title ?? "", game: game?.title ?? "" });
}

function paint() {
  const { choosing } = state;
  render(
    html`${theatre || !choosing
        ? html`<div class="lab-bar row gap-apart justify-between below-3"><strong>${choosing ? _("Choose what to look into") : title()}</strong>
            <div class="button-row">${choosing ? nothing : html`<button type="button" class="button small" aria-pressed=${state.comparing === "searches"} @click=${() => compare("searches")}>${_("Compare")}</button>
              ${state.looked?.ideas.length ? html`<button type="button" class="button small" aria-pressed=${state.comparing === "ideas"} @click=${() => compare("ideas")}>${_("Ideas")}</button>` : nothing}`}
            <button type="button" class="button small" @click=${() => change({ choosing: !choosing })}>${choosing ? _("Back to the stage") : _("Another position or search")}</button></div></div>`
        : html`<p class="lead soft below-4">${withElements(_("Choose a position and a search, and watch it think, step by step. The {a} explain each search from the beginning."), { a: html`<a href=${served("/lessons")}>${_("lessons")}</a>` })}</p>`}
      ${choosing && state.ready ? setup(state, act, stock) : nothing}
      <div id="lab-compare" ?hidden=${choosing || !state.comparing}></div>
      <div id="lab-theatre" ?hidden=${choosing}></div>`,
    host,
  );
  host.ariaBusy = String(!state.ready);
  if (choosing) drawPosition(host.querySelector("#lab-miniature"), state.looked);
}

/** The position of a game that is played here, after some of its moves: `#from=ID&ply=12`. @param {string} hash */
async function fromGame(hash) {
  const given = new URLSearchParams(hash.slice(1));
  const id = given.get("from");
  if (!id) return null;
  const answer = await positionOf(id, given.has("ply") ? Number(given.get("ply")) : null);
  if (!answer.ok) return change({ failure: answer.error.sentence }), null;
  return { ...BLANK, ...answer.data };
}

async function begin() {
  let asked = null;
  try {
    asked = (await fromGame(location.hash)) ?? readFragment(location.hash);
  } catch {
    change({ failure: _("The address of this page is damaged; choose what to look into below.") });
  }
  if (!asked) return change({ choosing: true }), look();
  const { step, at, ...question } = asked;
  change({ question: { ...BLANK, ...question } });
  await look();
  const own = location.hash.includes("from="); // whoever comes from a game wants to see a search of its position, at once
  if (state.looked?.over && own) {
    change({ question: { ...state.question, moves: state.question.moves.slice(0, -1) } });
    await look();
  }
  if (own && state.looked && !state.looked.over) return run();
  if (asked.search && state.looked && asked.search === state.question.search) run(step, undefined, at);
}

const shelf = ask(host.dataset.shelf ?? "").then((answer) => answer.ok && (stock.shelf = answer.data));
host.replaceChildren();
paint();
begin();
addEventListener("popstate", () => (theatre?.stop(), theatre?.untell())); // the step belongs to the address that is left
addEventListener("hashchange", begin);
