/** A page with pictures, drawn by the same modules as the boards that are played on. */

import { drawPictures } from "lib/pictures.js";

await drawPictures();
