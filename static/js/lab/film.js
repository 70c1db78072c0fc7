/** A search as a film to keep: its steps one after the other with their sentences, in a GIF. Loaded when it is asked for. */

import { ask } from "lib/http.js";
import { imageOf, penOf } from "../play/film.js";
import { Film, paletteOf } from "../play/gif.js";
import { INKS, pictureOf, svgOf } from "./picture.js";
import { Replay } from "./replay.js";
import { Fold } from "./window.js";

/** Pixels of the film and of the lines of its sentence, pictures at most, and how long one and the last one stand, in ms. */
const [WIDE, HIGH, LINE, LINES] = [960, 600, 30, 3];
const MOST = 200;
const STANDS = 900;
const LAST_STANDS = 4000;
/** The largest that a unit of the layout is drawn, in pixels. */
const LARGEST = 1.6;
/** Sentences that are asked for at once. */
const CHUNK = 200;

/** After how many steps the pictures are taken: each step, or of a long search every so many-eth, and its end. @param {number} steps */
export function taken(steps) {
  const every = Math.max(1, Math.ceil(steps / MOST));
  const found = Array.from({ length: Math.ceil(steps / every) }, (__, at) => at * every);
  return { every, places: [...found, steps] };
}

/**
 * Draw the steps of a search, and give the film.
 * @param {Lab.Trace} trace @param {string} address of the trace on the server @param {(seat: number) => string} colour of a seat @param {(share: number) => void} tell hears how much is done
 * @returns {Promise<Blob>} throws where the server gives no sentences
 */
export async function filmOf(trace, address, colour, tell) {
  const replay = new Replay(trace);
  const fold = new Fold(trace);
  const { places } = taken(trace.steps);
  const sentences = sentencesOf(address);
  const draw = async (/** @type {number} */ at) => {
    replay.go(at);
    fold.show(replay.other.current);
    return pixels(svgOf(pictureOf(trace, replay, fold, colour), ""), fold.window, at ? await sentences(at - 1) : "");
  };
  const some = [];
  for (const share of [0, 0.25, 0.5, 0.75, 1]) some.push(await draw(places[Math.round(share * (places.length - 1))]));
  const film = new Film(WIDE, HIGH, paletteOf(some));
  for (const [each, at] of places.entries()) {
    film.add(await draw(at), each === places.length - 1 ? LAST_STANDS : STANDS);
    tell((each + 1) / places.length);
  }
  return film.done();
}

/** The short sentence of each step, fetched as they are wanted. @param {string} address of the trace */
function sentencesOf(address) {
  /** @type {Map<number, string[]>} */
  const chunks = new Map();
  return async (/** @type {number} */ at) => {
    const first = at - (at % CHUNK);
    if (!chunks.has(first)) {
      const found = await ask(`${address}/words?from=${first}&count=${CHUNK}`);
      if (!found.ok) throw new Error(found.error.sentence);
      chunks.set(first, found.data.short);
    }
    return chunks.get(first)?.[at - first] ?? "";
  };
}

/** A picture with its sentence below it. @param {string} drawing @param {{width: number, height: number}} box @param {string} sentence */
async function pixels(drawing, { width, height }, sentence) {
  const image = await imageOf(drawing);
  const pen = penOf(WIDE, HIGH, INKS.paper);
  const room = HIGH - LINE * (LINES + 1);
  const scale = Math.min(LARGEST, WIDE / width, room / height);
  pen.drawImage(image, (WIDE - width * scale) / 2, (room - height * scale) / 2, width * scale, height * scale);
  pen.fillStyle = INKS.ink;
  pen.textAlign = "center";
  pen.font = "22px system-ui, 'Noto Sans', 'Liberation Sans', sans-serif";
  const lines = wrapped(sentence, (text) => pen.measureText(text).width < WIDE - 2 * LINE);
  lines.slice(0, LINES).forEach((line, at) => pen.fillText(line, WIDE / 2, room + LINE * (at + 1)));
  return pen.getImageData(0, 0, WIDE, HIGH);
}

/** Words in lines that fit. @param {string} text @param {(line: string) => boolean} fits */
function wrapped(text, fits) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
