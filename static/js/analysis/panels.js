/** What stands beside the board of an analysis: its steps, the tree of moves, what is written there, the values, and the ways to keep it. */

import { html, ifDefined, nothing } from "lit";
import { tool } from "lib/button.js";
import { signed } from "lib/format.js";
import { icon } from "lib/icons.js";
import { _, ngettext } from "lib/messages.js";
import { titleOf } from "lib/notations.js";
import { segments } from "lib/fields.js";
import { COLOURS } from "./shapes.js";
import { beside, leaves, mainFrom, MARKS } from "./tree.js";

/** So many branches deep the tree is drawn in; further ones stand no deeper. */
const MOST_IN = 6;
const OUTCOMES = { win: _("wins"), draw: _("draws"), loss: _("loses") };

/** @param {Analysis.State} state @param {Analysis.Acts} act */
export function steps({ tree, at, past, future }, act) {
  const { up, ways } = tree[at];
  const others = up >= 0 && tree[up].ways.length > 1;
  const step = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ run, /** @type {boolean} */ off) => tool(name, label, run, off, "");
  return html`<div class="button-row" role="group" aria-label=${_("Steps")}>
    ${step("first", _("To the beginning"), () => act.go(0), up < 0)} ${step("back", _("Back"), () => act.go(up), up < 0)}
    ${step("forward", _("Forward"), () => act.go(ways[0]), !ways.length)} ${step("last", _("To the end"), () => act.go(mainFrom(tree, at).at(-1) ?? at), !ways.length)}
    <button type="button" class="button" ?disabled=${!others} @click=${() => act.go(beside(tree, at))}>${_("Next branch")}</button>
    ${step("undo", _("Undo the last change"), act.undo, !past.length)} ${step("again", _("Redo"), act.redo, !future.length)}
  </div>`;
}

/** What is done with the board: drawn on, edited, kept as a picture. @param {Analysis.Drawing} drawing @param {Analysis.Acts} act */
export const tools = ({ on, colour, shapes }, act) => html`<div class="column gap-3">
  <div class="button-row"><button type="button" class="button small" aria-pressed=${on} @click=${() => act.tool(!on)}>${_("Draw on the board")}</button>
    <button type="button" class="button small" @click=${act.edit}>${_("Edit the position")}</button>
    <button type="button" class="button small" @click=${() => act.picture("png")}>${icon("load")}${_("Picture (PNG)")}</button>
    <button type="button" class="button small" @click=${() => act.picture("svg")}>${icon("load")}${_("Picture (SVG)")}</button></div>
  ${on ? html`${segments("shape-colour", _("Colour"), COLOURS, colour, act.colour)}
    <p class="hint">${_("Drag from place to place for an arrow, tap a place to colour it; by keys, Enter on both. Without the tool: the right mouse button, with Shift in red, with Alt in blue.")}</p>` : nothing}
  ${shapes.length ? html`<ul class="analysis-shapes small" aria-label=${_("Drawn here")}>${shapes.map(({ shape, words }) => html`<li>${words}
      <button type="button" class="button quiet icon-only small" aria-label=${_("Remove: {drawn}", { drawn: words })} @click=${() => act.toggle(shape)}>${icon("close")}</button></li>`)}
      ${shapes.length > 1 ? html`<li><button type="button" class="button quiet small" @click=${act.wipe}>${_("Remove all")}</button></li>` : nothing}</ul>` : nothing}
</div>`;

/** What a file leaves out, in words. @param {Analysis.Losing["left"]} left */
function leftOut({ branches, comments, signs, drawings }) {
  return [
    branches && ngettext("{count} branch", "{count} branches", branches),
    comments && ngettext("{count} comment", "{count} comments", comments),
    signs && ngettext("{count} sign", "{count} signs", signs),
    drawings && ngettext("{count} drawn arrow or place", "{count} drawn arrows and places", drawings),
  ].filter(Boolean).join(", ");
}

/** @param {Analysis.State} state @param {Analysis.Acts} act */
export function moves({ tree, at }, act) {
  /** A node with its number where one is wanted. @param {number} one @param {number} ply @param {boolean} numbered */
  const shown = (one, ply, numbered) => html`<button type="button" class="analysis-node mono" data-node=${one} aria-current=${ifDefined(one === at ? "step" : undefined)} @click=${() => act.go(one)}
      >${numbered ? html`<span class="soft small">${ply}.</span> ` : nothing}<span translate="no">${tree[one].text}${tree[one].marks}</span></button>${tree[one].words ? html` <span class="analysis-words">${tree[one].words}</span>` : nothing} `;
  /** All that follows a node: the main way in line, the others below. @param {number} from @param {number} ply @param {number} depth @returns {unknown[]} */
  function following(from, ply, depth) {
    const parts = [];
    let numbered = true;
    for (let one = from, number = ply; tree[one].ways.length; number++) {
      const [main, ...others] = tree[one].ways;
      parts.push(shown(main, number + 1, numbered));
      numbered = others.length > 0;
      if (others.length) parts.push(html`<ul class=${depth < MOST_IN ? nothing : "flat"}>${others.map((other) => html`<li>${shown(other, number + 1, true)}${following(other, number + 1, depth + 1)}</li>`)}</ul>`);
      one = main;
    }
    return parts;
  }
  const some = tree[0].ways.length > 0;
  return html`<section class="card column gap-3" aria-labelledby="analysis-moves"><h2 id="analysis-moves">${_("Moves")}</h2>
    ${some ? html`<div class="analysis-tree scroll-y" tabindex="0" role="group" aria-label=${_("The moves and branches; arrow keys walk through them")}>${tree[0].words ? html`<p class="analysis-words">${tree[0].words}</p>` : nothing}${following(0, 0, 0)}</div>` : html`<p class="soft">${_("Make a move on the board. Go back and make another: it becomes a branch.")}</p>`}
    ${at ? html`<div class="button-row">
      <button type="button" class="button small" ?disabled=${leaves(tree, at) < 0} @click=${act.promote}>${_("Make this branch the main line")}</button>
      <button type="button" class="button small" @click=${act.remove}>${_("Delete from here")}</button></div>` : nothing}
    <div class="row gap-3 align-end">
      <label class="field grow"><span class="label">${_("Comment")}</span>
        <textarea rows="2" maxlength="2000" .value=${tree[at].words} @change=${(/** @type {FieldEvent} */ event) => act.words(event.target.value)}></textarea></label>
      ${at ? html`<label class="field"><span class="label">${_("Sign")}</span>
        <select @change=${(/** @type {FieldEvent} */ event) => act.marks(event.target.value)}>
          <option value="" ?selected=${!tree[at].marks}>–</option>
          ${MARKS.map((each) => html`<option value=${each} ?selected=${each === tree[at].marks}>${each}</option>`)}
        </select></label>` : nothing}
    </div>
  </section>`;
}

/** A move's worth in words. @param {Analysis.Row} row */
function worth({ value, outcome, exact, deep }) {
  const words = outcome ? OUTCOMES[/** @type {"win" | "draw" | "loss"} */ (outcome)] : value === null ? "–" : signed(value);
  const figure = outcome && exact && value !== null ? `${words} (${signed(value)})` : words;
  return html`${figure}${exact ? nothing : html` <span class="soft small">${deep ? _("estimate") : _("quick look")}</span>`}`;
}

/** @param {Analysis.State} state @param {Analysis.Acts} act */
export function values({ values: found, view, lines, asking, told }, act) {
  const over = view !== null && view.returns !== null;
  return html`<section class="card column gap-3" aria-labelledby="analysis-values"><h2 id="analysis-values">${_("What the moves are worth")}</h2>
    ${over ? html`<p>${view.ending ?? _("The game ends here.")}</p>` : html`<div class="row gap-3 align-end">
      <button type="button" class="button primary" ?disabled=${asking} @click=${act.value}>${asking ? _("Searching …") : _("Value the moves")}</button>
      <label class="field"><span class="label">${_("Lines")}</span><select @change=${(/** @type {FieldEvent} */ event) => act.lines(Number(event.target.value))}>
        ${[1, 2, 3, 4, 5].map((each) => html`<option value=${each} ?selected=${each === lines}>${each}</option>`)}</select></label></div>`}
    ${told ? html`<p class="notice warn" role="alert">${told}</p>` : nothing}
    ${found && !over ? html`
      <p class="small soft">${found.solved ? _("Solved to the end: the best move is exact.") : _("By the strongest search, for the side to move.")} ${found.unit ? _("In {unit}.", { unit: _(found.unit) }) : nothing}</p>
      <div class="analysis-scroll" tabindex="0" role="region" aria-label=${_("Values")}><table class="analysis-values small">
        <thead><tr><th scope="col">${_("Move")}</th><th scope="col">${_("Value")}</th><th scope="col">${_("Chances")}</th><th scope="col">${_("What follows")}</th></tr></thead>
        <tbody>${found.rows.map((row, at) => html`<tr><th scope="row"><button type="button" class="analysis-node mono" translate="no" @click=${() => act.try(row.move)}>${row.move}</button></th>
          <td>${worth(row)}</td><td class="number">${Math.round(100 * row.chance)} %</td>
          <td class="line mono" translate="no">${at < lines ? row.line.slice(1, 9).join(", ") : nothing}</td></tr>`)}</tbody></table></div>
      <p class="small soft">${ngettext("{count} move", "{count} moves", found.rows.length)}</p>` : nothing}
  </section>`;
}

/** @param {Analysis.State} state @param {Analysis.Acts} act */
export const keeping = ({ forms, said, link, losing }, act) => html`<section class="card column gap-3" aria-labelledby="analysis-keeping"><h2 id="analysis-keeping">${_("Keep and share")}</h2>
  <p class="button-row">
    <button type="button" class="button" @click=${act.share}>${icon("share")}${_("Share by a short link")}</button>
    <button type="button" class="button" @click=${act.copy}>${icon("copy")}${_("Copy a link to all of it")}</button>
    ${forms.map((form) => html`<button type="button" class="button small" @click=${() => act.save(form)}>${icon("load")}${_("Save as {form}", { form: titleOf(form) })}</button>`)}
  </p>
  ${losing ? html`<div class="notice warn column gap-3" role="alert"><p>${_("{form} cannot hold all of this analysis. It would leave out: {parts}.", { form: titleOf(losing.form), parts: leftOut(losing.left) })}</p>
    <p class="button-row"><button type="button" class="button small" @click=${losing.save}>${_("Save it without them")}</button>
      <button type="button" class="button small primary" @click=${act.keepWhole}>${_("Save all of it as JSON")}</button></p></div>` : nothing}
  <label class="field"><span class="label">${_("Open a file")}</span><input type="file" @change=${(/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (file) act.open(file);
    event.target.value = "";
  }}></label>
  ${link ? html`<p><a class="mono" href=${link}>${link}</a></p>` : nothing}
  ${said ? html`<p role="status">${said}</p>` : nothing}
</section>`;
