/** For the owner: the worst moves of the bot's latest games by the review, and the tests that are made of them. */

import { html, nothing } from "lit";
import { duration } from "lib/format.js";
import { ask } from "lib/http.js";
import { mark } from "lib/marks.js";
import { _, ngettext, withElements } from "lib/messages.js";
import { boardsAsMet } from "lib/pictures.js";
import { served } from "lib/served.js";
import { authorised } from "../keys.js";
import { refusal } from "../parts.js";
import { logOf } from "./record.js";

const AGAIN_MS = 2500;

/** @typedef {{game: string, ply: number, seat: number, lost: number, line: string[], names: string[], view: Protocol.View, clock: Compete.Clock}} Place */
/** @typedef {Place & {move: string, best: string[], version: number, seconds: number, test: string | null, times: number}} Bad */
/** @typedef {Place & {made: string, best: string, id: string, results: {version: number, passed: boolean, sentence: string}[]}} Test */

/** @type {{of: number, done: number, waits: boolean, moves: Bad[], tests: Test[]} | null} */
let found = null;
let asked = false;
let problem = "";
let busy = "";
let timer = 0;
/** @type {(() => void)[]} */
const waiting = [];
const { boards, meet } = boardsAsMet(() => waiting.forEach((draw) => draw()));

/** Which versions a test speaks of: the latest that was tried, and whether it passed. @param {Test} test */
const latest = ({ results }) => results[0] ?? null;

/** How many tests the latest version that was tried fails, and its number; null while none was tried. @param {Test[]} tests */
export function failing(tests) {
  const versions = tests.flatMap(({ results }) => results.map(({ version }) => version));
  if (!versions.length) return null;
  const version = Math.max(...versions);
  const own = tests.flatMap(({ results }) => results.filter((each) => each.version === version));
  return { version, failed: own.filter(({ passed }) => !passed).length, of: own.length };
}

/** @param {Compete.BotPage} page */
function picture(page, /** @type {Place} */ place) {
  const game = page.shown.competition.game;
  const board = boards.get(game);
  if (!board) meet([{ game }]);
  return html`<div class="worst-board" data-game=${game}>${board ? board.picture(place.view) : nothing}</div>`;
}

const gamePage = (/** @type {Compete.BotPage} */ page, /** @type {Place} */ { game, ply }) => served(`/compete/${page.shown.competition.id}/games/${game}#${ply - 1}`);

/** Who moved where, and against whom. @param {Compete.BotPage} page @param {Place} place @param {unknown} words */
function heading(page, place, words) {
  const others = place.names.filter((_unused, seat) => seat !== place.seat);
  return html`<p class="row gap-2">${mark(place.seat, 16, page.shown.competition.game)} <a href=${gamePage(page, place)}>${_("Move {ply} against {names}", { ply: place.ply, names: others.join(", ") })}</a> <span class="soft small">${words}</span></p>`;
}

async function look(/** @type {Compete.OwnPage} */ page) {
  const got = await ask(`${page.address}/worst`, undefined, authorised(page.key));
  problem = got.ok ? "" : got.error.sentence;
  if (got.ok) found = got.data;
  page.draw();
  lookOn(page);
}

/** Look again while there is more to come: games to be reviewed, or versions to be tried. @param {Compete.OwnPage} page */
function lookOn(page) {
  clearTimeout(timer);
  if (found && (found.done < found.of || found.tests.some((test) => !test.results.length))) timer = setTimeout(() => look(page), AGAIN_MS);
}

/** @param {Compete.OwnPage} page @param {string} path @param {object} body @param {string} what */
async function change(page, path, body, what) {
  if (busy) return;
  busy = what;
  page.draw();
  const got = await ask(`${page.address}/${path}`, body, authorised(page.key));
  busy = "";
  problem = got.ok ? "" : got.error.sentence;
  if (got.ok) {
    found = got.data;
    page.say(path === "tests" ? _("The test is made; your version is tried on it.") : _("The test is taken away."));
  }
  page.draw();
  if (got.ok) lookOn(page);
}

/** @param {Compete.OwnPage} page @param {Bad} bad */
function badMove(page, bad) {
  const words = _("version {number}, {left} left, {seconds} for the move", { number: bad.version, left: duration(bad.clock.base), seconds: duration(bad.seconds) });
  const share = Math.round(100 * bad.lost);
  const name = html`<b class="mono">${bad.move}</b>`;
  const best = html`<b class="mono">${bad.best[0]}</b>`;
  return html`<li class="worst-move column gap-3" data-game=${page.shown.competition.game}>
    ${picture(page, bad)}
    <div class="column gap-1">
      ${heading(page, bad, words)}
      <p>${withElements(_("{move} gives {share} % of the chances away; {best} keeps them."), { move: name, share: String(share), best })}</p>
      ${bad.times > 1 ? html`<p class="small">${ngettext("It did so {count} time.", "It did so {count} times.", bad.times)}</p>` : nothing}
      ${bad.line.length > 1 ? html`<p class="small">${_("Refuted by")} <span class="mono break">${bad.line.slice(1, 8).join(" ")}</span></p>` : nothing}
      ${bad.best.length > 1 ? html`<p class="small soft">${_("Better")} <span class="mono break">${bad.best.slice(0, 8).join(" ")}</span></p>` : nothing}
      <p class="button-row">${bad.test
        ? html`<span class="badge">${_("is a test")}</span>`
        : html`<button type="button" class="button small" ?disabled=${busy !== ""} @click=${() => change(page, "tests", { game: bad.game, ply: bad.ply }, `${bad.game} ${bad.ply}`)}>${_("Make it a test")}<span class="hidden-visually">: ${bad.move}, ${_("move {ply}", { ply: bad.ply })}</span></button>`}</p>
      ${logOf(page, bad.game, "")}
    </div></li>`;
}

/** The worst moves, once they are asked for. @param {Compete.OwnPage} page */
export function worst(page) {
  if (!waiting.length) waiting.push(page.draw);
  const begin = () => {
    asked = true;
    look(page);
  };
  return html`<section class="card column gap-2" id="worst"><h2>${_("Worst moves")}</h2>
    ${asked ? listed(page) : html`<p class="soft">${_("The review looks through the last hundred games of your bot for the moves that gave most away.")}</p>
        <p><button type="button" class="button" @click=${begin}>${_("Find the worst moves")}</button></p>`}
    ${refusal(problem)}</section>`;
}

/** @param {Compete.OwnPage} page */
function listed(page) {
  if (!found) return html`<p class="soft">${_("Being fetched …")}</p>`;
  const { of, done, waits, moves, tests: own } = found;
  return html`${tests(page, own)}
    ${done < of ? html`<progress max=${of} value=${done} aria-label=${_("Games reviewed")}></progress>` : nothing}
    <p class="soft small number">${ngettext("{done} of {count} game is reviewed.", "{done} of {count} games are reviewed.", of, { done })}
      ${done < of && waits ? _("The rest comes when no game is being played here.") : nothing}</p>
    ${moves.length ? html`<ol class="worst-list column gap-4">${moves.map((bad) => badMove(page, bad))}</ol>` : done === of ? html`<p>${_("No move gave a tenth of the chances away.")}</p>` : nothing}`;
}

/** @param {Compete.OwnPage} page @param {Test} test */
function line(page, test) {
  const last = latest(test);
  return html`<li class="worst-move column gap-3" data-game=${page.shown.competition.game} data-passed=${String(last?.passed ?? null)}>
    ${picture(page, test)}
    <div class="column gap-1">
      ${heading(page, test, "")}
      <p>${withElements(_("Not {made} again, nor another move that gives a tenth of the chances away."), { made: html`<b class="mono">${test.made}</b>` })}</p>
      <ul class="worst-results small">${test.results.slice(0, 5).map(
        ({ version, passed, sentence }) => html`<li><span class="badge" data-result=${passed ? "win" : "loss"}>${passed ? _("passed") : _("failed")}</span> ${_("Version {number}:", { number: version })} ${sentence}</li>`,
      )}</ul>
      ${test.results.length ? nothing : html`<p class="soft small">${_("No version has been tried on it yet.")}</p>`}
      <p class="button-row"><button type="button" class="button small quiet" ?disabled=${busy !== ""} @click=${() => change(page, `tests/${test.id}/remove`, {}, "remove")}>${_("Take it away")}<span class="hidden-visually">: ${test.made}</span></button></p>
    </div></li>`;
}

/** The tests that were made of moves. @param {Compete.OwnPage} page @param {Test[]} all */
function tests(page, all) {
  if (!all.length) return nothing;
  const sum = failing(all);
  return html`<h3>${_("Tests of your own")}</h3>
    ${sum ? html`<p class=${sum.failed ? "notice bad" : "notice good"}>${sum.failed
        ? ngettext("Version {number} fails {count} of {of} tests.", "Version {number} fails {count} of {of} tests.", sum.failed, { number: sum.version, of: sum.of })
        : ngettext("Version {number} passes its {count} test.", "Version {number} passes all {count} tests.", sum.of, { number: sum.version })}</p>` : nothing}
    <p class="soft small">${_("Each new version is tried on them after its first games. One that fails does not take the place of the version that plays, unless you let it.")}</p>
    <ol class="worst-list own-tests column gap-4">${all.map((test) => line(page, test))}</ol>`;
}
