/** Films: what was written is read again, by a reader that follows the format's text and shares nothing with the writer. */

import { test } from "node:test";
import { equal, ok } from "./support/expect.js";
import { Film, paletteOf } from "../../static/js/play/gif.js";

/** All pictures of a GIF, whole, as colours: [width, height, [delay, pixels]...]. */
function read(bytes) {
  let at = 6;
  const short = () => bytes[at++] | (bytes[at++] << 8);
  const [width, height] = [short(), short()];
  const colours = 2 << (bytes[at] & 7);
  at += 3;
  const palette = Array.from({ length: colours }, (_, each) => [...bytes.subarray(at + 3 * each, at + 3 * each + 3)].join());
  at += 3 * colours;
  const frames = [];
  let [delay, canvas] = [0, []];
  const data = () => {
    const all = [];
    for (let size = bytes[at++]; size; size = bytes[at++]) all.push(...bytes.subarray(at, (at += size)));
    return all;
  };
  for (;;) {
    const kind = bytes[at++];
    if (kind === 0x3b) return { width, height, frames, rest: bytes.length - at };
    if (kind === 0x21) {
      const label = bytes[at++];
      const inside = data();
      if (label === 0xf9) delay = 10 * (inside[1] | (inside[2] << 8));
      continue;
    }
    equal(kind, 0x2c);
    const [left, top, across] = [short(), short(), short()];
    short();
    at++;
    const pixels = unpack(bytes[at++], data());
    canvas = [...canvas];
    pixels.forEach((pixel, each) => (canvas[(top + Math.floor(each / across)) * width + left + (each % across)] = palette[pixel]));
    frames.push({ delay, canvas });
  }
}

function unpack(least, data) {
  const clear = 1 << least;
  let [table, width, before, bit] = [[], 0, null, 0];
  const out = [];
  const code = () => {
    let value = 0;
    for (let each = 0; each < width; each++, bit++) value |= ((data[bit >> 3] >> (bit & 7)) & 1) << each;
    return value;
  };
  width = least + 1;
  for (;;) {
    const next = code();
    if (next === clear + 1) return out;
    if (next === clear) {
      table = Array.from({ length: clear + 2 }, (_, each) => [each]);
      [width, before] = [least + 1, null];
      continue;
    }
    const run = next < table.length ? table[next] : [...before, before[0]];
    out.push(...run);
    if (before && table.length < 4096) table.push([...before, run[0]]);
    before = run;
    if (table.length === 1 << width && width < 12) width++;
  }
}

/** Pixels of few colours, in runs and at random by a fixed rule. */
function noise(width, height, seed, colours) {
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  let state = seed;
  for (let at = 0; at < data.length; at += 4) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const colour = Math.floor(state / 65536) % colours;
    data.set([(colour % 4) * 80, (colour >> 2) % 4 * 80, (colour >> 4) * 80], at);
  }
  return { width, height, data };
}

const colours = ({ data }) => Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(4 * at, 4 * at + 3)].join());

test("a film reads back to its pictures, the whole of long ones too", async () => {
  const [width, height] = [120, 90];
  const one = noise(width, height, 7, 64);
  const two = { width, height, data: one.data.slice() };
  two.data.set([0, 0, 240, 255], 4 * (30 * width + 50));
  two.data.set([0, 80, 240, 255], 4 * (33 * width + 41));
  const pictures = [one, two, two, noise(width, height, 8, 3)];
  const film = new Film(width, height, paletteOf(pictures));
  pictures.forEach((each, at) => film.add(each, at === 3 ? 3000 : 700));
  const bytes = new Uint8Array(await film.done().arrayBuffer());
  equal(String.fromCharCode(...bytes.subarray(0, 6)), "GIF89a");
  const found = read(bytes);
  equal([found.width, found.height, found.rest], [width, height, 0]);
  equal(found.frames.map(({ delay }) => delay), [700, 700, 700, 3000]);
  found.frames.forEach(({ canvas }, at) => equal(canvas, colours(pictures[at]), `picture ${at}`));
});

test("of a picture that hardly changes hardly anything is written", async () => {
  const size = async (count) => {
    const one = noise(200, 200, 3, 30);
    const film = new Film(200, 200, paletteOf([one]));
    for (let each = 0; each < count; each++) film.add(one, 100);
    return film.done().size;
  };
  ok((await size(20)) < (await size(1)) + 20 * 60);
});

test("more colours than the palette holds become the nearest of it", async () => {
  const data = new Uint8ClampedArray(4 * 32 * 32);
  for (let at = 0; at < 1024; at++) data.set([(at % 32) * 8, Math.floor(at / 32) * 8, 128, 255], 4 * at);
  const film = new Film(32, 32, paletteOf([{ width: 32, height: 32, data }]));
  equal(film.palette.length, 256);
  film.add({ width: 32, height: 32, data }, 100);
  equal(read(new Uint8Array(await film.done().arrayBuffer())).frames[0].canvas.length, 1024);
});
