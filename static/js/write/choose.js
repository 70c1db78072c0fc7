/** The page to choose a game: draws the boards. */

import { drawPictures } from "../pages/pictures.js";

await drawPictures();
