/** A game as a film to keep: each position drawn as a still picture, one after the other in a GIF. Loaded when it is asked for. */

import { render } from "lit";
import { ask } from "lib/http.js";
import { saveFile } from "lib/save.js";
import { Film, paletteOf } from "./gif.js";
import { standaloneSvg } from "./image.js";

/** Pixels of the longer side, milliseconds that a position and the last one stand, positions that are asked for at once. */
const SIDE = 480;
const STANDS = 700;
const LAST_STANDS = 3000;
const ASKED = 32;
/** How often a drawing that fetches something is looked at, and for how long, in ms. */
const LOOK = 30;
const PATIENCE = 5000;

/**
 * Draw all positions of a game, and save the film.
 * @param {Protocol.Snapshot} game @param {Boards.Module} module The game's board module.
 * @param {(share: number) => void} tell hears how much is done, from 0 to 1
 * @returns {Promise<string>} the sentence on what went wrong, "" if nothing did
 */
export async function saveFilm(game, module, tell) {
  const studio = document.createElement("div");
  studio.className = "film-studio";
  studio.setAttribute("aria-hidden", "true");
  Object.assign(studio.dataset, { game: game.game, ...(game.options?.colours ? { colours: game.options.colours } : {}) });
  document.body.append(studio);
  try {
    /** @type {ImageData[]} */
    const pictures = [];
    for (let from = 0; from <= game.ply; from += ASKED) {
      const found = await ask(`/api/games/${game.id}/views?from=${from}&to=${Math.min(from + ASKED - 1, game.ply)}`);
      if (!found.ok) return found.error.sentence;
      for (const [at, view] of found.data.views.entries()) {
        const history = game.moves.slice(0, from + at);
        const last = history.at(-1);
        const about = { last: last?.effect ?? null, seat: last?.seat, history, options: game.options };
        render(module.picture(view, /** @type {Boards.About} */ (about)), studio);
        pictures.push(await pictured(await drawn(studio)));
        tell((from + at + 1) / (game.ply + 2));
      }
    }
    const { width, height } = pictures[0];
    const some = [0, 0.25, 0.5, 0.75, 1].map((share) => pictures[Math.round(share * (pictures.length - 1))]);
    const film = new Film(width, height, paletteOf(some));
    for (const [at, one] of pictures.entries()) film.add(one, at === pictures.length - 1 ? LAST_STANDS : STANDS);
    saveFile(film.done(), `${game.game}-${game.id}.gif`);
    return "";
  } finally {
    studio.remove();
  }
}

/** The drawing in the studio once all of it is there. @param {HTMLElement} studio @returns {Promise<SVGSVGElement>} */
async function drawn(studio) {
  for (let waited = 0; ; waited += LOOK) {
    const found = studio.querySelector("svg");
    if (found && (found.children.length > 1 || waited > PATIENCE)) return found;
    await new Promise((done) => setTimeout(done, LOOK));
  }
}

/** A drawing's pixels, on the page's ground. @param {SVGSVGElement} drawing */
async function pictured(drawing) {
  const box = drawing.viewBox.baseVal;
  const scale = SIDE / Math.max(box.width, box.height);
  const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
  const image = await imageOf(standaloneSvg(drawing));
  const pen = penOf(width, height, getComputedStyle(document.body).backgroundColor);
  pen.drawImage(image, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height);
}

/** An SVG that stands alone as an image. @param {string} text */
export async function imageOf(text) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

/** What draws a picture whose pixels are read. @param {number} width @param {number} height @param {string} ground its colour */
export function penOf(width, height, ground) {
  const pen = /** @type {CanvasRenderingContext2D} */ (Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true }));
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  return pen;
}
