/** Asks the server over http and turns every failure into a refusal with a sentence. */

/** The refusal that stands for a server that cannot be reached at all. */
export const UNREACHABLE = {
  code: "unreachable",
  sentence: "The server does not answer. Check the connection and try again.",
};

/**
 * Fetch JSON; with a `body` it is posted.
 * @returns {Promise<{ok: true, data: any} | {ok: false, error: import("lib/protocol.js").Refusal}>}
 */
export async function ask(address, body = undefined) {
  try {
    const answer = await fetch(address, {
      method: body === undefined ? "GET" : "POST",
      headers: { Accept: "application/json", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const data = await answer.json();
    if (answer.ok) return { ok: true, data };
    return { ok: false, error: data.error ?? UNREACHABLE };
  } catch {
    return { ok: false, error: UNREACHABLE };
  }
}
