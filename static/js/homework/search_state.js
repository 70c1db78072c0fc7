/** What the programs of exercises may use, told wherever one is written. */

import { html } from "lit";
import { _ } from "lib/messages.js";

export const searchState = () => html`<details class="small"><summary>${_("What a state can do")}</summary><p>${_("seat: whose turn it is. moves: the legal moves as texts. play(move): the state after a move. returns: None while the game goes on, then a value for each seat. evaluate(seat): the score for a seat.")}</p></details>`;
