/** The form that begins a match or a tournament: who plays whom, what, and by which clock. */

import { html, live, nothing } from "lit";
import { menu, numberInput, optionField, segments } from "lib/fields.js";
import { icon } from "lib/icons.js";
import { levelName } from "lib/level.js";
import { _ } from "lib/messages.js";
import { AWAY } from "./away.js";
import { KINDS } from "./words.js";

const CLOCKS = [
  { value: "", title: _("none") },
  { value: "180,2", title: _("3 minutes, 2 s more each turn") },
  { value: "300,3", title: _("5 minutes, 3 s more each turn") },
  { value: "600,5", title: _("10 minutes, 5 s more each turn") },
  { value: "1200,10", title: _("20 minutes, 10 s more each turn") },
];

/** The key of a student by number, as the teacher's commands name them. @param {number} no */
export const keyOf = (no) => `n${no}`;

/** What the form holds at first. */
export const EMPTY_CONTEST = { kind: "simul", one: "teacher", seat: "-1", clock: "", absent: "180", rounds: null, fill: false, auto: false, names: true, level: "", options: {}, here: false };

/** @param {Classroom.Ui} ui @param {Classroom.Act} act @param {Classroom.Stock} stock @param {Classroom.Teacher | null} teacher */
export function startForm(ui, act, stock, teacher) {
  const form = ui.contest;
  const game = stock.games.find(({ id }) => id === ui.source.game);
  const edit = (/** @type {Record<string, any>} */ change) => act.ui((now) => ({ contest: { ...now.contest, ...change } }));
  const set = (/** @type {string} */ name, /** @type {any} */ value) => act.ui(({ contest }) => ({ contest: { ...contest, options: { ...contest.options, [name]: value } } }));
  const simul = form.kind === "simul";
  const here = (teacher?.students ?? []).filter(({ waits, connected }) => !waits && connected);
  const levels = (game?.levels ?? []).map((each) => ({ value: each.id, title: levelName(each) }));
  const chosen = Boolean(ui.looked && ui.looked.game === ui.source.game && (ui.source.position || ui.source.moves.length));
  const bot = simul ? form.one === "bot" : form.fill;
  const level = form.level || (game?.default_level ?? "");
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    await act.beginContest({ level, position: chosen && form.here });
  };
  return html`<form class="contest-form column gap-4 justify-start" @submit=${begin}>
    ${segments("contest-kind", _("Kind"), Object.entries(KINDS).map(([value, title]) => ({ value, title })), form.kind, (kind) => edit({ kind }))}
    <p class="hint">${simul ? _("One plays against everybody who is here, each on a board of their own. Whoever comes late gets a board too.") : _("All students of the class take part; whoever comes late enters in the next round.")}</p>
    <div class="row gap-apart align-end">
      <div class="field"><label for="contest-game">${_("Game")}</label>${menu("contest-game", stock.games.map(({ id, title }) => ({ value: id, title })), ui.source.game, (id) => (edit({ options: {}, level: "", here: false }), act.game(id)))}</div>
      ${simul ? html`<div class="field"><label for="contest-one">${_("Who plays against all")}</label>${menu("contest-one", [{ value: "teacher", title: _("The teacher") }, { value: "bot", title: _("A bot") }, ...here.map(({ key, nickname }) => ({ value: key, title: nickname }))], form.one, (one) => edit({ one }))}</div>
          <div class="field"><label for="contest-seat">${_("Seat of the one")}</label>${menu("contest-seat", [{ value: "-1", title: _("in turn") }, ...(game?.seat_names ?? []).slice(0, 2).map((title, seat) => ({ value: String(seat), title }))], form.seat, (seat) => edit({ seat }))}</div>`
        : html`<div class="field"><label for="contest-rounds">${_("Rounds (empty: as many as are usual)")}</label>${numberInput("contest-rounds", { low: 1, high: 30, step: 1 }, form.rounds, (rounds) => edit({ rounds }))}</div>`}
      ${bot ? html`<div class="field"><label for="contest-level">${_("Bot")}</label>${menu("contest-level", levels, level, (chosenLevel) => edit({ level: chosenLevel }))}</div>` : nothing}
      <div class="field"><label for="contest-clock">${_("Clock of each side")}</label>${menu("contest-clock", CLOCKS, form.clock, (clock) => edit({ clock }))}</div>
      <div class="field"><label for="contest-away">${_("Who is to move and away loses after")}</label>${menu("contest-away", AWAY, form.absent, (absent) => edit({ absent }))}</div>
    </div>
    ${game?.options.length ? html`<details><summary>${_("Options of the game")}</summary><div class="row gap-apart align-start contest-options">${game.options.map((option) => optionField(option, "contest-option", form.options[option.name], (value) => set(option.name, value)))}</div></details>` : nothing}
    <p class="row gap-apart">
      ${chosen ? html`<label class="choice"><input type="checkbox" .checked=${live(form.here)} @change=${(/** @type {FieldEvent} */ event) => edit({ here: event.target.checked })} />${_("From the position chosen under “Position”")}</label>` : nothing}
      <label class="choice"><input type="checkbox" .checked=${live(form.names)} @change=${(/** @type {FieldEvent} */ event) => edit({ names: event.target.checked })} />${_("Names on the wall and on the boards, else numbers")}</label>
      ${simul ? nothing : html`<label class="choice"><input type="checkbox" .checked=${live(form.fill)} @change=${(/** @type {FieldEvent} */ event) => edit({ fill: event.target.checked })} />${_("A bot plays whoever is left over")}</label>
        <label class="choice"><input type="checkbox" .checked=${live(form.auto)} @change=${(/** @type {FieldEvent} */ event) => edit({ auto: event.target.checked })} />${_("Rounds begin by themselves")}</label>`}</p>
    <p class="button-row"><button class="button primary">${icon("play")}${simul ? _("Begin the match") : _("Open the tournament")}</button></p>
  </form>`;
}

/** The command that the form stands for. @param {{form: typeof EMPTY_CONTEST & Record<string, any>, level: string, position: any, game: string}} given */
export function contestCommand({ form, level, position, game }) {
  const { kind, one, seat, clock, absent, rounds, fill, auto } = form;
  const [base, increment] = clock.split(",").map(Number);
  return {
    ...(position || { game, options: form.options }),
    ...(kind === "simul" ? { do: "simul", one, seat: Number(seat) } : { do: "tournament", kind, fill, auto, ...(rounds ? { rounds } : {}) }),
    ...(clock ? { clock: { kind: "game", base, increment } } : {}),
    ...(level ? { level } : {}),
    absent: Number(absent),
  };
}
