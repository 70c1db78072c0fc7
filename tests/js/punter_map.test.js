/** The punters' map: where numbers stand beside their sites. */

import { test } from "node:test";
import { GameMap } from "../../static/js/boards/punter/map.js";
import { clearWay, placesOf } from "../../static/js/boards/punter/sheet.js";
import { whole } from "../../static/js/boards/punter/space.js";
import { equal } from "./support/expect.js";

test("a site's number stands where no river leaves it", () => {
  const at = [[0, 0], [1, -1], [2, 0], [1, 1], [3, 0]];
  const rivers = [[0, 1], [0, 3], [1, 2], [2, 3], [2, 4]];
  const map = new GameMap({ sites: at.map(([x, y], id) => ({ id, x, y })), rivers: rivers.map(([source, target]) => ({ source, target })), mines: [0] });
  const places = placesOf(map, whole(map, 400, 400));
  equal(at.map((__, site) => clearWay(map, places, site)), [[-1, 0], [0, 1], [1, 1], [0, -1], [1, 0]]);
});

test("no number is written over another", () => {
  const map = new GameMap({ sites: [{ id: 0, x: 0, y: 0 }, { id: 1, x: 1, y: 0 }], rivers: [{ source: 0, target: 1 }], mines: [0] });
  const places = placesOf(map, whole(map, 400, 400));
  equal(clearWay(map, places, 0, [[places[0][0] - 16, places[1][0]]]), [-1, 1]);
});
