/**
 * The Lambda Punter position editor: the moves that are made before the game begins, played on the board itself for one
 * punter after the other, and taken back again. Every change is told as the position's text.
 */

import { html, nothing, render } from "lit";
import { button } from "lib/button.js";
import { _ } from "lib/messages.js";
import { Board } from "./board.js";
import { fetchMap } from "./map.js";
import { mapField } from "./map_field.js";
import { afterMove, emptied } from "./view.js";
import { punterName } from "./words.js";

/** Fields of the setup page that this game draws itself, by option. */
export const fields = { map: mapField };

/** The legal moves stand in the map itself; a board only has to know that there are some. */
const SOME = [{ text: "pass" }, { text: "claim" }];

export class Editor {
  /** @param {HTMLElement} host @param {Boards.Edited} edited */
  constructor(host, { view, onChange }) {
    this.onChange = onChange;
    this.place = document.createElement("div");
    this.tools = document.createElement("div");
    this.tools.className = "board-buttons row gap-1";
    host.replaceChildren(this.place, this.tools);
    this.board = new Board(this.place, { onMove: (text) => this.add(text), say: () => {} });
    this.update(view);
  }

  /** Show another position, such as one pasted or on another map. @param {any} view */
  update(view) {
    this.data = JSON.parse(view.text);
    this.data.moves ??= [];
    /** @type {Protocol.View} */
    this.view = view;
    this.paint();
  }

  focus() {
    this.board.focus();
  }

  destroy() {
    this.board.destroy();
    render(nothing, this.tools);
  }

  /** The position's text form. */
  get text() {
    return JSON.stringify(this.data);
  }

  /** A move was made on the board. @param {string} text */
  async add(text) {
    const bets = /^futures\s+(\S+)/.exec(text);
    if (bets) {
      const entries = bets[1] === "-" ? [] : bets[1].split(",").map((bet) => bet.split(":").map(Number));
      this.data.futures = { ...this.data.futures, [this.view.to_move]: entries.map(([source, target]) => ({ source, target })) };
    } else {
      this.data.moves.push(text);
    }
    await this.replay();
  }

  /** Take the last move back, or all of them. @param {boolean} all */
  async undo(all) {
    if (all || !this.data.moves.length) delete this.data.futures;
    this.data.moves = all ? [] : this.data.moves.slice(0, -1);
    await this.replay();
  }

  /** Make the view from the moves anew, and tell the position. */
  async replay() {
    const map = await fetchMap(this.view.map);
    const { punters } = this.view;
    const betting = this.view.settings.futures && Object.keys(this.data.futures ?? {}).length < punters && !this.data.moves.length;
    let view = emptied(this.view, map);
    for (const move of this.data.moves) {
      view = { ...afterMove(view, map, typeof move === "string" ? move : ""), to_move: (view.to_move + 1) % punters };
    }
    if (betting) view.to_move = Object.keys(this.data.futures ?? {}).length;
    this.view = { ...view, text: this.text, turn: this.data.moves.length, phase: betting ? "futures" : "rivers" };
    this.paint();
    this.onChange(this.text);
  }

  paint() {
    const { view, board, data } = this;
    const seats = Array.from({ length: view.punters }, (_, seat) => seat);
    const open = view.turn < view.turns;
    board.update({ view: { ...view, moves: open ? SOME : [] }, yours: seats, interactive: open, history: [], last: null });
    const made = data.moves.length + Object.keys(data.futures ?? {}).length;
    const how = { kind: "quiet", off: !made };
    render(
      html`<span class="soft small">${open ? _("{who} moves next.", { who: punterName(view.to_move) }) : ""}</span>
        ${button(_("Take back"), () => this.undo(false), how)} ${button(_("From the start"), () => this.undo(true), how)}`,
      this.tools,
    );
  }
}
