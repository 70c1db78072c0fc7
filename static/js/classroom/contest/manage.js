/** The teacher's part of a match or a tournament: how it stands, rounds, boards that are decided by hand, pairs by hand, who plays no more. */

import { html, live, nothing, repeat } from "lit";
import { confirmation } from "lib/dialog.js";
import { menu } from "lib/fields.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";
import { AWAY } from "./away.js";
import { keyOf } from "./start.js";
import { table } from "./table.js";
import { resultWords, scoreWords, standsWords, titleOf } from "./words.js";

/** @param {Classroom.Inside & {contest: Classroom.Contest}} state @param {Classroom.Act} act */
export function manage(state, act) {
  const { contest, room, ui } = state;
  const over = contest.phase === "over";
  const rounds = contest.kind !== "simul" && !over;
  const ready = rounds && contest.phase !== "playing";
  return html`<section class="contest-manage column card" aria-labelledby="contest-title">
    <div class="row justify-between"><h2 id="contest-title">${titleOf(contest)}</h2>
      <div class="button-row">${room.scene.kind === "contest" && !room.question ? nothing : html`<button type="button" class="button small" @click=${() => act.command({ do: "contest_show" })}>${icon("board")}${_("Show it on all screens")}</button>`}
        ${over ? html`<button type="button" class="button small" @click=${() => act.command({ do: "contest_close" })}>${icon("close")}${_("Put it away")}</button>`
          : html`<button type="button" class="button small danger" @click=${() => act.ui({ dialog: "contest" })}>${icon("flag")}${contest.kind === "simul" ? _("End the match") : _("End the tournament")}</button>`}</div></div>
    <p class="contest-stands row gap-apart" role="status"><span>${standsWords(contest)}</span><span>${scoreWords(contest)}</span></p>
    ${ready ? html`<p class="button-row"><button type="button" class="button primary" @click=${() => act.command({ do: "contest_round" })}>${icon("play")}${contest.round ? _("Begin the next round") : _("Begin the first round")}</button>
        <button type="button" class="button" aria-expanded=${Boolean(ui.pairing)} @click=${() => act.ui({ pairing: ui.pairing ? null : {} })}>${_("Pair by hand")}</button></p>` : nothing}
    ${ready && ui.pairing ? pairing(state, act) : nothing}
    ${rounds ? html`<p class="row gap-apart"><label class="choice"><input type="checkbox" .checked=${live(contest.auto)} @change=${(/** @type {FieldEvent} */ event) => act.command({ do: "contest_set", auto: event.target.checked })} />${_("Rounds begin by themselves")}</label>
        <label class="choice"><input type="checkbox" .checked=${live(contest.fill)} @change=${(/** @type {FieldEvent} */ event) => act.command({ do: "contest_set", fill: event.target.checked })} />${_("A bot plays whoever is left over")}</label></p>` : nothing}
    ${over ? nothing : html`<div class="field contest-absent"><label for="contest-absent">${_("Who is to move and away loses after")}</label>${menu("contest-absent", AWAY, String(contest.absent), (absent) => act.command({ do: "contest_set", absent: Number(absent) }))}</div>`}
    ${boards(contest, act, over)}
    ${contest.table.length ? html`<details ?open=${contest.phase !== "playing"}><summary>${_("The table")}</summary><div>${table(contest)}</div>${over ? nothing : outs(contest, act)}</details>` : nothing}
  </section>`;
}

/** The boards of the round; one that hangs is decided here. @param {Classroom.Contest} contest @param {Classroom.Act} act @param {boolean} over */
function boards(contest, act, over) {
  if (!contest.boards.length) return nothing;
  const decide = (/** @type {Classroom.ContestBoard} */ board, /** @type {string} */ result) => result && act.command({ do: "contest_decide", board: board.number, points: result.split(",").map(Number) });
  return html`<details class="contest-boards"><summary>${_("Boards")}</summary>
    <table><thead><tr><th scope="col">${_("Board")}</th><th scope="col">${_("Who")}</th><th scope="col">${_("Result")}</th></tr></thead>
    <tbody>${repeat(contest.boards, ({ number }) => number, (board) => html`<tr><td>${board.number}</td><td class="break">${board.players.map(({ name }) => name).join(" – ")}</td>
      <td>${over || board.players.length > 2 ? resultWords(board) : html`<select aria-label=${_("Result of board {number}", { number: board.number })} .value=${live(board.points?.join(",") ?? "")} @change=${(/** @type {FieldEvent} */ event) => decide(board, event.target.value)}>
        <option value="">${board.how ? _("not finished") : _("goes on")}</option>
        ${[[1, 0], [0.5, 0.5], [0, 1], [0, 0]].map((points) => html`<option value=${points.join(",")} ?selected=${board.points?.join() === points.join()}>${points.map((each) => (each === 0.5 ? "½" : each)).join(" : ")}</option>`)}</select>`}</td></tr>`)}</tbody></table></details>`;
}

/** Pairs that the teacher chooses for the next round. @param {Classroom.Inside & {contest: Classroom.Contest}} state @param {Classroom.Act} act */
function pairing({ contest, ui }, act) {
  const players = contest.table.filter(({ out }) => !out);
  /** @type {Record<string, string>} */
  const chosen = ui.pairing;
  const taken = new Set(Object.entries(chosen).flat());
  const rows = Math.floor(players.length / 2);
  const pairs = Array.from({ length: rows }, (__, at) => [chosen[`${at}a`] ?? "", chosen[`${at}b`] ?? ""]);
  const whole = pairs.filter(([one, other]) => one && other);
  const field = (/** @type {string} */ name, /** @type {string} */ label) => html`<select aria-label=${label} @change=${(/** @type {FieldEvent} */ event) => act.ui((now) => ({ pairing: { ...now.pairing, [name]: event.target.value } }))}>
    <option value=""></option>${players.filter(({ no }) => !taken.has(keyOf(no)) || chosen[name] === keyOf(no)).map(({ no, name: title }) => html`<option value=${keyOf(no)} ?selected=${chosen[name] === keyOf(no)}>${title}</option>`)}</select>`;
  return html`<div class="column gap-2 contest-pairing">${pairs.map((__, at) => html`<p class="one-row gap-2">${field(`${at}a`, _("Board {number}, one side", { number: at + 1 }))} – ${field(`${at}b`, _("Board {number}, other side", { number: at + 1 }))}</p>`)}
    <p class="hint">${_("Who is in no pair rests. The program sees to it who sits first.")}</p>
    <p><button type="button" class="button primary" ?disabled=${!whole.length} @click=${async () => (await act.command({ do: "contest_round", pairs: whole })) && act.ui({ pairing: null })}>${_("Begin the round with these pairs")}</button></p></div>`;
}

/** Who plays no more, and who plays again. @param {Classroom.Contest} contest @param {Classroom.Act} act */
const outs = ({ table: rows }, act) => html`<p class="row gap-near">${rows.map(({ no, name, out }) => html`<button type="button" class="button small" aria-pressed=${out} @click=${() => act.command({ do: "contest_out", student: keyOf(no), on: !out })}>${out ? _("{name} plays again", { name }) : _("{name} plays no more", { name })}</button>`)}</p>`;

/** What is asked before it ends. @param {Classroom.Contest} contest @param {Classroom.Act} act */
export const endDialog = (contest, act) =>
  confirmation(contest.kind === "simul" ? _("End the match?") : _("End the tournament?"), html`<p>${_("Boards that go on count for nobody. All that is decided stays.")}</p>`, _("Go on"), _("End it"), () => act.command({ do: "contest_end" }));
