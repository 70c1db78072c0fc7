/**
 * New keys in place of one's own, so that links which others have seen open nothing any more. A new key is kept here before
 * the server takes it, beside the old one (`o0` of seat 0, `od` of the director), until it is known which of the two opens.
 */

import { joiningTokens, newKey, storeTokens } from "lib/tokens.js";

/** @typedef {{store: {state: Play.State, dispatch(action: Play.Action): void}, connection: import("lib/connection.js").Connection}} Page */

/** Keep these tokens: in this browser, for commands, and for when the line is broken. @param {Page} page @param {Protocol.Tokens} tokens */
function keep({ store, connection }, tokens) {
  storeTokens(store.state.game.id, tokens);
  connection.tokens = joiningTokens(tokens);
}

/** Have the server take the new key for the old one. @param {Page} page @param {string} old @param {string} key @returns {Promise<Protocol.Ack>} */
async function change({ store, connection }, old, key) {
  let ack, { ply } = store.state.game;
  do {
    ack = await connection.command({ token: old, ply, do: "key", key });
    ply = ack.ply ?? ply;
  } while (ack.error?.code === "old_ply");
  return ack;
}

/** Make the keys of these seats new; resolves to the sentence of a refusal, "" if all were. @param {Page} page @param {string[]} names of tokens, `s0` or `d` */
export async function renew(page, names) {
  for (const name of names) {
    const before = page.store.state.tokens;
    const [old, key, aside] = [before[name], newKey(), `o${name.slice(1) || "d"}`];
    keep(page, { ...before, [name]: key, [aside]: old });
    const ack = await change(page, old, key);
    const tokens = ack.ok ? { ...before, [name]: key } : before;
    keep(page, tokens);
    page.store.dispatch({ type: "tokens", tokens });
    if (!ack.ok) return ack.error.sentence;
  }
  return "";
}

/** Find out what became of keys whose renewal this page did not see the end of: it is done now. @param {Page} page */
export async function settle(page) {
  for (const aside of Object.keys(page.store.state.tokens).filter((name) => name[0] === "o")) {
    const name = aside === "od" ? "d" : `s${aside.slice(1)}`;
    const { [aside]: old, ...tokens } = page.store.state.tokens;
    const ack = await change(page, old, tokens[name] ?? "");
    if (!ack.ok && ack.error.code !== "wrong_token") continue; // wrong: it was renewed already
    keep(page, tokens);
    page.store.dispatch({ type: "tokens", tokens });
  }
}
