/** Makes another position to begin from: on the game's own editor where it has one, or as a text. */

import { html, nothing, render } from "lit";
import { find } from "lib/dom.js";
import { ask, asker } from "lib/http.js";
import { _ } from "lib/messages.js";

const CHECK_DELAY = 180;

export class PositionEditing {
  /** @param {HTMLElement} host @param {{begin(start: string): void, leave(): void}} to */
  constructor(host, to) {
    this.host = host;
    this.to = to;
    this.games = (host.dataset.editors ?? "").split(" ");
    /** @type {Boards.Editor | null} */
    this.editor = null;
    this.text = this.sentence = "";
    /** @type {{game: string, options: Protocol.Options} | null} */
    this.of = null;
    this.look = asker("/api/position", CHECK_DELAY, () => ({ ...this.of, position: this.text }), (answer, /** @type {boolean} */ typed) => {
      if (!this.of) return;
      this.sentence = answer.ok ? "" : answer.error.sentence;
      if (answer.ok && typed) this.editor?.update({ ...answer.data.view, text: answer.data.text }, this.of.options);
      this.draw();
    });
  }

  /** Begin with the end of a line; what is wrong with that, "" if nothing is. @param {Boards.Line} line */
  async open({ game, options, start, moves }) {
    const found = await ask("/api/position", { game, options, position: start, moves });
    if (!found.ok) return found.error.sentence;
    this.of = { game, options: found.data.options ?? options };
    this.text = found.data.text;
    this.sentence = "";
    this.host.hidden = false;
    this.host.dataset.game = game;
    this.draw();
    if (this.games.includes(game)) {
      /** @type {Boards.EditorModule} */
      const { Editor } = await import(`boards/${game}/editor.js`);
      if (this.of?.game !== game) return "";
      const view = { ...found.data.view, text: found.data.text };
      this.editor = new Editor(find(".board-editor", HTMLElement, this.host), { view, options: this.of.options, onChange: (text) => this.changed(text, false) });
      this.editor.focus();
    } else find("textarea", HTMLTextAreaElement, this.host).focus();
    return "";
  }

  /** @param {string} text @param {boolean} typed */
  changed(text, typed) {
    this.text = text;
    this.look(typed);
    this.draw();
  }

  close() {
    this.editor?.destroy();
    this.editor = this.of = null;
    this.host.hidden = true;
    render(nothing, this.host);
  }

  async begin() {
    const found = await ask("/api/position", { ...this.of, position: this.text });
    if (!this.of) return;
    if (found.ok) return this.to.begin(found.data.text);
    this.sentence = found.error.sentence;
    this.draw();
  }

  draw() {
    render(
      html`<h2>${_("Edit the position")}</h2><div class="board-editor analysis-board"></div>
        <label class="field"><span class="label">${_("Position as text")}</span>
          <textarea class="mono" rows="3" spellcheck="false" aria-invalid=${Boolean(this.sentence)} .value=${this.text} @input=${(/** @type {FieldEvent} */ event) => this.changed(event.target.value, true)}></textarea></label>
        ${this.sentence ? html`<p class="notice bad" role="alert">${this.sentence}</p>` : nothing}
        <p class="button-row"><button type="button" class="button primary" ?disabled=${Boolean(this.sentence)} @click=${() => this.begin()}>${_("Begin a new tree here")}</button>
          <button type="button" class="button" @click=${() => this.to.leave()}>${_("Back to the tree")}</button></p>`,
      this.host,
    );
  }
}
