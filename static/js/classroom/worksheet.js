/** A worksheet: its boards, drawn by the same modules as those that are played on, and the button that prints it. */

import { drawPictures } from "../pages/pictures.js";

document.querySelector("#print")?.addEventListener("click", () => window.print());
await drawPictures();
