/** New keys for one's own seats: both are kept until it is known which opens. */

import { test } from "node:test";
import "./support/page.js";
import { renew, settle } from "../../static/js/play/renewing.js";
import { equal } from "./support/expect.js";

const OLD = "old-0123456789abcdefgh";

/** A page whose server answers commands so; what it was asked. @param {Record<string, string>} tokens @param {((message: any, page: any) => any)[]} answers */
function page(tokens, ...answers) {
  localStorage.clear();
  /** @type {any[]} */
  const asked = [];
  const state = /** @type {any} */ ({ game: { id: "g1", ply: 3 }, tokens });
  const made = {
    store: { state, dispatch: (/** @type {any} */ action) => void (state.tokens = action.tokens) },
    connection: /** @type {any} */ ({
      tokens: [],
      command: async (/** @type {any} */ message) => {
        asked.push(message);
        return answers[asked.length - 1](message, made);
      },
    }),
  };
  return { made, asked };
}

const kept = () => JSON.parse(localStorage.getItem("plyground.game.g1") ?? "{}").tokens;

test("a new key is kept beside the old one until the server has taken it", async () => {
  /** @type {any} */
  let meanwhile;
  const { made, asked } = page({ s0: OLD, i1: "guest" }, ({ key }, { connection }) => {
    meanwhile = { ...kept() };
    equal(connection.tokens.sort(), [OLD, key].sort());
    return { ok: true };
  });
  equal(await renew(made, ["s0"]), "");
  equal([asked[0].do, asked[0].token, asked[0].ply], ["key", OLD, 3]);
  const { key } = asked[0];
  equal(key.length, 22);
  equal(meanwhile, { s0: key, i1: "guest", o0: OLD });
  equal(made.store.state.tokens, { s0: key, i1: "guest" });
  equal(kept(), { s0: key, i1: "guest" });
  equal(made.connection.tokens, [key]);
});

test("a refused key leaves the old one, and a game that has moved on is asked again", async () => {
  const { made, asked } = page(
    { d: OLD },
    () => ({ ok: false, ply: 4, error: { code: "old_ply", sentence: "The game has moved on." } }),
    () => ({ ok: false, error: { code: "storage_failed", sentence: "The disk is full." } }),
  );
  equal(await renew(made, ["d"]), "The disk is full.");
  equal(asked.map(({ ply }) => ply), [3, 4]);
  equal([kept(), made.connection.tokens], [{ d: OLD }, [OLD]]);
});

test("what a page did not see the end of is ended by the next one", async () => {
  for (const answer of [{ ok: true }, { ok: false, error: { code: "wrong_token", sentence: "Renewed." } }]) {
    const { made, asked } = page({ s0: "fresh", o0: OLD, od: OLD, d: "directs" }, () => answer, () => answer);
    await settle(made);
    equal(asked.map(({ token, key }) => [token, key]), [[OLD, "fresh"], [OLD, "directs"]]);
    equal(kept(), { s0: "fresh", d: "directs" });
  }
  const away = { ok: false, error: { code: "too_fast", sentence: "Too fast." } };
  const { made } = page({ s0: "fresh", o0: OLD }, () => away);
  await settle(made);
  equal(made.store.state.tokens.o0, OLD);
});
