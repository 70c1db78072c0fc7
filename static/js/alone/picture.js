/** A position that draws itself where no server is: the game's own picture of it, and whose turn it is. */

import { html, render } from "lit";
import { find } from "lib/dom.js";
import { boardOf } from "lib/pictures.js";
import { given } from "./given.js";

const { view, last, label, options, state } = given;
const board = await boardOf(given.game);
render(html`<figure class="alone-board"><div>${board.picture(view, { last, label, options })}</div><figcaption class="small">${state}</figcaption></figure>`, find("#host"));
