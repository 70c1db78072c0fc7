/** The page to choose a game: draws the boards. */

import { drawPictures } from "lib/pictures.js";

await drawPictures();
