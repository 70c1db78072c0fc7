/** A worksheet: its trees and boards, drawn by the same modules as those that are played on, and printed on white. */

import { drawPictures, takeData } from "lib/pictures.js";
import { ShownBoard } from "../lab/shown_board.js";

const page = document.documentElement;
let theme = page.dataset.theme;
addEventListener("beforeprint", () => {
  theme = page.dataset.theme;
  page.dataset.theme = "light";
});
addEventListener("afterprint", () => (page.dataset.theme = theme));
document.querySelector("#print")?.addEventListener("click", () => window.print());
await drawPictures();
await Promise.all(
  [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".worksheet-board"))].map((host) => {
    const { view, options } = takeData(host);
    return new ShownBoard().show(host, { game: host.dataset.game ?? "", view, options });
  }),
);
