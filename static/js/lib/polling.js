/** Packets by plain requests, where no websocket could be opened: one waits for what comes, others carry what goes. */

/** What stands between packets that travel together, and how many the server takes so. */
const BETWEEN = "\x1e";
const MOST = 16;

/** @param {string} address @param {import("./socket.js").Ear} ear @returns {import("./socket.js").Carrier} */
export function polling(address, { hear, gone }) {
  const end = new AbortController();
  let at = `${address}&transport=polling`;
  /** @type {string[]} */
  const waiting = [];
  let sending = false;

  async function ask(/** @type {RequestInit} */ given) {
    const answer = await fetch(at, { cache: "no-store", signal: end.signal, ...given });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  }

  async function listen() {
    while (!end.signal.aborted) {
      for (const packet of (await ask({})).split(BETWEEN)) {
        if (packet[0] === "0") at += `&sid=${encodeURIComponent(JSON.parse(packet.slice(1)).sid)}`;
        if (!end.signal.aborted) hear(packet);
      }
    }
  }

  async function pass() {
    if (sending) return;
    sending = true;
    while (waiting.length) await ask({ method: "POST", body: waiting.splice(0, MOST).join(BETWEEN) });
    sending = false;
  }

  const lost = () => end.signal.aborted || gone();
  listen().catch(lost);
  return {
    send(packet) {
      waiting.push(packet);
      pass().catch(lost);
    },
    close() {
      if (at.includes("sid=")) fetch(at, { method: "POST", body: "1", keepalive: true }).catch(() => {});
      end.abort();
    },
  };
}
