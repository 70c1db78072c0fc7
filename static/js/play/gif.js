/**
 * Writes moving pictures as GIF89a (CompuServe, 1990): one palette for all pictures, of each picture only what has changed,
 * compressed by LZW (T. Welch, 1984). Knows no document: pictures come as bytes.
 */

/** @typedef {{width: number, height: number, data: Uint8ClampedArray}} Picture red, green, blue and alpha of each pixel, row by row */

const COLOURS = 256;
const MOST_CODES = 4096;
/** Colours are told apart by the upper five bits of each part. */
const key = (/** @type {ArrayLike<number>} */ data, /** @type {number} */ at) => ((data[at] >> 3) << 10) | ((data[at + 1] >> 3) << 5) | (data[at + 2] >> 3);

/** The colours that most pixels have, at most 256, each the mean of those that are told apart. @param {Picture[]} pictures @returns {number[][]} */
export function paletteOf(pictures) {
  /** @type {Map<number, number[]>} count and sums of the parts */
  const found = new Map();
  for (const { data } of pictures) {
    for (let at = 0; at < data.length; at += 4) {
      const one = found.get(key(data, at));
      if (one) for (let part = 0; part < 4; part++) one[part] += part ? data[at + part - 1] : 1;
      else found.set(key(data, at), [1, data[at], data[at + 1], data[at + 2]]);
    }
  }
  const often = [...found.values()].sort((a, b) => b[0] - a[0]).slice(0, COLOURS);
  return often.map(([count, ...sums]) => sums.map((sum) => Math.round(sum / count)));
}

/** A film that is written picture by picture, each standing for some time. */
export class Film {
  /**
   * @param {number} width in pixels @param {number} height
   * @param {number[][]} palette at most 256 colours, red, green and blue from 0 to 255
   */
  constructor(width, height, palette) {
    this.width = width;
    this.palette = palette;
    /** @type {Map<number, number>} the palette's nearest colour, by what is told apart */
    this.nearest = new Map();
    /** @type {Uint8Array | null} the picture before, as places in the palette */
    this.before = null;
    const table = new Uint8Array(3 * COLOURS);
    palette.forEach((colour, at) => table.set(colour, 3 * at));
    const loop = [0x21, 0xff, 11, ...bytes("NETSCAPE2.0"), 3, 1, 0, 0, 0];
    this.parts = [new Uint8Array([...bytes("GIF89a"), ...short(width), ...short(height), 0xf7, 0, 0]), table, new Uint8Array(loop)];
  }

  /** @param {Picture} picture @param {number} milliseconds how long it stands */
  add({ data }, milliseconds) {
    const pixels = new Uint8Array(data.length / 4);
    for (let at = 0; at < pixels.length; at++) pixels[at] = this.place(data, 4 * at);
    const { left, top, right, bottom } = changed(this.before, pixels, this.width);
    const [across, down] = [right - left + 1, bottom - top + 1];
    const part = new Uint8Array(across * down);
    for (let row = 0; row < down; row++) {
      const from = (top + row) * this.width + left;
      part.set(pixels.subarray(from, from + across), row * across);
    }
    this.before = pixels;
    const control = [0x21, 0xf9, 4, 4, ...short(Math.round(milliseconds / 10)), 0, 0];
    const place = [0x2c, ...short(left), ...short(top), ...short(across), ...short(down), 0];
    this.parts.push(new Uint8Array([...control, ...place, 8]), blocks(lzw(part)));
  }

  /** @returns {Blob} the whole file */
  done() {
    return new Blob([.../** @type {BlobPart[]} */ (this.parts), new Uint8Array([0x3b])], { type: "image/gif" });
  }

  /** The place of a pixel's colour, or of the nearest one, in the palette. @param {Uint8ClampedArray} data @param {number} at */
  place(data, at) {
    const name = key(data, at);
    const known = this.nearest.get(name);
    if (known !== undefined) return known;
    let [best, least] = [0, Infinity];
    this.palette.forEach(([red, green, blue], each) => {
      const far = (red - data[at]) ** 2 + (green - data[at + 1]) ** 2 + (blue - data[at + 2]) ** 2;
      if (far < least) [best, least] = [each, far];
    });
    this.nearest.set(name, best);
    return best;
  }
}

const bytes = (/** @type {string} */ text) => [...text].map((letter) => letter.charCodeAt(0));
const short = (/** @type {number} */ number) => [number & 255, number >> 8];

/** The smallest box of pixels that differ; one pixel where none does. @param {Uint8Array | null} before @param {Uint8Array} now @param {number} width */
function changed(before, now, width) {
  const height = now.length / width;
  if (!before) return { left: 0, top: 0, right: width - 1, bottom: height - 1 };
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < now.length; at++) {
    if (now[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), y];
  }
  return right < 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : { left, top, right, bottom };
}

/** Codes of growing width for growing runs of pixels; the table begins anew when it is full. @param {Uint8Array} pixels */
function lzw(pixels) {
  const [clear, end] = [COLOURS, COLOURS + 1];
  /** @type {number[]} */
  const made = [];
  let [held, bits, width, next] = [0, 0, 9, end + 1];
  /** @type {Map<number, number>} by the code of a run and the pixel after it */
  let runs = new Map();
  const put = (/** @type {number} */ code) => {
    held |= code << bits;
    for (bits += width; bits >= 8; bits -= 8, held >>>= 8) made.push(held & 255);
  };
  put(clear);
  let run = pixels[0];
  for (let at = 1; at < pixels.length; at++) {
    const longer = (run << 8) | pixels[at];
    const known = runs.get(longer);
    if (known !== undefined) {
      run = known;
      continue;
    }
    put(run);
    run = pixels[at];
    if (next < MOST_CODES) {
      if (next === 1 << width) width++;
      runs.set(longer, next++);
    } else {
      put(clear);
      [width, next, runs] = [9, end + 1, new Map()];
    }
  }
  put(run);
  if (next === 1 << width && width < 12) width++;
  put(end);
  if (bits) made.push(held & 255);
  return made;
}

/** Data in blocks of at most 255 bytes, each with its length before it, and an empty one at the end. @param {number[]} data */
function blocks(data) {
  const made = [];
  for (let at = 0; at < data.length; at += 255) {
    const block = data.slice(at, at + 255);
    made.push(block.length, ...block);
  }
  return new Uint8Array([...made, 0]);
}
