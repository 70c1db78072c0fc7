/**
 * The scores of all moves of a position, part by part: the board plays no move but looks one up, the constants can be
 * changed, and the server ranks anew.
 */

import { html, live, nothing, render } from "lit";
import { ask } from "lib/http.js";
import { _ } from "lib/messages.js";
import { number } from "../lab/labels.js";

const WAIT = 200;

/**
 * @param {HTMLElement} host
 * @param {{board: Lessons.Position, question: Partial<Lab.Question>, settings: Record<string, number>, constants: string[], most: number, overlays: Record<string, boolean>}} about
 */
export async function mountRanking(host, about) {
  const { board, question, constants, most } = about;
  const state = { settings: { ...about.settings }, found: /** @type {Lessons.Ranked | null} */ (null), picked: "", refusal: "" };
  let timer = 0;
  let asked = 0;
  render(html`<div class="ranking-board" data-game=${board.game}></div><div class="ranking-side column"></div>`, host);
  const frame = /** @type {HTMLElement} */ (host.querySelector(".ranking-board"));
  const side = /** @type {HTMLElement} */ (host.querySelector(".ranking-side"));
  const { Board } = await import(`boards/${board.game}.js`);
  const shown = { view: board.view, yours: [board.seat], interactive: true, settings: about.overlays, options: board.options, idle: "" };
  const playable = new Board(frame, { onMove: pick, say() {} });
  playable.update(shown);

  /** A move on the board is looked up and taken back. @param {string} text */
  function pick(text) {
    playable.refuse(text, "");
    playable.update({ ...shown });
    state.picked = text;
    draw();
  }

  async function rank() {
    const mine = ++asked;
    const answer = await ask("/api/lessons/rank", { ...question, position: question.position || undefined, settings: state.settings });
    if (mine !== asked) return;
    if (answer.ok) Object.assign(state, { found: answer.data, refusal: "" });
    else state.refusal = answer.error.sentence;
    draw();
  }

  /** @param {string} name @param {string} text */
  function set(name, text) {
    const value = Math.round(Number(text));
    if (text === "" || !Number.isFinite(value)) return;
    state.settings = { ...state.settings, [name]: value };
    clearTimeout(timer);
    timer = setTimeout(rank, WAIT);
  }

  /** @param {Lessons.Ranked["ranked"][number]} each @param {Protocol.Option[]} options */
  function sum(each, options) {
    const parts = Object.entries(each.parts);
    const title = (/** @type {string} */ name) => options.find((option) => option.name === name)?.title ?? name;
    return html`<ul class="ranking-sum column above-2">${parts.map(([name, value]) => html`<li class="one-row gap-3 justify-between"><span>${title(name)}</span> <span class="number">${value >= 0 ? "+" : ""}${number(value)}</span></li>`)}
      <li class="total one-row gap-3 justify-between"><span>${_("Score")}</span> <span class="number">${number(each.rank)}</span></li></ul>`;
  }

  function draw() {
    const { found, picked, refusal } = state;
    if (!found) return render(refusal ? html`<p class="notice bad" role="alert">${refusal}</p>` : html`<p class="soft">…</p>`, side);
    const place = found.ranked.findIndex(({ text }) => text === picked);
    const rows = found.ranked.slice(0, most);
    const one = place >= 0 ? found.ranked[place] : found.ranked[0];
    render(
      html`${constants.length ? html`<div class="ranking-constants tiles">${found.options.filter(({ name }) => constants.includes(name)).map((option) => html`<label>${option.title}
          <input type="number" step="1" min=${option.low} max=${option.high} .value=${live(String(state.settings[option.name] ?? option.default))} @input=${(/** @type {FieldEvent} */ event) => set(option.name, event.target.value)} /></label>`)}</div>` : nothing}
        ${refusal ? html`<p class="notice bad" role="alert">${refusal}</p>` : nothing}
        <div role="status"><p><strong>${one.text}</strong>${place >= 0 ? html`${_(", place {place} of {count}", { place: place + 1, count: found.ranked.length })}` : html` ${_("is ranked first of {count}. Choose a move on the board or in the table to see its sum.", { count: found.ranked.length })}`}</p> ${sum(one, found.options)}</div>
        <table class="ranking-table"><caption>${found.lowest ? _("The lowest score goes first here") : _("The best by score")}</caption><thead><tr><th scope="col">${_("Move")}</th><th scope="col">${_("Score")}</th></tr></thead>
          <tbody>${rows.map((each) => html`<tr class=${each.text === one.text ? "picked" : ""}><th scope="row"><button type="button" class="ranking-pick" aria-pressed=${each.text === one.text} @click=${() => ((state.picked = each.text), draw())}>${each.text}</button></th>
            <td class="number">${number(each.rank)}</td></tr>`)}</tbody></table>`,
      side,
    );
  }

  draw();
  rank();
}
