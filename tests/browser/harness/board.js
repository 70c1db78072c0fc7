/**
 * The page that tests of boards drive: `?game=…&theme=…` loads a board module; `window.harness` holds it, everything
 * that it reported, and the ways to feed it.
 */

import { render } from "lit";

const query = new URLSearchParams(location.search);
document.documentElement.dataset.theme = query.get("theme") ?? "light";
const host = document.getElementById("board");
const module = await import(`boards/${query.get("game")}.js`);
const { Editor } = await import(`boards/${query.get("game")}/editor.js`);

window.harness = {
  module,
  moves: [],
  said: [],
  texts: [],
  board: null,
  editor: null,
  open(state) {
    this.board = new module.Board(host, {
      onMove: (text) => this.moves.push(text),
      say: (sentence) => {
        this.said.push(sentence);
        document.getElementById("status").textContent = sentence;
      },
    });
    this.board.update(state);
  },
  edit(view) {
    this.editor = new Editor(host, { view, onChange: (text) => this.texts.push(text) });
  },
  picture(view, about) {
    render(module.picture(view, about), host);
  },
};

/** How many animations run that a board started; the style sheet's own transitions do not count. */
window.moving = () => document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length;
