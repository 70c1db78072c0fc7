import assert from "node:assert/strict";
import { test } from "node:test";
import { prefixOf, served } from "lib/served.js";

test("addresses stand under the path from which the scripts came", () => {
  assert.equal(prefixOf("https://games.example/games-lab/static/0123456789ab/js/lib/served.js"), "/games-lab");
  assert.equal(prefixOf("http://127.0.0.1:5000/static/0123456789ab/js/lib/served.js"), "");
  assert.equal(prefixOf("https://a.example/static/b/static/0123456789ab/js/lib/served.js"), "/static/b");
  assert.equal(prefixOf("file:///home/x/static/0123456789ab/js/lib/served.js"), "");
  assert.equal(served("/lab"), "/lab");
});
