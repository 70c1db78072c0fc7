/** The punters' map: where numbers stand beside their sites. */

import { test } from "node:test";
import { GameMap } from "../../static/js/boards/punter/map.js";
import { numbers, placesOf } from "../../static/js/boards/punter/sheet.js";
import { whole } from "../../static/js/boards/punter/space.js";
import { equal } from "./support/expect.js";

test("a site's number stands where no river leaves it", () => {
  const at = [[0, 0], [1, -1], [2, 0], [1, 1], [3, 0], [4, 0]];
  const rivers = [[0, 1], [0, 3], [1, 2], [2, 3], [2, 4]];
  const map = new GameMap({ sites: at.map(([x, y], id) => ({ id, x, y })), rivers: rivers.map(([source, target]) => ({ source, target })), mines: [0] });
  const places = placesOf(map, whole(map, 400, 400));
  const [drawn] = numbers(map, places, { mine: 10, dot: 4 }, [...at.keys()]).values;
  const turns = drawn.map(({ values: [, , right, below] }) => Math.round((180 * Math.atan2(below, right)) / Math.PI));
  equal(turns.map((turn) => (turn + 360) % 360), [180, 270, 293, 90, 0, 0]);
});

test("a number that would lie over another is left out, but never a mine's", () => {
  const close = [...Array(6).keys()].map((id) => ({ id, x: id % 2 ? 300 : 300.5, y: 10 * id }));
  const map = new GameMap({ sites: [...close, { id: 6, x: 0, y: 25 }], rivers: close.map(({ id }) => ({ source: 6, target: id })), mines: [3, 4] });
  const places = placesOf(map, { scale: 1, x: 200, y: 200, width: 400, height: 400, sign: 1 });
  const [drawn] = numbers(map, places, { mine: 10, dot: 4 }, [...map.ids.keys()]).values;
  equal(drawn.flatMap(({ values }) => values?.[4] ?? []), [3, 4, 0, 6]);
});
