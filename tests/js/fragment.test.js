import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf } from "lib/fragment.js";

test("a text comes back from an address, whichever way its spaces and pluses were written", () => {
  for (const record of ["1. a1 e5\n2. 3c3+12 b2", '{"plyground": 1, "moves": ["a b"]}', "a1+", "f5 d6 c3", "100 %20 +"]) {
    assert.equal(fieldsOf(`#${new URLSearchParams({ record })}`).get("record"), record);
    assert.equal(fieldsOf(`#record=${encodeURIComponent(record)}`).get("record"), record);
  }
  assert.equal(fieldsOf("#record=1.%20a1%20e5%202.%20a1+").get("record"), "1. a1 e5 2. a1+");
  assert.equal(fieldsOf("record=f5+d6").get("record"), "f5 d6");
});
