/** The teacher's desk: all competitions of the server, and the form of a new one. */

import { html, nothing, render } from "lit";
import { find, pageData } from "lib/dom.js";
import { asker } from "lib/http.js";
import { boardOf } from "lib/pictures.js";
import { _, ngettext } from "lib/messages.js";
import { served } from "lib/served.js";
import { askTeacher, hasKey, noKey } from "./teach_ask.js";
import { newForm, specOf, startState, usualHouse, wishes } from "./teach_form.js";
import { refusal, stateBadge } from "./parts.js";

const CHECK_MS = 200;

const host = find("#desk");
const given = pageData("given");
const state = startState(given);
const asked = wishes(location.hash, given);
/** @type {any[] | null} */
let list = null;
let sandbox = "";
let problem = "";
let open = false;

const change = (/** @type {(state: Compete.New) => void} */ how) => {
  how(state);
  draw();
};

const card = (/** @type {any} */ each) => html`<li><a class="compete-card column gap-2 justify-start card" href=${served(`/compete/${each.id}/teach`)}>
  <strong>${each.title}</strong>
  <span class="soft">${each.game_title} · ${ngettext("{count} bot", "{count} bots", each.bots)}</span>
  ${stateBadge(each.state)}
  ${each.problem ? html`<span class="teach-problem small">${each.problem}</span>` : nothing}
</a></li>`;

function template() {
  if (!hasKey()) return noKey();
  const first = list?.length === 0;
  return html`<header class="compete-head below-5 teach-top row gap-4 align-end justify-between">
      <div><h1>${_("Teacher’s desk")}</h1>
        <p class="lead soft">${_("Make a competition, hand out its address, and run the event before the class.")}</p></div>
      ${list && !first && !open ? html`<button type="button" class="button primary large" @click=${show}>${_("New competition")}</button>` : nothing}
    </header>
    ${refusal(problem)}
    ${sandbox ? html`<p class="notice warn" role="status">${sandbox}</p>` : nothing}
    ${list?.length ? html`<ul class="compete-list tiles">${list.map(card)}</ul>` : nothing}
    ${open || first ? html`<section class="teach-make above-6" aria-labelledby="make-title"><h2 id="make-title" tabindex="-1">${_("New competition")}</h2>${newForm(state, given, { change, choose, options, submit })}</section>` : nothing}`;
}

const draw = () => render(template(), host);

function show() {
  open = true;
  draw();
  find("#make-title").scrollIntoView({ block: "start" });
  find("#new-title").focus({ preventScroll: true });
}

/** Another game: its own options, levels, and fields of its own where it has some. @param {string} id */
async function choose(id) {
  const game = given.games.find((/** @type {any} */ each) => each.id === id);
  change((now) => Object.assign(now, { game: id, house: usualHouse(game), fields: {} }));
  options({});
  if (!host.dataset.editors?.split(" ").includes(id)) return;
  const { fields = {} } = await import(`boards/${id}/editor.js`);
  if (state.game === id) change((now) => (now.fields = fields));
}

/** The server says whether the options fit, how many seats there are, and how the board looks. */
const look = asker("/api/position", CHECK_MS, (/** @type {Compete.New} */ { game, options: asked }) => ({ game, options: asked }), async (found, /** @type {Compete.New} */ { game, options: asked }) => {
  const board = await boardOf(game);
  if (state.game !== game || state.options !== asked) return;
  change((now) => {
    now.problem = found.ok ? "" : found.error.sentence;
    if (!found.ok) return;
    now.seats = found.data.seats;
    now.pictures[game] = board.picture(found.data.view, { options: asked, label: "" });
  });
});

/** Other options of the game. @param {Protocol.Options} chosen */
function options(chosen) {
  change((now) => (now.options = chosen));
  look({ ...state });
}

async function submit(/** @type {Event} */ event) {
  event.preventDefault();
  if (state.sending) return;
  change((now) => Object.assign(now, { sending: true, failure: "" }));
  const made = await askTeacher("", specOf(state));
  if (made.ok) return location.assign(made.data.url);
  change((now) => Object.assign(now, { sending: false, failure: made.error.sentence }));
  document.getElementById("new-failure")?.focus();
}

async function load() {
  const found = await askTeacher("/teach");
  if (found.ok) list = found.data.competitions;
  else problem = hasKey() ? found.error.sentence : "";
  draw();
  if (!found.ok) return;
  for (const game of given.games) {
    boardOf(game.id).then((board) => change((now) => (now.pictures[game.id] = board.picture(game.view, { options: {}, label: "" }))));
  }
  if (asked) {
    change((now) => Object.assign(now, { title: asked.title, game: asked.game, settings: { ...now.settings, ...asked.settings } }));
    open = true;
  }
  choose(state.game);
  const here = await askTeacher("/teach/sandbox");
  if (here.ok && here.data.problem) sandbox = here.data.problem;
  draw();
}

addEventListener("pageshow", (event) => event.persisted && (change((now) => (now.sending = false)), load()));
draw();
if (hasKey()) load();
