/** A worksheet: its trees and boards, drawn by the same modules as those that are played on, and the button that prints it. */

import { drawPictures, takeData } from "../pages/pictures.js";
import { ClassBoard } from "./board.js";

document.querySelector("#print")?.addEventListener("click", () => window.print());
await drawPictures();
await Promise.all(
  [...document.querySelectorAll(".worksheet-board")].map((host) => {
    const { view, options } = takeData(host);
    return new ClassBoard({ say() {} }).show(/** @type {HTMLElement} */ (host), { game: host.dataset.game, view, options });
  }),
);
