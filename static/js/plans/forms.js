/** The fields of an entry, by its kind. */

import { html, live, nothing } from "lit";
import { standing } from "lib/dom.js";
import { menu, numberInput } from "lib/fields.js";
import { icon } from "lib/icons.js";
import { _ } from "lib/messages.js";
import { numbersOf } from "./kinds.js";

/** @typedef {import("./kinds.js").Entry} Entry */
/** @typedef {{games: any[], puzzles: Protocol.Named[], longest: number, line: number}} Stock */
/** @typedef {{uid: number, entry: Entry, pasted: string, problem: string}} Row */
/** @typedef {(change: Record<string, any>) => void} Edit */
/** @typedef {{edit: Edit, paste: (text: string) => void, draft: (text: string) => void, puzzle: (game: string) => void, seed: () => void, problem: (sentence: string) => void}} Act */

const MOST_CHOICES = 10;
/** What a search can be asked. */
const ABOUT = [{ value: "value", title: _("Which value comes back?") }, { value: "cut", title: _("Cut, or looked at?") }, { value: "next", title: _("Where does it go next?") }];
const LAST_SEED = Number.MAX_SAFE_INTEGER;

/** A field of one line. @param {string} id @param {string} label @param {string} value @param {(text: string) => void} take @param {number} longest*/
const textField = (id, label, value, take, longest) => html`<div class="field"><label for=${id}>${label}</label>
  <input id=${id} maxlength=${longest} autocomplete="off" .value=${live(value)} @input=${(/** @type {FieldEvent} */ event) => take(event.target.value)} /></div>`;

/** A field of several lines. @param {string} id @param {string} label @param {string} value @param {(text: string) => void} take @param {number} longest @param {number} rows */
const area = (id, label, value, take, longest, rows) => html`<div class="field"><label for=${id}>${label}</label>
  <textarea id=${id} rows=${rows} maxlength=${longest} .value=${live(value)} @input=${(/** @type {FieldEvent} */ event) => take(event.target.value)}></textarea></div>`;

const named = (/** @type {any[]} */ games) => games.map(({ id, title }) => ({ value: id, title }));

/** The position of an entry: a game, and what was pasted. @param {Row} row @param {Act} act @param {Stock} stock @param {boolean} [free] whether there need be none */
function boardFields({ uid, entry, pasted }, act, stock, free = false) {
  const games = free ? [{ value: "", title: _("no position") }, ...named(stock.games)] : named(stock.games);
  return html`<div class="field"><label for="game-${uid}">${_("Game")}</label>${menu(`game-${uid}`, games, entry.game ?? "", (game) => act.edit({ game: game || undefined, options: {}, position: "" }))}</div>
    ${entry.game
      ? html`<div class="field"><label for="paste-${uid}">${_("Paste a position, a record or a link")}</label>
          <textarea id="paste-${uid}" class="mono" rows="2" spellcheck="false" autocomplete="off" autocapitalize="off" placeholder=${_("a text, /g/…, /lab#…")} .value=${live(pasted)}
            @input=${(/** @type {FieldEvent} */ event) => act.draft(event.target.value)} @change=${(/** @type {FieldEvent} */ event) => act.paste(event.target.value)}></textarea>
          <p class="hint">${_("Without one it is the start of the game.")}</p></div>`
      : nothing}`;
}

/** What all that is asked has. @param {Row} row @param {Act} act @param {Stock} stock */
const worth = ({ uid, entry }, act, stock) => html`${area(`hints-${uid}`, _("Hints, one a line; each is given after a wrong answer"), (entry.hints ?? []).join("\n"), (text) => act.edit({ hints: text.split("\n") }), 5 * stock.line, 2)}
  <div class="field"><label for="points-${uid}">${_("Points")}</label>${numberInput(`points-${uid}`, { low: 1, high: 100, step: 1 }, entry.points, (points) => act.edit({ points: points ?? 1 }))}</div>`;

/** @type {Record<string, (row: Row, act: Act, stock: Stock) => any>} */
const FORMS = {
  text: ({ uid, entry }, act, stock) => html`${textField(`title-${uid}`, _("Heading (may be empty)"), entry.title, (title) => act.edit({ title }), stock.line)}
    ${area(`text-${uid}`, _("Text"), entry.text, (text) => act.edit({ text }), stock.longest, 6)}`,
  position: (row, act, stock) => html`${boardFields(row, act, stock)}
    ${textField(`caption-${row.uid}`, _("Words above it (may be empty)"), row.entry.caption, (caption) => act.edit({ caption }), stock.line)}`,
  search: ({ uid, entry }, act, stock) => html`${linkField(uid, entry, act)}
    ${textField(`caption-${uid}`, _("Words above it (may be empty)"), entry.caption, (caption) => act.edit({ caption }), stock.line)}`,
  move: (row, act, stock) => html`${prompt(row, act, stock, _("Question (may be empty: which move?)"))} ${boardFields(row, act, stock)}
    ${area(`right-${row.uid}`, _("Right moves, one a line; none: the search finds them"), row.entry.right.join("\n"), (text) => act.edit({ right: text.split("\n") }), stock.longest, 1)}
    ${why(row, act, stock)} ${worth(row, act, stock)}`,
  choice: (row, act, stock) => html`${prompt(row, act, stock)} ${choices(row, act, stock)} ${boardFields(row, act, stock, true)} ${why(row, act, stock)} ${worth(row, act, stock)}`,
  value: (row, act, stock) => html`${prompt(row, act, stock)}
    ${textField(`right-${row.uid}`, _("Right numbers, with spaces between"), row.entry.shownRight ?? row.entry.right.join(" "), (text) => numbers(text, act), stock.line)}
    ${boardFields(row, act, stock, true)} ${why(row, act, stock)} ${worth(row, act, stock)}`,
  stage: (row, act, stock) => html`${linkField(row.uid, row.entry, act)}
    <div class="field"><label for="about-${row.uid}">${_("What is asked at that step, or the next that fits")}</label>${menu(`about-${row.uid}`, ABOUT, row.entry.about, (about) => act.edit({ about }))}</div>
    ${prompt(row, act, stock, _("Question (may be empty: as the search puts it)"))} ${why(row, act, stock)} ${worth(row, act, stock)}`,
  open: (row, act, stock) => html`${prompt(row, act, stock)} ${boardFields(row, act, stock, true)}
    ${textField(`why-${row.uid}`, _("What a good answer says, for the key"), row.entry.why, (text) => act.edit({ why: text }), stock.line)} ${worth(row, act, stock)}`,
  fill: (row, act, stock) => html`${prompt(row, act, stock, _("Question (may be empty: fill in the tree)"))} ${boardFields(row, act, stock)}
    <label class="inline"><input type="checkbox" .checked=${live(Boolean(row.entry.cuts))} @change=${(/** @type {any} */ event) => act.edit({ cuts: event.target.checked })} />${_("As alpha-beta goes: the branches that it cuts are crossed out, too")}</label>
    ${why(row, act, stock)} ${worth(row, act, stock)}`,
  made: (row, act, stock) => html`<div class="field"><label for="game-${row.uid}">${_("Game")}</label>${menu(`game-${row.uid}`, named(stock.games), row.entry.game, (game) => act.edit({ game }))}</div>
    <div class="one-row align-end"><div class="field grow"><label for="seed-${row.uid}">${_("Seed")}</label>${numberInput(`seed-${row.uid}`, { low: 0, high: LAST_SEED, step: 1 }, row.entry.seed, (seed) => act.edit({ seed: seed ?? 0 }))}</div>
      <button type="button" class="button" @click=${act.seed}>${icon("again")}${_("Another")}</button></div>
    <div class="field"><label for="number-${row.uid}">${_("Which question of that worksheet")}</label>${numberInput(`number-${row.uid}`, { low: 1, high: 12, step: 1 }, row.entry.number, (number) => act.edit({ number: number ?? 1 }))}</div>
    ${worth(row, act, stock)}`,
  puzzle: (row, act, stock) => html`<div class="field"><label for="game-${row.uid}">${_("Game")}</label>${menu(`game-${row.uid}`, stock.puzzles, row.entry.game, (game) => act.puzzle(game))}</div>
    <p class="button-row"><button type="button" class="button" @click=${() => act.puzzle(row.entry.game)}>${icon("again")}${_("Another puzzle")}</button></p> ${worth(row, act, stock)}`,
  exercise: (row, act, stock) => {
    const own = stock.games.find(({ id }) => id === row.entry.game)?.exercises ?? [];
    return html`<div class="field"><label for="game-${row.uid}">${_("Game")}</label>${menu(`game-${row.uid}`, named(stock.games.filter(({ exercises }) => exercises.length)), row.entry.game, (game) => act.edit({ game, exercise: "" }))}</div>
      <div class="field"><label for="exercise-${row.uid}">${_("Exercise")}</label>${menu(`exercise-${row.uid}`, [{ value: "", title: _("choose one") }, ...own], row.entry.exercise, (exercise) => act.edit({ exercise }))}</div> ${worth(row, act, stock)}`;
  },
};

const prompt = (/** @type {Row} */ { uid, entry }, /** @type {Act} */ act, /** @type {Stock} */ stock, label = _("Question")) => textField(`prompt-${uid}`, label, entry.prompt, (text) => act.edit({ prompt: text }), stock.line);
const why = (/** @type {Row} */ { uid, entry }, /** @type {Act} */ act, /** @type {Stock} */ stock) => textField(`why-${uid}`, _("Why, shown with the answer (may be empty)"), entry.why, (text) => act.edit({ why: text }), stock.line);
const linkField = (/** @type {number} */ uid, /** @type {Entry} */ entry, /** @type {Act} */ act) => html`<div class="field"><label for="link-${uid}">${_("A link of the lab, at any step")}</label>
  <input id="link-${uid}" class="mono" autocomplete="off" spellcheck="false" placeholder="/lab#…" .value=${live(standing(`link-${uid}`, entry.link))} @change=${(/** @type {FieldEvent} */ event) => act.edit({ link: event.target.value.trim().replace(/^.*(?=\/lab#)/, "") })} />
  <p class="hint">${_("“Copy the link to this step” in the lab gives it.")}</p></div>`;

/** @param {string} text @param {Act} act */
function numbers(text, act) {
  const right = numbersOf(text);
  act.edit({ shownRight: text, ...(right ? { right } : {}) });
  if (!right) act.problem(_("The answer is a number, such as -3 or 0.5."));
}

/** Several may be right. @param {Row} row @param {Act} act @param {Stock} stock */
function choices(row, act, stock) {
  const { entry } = row; // as drawn; what is changed is `row.entry`, which may be later
  const line = (/** @type {number} */ at, /** @type {string} */ text) => act.edit({ choices: row.entry.choices.map((/** @type {string} */ each, /** @type {number} */ place) => (place === at ? text : each)) });
  const mark = (/** @type {number} */ at, /** @type {boolean} */ on) => act.edit({ right: on ? [...row.entry.right, at].sort((a, b) => a - b) : row.entry.right.filter((/** @type {number} */ each) => each !== at) });
  const drop = (/** @type {number} */ at) =>
    act.edit({ choices: row.entry.choices.filter((/** @type {string} */ __, /** @type {number} */ place) => place !== at), right: row.entry.right.filter((/** @type {number} */ each) => each !== at).map((/** @type {number} */ each) => each - Number(each > at)) });
  return html`<fieldset class="column gap-2"><legend>${_("Choices; mark all that are right")}</legend>
    ${entry.choices.map(
      (/** @type {string} */ text, /** @type {number} */ at) => html`<div class="one-row plan-choice"><input type="checkbox" aria-label=${_("Choice {number} is right", { number: at + 1 })} .checked=${live(entry.right.includes(at))} @change=${(/** @type {FieldEvent} */ event) => mark(at, event.target.checked)} />
        <input type="text" aria-label=${_("Choice {number}", { number: at + 1 })} maxlength="200" autocomplete="off" .value=${live(text)} @input=${(/** @type {FieldEvent} */ event) => line(at, event.target.value)} />
        ${entry.choices.length > 2 ? html`<button type="button" class="button quiet icon-only" aria-label=${_("Take choice {number} away", { number: at + 1 })} @click=${() => drop(at)}>${icon("close")}</button>` : nothing}</div>`,
    )}
    ${entry.choices.length < MOST_CHOICES ? html`<p class="button-row"><button type="button" class="button small" @click=${() => act.edit({ choices: [...row.entry.choices, ""] })}>${_("One more")}</button></p>` : nothing}</fieldset>`;
}

/** @param {string} kind as in `KINDS` @param {Row} row @param {Act} act @param {Stock} stock */
export const entryForm = (kind, row, act, stock) => html`<div class="plan-form column">${FORMS[kind](row, act, stock)}</div>`;
