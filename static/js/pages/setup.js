/**
 * The setup page: a game's options, its position, who sits where, clock and pace, all drawn from what the game and the
 * bots declare. The server checks each change; the board beside the form shows what the game would begin with.
 */

import { find } from "lib/dom.js";
import { ask, asker } from "lib/http.js";
import { render } from "lit";
import { boardOf, takeData } from "lib/pictures.js";
import { _ } from "lib/messages.js";
import { filledIn, fitSeats, positionBody, specOf, startState } from "./setup_state.js";
import { form } from "./setup_form.js";

const CHECK_DELAY = 180;

const host = find("#setup");
const { game, given, view, editor: hasEditor } = takeData(host);
const [board, { Editor, fields = {} }] = await Promise.all([
  boardOf(game.id),
  /** @type {Promise<Partial<Boards.EditorModule>>} */ (hasEditor ? import(`boards/${game.id}/editor.js`) : Promise.resolve({})),
]);
/** @type {Setup.State} */
const state = { ...startState(game, given, view), ...history.state?.filledIn, hasEditor, fields };

/** @type {Boards.Editor | null} */
let editor = null;

/** What the seats are called, which the options may decide. */
const seatNames = () => board.seatNames?.(state.options) ?? game.seat_names;

/** Draw the form, and the editor or the picture beside it. */
function draw() {
  render(form(state, game, seatNames(), { change, check, submit }), host);
  if (state.options.colours) host.dataset.colours = state.options.colours;
  else delete host.dataset.colours;
  const stage = find(".setup-board", HTMLElement, host);
  if (state.from === "editor" && Editor) {
    find(".board-picture", HTMLElement, stage).hidden = true;
    const place = find(".board-editor", HTMLElement, stage);
    place.hidden = false;
    editor ??= new Editor(place, { view: state.view, options: state.options, onChange: edited });
  } else {
    find(".board-editor", HTMLElement, stage).hidden = true;
    const place = find(".board-picture", HTMLElement, stage);
    place.hidden = false;
    place.style.aspectRatio = "auto";
    render(board.picture(state.view, { options: state.options, label: _("The position in which the game begins") }), place);
  }
}

/** Change the state and draw it. @param {(state: any) => void} how */
function change(how) {
  how(state);
  draw();
}

/** The editor changed the position. @param {string} text */
function edited(text) {
  state.position = text;
  check(false);
}

/** Ask the server what it makes of the options and the position. */
const look = asker("/api/position", CHECK_DELAY, () => positionBody(state, game), (answer, /** @type {boolean} */ showInEditor) => {
  state.problem = answer.ok ? null : answer.error;
  if (answer.ok) {
    state.view = { ...answer.data.view, text: answer.data.text }; // a long text does not travel with a view
    state.start = answer.data.start;
    state.moves = answer.data.moves;
    if (answer.data.seats !== state.seats.length) state.seats = fitSeats(state.seats, answer.data.seats, game);
    if (state.from === "editor") state.position = answer.data.text;
    if (showInEditor) editor?.update(state.view, state.options);
  }
  draw();
});

function check(showInEditor = true) {
  look(showInEditor);
  draw();
}

/** Keep with the page's place in the history what was filled in: whoever comes back finds it. */
const remember = () => history.replaceState({ ...history.state, filledIn: filledIn(state) }, "");

/** Make the game and go to it. @param {Event} event */
async function submit(event) {
  event.preventDefault();
  if (state.sending) return;
  change((now) => (now.sending = true));
  remember();
  const made = await ask("/games", specOf(state, game));
  if (made.ok) return location.assign(made.data.url);
  change((now) => {
    now.sending = false;
    now.failure = made.error;
  });
  /** @type {HTMLElement | null} */ (host.querySelector(".setup-failure"))?.focus();
}

addEventListener("pageshow", (event) => event.persisted && change((now) => (now.sending = false)));
host.addEventListener("submit", submit);
host.addEventListener("change", remember);
draw();
if (state.from !== "start" || Object.keys(state.options).length) look(true);
