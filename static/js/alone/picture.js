/** A position that draws itself where no server is: the game's own picture of it. */

import { render } from "lit";
import { find } from "lib/dom.js";
import { boardOf } from "lib/pictures.js";
import { given } from "./given.js";

const { view, last, label, options } = given;
const board = await boardOf(given.game);
render(board.picture(view, { last, label, options }), find("#host"));
